/** What several operations of reconciliation share. */
import * as z from 'zod';
import { REASONS, reasonText } from '../../../services/banking/transactions/entries/reason.ts';
import { day, identifier } from '../../operation/fields.ts';
import { choice, date, eurosText, int, text, words } from '../../operation/outputs.ts';
import { computed, headed } from '../../operation/wire.ts';

export const TransactionPath = { transactionId: identifier() };

export const ReasonShape = z
  .object({
    Kind: choice(REASONS, 'Genre'),
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

/** Of a transaction, in whatever is proposed for it. */
export const proposedTransaction = {
  TransactionId: int('Mouvement'),
  Date: date('Date'),
  Label: text('Libellé'),
  Amount: eurosText('Montant'),
};

const score = () => int('Points');

/** How well the members of a proposal go together, and what else may. */
export const weighed = <M extends z.ZodRawShape>(members: M, difference: string, others: string) => ({
  ...members,
  Difference: eurosText('Écart').describe(difference),
  Score: score().describe('Of 100'),
  Reasons: z.array(ReasonShape),
  Alternatives: z.array(z.object({ ...members, Score: score() })).describe(others),
});

/** Bank accounts that neither anybody nor the books tie to a ledger account. */
export const UnknownAccounts = headed(z.array(int()), 'Comptes inconnus');
