/** Controls of filled forms, as tables. An error blocks the sending, a warning becomes a reminder. */

import type { Labels } from '../kernel/errors.ts';
import type { Row } from '../kernel/package-file.ts';
import { formatRatio } from '../kernel/ratio.ts';
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
}

export const CONTROL_COLUMNS = ['code', 'level', 'control', 'source'] as const;

/** Throws SyntaxError: tables of controls belong to the program. */
export const parseControls = (rows: readonly Row<(typeof CONTROL_COLUMNS)[number]>[]): Control[] =>
  rows.map(({ code, level, control }) => {
    if (level !== 'error' && level !== 'warning') throw new SyntaxError(`"${level}" is no level of a control`);
    return { code, level, comparison: parseComparison(control) };
  });

/** Every control that does not hold. */
export function runControls(sheets: Sheets, controls: readonly Control[]): Finding[] {
  const scope = sheets.scope('');
  return controls.flatMap(({ code, level, comparison }) => {
    const { refs, parameters, text } = comparison;
    const applies = refs.every(({ form }) => sheets.has(form)) && parameters.every((name) => sheets.hasParameter(name));
    if (!applies || comparison.holds(scope)) return [];
    const [left, right] = comparison.sides(scope).map((side) => formatRatio(side));
    const message = {
      en: `Does not hold: ${text} (${left} against ${right})`,
      fr: `N’est pas vérifié : ${text} (${left} contre ${right})`,
    };
    return [{ code, level, about: refs[0]?.form ?? '', message }];
  });
}
