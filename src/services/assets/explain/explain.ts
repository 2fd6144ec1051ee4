/** `--explain`: the rule, the inputs and the arithmetic of any figure of a simulation. Nothing is traced unless asked. */
import type { Language } from '../../kernel/errors.ts';
import type { ComponentResult } from '../engine/components.ts';
import { assetErrors } from '../errors.ts';
import type { SimulationInput } from '../simulation/schema.ts';
import { parseSimulation, studySimulation } from '../simulation/simulate.ts';
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

/** One explained figure under its wire names. */
export interface ExplainedFigure {
  readonly Figure: string;
  readonly Rule: string;
  readonly Reference: string;
  readonly Inputs: Readonly<Record<string, string>>;
  readonly Arithmetic: string;
  readonly Result: string;
}

/**
 * Explains the figures of a simulation whose name starts with `figure`, all of them when it is empty:
 * `Economic[2025-12-31].Annuity`, `Derogatory[2025-12-31]`, `Retirement`. Throws FigureNotFound when none does.
 */
export const explainAsset = (body: unknown, figure = '', language: Language = 'fr'): ExplainedFigure[] =>
  explainParsed(parseSimulation(body), figure, language);

/** The same from an input already read by `simulationSchema`. */
export const explainParsed = (input: SimulationInput, figure = '', language: Language = 'fr'): ExplainedFigure[] =>
  explainFigures(studySimulation(input), figure, language);

/** The same from a study. */
export function explainFigures(study: AssetStudy, figure: string, language: Language): ExplainedFigure[] {
  const found = explainStudy(study).filter((explanation) => explanation.figure.startsWith(figure));
  if (found.length === 0) throw assetErrors.FigureNotFound({ figure });
  return found.map((explanation) => ({
    Figure: explanation.figure,
    Rule: explanation.rule[language],
    Reference: explanation.reference,
    Inputs: explanation.inputs,
    Arithmetic: explanation.arithmetic,
    Result: explanation.result,
  }));
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
    explain(
      `${at}.ComputedActualValue`,
      'component',
      inputs,
      result.isDated ? net : `${money(component.value)} - ${money(pastAmortization)}`,
      actualValue,
    ),
    explain(
      `${at}.PastAmortization`,
      'component',
      inputs,
      `${money(component.value)} - ${money(actualValue)}`,
      pastAmortization,
    ),
    explain(
      `${at}.Difference`,
      'component',
      inputs,
      result.isDated ? '0.00' : `${money(pastAmortization)} - ${posted}`,
      difference,
    ),
    ...explainSchedule(book, 'economic', `${at}.Economic`, result.from),
    ...explainSchedule(book, 'fiscal', `${at}.Fiscal`, result.from),
  ];
}
