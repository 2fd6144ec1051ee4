/** Scales of the two annual taxes on business passenger cars (CIBS L421-93 and following), by civil year. Euros. */

export type Co2Method = 'WLTP' | 'NEDC' | 'fiscalPower';

export interface Co2Scale {
  readonly year: number;
  readonly method: Co2Method;
  /** Highest gram (or fiscal horsepower) of each slice but the last. */
  readonly upTo: readonly number[];
  /** Euros per gram (or horsepower) of each slice: one more than `upTo`. */
  readonly rates: readonly number[];
}

const GRAM_RATES = [0, 1, 2, 3, 4, 10, 50, 60, 65] as const;
const POWER_SLICES = [3, 6, 10, 15] as const;

const scale = (year: number, method: Co2Method, upTo: readonly number[], rates: readonly number[]): Co2Scale => ({
  year,
  method,
  upTo,
  rates,
});

/** Years and methods without a row have no confirmed scale: the tax is then not stated. */
export const CO2_SCALES: readonly Co2Scale[] = [
  scale(2024, 'WLTP', [14, 55, 63, 95, 115, 135, 155, 175], GRAM_RATES),
  scale(2025, 'WLTP', [9, 50, 58, 90, 110, 130, 150, 170], GRAM_RATES),
  scale(2026, 'WLTP', [4, 45, 53, 85, 105, 125, 145, 165], GRAM_RATES),
  scale(2025, 'NEDC', [7, 41, 48, 74, 91, 107, 124, 140], GRAM_RATES),
  scale(2025, 'fiscalPower', POWER_SLICES, [1750, 2500, 4250, 5000, 6250]),
  scale(2026, 'fiscalPower', POWER_SLICES, [2000, 3000, 4500, 5250, 6500]),
];

export type PollutantCategory = 'E' | '1' | 'other';

export interface PollutantRow {
  readonly year: number;
  readonly category: PollutantCategory;
  readonly amount: number;
}

const pollutants = (year: number): PollutantRow[] => [
  { year, category: 'E', amount: 0 },
  { year, category: '1', amount: 100 },
  { year, category: 'other', amount: 500 },
];

export const POLLUTANT_ROWS: readonly PollutantRow[] = [...pollutants(2024), ...pollutants(2025)];
