import { defineErrors } from '../../../kernel/errors.ts';

/** What a reader of an option waits for, in terms of the grammar, which are the same in every language. */
export const EXPECTED = {
  token: '<name> | <value> | <sign>',
  operator: 'and | or | <comparison> | <end>',
  value: '<property> | <function> | <value>',
  '(': '"("',
  ')': '")"',
  direction: 'asc | desc',
} as const;

/** `found`: as written; nothing at all is the end. */
export const unexpected = (option: string, position: number, found: string, expected: keyof typeof EXPECTED) =>
  odataErrors.ODataUnexpected({
    option,
    position,
    found: found === '' ? '<end>' : JSON.stringify(found),
    expected: EXPECTED[expected],
  });

/** What can be wrong with the options of a query; positions count characters from 1. */
export const odataErrors = defineErrors('src/services/banking/transactions/odata/errors.tsv', [
  'ODataUnexpected',
  'ODataPropertyUnknown',
  'ODataFunctionUnknown',
  'ODataTypeMismatch',
  'ODataTooLarge',
  'ODataTooSlow',
  'QueriedTransactionNotFound',
]);
