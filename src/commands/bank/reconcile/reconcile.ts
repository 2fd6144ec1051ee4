import * as z from 'zod';
import { MAX_DAYS } from '../../../services/banking/books/comparison/match.ts';
import { SURE } from '../../../services/banking/books/matching/match-open.ts';
import { SUM_BOUNDS } from '../../../services/banking/books/matching/sums.ts';
import { type Accepted, acceptProposals } from '../../../services/banking/books/reconciliation/links.ts';
import { proposeLinks } from '../../../services/banking/books/reconciliation/propose.ts';
import { whileWanted } from '../../../services/kernel/turns.ts';
import { pageOfList } from '../../../services/ledger/page.ts';
import { day, identifier, pageOf, paging } from '../../operation/fields.ts';
import { date, eurosText, int, maybe, text } from '../../operation/outputs.ts';
import { computed, fields, headed } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { proposedTransaction, transactionsWanted, UnknownAccounts, weighed } from './wire.ts';

const score = () => z.int().min(0).max(100);
const maxDays = () => z.int().min(0).max(366);

const LineShape = z.object({
  LineId: int(),
  EntryId: int('Écriture'),
  Date: date('Date'),
  Label: text('Libellé'),
  Amount: eurosText('Montant'),
});
const members = { Transactions: z.array(z.object(proposedTransaction)), Lines: headed(z.array(LineShape), 'Lignes') };

const ProposalShape = z
  .object({
    AccountId: int('N° compte'),
    ...proposedTransaction,
    EntryId: int('Écriture'),
    LineId: int(),
    LineDate: date(),
    LineLabel: text('Libellé comptable'),
    ...weighed(
      members,
      'What the transactions have more than the lines',
      'What else may go together of the same transactions or lines, likeliest first',
    ),
  })
  .meta({ id: 'ReconciliationProposal' });

export const bankReconcilePropose = bankOperation({
  id: 'bank.reconcile.propose',
  summary: {
    en: 'Propose the ledger entries of transactions',
    fr: 'Proposer les écritures comptables des mouvements',
  },
  description: `Transactions that are linked to no entry, each with the likeliest lines of its ledger account. Points: up to 58 for the amount, the fewer open movements have it the more; 15 for the day, one less a day; 45 for a reference that both write (end-to-end, invoice, cheque, remittance number), 35 for a name, by how few have them; points are taken off for names or references that differ; a name that others of the folder bear, and a payment that comes back where lines of its amount are missing, wait for a person more easily. A pair is chosen so that the whole is likeliest; what another link comes near to stays below ${SURE}. Groups: one transaction of several lines, several of one, several of several, searched within one reference, one name or one day: all of them, or the only sum among ${SUM_BOUNDS.movements} in ${SUM_BOUNDS.steps} steps; beyond, nothing is proposed. A difference of cents, of a fee of the bank or of a typing mistake is shown, and never linked by \`bank reconcile accept\`. Which account of the ledger books a bank account is set by \`bank reconcile account\`, else read from the books; UnknownAccounts are those for which neither tells. Same data, same proposals.`,
  http: { method: 'GET', path: '/reconciliation-proposals' },
  cli: {
    examples: [
      'taxops bank reconcile propose --folder 1',
      'taxops bank reconcile propose --folder 1 --min-score 70 --json',
    ],
  },
  query: z.object({
    ...transactionsWanted,
    minScore: score().default(0).describe('Leave out what scores less'),
    maxDays: maxDays().default(MAX_DAYS).describe('Days a line may be away'),
    ...paging,
  }),
  output: pageOf(ProposalShape).extend({ UnknownAccounts }),
  errors: ['BankAccountNotFound'],
  columns: ['TransactionId', 'AccountId', 'Date', 'Label', 'Amount', 'EntryId', 'LineLabel', 'Difference', 'Score'],
  run: async (ctx, { folderId, page, limit, ...wanted }) => {
    const propose = () => proposeLinks(ctx, folderId, wanted);
    const { proposals, unknownAccounts } = await whileWanted(ctx.signal, propose);
    return { ...pageOfList(proposals, { page, limit }), unknownAccounts };
  },
});

export const bankReconcileAccept = bankOperation({
  id: 'bank.reconcile.accept',
  summary: { en: 'Link all transactions that score enough', fr: 'Lier tous les mouvements de score suffisant' },
  description: `Links every proposal of at least MinScore (${SURE} unless given) without a difference, all or none. A second call has nothing left to link. \`bank reconcile run undo\` takes the whole run back.`,
  http: { method: 'POST', path: '/reconciliation-proposals/accept' },
  cli: { examples: ['taxops bank reconcile accept --folder 1 --min-score 80'] },
  body: fields({
    AccountId: identifier().optional(),
    BeginDate: day().optional(),
    EndDate: day().optional(),
    MinScore: score().default(SURE),
    MaxDays: maxDays().default(MAX_DAYS),
  }),
  output: z.object({
    RunId: maybe(int('Passe')).describe('Undone as a whole by `bank reconcile run undo`; null when nothing was linked'),
    Linked: computed(int('Liés'), ({ accepted }: Accepted) =>
      accepted.reduce((sum, { transactions }) => sum + transactions.length, 0),
    ).describe('Transactions'),
    Amount: eurosText('Montant').describe('Sum of the transactions, whatever their sign'),
    UnknownAccounts,
  }),
  errors: ['BankAccountNotFound'],
  run: (ctx, { folderId, body }) => acceptProposals(ctx, folderId, body),
});
