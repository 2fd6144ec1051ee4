/** Controls of filled forms, as tables. An error blocks the sending, a warning becomes a reminder. */

import type { Labels } from '../kernel/errors.ts';
import type { Row } from '../kernel/package-file.ts';
import { compare, parseRatio, type Ratio, subtract, ZERO } from '../kernel/ratio.ts';
import { type ControlWords, controlMessage, controlWords, type WORD_COLUMNS } from './control-words.ts';
import { type Comparison, parseComparison } from './formula.ts';
import type { Sheets } from './sheets.ts';

export type ControlLevel = 'error' | 'warning';

export interface Finding {
  readonly code: string;
  readonly level: ControlLevel;
  /** The form it is about, or the account. */
  readonly about: string;
  readonly message: Labels;
}

/** Counts when every form it names is in the return and every parameter is given. */
export interface Control {
  readonly code: string;
  readonly level: ControlLevel;
  readonly comparison: Comparison;
  /** How far apart both sides may be, whole euros: cells are rounded one by one. */
  readonly within: Ratio;
  readonly forms: readonly string[];
  readonly parameters: readonly string[];
  readonly words: ControlWords;
}

export const CONTROL_COLUMNS = ['code', 'level', 'control', 'within', 'needs', 'words', 'source'] as const;

type ControlRow = Row<(typeof CONTROL_COLUMNS)[number]>;
type WordRow = Row<(typeof WORD_COLUMNS)[number]>;

/**
 * `needs`: a form or a `$parameter` that must be there too. `words`: what shall hold, and what to do when it does not.
 * Throws SyntaxError: tables of controls belong to the program.
 */
export function parseControls(rows: readonly ControlRow[], words: readonly WordRow[]): Control[] {
  const wordsOf = controlWords(words);
  return rows.map(({ code, level, control, within, needs, words: key }) => {
    if (level !== 'error' && level !== 'warning') throw new SyntaxError(`"${level}" is no level of a control`);
    const comparison = parseComparison(control);
    const forms = [...comparison.refs.map(({ form }) => form), ...(/^\d/.test(needs) ? [needs] : [])];
    const parameters = [...comparison.parameters, ...(needs.startsWith('$') ? [needs.slice(1)] : [])];
    return { code, level, comparison, within: parseRatio(within) ?? ZERO, forms, parameters, words: wordsOf(key) };
  });
}

/** Every control that does not hold. */
export function runControls(sheets: Sheets, controls: readonly Control[]): Finding[] {
  const scope = sheets.scope('');
  return controls
    .filter(
      ({ forms, parameters }) =>
        forms.every((form) => sheets.has(form)) && parameters.every((name) => sheets.hasParameter(name)),
    )
    .filter(
      ({ comparison, within }) => !comparison.holds(scope) && compare(apart(...comparison.sides(scope)), within) > 0,
    )
    .map((control) => ({
      code: control.code,
      level: control.level,
      about: control.forms[0] ?? '',
      message: controlMessage(control, sheets),
    }));
}

const apart = (a: Ratio, b: Ratio): Ratio => (compare(a, b) < 0 ? subtract(b, a) : subtract(a, b));
