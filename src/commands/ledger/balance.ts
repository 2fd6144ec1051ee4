import * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { type AccountBalance, accountBalances, totalOf } from '../../services/ledger/balances.ts';
import { classOf } from '../../services/ledger/chart.ts';
import type { Block, Cell } from '../operation/operation.ts';
import { eurosText, flag, int, maybe, text } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';
import { accountPrefixes, ledgerOperation, PERIOD, PERIOD_ERRORS, period } from './wire.ts';

const AMOUNTS = {
  OpeningBalance: from('opening', eurosText('Solde d’ouverture')),
  Debit: eurosText('Débit'),
  Credit: eurosText('Crédit'),
  Balance: from('closing', eurosText('Solde')).describe('Closing balance: debit minus credit'),
  DebitBalance: eurosText('Solde débiteur'),
  CreditBalance: eurosText('Solde créditeur'),
};

const BalanceShape = z
  .object({
    FolderId: int('Dossier'),
    ...PERIOD,
    Items: from(
      'accounts',
      z.array(
        z.object({
          AccountId: int('N° compte'),
          AccountNumber: text('Compte'),
          AccountLabel: text('Intitulé'),
          SubAccountId: maybe(int('N° sous-compte')),
          SubAccountCode: maybe(text('Sous-compte')),
          SubAccountLabel: maybe(text('Intitulé du sous-compte')),
          ...AMOUNTS,
        }),
      ),
    ),
    Classes: z.array(z.object({ Class: maybe(text('Classe')), ...AMOUNTS })),
    Totals: z.object(AMOUNTS),
    Balanced: maybe(flag('Équilibré')).describe(
      'Opening balances sum to zero, and debits are worth credits; null when only some accounts are asked',
    ),
  })
  .meta({ id: 'TrialBalance' });

/** One total per class, in order; accounts without a class come last. */
function classTotals(accounts: readonly AccountBalance[]) {
  const classes = new Map<string | undefined, AccountBalance[]>();
  for (const account of accounts) {
    const key = classOf(account.accountNumber);
    classes.set(key, [...(classes.get(key) ?? []), account]);
  }
  return [...classes]
    .sort(([a = '~'], [b = '~']) => (a < b ? -1 : 1))
    .map(([name, members]) => ({ class: name, ...totalOf(members) }));
}

const SUMMED = ['OpeningBalance', 'Debit', 'Credit', 'Balance'];
const COLUMNS = [
  { name: 'AccountNumber' },
  { name: 'AccountName', fr: 'Intitulé' },
  ...SUMMED.map((name) => ({ name, type: 'amount' as const })),
];

const amountCells = (row: { [K in keyof typeof AMOUNTS]: string }): Cell[] => [
  row.OpeningBalance,
  row.Debit,
  row.Credit,
  row.Balance,
];

function* view(
  { Items, Classes, Totals, Exercise, From, To, Balanced }: z.output<typeof BalanceShape>,
  language: Language,
): Generator<Block> {
  const totals = Classes.length + 1;
  yield { kind: 'text', text: `${From ?? Exercise.StartDate} – ${To ?? Exercise.EndDate}` };
  yield {
    kind: 'table',
    columns: COLUMNS,
    rows: [
      ...Items.map((row) => [
        row.SubAccountCode ? `${row.AccountNumber}/${row.SubAccountCode}` : row.AccountNumber,
        row.SubAccountLabel ?? row.AccountLabel,
        ...amountCells(row),
      ]),
      ...Classes.map((row) => [`${row.Class ?? '?'}…`, '', ...amountCells(row)]),
      ['Σ', '', ...amountCells(Totals)],
    ],
    underlined: Array.from({ length: totals }, (_, index) => Items.length + index),
    summed: SUMMED,
    sections: Items.map(
      ({ AccountNumber }) => `${language === 'fr' ? 'Classe' : 'Class'} ${classOf(AccountNumber) ?? '?'}`,
    ),
    ...(Balanced !== null && { note: `${Totals.Debit} ${Balanced ? '=' : '≠'} ${Totals.Credit}` }),
  };
}

export const ledgerBalance = ledgerOperation({
  id: 'ledger.balance',
  summary: { en: 'Trial balance of a folder', fr: 'Balance d’un dossier' },
  description:
    'Opening, movements and closing of each account over one exercise, the last one unless told. With --from, lines of ' +
    'the exercise before that day count in the opening balances.',
  http: { method: 'GET', path: '/trial-balance' },
  cli: {
    examples: ['taxops ledger balance --folder 12', 'taxops ledger balance --folder 12 --account 411 --sub-accounts'],
  },
  query: z.object({
    ...period,
    account: accountPrefixes,
    subAccounts: z.boolean().optional().describe('One line per sub-account'),
    validatedOnly: z.boolean().optional().describe('Leave drafts out'),
  }),
  output: BalanceShape,
  errors: PERIOD_ERRORS,
  view,
  run: async (ctx, { folderId, account, subAccounts, ...wanted }) => {
    const query = { ...wanted, accounts: account, bySubAccount: subAccounts };
    const { period, accounts } = await accountBalances(ctx, folderId, query);
    const totals = totalOf(accounts);
    const balanced = account ? null : totals.opening === 0n && totals.debit === totals.credit;
    return { folderId, ...period, accounts, classes: classTotals(accounts), totals, balanced };
  },
});
