import { defineErrors } from '../../../kernel/errors.ts';

/** What can fail with assignment rules and the entries that they write. */
export const ruleErrors = defineErrors('src/services/banking/books/rules/errors.tsv', [
  'RuleNotFound',
  'RuleWithoutCriterion',
  'RuleAmountsInverted',
  'VatAccountMissing',
  'RateMissing',
]);
