/**
 * Patterns of labels: words, `*` for anything, `?` for one character, `|` between alternatives; case, accents and runs
 * of blanks do not count. A pattern is looked for anywhere in the label, whole words unless it begins or ends with `*`:
 * `EDF` is not in `BEDFORD`, `EDF*` is in `PRLV EDFENERGIE`. There is no regular expression, so no label can be long
 * enough to stall: each piece is looked for once, from left to right.
 */
import { foldLabel } from '../../statements/fingerprint.ts';

export type LabelTest = (label: string) => boolean;

export function labelTest(pattern: string): LabelTest {
  const alternatives = foldLabel(pattern)
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => part.split('*'));
  return (label) => {
    const text = foldLabel(label);
    return alternatives.some((pieces) => holds(text, pieces));
  };
}

/** Whether the text holds the pieces in this order; the ends of a pattern are ends of words. */
function holds(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece === '') continue;
    const place = find(text, piece, from, { first: index === 0, last: index === pieces.length - 1 });
    if (place < 0) return false;
    from = place + piece.length;
  }
  return true;
}

/** `first` piece of its pattern: begins a word; `last`: ends one. */
interface Ends {
  readonly first: boolean;
  readonly last: boolean;
}

function find(text: string, piece: string, from: number, { first, last }: Ends): number {
  for (let at = from; at + piece.length <= text.length; at++) {
    if (first && isWord(text[at - 1]) && isWord(text[at])) continue;
    if (last && isWord(text[at + piece.length]) && isWord(text[at + piece.length - 1])) continue;
    if (isAt(text, piece, at)) return at;
  }
  return -1;
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[A-Z0-9]/.test(character);

function isAt(text: string, piece: string, at: number): boolean {
  for (let index = 0; index < piece.length; index++) {
    if (piece[index] !== '?' && piece[index] !== text[at + index]) return false;
  }
  return true;
}
