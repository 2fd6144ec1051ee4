import { defineErrors } from '../../../kernel/errors.ts';

const hint = {
  en: 'See what may be asked: taxops bank query metadata --folder ID',
  fr: 'Voyez ce qui peut être demandé : taxops bank query metadata --folder ID',
} as const;

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
export const odataErrors = defineErrors({
  ODataUnexpected: {
    kind: 'invalid',
    en: '{option}, character {position}: {found} where {expected} is expected.',
    fr: '{option}, caractère {position} : {found} à la place de {expected}.',
  },
  ODataPropertyUnknown: {
    kind: 'invalid',
    en: '{option}, character {position}: there is no {name} to use here, only {known}.',
    fr: '{option}, caractère {position} : {name} n’est pas utilisable ici, seulement {known}.',
    hint,
  },
  ODataFunctionUnknown: {
    kind: 'invalid',
    en: '{option}, character {position}: there is no function {name}, only {known}.',
    fr: '{option}, caractère {position} : il n’y a pas de fonction {name}, seulement {known}.',
  },
  ODataTypeMismatch: {
    kind: 'invalid',
    en: '{option}, character {position}: {wanted} is needed here, not {given}.',
    fr: '{option}, caractère {position} : il faut ici {wanted}, pas {given}.',
    hint: {
      en: "Text is quoted ('loyer'), days and amounts are not (2026-03-31, 1234.56); after not, put parentheses.",
      fr: "Le texte est entre apostrophes ('loyer'), pas les jours ni les montants (2026-03-31, 1234.56) ; après not, mettez des parenthèses.",
    },
  },
  ODataTooLarge: {
    kind: 'invalid',
    en: '{option} is too large: {limit} at most.',
    fr: '{option} est trop grand : {limit} au plus.',
    hint: { en: 'Ask in several calls.', fr: 'Demandez en plusieurs appels.' },
  },
  ODataTooSlow: {
    kind: 'invalid',
    en: 'The query took more than {seconds} seconds and was stopped.',
    fr: 'La requête a duré plus de {seconds} secondes et a été arrêtée.',
    hint: {
      en: 'Narrow it by days or by amounts, which are indexed, and leave $count out.',
      fr: 'Resserrez-la par jours ou par montants, qui sont indexés, et renoncez à $count.',
    },
  },
  QueriedTransactionNotFound: {
    kind: 'notFound',
    en: 'There is no transaction {transactionId}.',
    fr: 'Il n’y a pas de mouvement {transactionId}.',
    hint: { en: 'List them: taxops bank query transactions', fr: 'Listez-les : taxops bank query transactions' },
  },
});
