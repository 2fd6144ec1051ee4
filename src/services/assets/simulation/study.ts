/** Everything the engine says of one asset, in exact cents, before it is written for the wire. */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Alert, assetAlerts } from '../engine/alerts.ts';
import { type AssetBook, openBook } from '../engine/asset-book.ts';
import type { AssetFacts } from '../engine/asset-facts.ts';
import type { Exercise } from '../engine/calendar.ts';
import { checkFacts, checkImpairments, checkWindows, viewDate } from '../engine/checks.ts';
import { type ComponentResult, componentResults } from '../engine/components.ts';
import { type DeductionRow, deductionRows } from '../engine/deductions.ts';
import { type DerogatoryRow, derogatoryRows } from '../engine/derogatory.ts';
import { type GrantRow, grantRows } from '../engine/grants.ts';
import { type Octies151Row, octies151Rows } from '../engine/octies-151.ts';
import { type OverAmortizationRow, overAmortizationRows } from '../engine/over-amortization.ts';
import { type RetirementResult, retirementResult } from '../engine/retirement.ts';
import { type VehicleTaxRow, vehicleTaxRows } from '../engine/vehicle-taxes.ts';
import { type WindowFigures, windowFigures } from '../engine/windows.ts';

export interface AssetStudy {
  readonly book: AssetBook;
  readonly derogatory: readonly DerogatoryRow[];
  readonly overAmortization: readonly OverAmortizationRow[];
  readonly grants: readonly GrantRow[];
  readonly deductions: readonly DeductionRow[];
  readonly octies151: readonly Octies151Row[];
  readonly windows: readonly WindowFigures[];
  readonly vehicleTaxes: readonly VehicleTaxRow[];
  readonly retirement: RetirementResult | undefined;
  readonly components: readonly ComponentResult[];
  readonly alerts: readonly Alert[];
}

/** Checks the facts, posts the plans and computes every figure. Throws those of assetRuleErrors. */
export function studyAsset(
  given: AssetFacts,
  exercises: readonly Exercise[],
  windows: readonly Exercise[],
): AssetStudy {
  const facts = inOrder(given);
  checkFacts(facts);
  checkWindows(windows);
  const days: PlainDate[] = windows.flatMap(({ start, end }) => [start, end]);
  const book = openBook(facts, exercises, days);
  checkImpairments(book);
  const grants = grantRows(book);
  return {
    book,
    derogatory: derogatoryRows(book),
    overAmortization: overAmortizationRows(book),
    grants,
    deductions: deductionRows(book),
    octies151: octies151Rows(book),
    windows: windows.map((window) => ({ ...windowFigures(book, window), ...window })),
    vehicleTaxes: vehicleTaxRows(book),
    retirement: retirementResult(book),
    components: componentResults(book, exercises),
    alerts: assetAlerts(book, grants, viewDate(book)),
  };
}

/** What happened to the asset in order of date, so that the order it was given in changes nothing. */
const inOrder = (facts: AssetFacts): AssetFacts => ({
  ...facts,
  creditNotes: byDate(facts.creditNotes),
  revisions: byDate(facts.revisions),
  impairments: byDate([...facts.impairments].sort((a, b) => (a.amount < b.amount ? -1 : 1))),
  transfers: byDate(facts.transfers),
});

const byDate = <T extends { readonly date: PlainDate }>(events: readonly T[]): T[] =>
  [...events].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
