import * as z from 'zod';
import { compareWithLedger } from '../../../services/banking/books/comparison/compare.ts';
import type { Gap } from '../../../services/banking/statements/continuity.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { formatAmount, parseAmount } from '../../../services/kernel/money.ts';
import { amountText, identifier } from '../../operation/fields.ts';
import type { Block } from '../../operation/operation.ts';
import { date, eurosText, int, text } from '../../operation/outputs.ts';
import { computed, from, headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';

const Line = z.object({ Id: int('Id'), Date: date('Date'), Label: text('Libellé'), Amount: eurosText('Montant') });

export const ComparisonShape = z
  .object({
    AccountId: int('N° compte'),
    LedgerAccount: text('Compte'),
    Date: date('Date'),
    BankBalance: eurosText('Banque'),
    LedgerBalance: eurosText('Comptabilité'),
    Difference: eurosText('Écart').describe('Ledger minus bank'),
    Paired: int(),
    LedgerOnly: from(
      'booksOnly',
      headed(z.array(Line), 'En comptabilité seulement').describe('In the books and not at the bank'),
    ),
    BankOnly: headed(z.array(Line), 'En banque seulement').describe('At the bank and not in the books'),
    Gaps: z.array(
      z.object({
        FromDate: computed(text(), ({ from: before }: Gap) => before.date),
        ToDate: computed(text(), ({ to: after }: Gap) => after.date),
        Difference: headed(amountText(), 'Écart'),
      }),
    ),
    Unexplained: eurosText(),
  })
  .meta({ id: 'BankComparison' });

const WORDS = {
  en: {
    received: 'not received yet',
    paid: 'not paid out yet',
    booked: 'not booked',
    balances: (account: string) => `Balances of ${account}`,
    differences: (account: string) => `Differences of ${account}`,
    gap: (count: number, from: string, to: string, sum: string) =>
      `No statement between ${from} and ${to}: ${count} ledger lines (${sum}) have no bank movement.`,
  },
  fr: {
    received: 'pas encore reçu',
    paid: 'pas encore débité',
    booked: 'non comptabilisé',
    balances: (account: string) => `Soldes du ${account}`,
    differences: (account: string) => `Écarts du ${account}`,
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
    title: words.balances(found.LedgerAccount),
    columns: [
      { name: 'Account', fr: 'Compte' },
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
    title: words.differences(found.LedgerAccount),
    columns: [
      { name: 'Date', type: 'day' },
      { name: 'Label' },
      { name: 'Difference', type: 'amount' },
      { name: 'Reason', fr: 'Raison' },
    ],
    rows: lines,
    shown: SHOWN,
  };
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

export const bankAccountCompare = bankOperation({
  id: 'bank.account.compare',
  summary: { en: 'Compare a bank account with the ledger', fr: 'Comparer un compte bancaire à la comptabilité' },
  description:
    'At the end of the exercise: the balance of the last statement, or the one that a provider states brought to that day, against the account of class 512, then every movement that only one of them has. Movements pair by amount and nearest day, 45 days apart at most. Without account, the one that was said to book it, else the 512 account that pairs best. All accounts of the folder in one table: taxops bank balance books.',
  http: { method: 'GET', path: '/accounts/{bankAccountId}/comparison' },
  cli: { examples: ['taxops bank account compare --folder 1 --bank-account 2'] },
  params: { bankAccountId: identifier() },
  query: z.object({
    account: z.string().max(20).optional().describe('Account of the ledger, such as 512100'),
    exerciseId: identifier().optional().describe('The last one by default'),
  }),
  output: ComparisonShape,
  errors: [
    'ExerciseNotFound',
    'FolderWithoutExercise',
    'StatementMissing',
    'LedgerAccountMissing',
    'LedgerAccountOfOther',
    'ComparisonInEuros',
  ],
  view: comparisonView,
  run: (ctx, { folderId, bankAccountId: accountId, account: ledgerAccount, exerciseId }) =>
    compareWithLedger(ctx, { folderId, accountId, ledgerAccount, exerciseId }),
});
