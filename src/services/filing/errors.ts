import { defineErrors, type Issue, type TaxopsError } from '../kernel/errors.ts';

export const filingErrors = defineErrors('src/services/filing/errors.tsv', [
  'AlreadyFiled',
  'SendUnderWay',
  'SendInDoubt',
  'FilingRefused',
  'ControlsFailed',
]);

/** Says each code once, and how to have the first explained. */
export function controlsFailed(issues: readonly Issue[]): TaxopsError {
  const codes = [...new Set(issues.map(({ code }) => code))];
  return filingErrors.ControlsFailed({ count: issues.length, codes: codes.join(', '), first: codes[0] ?? '' }, issues);
}
