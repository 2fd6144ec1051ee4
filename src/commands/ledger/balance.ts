import * as z from 'zod';
import { type Cents, formatAmount } from '../../services/kernel/money.ts';
import { type AccountBalance, accountBalances, type BalanceTotals, totalOf } from '../../services/ledger/balances.ts';
import { classOf } from '../../services/ledger/chart.ts';
import { amountText, dayText } from '../operation/fields.ts';
import { type Block, type Cell, defineOperation } from '../operation/operation.ts';
import { accountPrefixes, ExercisePeriod, FOLDER_ROUTE, FolderPath, period, toExercisePeriod } from './wire.ts';

const amounts = {
  OpeningBalance: amountText(),
  Debit: amountText(),
  Credit: amountText(),
  Balance: amountText().describe('Closing balance: debit minus credit'),
  DebitBalance: amountText(),
  CreditBalance: amountText(),
};

const BalanceShape = z
  .object({
    FolderId: z.int(),
    Exercise: ExercisePeriod,
    From: dayText().nullable(),
    To: dayText().nullable(),
    Items: z.array(
      z.object({
        AccountId: z.int(),
        AccountNumber: z.string(),
        AccountLabel: z.string(),
        SubAccountId: z.int().nullable(),
        SubAccountCode: z.string().nullable(),
        SubAccountLabel: z.string().nullable(),
        ...amounts,
      }),
    ),
    Classes: z.array(z.object({ Class: z.string().nullable(), ...amounts })),
    Totals: z.object(amounts),
    Balanced: z
      .boolean()
      .nullable()
      .describe('Opening balances sum to zero, and debits are worth credits; null when only some accounts are asked'),
  })
  .meta({ id: 'TrialBalance' });

const onSide = (balance: Cents) => ({
  DebitBalance: formatAmount(balance > 0n ? balance : 0n),
  CreditBalance: formatAmount(balance < 0n ? -balance : 0n),
});

const toWire = (account: AccountBalance) => ({
  AccountId: account.accountId,
  AccountNumber: account.accountNumber,
  AccountLabel: account.accountLabel,
  SubAccountId: account.subAccountId,
  SubAccountCode: account.subAccountCode,
  SubAccountLabel: account.subAccountLabel,
  OpeningBalance: formatAmount(account.opening),
  Debit: formatAmount(account.debit),
  Credit: formatAmount(account.credit),
  Balance: formatAmount(account.closing),
  ...onSide(account.closing),
});

const toTotals = (total: BalanceTotals) => ({
  OpeningBalance: formatAmount(total.opening),
  Debit: formatAmount(total.debit),
  Credit: formatAmount(total.credit),
  Balance: formatAmount(total.closing),
  DebitBalance: formatAmount(total.debitBalance),
  CreditBalance: formatAmount(total.creditBalance),
});

/** One total per class, in order; accounts without a class come last. */
function classTotals(accounts: readonly AccountBalance[]) {
  const classes = new Map<string | null, AccountBalance[]>();
  for (const account of accounts) {
    const key = classOf(account.accountNumber) ?? null;
    classes.set(key, [...(classes.get(key) ?? []), account]);
  }
  return [...classes]
    .sort(([a], [b]) => ((a ?? '~') < (b ?? '~') ? -1 : 1))
    .map(([Class, members]) => ({ Class, ...toTotals(totalOf(members)) }));
}

const COLUMNS = [
  { name: 'AccountNumber' },
  { name: 'AccountName' },
  ...['OpeningBalance', 'Debit', 'Credit', 'Balance'].map((name) => ({ name, type: 'amount' as const })),
];

const amountCells = (row: { [K in keyof typeof amounts]: string }): Cell[] => [
  row.OpeningBalance,
  row.Debit,
  row.Credit,
  row.Balance,
];

function* view({
  Items,
  Classes,
  Totals,
  Exercise,
  From,
  To,
  Balanced,
}: z.output<typeof BalanceShape>): Generator<Block> {
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
    ...(Balanced !== null && { note: `${Totals.Debit} ${Balanced ? '=' : '≠'} ${Totals.Credit}` }),
  };
}

export const ledgerBalance = defineOperation({
  id: 'ledger.balance',
  summary: { en: 'Trial balance of a folder', fr: 'Balance d’un dossier' },
  description:
    'Opening, movements and closing of each account over one exercise, the last one unless told. With --from, lines of ' +
    'the exercise before that day count in the opening balances.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/trial-balance` },
  cli: {
    examples: ['taxops ledger balance --folder 12', 'taxops ledger balance --folder 12 --account 411 --sub-accounts'],
  },
  params: FolderPath,
  query: z.object({
    ...period,
    account: accountPrefixes,
    subAccounts: z.boolean().optional().describe('One line per sub-account'),
    validatedOnly: z.boolean().optional().describe('Leave drafts out'),
  }),
  output: BalanceShape,
  errors: ['FolderNotFound', 'ExerciseNotFound', 'FolderWithoutExercise', 'LedgerPeriodInvalid'],
  view,
  run: async (ctx, { accountingFolderId, account, subAccounts, ...wanted }) => {
    const query = { ...wanted, accounts: account, bySubAccount: subAccounts };
    const { period: found, accounts } = await accountBalances(await ctx.db(), accountingFolderId, query);
    const total = totalOf(accounts);
    return {
      FolderId: accountingFolderId,
      Exercise: toExercisePeriod(found.exercise),
      From: found.from ?? null,
      To: found.to ?? null,
      Items: accounts.map(toWire),
      Classes: classTotals(accounts),
      Totals: toTotals(total),
      Balanced: account ? null : total.opening === 0n && total.debit === total.credit,
    };
  },
});
