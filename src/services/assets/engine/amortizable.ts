/** Whether an asset is to be amortized, seen from a day. */
import type { PlainDate } from '../../kernel/dates.ts';
import { isAmortizableAccount } from './account-families.ts';
import type { AssetFacts } from './asset-facts.ts';
import { booksTerms } from './asset-plans.ts';
import { accountAt } from './transfers.ts';

/** As the user states, else because it has a plan, else as its account that day (B2): works become a building. */
export const isAmortizableOn = (facts: AssetFacts, date: PlainDate): boolean =>
  facts.isAmortizable ?? (booksTerms(facts) !== undefined || isAmortizableAccount(accountAt(facts, date)));
