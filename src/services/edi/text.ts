/** Texts as EDI files take them: a short list of characters, and lengths. What is changed on the way is reported. */

/** Letters, digits, accented À to ÿ, blank and `& @ % : = _ ' / , ; - . ? + * ( ) °`. */
export const ALLOWED_TEXT = /^[A-Za-z0-9À-ÿ &@%:=_'/,;\-.?+*()°]*$/;

export interface TextChange {
  /** Where: `Redevable.Designation`. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

const REPLACEMENTS: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'OE',
  '€': 'EUR',
  '’': "'",
  '‘': "'",
  '‛': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '«': "'",
  '»': "'",
  '"': "'",
  '`': "'",
  '´': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '⁄': '/',
  '\\': '/',
  '<': '(',
  '>': ')',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '!': '.',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
};

/** Only allowed characters, single blanks, none at the ends. Sanitising twice changes nothing more. */
export const sanitise = (text: string): string =>
  [...text.normalize('NFC')].map(allowedForm).join('').replace(/ +/g, ' ').trim();

function allowedForm(character: string): string {
  if (ALLOWED_TEXT.test(character)) return character;
  const replacement = REPLACEMENTS[character];
  if (replacement !== undefined) return replacement;
  const plain = [...character.normalize('NFKD')].map((c) => (ALLOWED_TEXT.test(c) ? c : (REPLACEMENTS[c] ?? '')));
  return plain.join('') || ' ';
}

/** Splits a text over lines of `length` characters, at a blank where there is one; what does not fit is dropped. */
export function fitLines(text: string, length: number, count: number): string[] {
  if (count === 0 || text === '') return [];
  if (text.length <= length) return [text];
  const blank = text.lastIndexOf(' ', length);
  const cut = count > 1 && blank > 0 ? blank : length;
  return [text.slice(0, cut).trim(), ...fitLines(text.slice(cut).trim(), length, count - 1)];
}
