/**
 * A text to find as a regular expression that matches what `fold_text` makes equal: case and accents apart. The expression
 * reads each line once; folding a million lines to compare them costs thirty times as much.
 */
const FOLDED: Readonly<Record<string, string>> = {
  a: 'ÀÁÂÃÄÅàáâãäå',
  c: 'Çç',
  e: 'ÈÉÊËèéêë',
  i: 'ÌÍÎÏìíîï',
  n: 'Ññ',
  o: 'ÒÓÔÕÖØòóôõöø',
  u: 'ÙÚÛÜùúûü',
  y: 'ÝŸýÿ',
  s: 'Šš',
  z: 'Žž',
};
const LIGATURES: Readonly<Record<string, string>> = { oe: 'œŒ', ae: 'æÆ' };
const PLAIN = new Map(
  [...Object.entries(FOLDED), ...Object.entries(LIGATURES)].flatMap(([plain, all]) =>
    [...all].map((letter) => [letter, plain] as const),
  ),
);

/** As `fold_text` of the database. */
const fold = (text: string): string => [...text].map((letter) => PLAIN.get(letter) ?? letter.toLowerCase()).join('');

/** The pattern of a text, for the operator `~` of PostgreSQL. */
export function foldPattern(text: string): string {
  const letters = [...fold(text)];
  let pattern = '';
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    const ligature = LIGATURES[letter + (letters[at + 1] ?? '')];
    if (ligature !== undefined) pattern += `(?:${oneOf(letter)}${oneOf(letters[++at] as string)}|[${ligature}])`;
    else pattern += oneOf(letter, halves(letter, at === 0, at === letters.length - 1));
  }
  return pattern;
}

/** Ligatures of which the text holds one half: its first letter is their end, or its last one their start. */
const halves = (letter: string, isFirst: boolean, isLast: boolean): string =>
  Object.entries(LIGATURES)
    .filter(([plain]) => (isFirst && plain[1] === letter) || (isLast && plain[0] === letter))
    .map(([, ligature]) => ligature)
    .join('');

function oneOf(letter: string, more = ''): string {
  const upper = letter.toUpperCase();
  const all = letter + ([...upper].length === 1 && upper !== letter ? upper : '') + (FOLDED[letter] ?? '') + more;
  return [...all].length === 1 ? letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `[${all}]`;
}
