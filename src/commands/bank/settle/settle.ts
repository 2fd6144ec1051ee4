import * as z from 'zod';
import { TERM_DAYS } from '../../../services/banking/books/matching/match-items.ts';
import { SURE } from '../../../services/banking/books/matching/match-open.ts';
import { type AcceptedSettlements, acceptSettlements } from '../../../services/banking/books/settlement/accept.ts';
import { proposeSettlements } from '../../../services/banking/books/settlement/propose.ts';
import { settle } from '../../../services/banking/books/settlement/settle.ts';
import { undoSettlements } from '../../../services/banking/books/settlement/undo.ts';
import { entryOfTransaction } from '../../../services/banking/transactions/entries/bank-entries.ts';
import { whileWanted } from '../../../services/kernel/turns.ts';
import { pageOfList } from '../../../services/ledger/page.ts';
import { day, identifier, pageOf, paging } from '../../operation/fields.ts';
import { date, eurosText, int, maybe, text } from '../../operation/outputs.ts';
import { computed, fields, headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { BankEntryShape } from '../reconcile/entry.ts';
import {
  proposedTransaction,
  TransactionPath,
  transactionsWanted,
  UnknownAccounts,
  weighed,
} from '../reconcile/wire.ts';
import { force, rate } from '../rule/apply.ts';

const score = () => z.int().min(0).max(100);
const maxDays = () => z.int().min(0).max(730);

const ItemShape = z
  .object({
    LineIds: z.array(int()).describe('Several of a lettering that is not balanced'),
    AccountNumber: text('Compte'),
    SubAccountCode: maybe(text('Tiers')),
    Party: text('Nom'),
    Date: date('Date'),
    DocRef: text('Pièce'),
    Label: text('Libellé'),
    Left: eurosText('Reste').describe('Debit less credit of what is open'),
  })
  .meta({ id: 'OpenItem' });

const members = {
  Transactions: headed(z.array(z.object(proposedTransaction)), 'Mouvements'),
  Items: z.array(ItemShape),
};

const ProposalShape = z
  .object({
    AccountId: int('N° compte'),
    ...proposedTransaction,
    ...weighed(members, 'What the payments have more than the items', 'What else may belong, likeliest first'),
  })
  .meta({ id: 'SettlementProposal' });

export const bankSettlePropose = bankOperation({
  id: 'bank.settle.propose',
  summary: { en: 'Propose open items that payments settle', fr: 'Proposer les factures que règlent les mouvements' },
  description: `Transactions that no entry books, nor probably does, each with the unpaid lines of suppliers (401) and customers (411) of its exercise that it most likely settles: by reference, third party, amount or sum, weighed as in \`bank reconcile propose\`. A payment of one item in part is proposed too, below ${SURE}. A lettering that is not balanced is one item, worth what it leaves. Nothing is written.`,
  http: { method: 'GET', path: '/settlement-proposals' },
  cli: {
    examples: ['taxops bank settle propose --folder 1', 'taxops bank settle propose --folder 1 --min-score 70 --json'],
  },
  query: z.object({
    ...transactionsWanted,
    minScore: score().default(0).describe('Leave out what scores less'),
    maxDays: maxDays().default(TERM_DAYS).describe('Days between an item and its payment'),
    ...paging,
  }),
  output: pageOf(ProposalShape).extend({ UnknownAccounts }),
  errors: ['BankAccountNotFound'],
  view: ({ Items: proposals }) => [
    {
      kind: 'table',
      columns: [
        { name: 'TransactionId', type: 'number' },
        { name: 'Date', type: 'day' },
        { name: 'Label' },
        { name: 'Amount', type: 'amount' },
        { name: 'Party' },
        { name: 'DocRef' },
        { name: 'Difference', type: 'amount' },
        { name: 'Score', type: 'number' },
      ],
      rows: proposals.map((each) => [
        each.TransactionId,
        each.Date,
        each.Label.slice(0, 24),
        each.Amount,
        [...new Set(each.Items.map(({ Party }) => Party))].join(', ').slice(0, 20),
        each.Items.map(({ DocRef }) => DocRef)
          .join(' ')
          .slice(0, 24),
        each.Difference,
        each.Score,
      ]),
    },
  ],
  run: async (ctx, { folderId, page, limit, ...wanted }) => {
    const propose = () => proposeSettlements(ctx, folderId, wanted);
    const { proposals, unknownAccounts } = await whileWanted(ctx.signal, propose);
    return { ...pageOfList(proposals, { page, limit }), unknownAccounts };
  },
});

export const bankSettleSet = bankOperation({
  id: 'bank.settle.set',
  summary: { en: 'Settle open items by a payment', fr: 'Régler des factures ouvertes par un mouvement' },
  description:
    'Writes the entry of the transaction, a draft in the journal of the bank, linked to it, with one line for each third party of these lines, and letters it with them, in one act. With Partial, items of one third party stay open in part, or the payment exceeds them: the lettering is partial. With DifferenceAccount, what is left goes there: fees (627, at most 5 %), cents (658 and 758, at most 1.00), exchange (666 and 766, at most 10 %). `bank settle undo` takes all of it back.',
  http: { method: 'POST', path: '/transactions/{transactionId}/settlement', status: 201 },
  cli: {
    args: ['transactionId'],
    examples: [
      'taxops bank settle set 1042 --folder 1 --line-ids 210 --line-ids 214',
      'taxops bank settle set 1042 --folder 1 --line-ids 210 --partial',
    ],
  },
  params: TransactionPath,
  body: fields({
    LineIds: z.array(identifier()).min(1).max(500).describe('Unpaid lines of suppliers and customers'),
    Partial: z.boolean().default(false).describe('Letter in part what the payment does not match'),
    DifferenceAccount: z.string().trim().min(1).max(50).optional().describe('Account that takes what is left over'),
    Rate: rate().optional().describe('Euros for one unit of the transaction’s currency'),
    Force: force(),
  }),
  output: BankEntryShape,
  errors: [
    'LedgerFolderInactive',
    'DateOutsideExercises',
    'ExerciseClosed',
    'AccountNotActive',
    'BankTransactionUnknown',
    'TransactionReconciled',
    'TransactionProbablyBooked',
    'RateMissing',
    'LedgerSideUnknown',
    'LedgerLineNotFound',
    'NotAnOpenItem',
    'SettlementNotBalanced',
    'DifferenceAccountUnknown',
    'DifferenceTooLarge',
    'AccountNotFound',
    'LetteringMixed',
    'LineLettered',
    'PeriodReconciled',
  ],
  run: async (ctx, { folderId, transactionId, body }) => {
    await settle(ctx, folderId, { ...body, isPartial: body.partial, transactionId });
    return entryOfTransaction(ctx, folderId, transactionId);
  },
});

export const bankSettleAccept = bankOperation({
  id: 'bank.settle.accept',
  summary: { en: 'Settle all that scores enough', fr: 'Régler tout ce qui a un score suffisant' },
  description: `Settles every proposal of at least MinScore (${SURE} unless given) without a difference: entries and letterings, all or none. A second call has nothing left to settle. \`bank reconcile run undo\` takes the whole run back.`,
  http: { method: 'POST', path: '/settlement-proposals/accept' },
  cli: { examples: ['taxops bank settle accept --folder 1 --min-score 80'] },
  body: fields({
    AccountId: identifier().optional(),
    BeginDate: day().optional(),
    EndDate: day().optional(),
    MinScore: score().default(SURE),
    MaxDays: maxDays().default(TERM_DAYS),
  }),
  output: z.object({
    RunId: maybe(int('Passe')).describe('Null when nothing was settled'),
    Settled: computed(int('Réglés'), ({ accepted }: AcceptedSettlements) =>
      accepted.reduce((sum, { transactions }) => sum + transactions.length, 0),
    ).describe('Transactions'),
    UnknownAccounts,
  }),
  errors: ['BankAccountNotFound', 'LedgerFolderInactive', 'AccountNotActive'],
  run: (ctx, { folderId, body }) => acceptSettlements(ctx, folderId, body),
});

export const bankSettleUndo = bankOperation({
  id: 'bank.settle.undo',
  summary: { en: 'Undo settlements', fr: 'Annuler des règlements' },
  description:
    'The lettering is taken off, the draft deleted and the transaction free again; the items are open as before, all or none. A definitive entry is refused.',
  http: { method: 'POST', path: '/settlements/undo', status: 204 },
  cli: { examples: ['taxops bank settle undo --folder 1 --transaction-ids 1042 --yes'], confirm: true },
  body: fields({ TransactionIds: z.array(identifier()).min(1).max(1000) }),
  output: z.void(),
  errors: [
    'LedgerFolderInactive',
    'BankTransactionUnknown',
    'TransactionNotReconciled',
    'TransactionNotGenerated',
    'TransactionLocked',
    'ExerciseClosed',
    'PeriodReconciled',
  ],
  run: (ctx, { folderId, body }) => undoSettlements(ctx, folderId, body.transactionIds),
});
