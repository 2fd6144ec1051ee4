/** Shapes of reconciliation on the wire that several of its operations share. */
import * as z from 'zod';
import type { Proposal } from '../../../services/banking/books/reconciliation/propose.ts';
import { REASONS, type Reason, reasonText } from '../../../services/banking/books/reconciliation/reason.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { formatAmount } from '../../../services/kernel/money.ts';
import { amountText, day, dayText, identifier } from '../../operation/fields.ts';
import { EnterprisePath } from '../account/account.ts';

/** Start of every route of a folder's bank data. */
export const BANK_ROUTE = '/api/banking/enterprises/{enterpriseId}';

export const TransactionPath = EnterprisePath.extend({ transactionId: identifier() });

export const ReasonShape = z
  .object({
    Kind: z.enum(REASONS),
    Points: z.int().describe('What it adds to the score'),
    Detail: z.string(),
    Text: z.string().describe('The same for people, in the language asked for'),
  })
  .meta({ id: 'ReconciliationReason' });

export const reasonsToWire = (reasons: readonly Reason[], language: Language) =>
  reasons.map((reason) => ({
    Kind: reason.kind,
    Points: reason.points,
    Detail: reason.detail,
    Text: reasonText(reason, language),
  }));

export const ProposalShape = z
  .object({
    AccountId: z.int(),
    TransactionId: z.int(),
    Date: dayText(),
    Label: z.string(),
    Amount: amountText(),
    EntryId: z.int(),
    LineId: z.int(),
    LineDate: dayText(),
    LineLabel: z.string(),
    Score: z.int().describe('Of 100'),
    Reasons: z.array(ReasonShape),
  })
  .meta({ id: 'ReconciliationProposal' });

export const proposalToWire = (proposal: Proposal, language: Language): z.output<typeof ProposalShape> => ({
  AccountId: proposal.accountId,
  TransactionId: proposal.transactionId,
  Date: proposal.date,
  Label: proposal.label,
  Amount: formatAmount(proposal.amount),
  EntryId: proposal.entryId,
  LineId: proposal.lineId,
  LineDate: proposal.lineDate,
  LineLabel: proposal.lineLabel,
  Score: proposal.score,
  Reasons: reasonsToWire(proposal.reasons, language),
});

/** Which transactions: of one account or all, over days. */
export const transactionsWanted = {
  accountId: identifier().optional().describe('One bank account; all of the folder otherwise'),
  beginDate: day().optional().describe('First day of the transactions'),
  endDate: day().optional().describe('Last day of the transactions'),
};
