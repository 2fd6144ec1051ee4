/** `--explain`: the rule, the inputs and the arithmetic of any figure of a simulation. Nothing is traced unless asked. */
import type { Language } from '../../kernel/errors.ts';
import type { ComponentResult } from '../engine/components.ts';
import { assetErrors } from '../errors.ts';
import type { AssetStudy } from '../simulation/study.ts';
import {
  explainDeduction,
  explainDerogatory,
  explainGrants,
  explainOcties,
  explainOverAmortization,
  explainVehicleTaxes,
} from './adjustments.ts';
import { type Explanation, explain, money } from './explanation.ts';
import { explainSchedule, explainWindow } from './plans.ts';
import { explainRetirement } from './retirement.ts';

/** One explained figure, its rule in one language. */
export interface ExplainedFigure extends Omit<Explanation, 'rule'> {
  readonly rule: string;
}

/**
 * Explains the figures of a study whose name starts with `figure`, all of them when it is empty:
 * `Economic[2025-12-31].Annuity`, `Derogatory[2025-12-31]`, `Retirement`. Throws FigureNotFound when none does.
 */
export function explainFigures(study: AssetStudy, figure: string, language: Language): ExplainedFigure[] {
  const found = explainStudy(study).filter((explanation) => explanation.figure.startsWith(figure));
  if (found.length === 0) throw assetErrors.FigureNotFound({ figure });
  return found.map((explanation) => ({ ...explanation, rule: explanation.rule[language] }));
}

export function explainStudy(study: AssetStudy): Explanation[] {
  const { book, retirement } = study;
  return [
    ...explainSchedule(book, 'economic', 'Economic'),
    ...explainSchedule(book, 'fiscal', 'Fiscal'),
    ...study.derogatory.flatMap((row, position) => explainDerogatory(study, row, position)),
    ...explainOverAmortization(book, study.overAmortization),
    ...explainGrants(book),
    ...study.deductions.flatMap((row, position) => explainDeduction(book, row, position)),
    ...study.octies151.flatMap((row) => explainOcties(book, row)),
    ...study.windows.flatMap((window) => explainWindow(book, window)),
    ...study.vehicleTaxes.flatMap((row) => explainVehicleTaxes(book, row)),
    ...(retirement ? explainRetirement(book.facts, retirement) : []),
    ...study.components.flatMap(explainComponent),
  ];
}

function explainComponent(result: ComponentResult, position: number): Explanation[] {
  const at = `Components[${position}]`;
  const { component, actualValue, pastAmortization, difference, whole, book } = result;
  const inputs = { value: component.value, grossOfAsset: whole.gross, amortizedOfAsset: whole.posted };
  const net = `round(${money(component.value)} × (${money(whole.gross)} - ${money(whole.posted)}) / ${money(whole.gross)})`;
  const posted = `round(${money(component.value)} × ${money(whole.posted)} / ${money(whole.gross)})`;
  return [
    explain(`${at}.ComputedActualValue`, 'component', inputs, [
      result.isDated ? net : `${money(component.value)} - ${money(pastAmortization)}`,
      actualValue,
    ]),
    explain(`${at}.PastAmortization`, 'component', inputs, [
      `${money(component.value)} - ${money(actualValue)}`,
      pastAmortization,
    ]),
    explain(`${at}.Difference`, 'component', inputs, [
      result.isDated ? '0.00' : `${money(pastAmortization)} - ${posted}`,
      difference,
    ]),
    ...explainSchedule(book, 'economic', `${at}.Economic`, result.from),
    ...explainSchedule(book, 'fiscal', `${at}.Fiscal`, result.from),
  ];
}
