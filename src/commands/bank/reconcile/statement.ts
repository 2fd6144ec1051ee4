import * as z from 'zod';
import {
  type ReconciliationStatement,
  reconciliationStatement,
} from '../../../services/banking/report/reconciliation-statement.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { day, identifier } from '../../operation/fields.ts';
import type { Block } from '../../operation/operation.ts';
import { choice, date, eurosText, int, maybe, text } from '../../operation/outputs.ts';
import { headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { gapBlocks, missingStatements } from '../report/gaps.ts';

const Item = z.object({
  Side: choice(['Bank', 'Books'], 'Côté').describe('Which side has it alone'),
  Id: int().describe('Of the transaction, or of the line of the ledger'),
  Date: date('Date'),
  DocRef: text('Pièce'),
  Label: text('Libellé'),
  Amount: eurosText('Montant').describe('What is left of it'),
  Age: int('Jours').describe('Days it has stood open'),
});

const StatementShape = z
  .object({
    AccountId: int('N° compte'),
    Date: date('Date'),
    LedgerAccount: text('Compte'),
    CurrencyCode: text('Devise').describe('Of every amount'),
    BooksBalance: eurosText('Solde comptable'),
    BankBalance: eurosText('Solde bancaire'),
    BankOnly: headed(z.array(Item), 'En banque seulement, à comptabiliser').describe(
      'The bank has them and the books do not: to be booked',
    ),
    BooksOnly: headed(z.array(Item), 'En comptabilité seulement, en rapprochement').describe(
      'The books have them and the bank does not: in transit',
    ),
    AdjustedBooks: eurosText('Solde comptable rectifié'),
    AdjustedBank: eurosText('Solde bancaire rectifié'),
    Difference: eurosText('Écart'),
    OpeningDifference: eurosText('dont à l’ouverture').describe('What the first opening of the books had already'),
    Unexplained: eurosText('Inexpliqué'),
    Gaps: missingStatements().describe('Where statements are missing up to the day: they may be what is unexplained'),
    LockedUntil: maybe(date('Verrouillé jusqu’au')).describe('Last day of the account that is locked'),
  })
  .meta({ id: 'ReconciliationStatement' });

const WORDS = {
  en: {
    account: 'Ledger account',
    balances: 'Balances',
    balance: 'Balance',
    open: 'On the other side alone',
    adjusted: 'Adjusted balance',
    difference: 'Difference',
    opening: 'of which at the opening',
    unexplained: 'Unexplained',
    locked: 'Reconciled and locked up to',
  },
  fr: {
    account: 'Compte',
    balances: 'Soldes',
    balance: 'Solde',
    open: 'De l’autre côté seulement',
    adjusted: 'Solde rectifié',
    difference: 'Écart',
    opening: 'dont à l’ouverture',
    unexplained: 'Inexpliqué',
    locked: 'Rapproché et verrouillé jusqu’au',
  },
} as const;

const SUMS = [
  { name: 'Line', fr: 'Ligne' },
  { name: 'Books', fr: 'Comptabilité', type: 'amount' },
  { name: 'Bank', fr: 'Banque', type: 'amount' },
] as const;

const ITEMS = [
  { name: 'Date', type: 'day' },
  { name: 'DocRef' },
  { name: 'Label' },
  { name: 'Age', type: 'number' },
  { name: 'Amount', type: 'amount' },
] as const;

type Balances = Pick<ReconciliationStatement, 'booksBalance' | 'bankBalance' | 'adjustedBooks' | 'adjustedBank'>;

/** As it is drawn up on paper: both balances, side by side, down to what is left; then the items of each side. */
function statementView(
  shown: z.output<typeof StatementShape>,
  language: Language,
  { booksBalance, bankBalance, adjustedBooks, adjustedBank }: Balances,
): Block[] {
  const words = WORDS[language];
  const [toBook, inTransit] = [formatAmount(adjustedBooks - booksBalance), formatAmount(adjustedBank - bankBalance)];
  return [
    { kind: 'text', text: `${words.account} ${shown.LedgerAccount}, ${shown.CurrencyCode}, ${shown.Date}` },
    ...(shown.LockedUntil ? [{ kind: 'text' as const, text: `${words.locked} ${shown.LockedUntil}` }] : []),
    { kind: 'text', text: words.balances },
    {
      kind: 'table',
      columns: SUMS,
      rows: [
        [words.balance, shown.BooksBalance, shown.BankBalance],
        [words.open, toBook, inTransit],
        [words.adjusted, shown.AdjustedBooks, shown.AdjustedBank],
        [words.difference, shown.Difference, null],
        [words.opening, shown.OpeningDifference, null],
        [words.unexplained, shown.Unexplained, null],
      ],
      underlined: [2, 5],
    },
    ...gapBlocks(shown.LedgerAccount, shown.Gaps, language),
    ...(['BankOnly', 'BooksOnly'] as const).map(
      (title): Block => ({
        kind: 'table',
        title,
        columns: ITEMS,
        rows: shown[title].map((item) => [item.Date, item.DocRef, item.Label, item.Age, item.Amount]),
        summed: ['Amount'],
      }),
    ),
  ];
}

export const bankReconcileStatement = bankOperation({
  id: 'bank.reconcile.statement',
  summary: { en: 'Reconciliation of a bank account at a day', fr: 'État de rapprochement d’un compte bancaire' },
  description:
    'Balance of the ledger account and of the bank at the end of the day; what stands on one side alone, with its age; both balances once that is added, and their difference: what the first opening of the books had already, and what nothing explains. What the other side took after the day stands open at the day. Amounts are in the currency of the bank account: lines of the ledger that say nothing in it are left out. Lines without a link from before the first statement are left out too when both balances agree on its first day, but for what was linked later. A cheque older than a year and eight days is out of date.',
  http: { method: 'GET', path: '/accounts/{bankAccountId}/reconciliation-statement' },
  cli: {
    examples: [
      'taxops bank reconcile statement --folder 1 --bank-account 2 --date 2026-03-31',
      'taxops bank reconcile statement --folder 1 --bank-account 2 --date 2026-03-31 --lang fr --output etat.pdf',
    ],
  },
  params: { bankAccountId: identifier() },
  query: z.object({ date: day().describe('End of this day') }),
  output: StatementShape,
  errors: ['BankAccountNotFound', 'LedgerSideUnknown', 'StatementMissing'],
  view: statementView,
  run: (ctx, { folderId, bankAccountId, date: day }) => reconciliationStatement(ctx, folderId, bankAccountId, day),
});
