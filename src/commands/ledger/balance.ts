import * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import { type Cents, formatAmount, parseAmount } from '../../services/kernel/money.ts';
import {
  type AccountBalance,
  accountBalances,
  linesOutside,
  type OutsideLines,
  totalOf,
} from '../../services/ledger/balances.ts';
import { classOf } from '../../services/ledger/chart.ts';
import { type ComparedBalance, comparedBalances } from '../../services/ledger/compared-balances.ts';
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
  PreviousBalance: from('previous', maybe(eurosText('Solde N-1'))).describe(
    'With --previous, when there is such an exercise',
  ),
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

type Balance = AccountBalance & { readonly previous: ComparedBalance['previous'] };

/** Sums of some balances; null when none has an exercise before. */
const sumOf = (accounts: readonly Balance[]) => ({
  ...totalOf(accounts),
  previous: accounts.every(({ previous }) => previous === null)
    ? null
    : accounts.reduce((sum, { previous }) => sum + (previous ?? 0n), 0n),
});

/** One total per class, in order; accounts without a class come last. */
function classTotals(accounts: readonly Balance[]) {
  const names = new Set(accounts.map(({ accountNumber }) => classOf(accountNumber)));
  return [...names]
    .sort((a = '~', b = '~') => (a < b ? -1 : 1))
    .map((name) => ({
      class: name,
      ...sumOf(accounts.filter(({ accountNumber }) => classOf(accountNumber) === name)),
    }));
}

type Row = z.output<typeof BalanceShape>['Items'][number];
const NAMES = ['OpeningBalance', 'Debit', 'Credit', 'Balance', 'PreviousBalance'] as const;
type Amounts = Readonly<Record<(typeof NAMES)[number], string | null>>;

/** Days of a report that are not said are those of the lines, not those of the exercise that heads it. */
const OUTSIDE: Readonly<Record<Language, (outside: OutsideLines) => string>> = {
  en: ({ count, first, last }) =>
    `Lines of this exercise dated outside these days, which count too (FEC032): ${count} (${first} – ${last})`,
  fr: ({ count, first, last }) =>
    `Lignes de cet exercice datées hors de ces jours, comptées aussi (FEC032) : ${count} (${first} – ${last})`,
};

function* view(
  { Items, Classes, Totals, ...about }: z.output<typeof BalanceShape>,
  language: Language,
  origin: unknown,
): Generator<Block> {
  const { outside } = (origin ?? {}) as { readonly outside?: OutsideLines };
  const { Exercise, From, To, Balanced } = about;
  const shown = NAMES.filter((name) => name !== 'PreviousBalance' || Totals.PreviousBalance !== null);
  const cells = (row: Amounts): Cell[] => shown.map((name) => row[name]);
  const sums = collectiveSums(Items);
  const accounts = accountRows(Items, sums, cells);
  const totals = [...Classes.map((row) => [`${row.Class ?? '?'}…`, '', ...cells(row)]), ['Σ', '', ...cells(Totals)]];
  yield { kind: 'text', text: `${From ?? Exercise.StartDate} – ${To ?? Exercise.EndDate}` };
  if (outside) yield { kind: 'text', text: OUTSIDE[language](outside) };
  yield {
    kind: 'table',
    columns: [
      { name: 'AccountNumber' },
      { name: 'AccountName', fr: 'Intitulé' },
      ...shown.map((name) => ({ name, type: 'amount' as const })),
    ],
    rows: [...accounts.map(({ row }) => row), ...totals],
    underlined: [
      ...accounts.flatMap(({ isSum }, index) => (isSum ? index : [])),
      ...totals.map((_, index) => accounts.length + index),
    ],
    summed: shown,
    sections: sectionsOf(Items, sums, language),
    ...(Balanced !== null && { note: `${Totals.Debit} ${Balanced ? '=' : '≠'} ${Totals.Credit}` }),
  };
}

/** The accounts of a class, or those left of it beside accounts that have a section of their own: no sum is then its own. */
function sectionsOf(items: readonly Row[], sums: Sums, language: Language): string[] {
  const [ofClass, others] = language === 'fr' ? ['Classe', ', autres comptes'] : ['Class', ', other accounts'];
  const parted = new Set(items.flatMap((row) => (sums.has(row.AccountId) ? classOf(row.AccountNumber) : [])));
  return items.map(({ AccountId, AccountNumber, AccountLabel }) => {
    const name = classOf(AccountNumber);
    if (sums.has(AccountId)) return `${AccountNumber} ${AccountLabel}`;
    return `${ofClass} ${name ?? '?'}${parted.has(name) ? others : ''}`;
  });
}

type Sums = ReadonlyMap<number, ReadonlyMap<string, Cents>>;

/** Amounts of each account that has sub-accounts, as the sums of its rows. */
function collectiveSums(items: readonly Row[]): Sums {
  const collective = new Set(items.flatMap((row) => (row.SubAccountCode === null ? [] : row.AccountId)));
  const sums = new Map<number, Map<string, Cents>>();
  for (const row of items) {
    if (!collective.has(row.AccountId)) continue;
    const sum = sums.get(row.AccountId) ?? new Map<string, Cents>();
    for (const name of NAMES) sum.set(name, (sum.get(name) ?? 0n) + (parseAmount(row[name] ?? '') ?? 0n));
    sums.set(row.AccountId, sum);
  }
  return sums;
}

/** One row each; before sub-accounts, their collective account. */
const accountRows = (items: readonly Row[], sums: Sums, cells: (row: Amounts) => Cell[]) =>
  items.flatMap((item, index) => {
    const own = { row: [nameOf(item), item.SubAccountLabel ?? item.AccountLabel, ...cells(item)], isSum: false };
    const sum = sums.get(item.AccountId);
    if (!sum || items[index - 1]?.AccountId === item.AccountId) return [own];
    const amounts = Object.fromEntries([...sum].map(([name, cents]) => [name, formatAmount(cents)]));
    return [{ row: [item.AccountNumber, item.AccountLabel, ...cells(amounts as Amounts)], isSum: true }, own];
  });

const nameOf = ({ AccountNumber, SubAccountCode }: Row): string =>
  SubAccountCode ? `${AccountNumber}/${SubAccountCode}` : AccountNumber;

export const ledgerBalance = ledgerOperation({
  id: 'ledger.balance',
  summary: { en: 'Trial balance of a folder', fr: 'Balance d’un dossier' },
  description:
    'Opening, movements and closing of each account over one exercise, the last one by default. With --from, lines of ' +
    'the exercise before that day count in the opening balances.',
  http: { method: 'GET', path: '/trial-balance' },
  cli: {
    examples: [
      'taxops ledger balance --folder 12 --previous',
      'taxops ledger balance --folder 12 --account 411 --sub-accounts',
    ],
  },
  query: z.object({
    ...period,
    account: accountPrefixes,
    subAccounts: z.boolean().optional().describe('One line per sub-account'),
    previous: z.boolean().optional().describe('Beside the closing balances of the exercise before'),
    validatedOnly: z.boolean().optional().describe('Leave drafts out'),
  }),
  output: BalanceShape,
  errors: PERIOD_ERRORS,
  view,
  run: async (ctx, { folderId, account, subAccounts, previous: isCompared, ...wanted }) => {
    const query = { ...wanted, accounts: account, bySubAccount: subAccounts };
    const read = isCompared ? comparedBalances : aloneBalances;
    const { period, accounts } = await read(ctx, folderId, query);
    const totals = sumOf(accounts);
    const balanced = account ? null : totals.opening === 0n && totals.debit === totals.credit;
    const outside = await linesOutside(ctx, folderId, period, query);
    return { folderId, ...period, accounts, classes: classTotals(accounts), totals, balanced, outside };
  },
});

const aloneBalances: typeof comparedBalances = async (...asked) => {
  const { period, accounts } = await accountBalances(...asked);
  return { period, accounts: accounts.map((account) => ({ ...account, previous: null })) };
};
