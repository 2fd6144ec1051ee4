/** What a control says when it does not hold: the rule in words, the figures that it compares, and what to do. */
import type { Labels, Language } from '../kernel/errors.ts';
import type { Row } from '../kernel/package-file.ts';
import { formatRatio, type Ratio } from '../kernel/ratio.ts';
import { isLine } from './cell-table.ts';
import type { CellRef, Comparison, Operand } from './formula.ts';
import { columnName, labelOf } from './paper/words.ts';
import type { Sheets } from './sheets.ts';

export const WORD_COLUMNS = ['key', 'en', 'fr', 'next_en', 'next_fr'] as const;

export interface ControlWords {
  /** What shall hold. */
  readonly rule: Labels;
  /** `{cell}` is the first cell. */
  readonly next: Labels;
  readonly parameter: (name: string) => Labels;
}

/** The words of a control by its key. Throws SyntaxError for words that are missing: the table belongs to the program. */
export function controlWords(rows: readonly Row<(typeof WORD_COLUMNS)[number]>[]): (key: string) => ControlWords {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const row = (key: string) => {
    const found = byKey.get(key);
    if (!found) throw new SyntaxError(`the words "${key}" of a control are missing`);
    return found;
  };
  return (key) => {
    const { en, fr, next_en, next_fr } = row(key);
    const next = next_en === '' ? EXPLAIN : { en: next_en, fr: next_fr };
    return { rule: { en, fr }, next, parameter: (name) => row(`$${name}`) };
  };
}

const EXPLAIN: Labels = {
  en: 'Look where they come from (taxops declaration explain {cell} --folder N --end-date YYYY-MM-DD); correct the books, or what was typed (taxops declaration value change --folder N --declaration-type TYPE --end-date YYYY-MM-DD --form FORM --cell CELL)',
  fr: 'Voyez d’où ils viennent (taxops declaration explain {cell} --folder N --end-date AAAA-MM-JJ) ; corrigez les comptes ou la saisie (taxops declaration value change --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --form FORMULAIRE --cell ZONE)',
};

interface Failed {
  readonly comparison: Comparison;
  readonly within: Ratio;
  readonly words: ControlWords;
}

export const controlMessage = (failed: Failed, sheets: Sheets): Labels => ({
  en: messageIn('en', failed, sheets),
  fr: messageIn('fr', failed, sheets),
});

function messageIn(language: Language, { comparison, within, words }: Failed, sheets: Sheets): string {
  const { operands, refs } = comparison;
  const figures = operands
    .filter((operand) => operands.length <= FEW || isThere(operand, sheets))
    .map((operand) => figure(language, { operand, sheets, words }))
    .join(', ');
  const next = words.next[language].replace('{cell}', refs[0] ? `${refs[0].form}.${refs[0].cell}` : '');
  return `${words.rule[language]}, ${NOT_SO[language]} ${figures}${sides(language, { comparison, within }, sheets)}. ${next}`;
}

const NOT_SO: Labels = { en: 'which is not so:', fr: 'ce qui n’est pas le cas :' };

/** So many figures are all shown; of more, those that are not 0. */
const FEW = 3;

const isThere = ({ read }: Operand, sheets: Sheets): boolean => read(sheets.scope('')).numerator !== 0n;

const SIDES = {
  en: { against: 'against', allowed: 'apart at most' },
  fr: { against: 'contre', allowed: 'd’écart au plus' },
} as const;

/** The two sums; a product is no figure of a form. */
function sides(language: Language, { comparison, within }: Omit<Failed, 'words'>, sheets: Sheets): string {
  if (comparison.text.includes(' * ')) return '';
  const { against, allowed } = SIDES[language];
  const [left, right] = comparison.sides(sheets.scope('')).map((side) => formatRatio(side));
  const tolerance = within.numerator === 0n ? '' : `, ${formatRatio(within)} ${allowed}`;
  return ` (${left} ${against} ${right}${tolerance})`;
}

interface Shown {
  readonly operand: Operand;
  readonly sheets: Sheets;
  readonly words: ControlWords;
}

const TICKED = { en: ['empty', 'filled'], fr: ['vide', 'remplie'] } as const;

/** `2054.RL Total général, fin 5000`. */
function figure(language: Language, { operand, sheets, words }: Shown): string {
  const value = operand.read(sheets.scope(''));
  if ('parameter' in operand) return `${words.parameter(operand.parameter)[language]} ${formatRatio(value)}`;
  const shown = operand.kind === 'set' ? TICKED[language][value.numerator === 0n ? 0 : 1] : formatRatio(value);
  return `${cellName(language, operand.ref, sheets)} ${shown}`;
}

/** Columns that add nothing to the label of their cells. */
const PLAIN: readonly string[] = ['N', 'tax', 'memo', 'total', 'group', 'tick'];

function cellName(language: Language, ref: CellRef, sheets: Sheets): string {
  const place = `${ref.form}.${ref.cell}`;
  const cell = sheets.cell(ref);
  if (!cell) return place;
  const isPlain = PLAIN.includes(cell.column) || isLine(cell);
  const column = isPlain ? '' : `, ${columnName(cell.column)[language].toLowerCase()}`;
  return `${place} ${labelOf(cell)[language]}${column}`;
}
