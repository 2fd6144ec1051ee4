import * as z from 'zod';
import { MAX_DAYS } from '../../../services/banking/books/comparison/match.ts';
import { acceptProposals } from '../../../services/banking/books/reconciliation/links.ts';
import { proposeLinks } from '../../../services/banking/books/reconciliation/propose.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { amountText, day, identifier, pageOf, paging } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { BANK_ROUTE, ProposalShape, proposalToWire, transactionsWanted } from './wire.ts';

const score = () => z.int().min(0).max(100);
const maxDays = () => z.int().min(0).max(366);

/** Same amount and day, and a word or a reference in common, or nothing else that fits. */
export const SURE = 70;

export const bankReconcilePropose = defineOperation({
  id: 'bank.reconcile.propose',
  summary: {
    en: 'Propose the ledger entries of transactions',
    fr: 'Proposer les écritures comptables des mouvements',
  },
  description:
    'For each transaction that is linked to no entry, the likeliest line of its ledger account: 40 points for the same amount (without it there is no proposal), up to 20 for days apart, 15 for words in common, 15 when the bank names the document of the line or an invoice that its counterpart is lettered with, 10 when nothing else fits. Each line is proposed once. Which account of the ledger books a bank account is told by `bank reconcile account`, else read from the books; UnknownAccounts are those for which neither tells. Same data, same proposals.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${BANK_ROUTE}/reconciliation-proposals` },
  cli: {
    examples: [
      'taxops bank reconcile propose --folder 1',
      'taxops bank reconcile propose --folder 1 --min-score 70 --json',
    ],
  },
  params: EnterprisePath,
  query: z.object({
    ...transactionsWanted,
    minScore: score().default(0).describe('Leave out what scores less'),
    maxDays: maxDays().default(MAX_DAYS).describe('Days a line may be away'),
    ...paging,
  }),
  output: pageOf(ProposalShape).extend({ UnknownAccounts: z.array(z.int()) }),
  errors: ['FolderNotFound', 'BankAccountNotFound'],
  view: function* ({ Items, TotalItems, Page, HasMore }) {
    yield {
      kind: 'table',
      columns: [
        { name: 'TransactionId', type: 'number' },
        { name: 'Date', type: 'day' },
        { name: 'Label' },
        { name: 'Amount', type: 'amount' },
        { name: 'EntryId', type: 'number' },
        { name: 'LineLabel' },
        { name: 'Score', type: 'number' },
      ],
      rows: Items.map((item) => [
        item.TransactionId,
        item.Date,
        item.Label.slice(0, 20),
        item.Amount,
        item.EntryId,
        item.LineLabel.slice(0, 20),
        item.Score,
      ]),
      note: HasMore ? `${Items.length} / ${TotalItems}: --page ${Page + 1}` : `${TotalItems}`,
    };
  },
  run: async (ctx, { enterpriseId, page, limit, accountId, beginDate, endDate, minScore, maxDays: days }) => {
    const wanted = { accountId, from: beginDate, to: endDate, minScore, maxDays: days };
    const { proposals, unknownAccounts } = await proposeLinks(await ctx.db(), enterpriseId, wanted);
    const items = proposals.slice((page - 1) * limit, page * limit);
    return {
      Items: items.map((proposal) => proposalToWire(proposal, ctx.language)),
      Page: page,
      Limit: limit,
      TotalItems: proposals.length,
      HasMore: page * limit < proposals.length,
      UnknownAccounts: [...unknownAccounts],
    };
  },
});

export const bankReconcileAccept = defineOperation({
  id: 'bank.reconcile.accept',
  summary: { en: 'Link all transactions that score enough', fr: 'Lier tous les mouvements de score suffisant' },
  description: `Links every proposal of at least MinScore (${SURE} unless given), all or none. A second call has nothing left to link.`,
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${BANK_ROUTE}/reconciliation-proposals/accept` },
  cli: { examples: ['taxops bank reconcile accept --folder 1 --min-score 80'] },
  params: EnterprisePath,
  body: z.strictObject({
    AccountId: identifier().optional(),
    BeginDate: day().optional(),
    EndDate: day().optional(),
    MinScore: score().default(SURE),
    MaxDays: maxDays().default(MAX_DAYS),
  }),
  output: z.object({
    Linked: z.int(),
    Amount: amountText().describe('Sum of the transactions, whatever their sign'),
    UnknownAccounts: z.array(z.int()),
  }),
  errors: ['FolderNotFound', 'BankAccountNotFound'],
  run: async (ctx, { enterpriseId, body }) => {
    const { accepted, unknownAccounts } = await acceptProposals(ctx, enterpriseId, {
      accountId: body.AccountId,
      from: body.BeginDate,
      to: body.EndDate,
      minScore: body.MinScore,
      maxDays: body.MaxDays,
    });
    const total = accepted.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : amount), 0n);
    return { Linked: accepted.length, Amount: formatAmount(total), UnknownAccounts: [...unknownAccounts] };
  },
});
