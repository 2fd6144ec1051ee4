import { defineErrors } from '../kernel/errors.ts';

export const filingErrors = defineErrors('src/services/filing/errors.tsv', [
  'AlreadyFiled',
  'SendUnderWay',
  'SendInDoubt',
  'FilingRefused',
  'ControlsFailed',
]);
