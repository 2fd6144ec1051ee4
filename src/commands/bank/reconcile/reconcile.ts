import * as z from 'zod';
import { MAX_DAYS } from '../../../services/banking/books/comparison/match.ts';
import { type Accepted, acceptProposals } from '../../../services/banking/books/reconciliation/links.ts';
import { proposeLinks } from '../../../services/banking/books/reconciliation/propose.ts';
import { pageOfList } from '../../../services/ledger/page.ts';
import { day, identifier, pageOf, paging } from '../../operation/fields.ts';
import { date, eurosText, int, text } from '../../operation/outputs.ts';
import { computed, fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { ReasonShape, transactionsWanted } from './wire.ts';

const score = () => z.int().min(0).max(100);
const maxDays = () => z.int().min(0).max(366);

/** Same amount and day, and a word or a reference in common, or nothing else that fits. */
export const SURE = 70;

const ProposalShape = z
  .object({
    AccountId: int('N° compte'),
    TransactionId: int('Mouvement'),
    Date: date('Date'),
    Label: text('Libellé'),
    Amount: eurosText('Montant'),
    EntryId: int('Écriture'),
    LineId: int(),
    LineDate: date(),
    LineLabel: text('Libellé comptable'),
    Score: int('Points').describe('Of 100'),
    Reasons: z.array(ReasonShape),
  })
  .meta({ id: 'ReconciliationProposal' });

const UnknownAccounts = z.array(int());

export const bankReconcilePropose = bankOperation({
  id: 'bank.reconcile.propose',
  summary: {
    en: 'Propose the ledger entries of transactions',
    fr: 'Proposer les écritures comptables des mouvements',
  },
  description:
    'For each transaction that is linked to no entry, the likeliest line of its ledger account: 40 points for the same amount (without it there is no proposal), up to 20 for days apart, 15 for words in common, 15 when the bank names the document of the line or an invoice that its counterpart is lettered with, 10 when nothing else fits. Each line is proposed once. Which account of the ledger books a bank account is told by `bank reconcile account`, else read from the books; UnknownAccounts are those for which neither tells. Same data, same proposals.',
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
  columns: ['TransactionId', 'Date', 'Label', 'Amount', 'EntryId', 'LineLabel', 'Score'],
  run: async (ctx, { folderId, page, limit, ...wanted }) => {
    const { proposals, unknownAccounts } = await proposeLinks(ctx, folderId, wanted);
    return { ...pageOfList(proposals, { page, limit }), unknownAccounts };
  },
});

export const bankReconcileAccept = bankOperation({
  id: 'bank.reconcile.accept',
  summary: { en: 'Link all transactions that score enough', fr: 'Lier tous les mouvements de score suffisant' },
  description: `Links every proposal of at least MinScore (${SURE} unless given), all or none. A second call has nothing left to link.`,
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
    Linked: computed(int('Liés'), ({ accepted }: Accepted) => accepted.length),
    Amount: eurosText('Montant').describe('Sum of the transactions, whatever their sign'),
    UnknownAccounts,
  }),
  errors: ['BankAccountNotFound'],
  run: (ctx, { folderId, body }) => acceptProposals(ctx, folderId, body),
});
