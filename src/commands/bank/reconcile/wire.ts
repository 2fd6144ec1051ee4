/** What several operations of reconciliation share. */
import * as z from 'zod';
import { REASONS, reasonText } from '../../../services/banking/transactions/entries/reason.ts';
import { day, identifier } from '../../operation/fields.ts';
import { choice, int, text, words } from '../../operation/outputs.ts';
import { computed } from '../../operation/wire.ts';

export const TransactionPath = { transactionId: identifier() };

export const ReasonShape = z
  .object({
    Kind: choice(REASONS),
    Points: int().describe('What it adds to the score'),
    Detail: text(),
    Text: computed(words().describe('The same for people, in the language asked for'), reasonText),
  })
  .meta({ id: 'ReconciliationReason' });

/** Which transactions: of one account or all, over days. */
export const transactionsWanted = {
  accountId: identifier().optional().describe('One bank account; all of the folder otherwise'),
  beginDate: day().optional().describe('First day of the transactions'),
  endDate: day().optional().describe('Last day of the transactions'),
};
