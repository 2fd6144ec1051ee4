/** Price limits of the deductible amortization of passenger cars (rule C15, CGI 39-4), by acquisition and emissions. */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, times } from '../../kernel/money.ts';
import { ratio } from '../../kernel/ratio.ts';
import type { TvsType } from '../value-sets.ts';
import type { AssetFacts, Vehicle } from './asset-facts.ts';
import { creditedBy } from './bases.ts';
import { energyType } from './energy-types.ts';

export type EmissionRegime = 'NEDC' | 'WLTP';

export interface CarLimitRow {
  readonly regime: EmissionRegime | 'any';
  readonly from: string;
  readonly to: string;
  /** Highest g/km of CO2 of each limit, in order 30 000, 20 300, 18 300; above all of them 9 900. */
  readonly upTo: readonly [number, number, number];
}

/** Euros. */
export const CAR_LIMITS = [30_000, 20_300, 18_300, 9_900] as const;

const ALWAYS = '0001-01-01';
const OPEN = '9999-12-31';
const NEVER = -1;

/** `< 20` is written 19.999: emissions are whole grams in law, and a decimal below the limit stays below it. */
const row = (
  regime: CarLimitRow['regime'],
  from: string,
  to: string,
  upTo: readonly [number, number, number],
): CarLimitRow => ({ regime, from, to, upTo });

export const CAR_LIMIT_ROWS: readonly CarLimitRow[] = [
  row('any', ALWAYS, '2005-12-31', [NEVER, NEVER, Number.MAX_SAFE_INTEGER]),
  row('any', '2006-01-01', '2016-12-31', [NEVER, NEVER, 200]),
  row('NEDC', '2017-01-01', '2017-12-31', [19.999, 59.999, 155]),
  row('NEDC', '2018-01-01', '2018-12-31', [19.999, 59.999, 150]),
  row('NEDC', '2019-01-01', '2019-12-31', [19.999, 59.999, 140]),
  row('NEDC', '2020-01-01', '2020-12-31', [19.999, 59.999, 135]),
  row('NEDC', '2021-01-01', OPEN, [19.999, 59.999, 130]),
  row('WLTP', '2020-01-01', '2020-12-31', [19.999, 49.999, 165]),
  row('WLTP', '2021-01-01', OPEN, [19.999, 49.999, 160]),
];

/** Before this first circulation a car acquired up to 2016 keeps 18 300 whatever it emits. */
const FIRST_EMISSION_LIMIT = '2004-06-01';
const WLTP_FROM = '2020-03-01';

/** Vehicles whose very use is the activity, and those that are not passenger cars. */
const UNLIMITED: readonly TvsType[] = ['NotConcerned', 'ExemptActivity', 'ShortTermRental'];

/** Choice: no field gives the regime, so the day of first circulation, registration or acquisition does. */
export function emissionRegime(vehicle: Vehicle, acquired: PlainDate): EmissionRegime {
  return (vehicle.firstCirculation ?? vehicle.registered ?? acquired) >= WLTP_FROM ? 'WLTP' : 'NEDC';
}

/** Grams of CO2 per km; an electric or hydrogen vehicle without figure emits none. */
export const emissionsOf = (vehicle: Vehicle): number | undefined =>
  vehicle.co2 ?? (energyType(vehicle.energy)?.emitsCo2 === false ? 0 : undefined);

/** The limit of an asset: the user's, else the table's; undefined when it has none or its emissions are unknown. */
export function carLimit(facts: AssetFacts): Cents | undefined {
  if (facts.deductibilityLimit !== undefined) return facts.deductibilityLimit;
  const { vehicle, acquisitionDate } = facts;
  const emissions = vehicle && emissionsOf(vehicle);
  if (!vehicle || emissions === undefined || UNLIMITED.includes(vehicle.tvsType)) return undefined;
  return limitOf(vehicle, emissions, acquisitionDate);
}

function limitOf(vehicle: Vehicle, emissions: number, acquired: PlainDate): Cents | undefined {
  // A car acquired before 2020 is measured as NEDC whatever its later papers say.
  const regime = acquired < '2020-01-01' ? 'NEDC' : emissionRegime(vehicle, acquired);
  const found = CAR_LIMIT_ROWS.find(
    (limits) => limits.from <= acquired && acquired <= limits.to && [regime, 'any'].includes(limits.regime),
  );
  if (!found) return undefined;
  const old = acquired <= '2016-12-31' && (vehicle.firstCirculation ?? acquired) <= FIRST_EMISSION_LIMIT;
  const at = old ? 2 : found.upTo.findIndex((highest) => emissions <= highest);
  return BigInt(CAR_LIMITS[at === -1 ? 3 : at] ?? 0) * 100n;
}

/** Price including VAT net of credit notes: what the limit is compared with. */
export function limitedPrice(facts: AssetFacts, date: PlainDate): Cents {
  const credited = facts.creditNotes
    .filter((note) => note.date <= date)
    .reduce((sum, { amount, vatRate }) => sum + amount + times(amount, vatRate, 'halfUp'), 0n);
  return facts.amountIncludingTax - (credited > facts.amountIncludingTax ? creditedBy(facts, date) : credited);
}

/** round(annuity × (price − limit) / price), 0 for a price within the limit. */
export function nonDeductibleShare(annuity: Cents, price: Cents, limit: Cents | undefined): Cents {
  if (limit === undefined || price <= limit) return 0n;
  return times(annuity, ratio(price - limit, price), 'halfUp');
}
