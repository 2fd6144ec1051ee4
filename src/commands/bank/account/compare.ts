import * as z from 'zod';
import { type Comparison, compareWithLedger } from '../../../services/banking/books/comparison/compare.ts';
import type { Movement } from '../../../services/banking/books/comparison/match.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { formatAmount, parseAmount } from '../../../services/kernel/money.ts';
import { amountText, dayText, identifier } from '../../operation/fields.ts';
import { type Block, defineOperation } from '../../operation/operation.ts';

const Line = z.object({ Id: z.int(), Date: dayText(), Label: z.string(), Amount: amountText() });

export const ComparisonShape = z
  .object({
    AccountId: z.int(),
    LedgerAccount: z.string(),
    Date: dayText(),
    BankBalance: amountText(),
    LedgerBalance: amountText(),
    Difference: amountText().describe('Ledger minus bank'),
    Paired: z.int(),
    LedgerOnly: z.array(Line).describe('In the books and not at the bank'),
    BankOnly: z.array(Line).describe('At the bank and not in the books'),
    Gaps: z.array(z.object({ FromDate: z.string(), ToDate: z.string(), Difference: amountText() })),
    Unexplained: amountText(),
  })
  .meta({ id: 'BankComparison' });

const lineToWire = ({ id, date, label, amount }: Movement) => ({
  Id: id,
  Date: date,
  Label: label,
  Amount: formatAmount(amount),
});

export const comparisonToWire = (found: Comparison): z.output<typeof ComparisonShape> => ({
  AccountId: found.accountId,
  LedgerAccount: found.ledgerAccount,
  Date: found.date,
  BankBalance: formatAmount(found.bankBalance),
  LedgerBalance: formatAmount(found.ledgerBalance),
  Difference: formatAmount(found.difference),
  Paired: found.paired,
  LedgerOnly: found.booksOnly.map(lineToWire),
  BankOnly: found.bankOnly.map(lineToWire),
  Gaps: found.gaps.map(({ from, to, difference }) => ({
    FromDate: from.date,
    ToDate: to.date,
    Difference: difference,
  })),
  Unexplained: formatAmount(found.unexplained),
});

const WORDS = {
  en: {
    received: 'not received yet',
    paid: 'not paid out yet',
    booked: 'not booked',
    gap: (count: number, from: string, to: string, sum: string) =>
      `No statement between ${from} and ${to}: ${count} ledger lines (${sum}) have no bank movement.`,
  },
  fr: {
    received: 'pas encore reçu',
    paid: 'pas encore débité',
    booked: 'non comptabilisé',
    gap: (count: number, from: string, to: string, sum: string) =>
      `Pas de relevé entre le ${from} et le ${to} : ${count} lignes comptables (${sum}) sans mouvement bancaire.`,
  },
} as const;

const SHOWN = 15;

/** Balances, then each difference with its reason. */
export function* comparisonView(found: z.output<typeof ComparisonShape>, language: Language): Generator<Block> {
  const words = WORDS[language];
  const gapOf = (line: z.output<typeof Line>) =>
    found.Gaps.find(({ FromDate, ToDate }) => FromDate <= line.Date && line.Date <= ToDate);
  const ledgerReason = (amount: string) => (amount.startsWith('-') ? words.paid : words.received);
  const lines = [
    ...found.LedgerOnly.filter((line) => !gapOf(line)).map((line) => [
      line.Date,
      line.Label,
      line.Amount,
      ledgerReason(line.Amount),
    ]),
    ...found.BankOnly.map((line) => [line.Date, line.Label, negated(line.Amount), words.booked]),
  ];
  yield {
    kind: 'table',
    columns: [
      { name: 'Account' },
      { name: 'Date', type: 'day' },
      { name: 'LedgerBalance', type: 'amount' },
      { name: 'BankBalance', type: 'amount' },
      { name: 'Difference', type: 'amount' },
    ],
    rows: [[found.LedgerAccount, found.Date, found.LedgerBalance, found.BankBalance, found.Difference]],
  };
  for (const gap of found.Gaps) {
    const missing = found.LedgerOnly.filter((line) => gapOf(line) === gap);
    const sum = formatAmount(missing.reduce((total, { Amount }) => total + (parseAmount(Amount) ?? 0n), 0n));
    yield { kind: 'text', text: words.gap(missing.length, gap.FromDate, gap.ToDate, sum) };
  }
  if (lines.length === 0) return;
  yield {
    kind: 'table',
    columns: [
      { name: 'Date', type: 'day' },
      { name: 'Label' },
      { name: 'Difference', type: 'amount' },
      { name: 'Reason' },
    ],
    rows: lines.slice(0, SHOWN),
    ...(lines.length > SHOWN && { note: `${SHOWN} / ${lines.length}: --json` }),
  };
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

export const bankAccountCompare = defineOperation({
  id: 'bank.account.compare',
  summary: { en: 'Compare a bank account with the ledger', fr: 'Comparer un compte bancaire à la comptabilité' },
  description:
    'At the end of the exercise: the balance of the last statement against the account of class 512, then every movement that only one of them has. Movements pair by amount and nearest day, 45 days apart at most. Without account, the 512 account that pairs best.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/accounts/{bankAccountId}/comparison' },
  cli: { examples: ['taxops bank account compare --folder 1 --bank-account 2'] },
  params: z.object({ enterpriseId: identifier(), bankAccountId: identifier() }),
  query: z.object({
    account: z.string().max(20).optional().describe('Account of the ledger, such as 512100'),
    exerciseId: identifier().optional().describe('The last one by default'),
  }),
  output: ComparisonShape,
  errors: ['FolderNotFound', 'ExerciseNotFound', 'FolderWithoutExercise', 'StatementMissing', 'LedgerAccountMissing'],
  view: comparisonView,
  run: async (ctx, { enterpriseId, bankAccountId, account, exerciseId }) =>
    comparisonToWire(
      await compareWithLedger(ctx, {
        folderId: enterpriseId,
        accountId: bankAccountId,
        ledgerAccount: account,
        exerciseId,
      }),
    ),
});
