/** The two annual taxes on business passenger cars, prorated by days of use in the civil year. */
import { dayNumber, isLeapYear, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, times } from '../../kernel/money.ts';
import { type Ratio, ratio } from '../../kernel/ratio.ts';
import type { TvsType } from '../value-sets.ts';
import { type AssetBook, exerciseOf } from './asset-book.ts';
import type { AssetFacts, Vehicle } from './asset-facts.ts';
import { emissionRegime, emissionsOf } from './car-limits.ts';
import { energyType } from './energy-types.ts';
import {
  CO2_SCALES,
  type Co2Method,
  type Co2Scale,
  POLLUTANT_ROWS,
  type PollutantCategory,
} from './vehicle-tax-scales.ts';

export interface VehicleTaxRow {
  readonly year: number;
  /** Undefined when no scale is known for the year. */
  readonly co2: Cents | undefined;
  readonly pollutant: Cents | undefined;
}

/** Which taxes a type exempts from; a utility vehicle is not concerned and has no row. */
const EXEMPT: Readonly<Record<TvsType, 'none' | 'co2' | 'both' | 'notConcerned'>> = {
  Unknown: 'none',
  NotConcerned: 'notConcerned',
  Liable: 'none',
  ExemptElectric: 'co2',
  ExemptDisability: 'both',
  ExemptActivity: 'both',
  ShortTermRental: 'both',
};

const CATEGORY_1_STANDARD = 5; // Euro 5 and Euro 6

/** One row per civil year of use within the exercises asked for, from the first year with a scale. */
export function vehicleTaxRows(book: AssetBook): VehicleTaxRow[] {
  const { vehicle } = book.facts;
  if (!vehicle || EXEMPT[vehicle.tvsType] === 'notConcerned') return [];
  const first = Number(exerciseOf(book, book.first).start.slice(0, 4));
  const last = Number(exerciseOf(book, book.last).end.slice(0, 4));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .filter((year) => hasScale(year) && daysOfUse(book.facts, year) > 0)
    .map((year) => vehicleTaxes(book.facts, vehicle, year));
}

const hasScale = (year: number): boolean => [...CO2_SCALES, ...POLLUTANT_ROWS].some((row) => row.year === year);

function vehicleTaxes(facts: AssetFacts, vehicle: Vehicle, year: number): VehicleTaxRow {
  const use = ratio(daysOfUse(facts, year), isLeapYear(year) ? 366 : 365);
  return {
    year,
    co2: prorated(co2Tariff(facts, vehicle, year), use),
    pollutant: prorated(pollutantTariff(vehicle, year), use),
  };
}

const prorated = (euros: number | undefined, use: Ratio): Cents | undefined =>
  euros === undefined ? undefined : times(BigInt(euros) * 100n, use, 'halfUp');

/** From the deployment to the retirement, both days included. */
export function daysOfUse({ deploymentDate, retirement }: AssetFacts, year: number): number {
  const first = Math.max(dayNumber(deploymentDate), dayNumber(`${year}-01-01` as PlainDate));
  const lastOfYear = dayNumber(`${year}-12-31` as PlainDate);
  const last = retirement ? Math.min(dayNumber(retirement.date), lastOfYear) : lastOfYear;
  return Math.max(last - first + 1, 0);
}

/** Full-year tariff in euros; undefined when the year has no scale for the vehicle. */
export function co2Tariff(facts: AssetFacts, vehicle: Vehicle, year: number): number | undefined {
  const exempt = ['co2', 'both'].includes(EXEMPT[vehicle.tvsType]) || energyType(vehicle.energy)?.emitsCo2 === false;
  if (exempt) return 0;
  const { method, measure } = measureOf(facts, vehicle);
  const scale = CO2_SCALES.find((row) => row.year === year && row.method === method);
  return scale && measure !== undefined ? sliced(scale, measure) : undefined;
}

function measureOf(facts: AssetFacts, vehicle: Vehicle): { method: Co2Method; measure: number | undefined } {
  const emissions = emissionsOf(vehicle);
  if (emissions === undefined) return { method: 'fiscalPower', measure: vehicle.fiscalPower };
  return { method: emissionRegime(vehicle, facts.acquisitionDate), measure: emissions };
}

/** Every gram (or horsepower) pays the rate of its slice. */
export function sliced({ upTo, rates }: Co2Scale, measure: number): number {
  const whole = Math.floor(measure);
  return rates.reduce((sum, rate, index) => {
    const from = upTo[index - 1] ?? 0;
    const to = Math.min(upTo[index] ?? whole, whole);
    return sum + rate * Math.max(to - from, 0);
  }, 0);
}

/** Full-year amount in euros; undefined when the year or the category is not known. */
export function pollutantTariff(vehicle: Vehicle, year: number): number | undefined {
  const category = pollutantCategory(vehicle);
  const row = POLLUTANT_ROWS.find((candidate) => candidate.year === year && candidate.category === category);
  return row && EXEMPT[vehicle.tvsType] === 'both' ? 0 : row?.amount;
}

/** E: electric or hydrogen; 1: spark ignition to Euro 5 or 6; others. Undefined while energy or standard is unknown. */
export function pollutantCategory({ energy, euroStandard, tvsType }: Vehicle): PollutantCategory | undefined {
  const type = energyType(energy);
  if (type?.emitsCo2 === false || tvsType === 'ExemptElectric') return 'E';
  if (!type || (type.isSparkIgnition && euroStandard === undefined)) return undefined;
  return type.isSparkIgnition && (euroStandard ?? 0) >= CATEGORY_1_STANDARD ? '1' : 'other';
}
