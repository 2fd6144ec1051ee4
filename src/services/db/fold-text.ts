/**
 * The text that the SQL function `fold_text` gives, at the cost of the program instead of the server, which is several
 * times higher for rows sent by COPY.
 */
const MARKED = 'ÀÁÂÃÄÅàáâãäåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÝŸýÿŠšŽž';
const PLAIN = 'aaaaaaaaaaaacceeeeeeeeiiiiiiiinnoooooooooooouuuuuuuuyyyysszz';
const FOLDS: ReadonlyMap<string, string> = new Map([
  ...[...MARKED].map((letter, place) => [letter, PLAIN.charAt(place)] as const),
  ...[...'œŒ'].map((letter) => [letter, 'oe'] as const),
  ...[...'æÆ'].map((letter) => [letter, 'ae'] as const),
]);

const OTHERS = /[^\0-\x7f]/g;
/** What has another case in no locale, or is folded above. */
const KNOWN = new RegExp(`^[\\0-\\x7f€£°§·«»‘’“”–—…\\u00a0\\u2007\\u2009\\u202f²³¹${[...FOLDS.keys()].join('')}]*$`);

/** Null: a letter whose lower case is for the locale of the server to say; `fold_text` folds what is left out. */
export function foldText(text: string): string | null {
  if (!KNOWN.test(text)) return null;
  return text.replace(OTHERS, (letter) => FOLDS.get(letter) ?? letter).toLowerCase();
}
