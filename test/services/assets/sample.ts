/** Short ways to write a simulation body in tests. */
import type { SimulationResult } from './simulate.ts';

type Json = Record<string, unknown>;

/** Civil-year exercises from a year to another. */
export const years = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    Start: `${first + index}-01-01`,
    End: `${first + index}-12-31`,
  }));

export const plan = (YearCount: number, more: Json = {}): Json => ({ Duration: { YearCount }, ...more });

export const declining = (YearCount: number, Coefficient?: string, more: Json = {}): Json =>
  plan(YearCount, { Mode: 'Declining', ...(Coefficient ? { Coefficient } : {}), ...more });

/** An asset acquired and deployed on a day with an economic plan only. */
export function body(value: string | number, date: string, economic: Json, more: Json = {}): Json {
  return {
    AcquisitionValue: value,
    AcquisitionDate: date,
    Amortization: { AmortizationCalculationMethod: 'EconomicOnly', EconomicAttributes: economic },
    ...more,
  };
}

/** An asset with a tax plan of its own. */
export function twoPlans(value: string | number, date: string, economic: Json, fiscal: Json, more: Json = {}): Json {
  return {
    AcquisitionValue: value,
    AcquisitionDate: date,
    Amortization: {
      AmortizationCalculationMethod: 'EconomicAndFiscal',
      EconomicAttributes: economic,
      FiscalAttributes: fiscal,
    },
    ...more,
  };
}

export const annuities = (result: SimulationResult, planName: 'Economic' | 'Fiscal' = 'Economic'): string[] =>
  result[planName].map((line) => line.Annuity);
