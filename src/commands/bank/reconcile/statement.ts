import * as z from 'zod';
import { reconciliationStatement } from '../../../services/banking/report/reconciliation-statement.ts';
import { day, identifier } from '../../operation/fields.ts';
import { choice, date, eurosText, int, text } from '../../operation/outputs.ts';
import { bankOperation } from '../bank-operation.ts';

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
    BankOnly: z.array(Item).describe('The bank has them and the books do not: to be booked'),
    BooksOnly: z.array(Item).describe('The books have them and the bank does not: in transit'),
    AdjustedBooks: eurosText('Solde comptable rectifié'),
    AdjustedBank: eurosText('Solde bancaire rectifié'),
    Difference: eurosText('Écart'),
    OpeningDifference: eurosText('dont à l’ouverture').describe('What the first opening of the books had already'),
    Unexplained: eurosText('Inexpliqué'),
  })
  .meta({ id: 'ReconciliationStatement' });

const BALANCES = [
  { name: 'LedgerAccount' },
  { name: 'CurrencyCode' },
  { name: 'BooksBalance', type: 'amount' },
  { name: 'BankBalance', type: 'amount' },
  { name: 'AdjustedBooks', type: 'amount' },
  { name: 'AdjustedBank', type: 'amount' },
  { name: 'Difference', type: 'amount' },
  { name: 'OpeningDifference', type: 'amount' },
  { name: 'Unexplained', type: 'amount' },
] as const;

export const bankReconcileStatement = bankOperation({
  id: 'bank.reconcile.statement',
  summary: { en: 'Reconciliation of a bank account at a day', fr: 'État de rapprochement d’un compte bancaire' },
  description:
    'Balance of the ledger account and of the bank at the end of the day; what stands on one side alone, with its age; both balances once that is added, and their difference: what the first opening of the books had already, and what nothing explains. What the other side took after the day stands open at the day. Amounts are in the currency of the bank account: lines of the ledger that say nothing in it are left out. A cheque older than a year and eight days is out of date.',
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
  view: (shown) => [
    { kind: 'table', columns: [...BALANCES], rows: [BALANCES.map(({ name }) => shown[name])] },
    {
      kind: 'table',
      columns: [
        { name: 'Side' },
        { name: 'Date', type: 'day' },
        { name: 'DocRef' },
        { name: 'Label' },
        { name: 'Age', type: 'number' },
        { name: 'Amount', type: 'amount' },
      ],
      rows: [...shown.BankOnly, ...shown.BooksOnly].map((item) => [
        item.Side,
        item.Date,
        item.DocRef,
        item.Label.slice(0, 30),
        item.Age,
        item.Amount,
      ]),
      summed: ['Amount'],
    },
  ],
  run: (ctx, { folderId, bankAccountId, date: day }) => reconciliationStatement(ctx, folderId, bankAccountId, day),
});
