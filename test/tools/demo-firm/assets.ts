/** Asset plans of the demo (fixed-assets: rules C1, C2, C6, C9, C18) and the asset list of a folder. */
import { addDays, addMonths, dayParts, days360, type PlainDate } from '../../../src/services/kernel/dates.ts';
import { type Cents, formatAmount } from '../../../src/services/kernel/money.ts';
import { divideRounded } from '../../../src/services/kernel/ratio.ts';
import { most, total } from './amounts.ts';

export interface Exercise {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

interface Grant {
  readonly name: string;
  readonly amount: Cents;
  readonly date: PlainDate;
  readonly funder: string;
  readonly account: string;
}

interface Vehicle {
  readonly plate: string;
  readonly firstCirculation: PlainDate;
  readonly co2: number;
  readonly power: number;
  /** Registration-certificate code of the energy. */
  readonly energy: string;
  readonly taxType: 'NotConcerned' | 'Liable';
  /** Deductibility limit of passenger cars (CGI 39-4). */
  readonly limit?: Cents;
}

interface Retirement {
  readonly date: PlainDate;
  readonly price: Cents;
}

export interface Asset {
  readonly number: number;
  readonly name: string;
  readonly group: string;
  readonly account: string;
  /** Without recoverable tax. */
  readonly value: Cents;
  readonly vat: Cents;
  readonly acquired: PlainDate;
  readonly deployed: PlainDate;
  /** Years of the plan; none for what is not amortized. */
  readonly years?: number;
  /** Fiscal declining plan with derogatory amortization: coefficient in hundredths. */
  readonly declining?: bigint;
  /** Amortization taken over from another program. */
  readonly past?: { readonly amount: Cents; readonly end: PlainDate };
  readonly vehicle?: Vehicle;
  readonly grant?: Grant;
  readonly retirement?: Retirement;
  readonly used?: boolean;
  readonly notes?: string;
}

interface Year {
  readonly exercise: Exercise;
  readonly economic: Cents;
  readonly fiscal: Cents;
}

/** Exercises of twelve months that close on the same day as `exercise`, from the one that holds `from` up to it. */
function exercisesFrom(from: PlainDate, exercise: Exercise): Exercise[] {
  const list: Exercise[] = [];
  for (let start = exercise.start; ; start = addMonths(start, -12)) {
    list.unshift({ start, end: addDays(addMonths(start, 12), -1) });
    if (start <= from) return list;
  }
}

/** Economic and fiscal annuities, exercise by exercise, up to `exercise`. */
function plan(asset: Asset, exercise: Exercise): Year[] {
  const exercises = exercisesFrom(least2(asset.acquired, asset.deployed), exercise);
  const economic = linear(asset, exercises);
  const fiscal = asset.declining === undefined ? economic : declining(asset, asset.declining, exercises);
  return exercises.map((each, index) => ({
    exercise: each,
    economic: economic[index] ?? 0n,
    fiscal: fiscal[index] ?? 0n,
  }));
}

const least2 = (a: PlainDate, b: PlainDate): PlainDate => (a < b ? a : b);

function linear(asset: Asset, exercises: readonly Exercise[]): Cents[] {
  const { value, years, deployed, past } = asset;
  if (years === undefined) return exercises.map(() => 0n);
  const lastDay = addDays(addMonths(deployed, 12 * years), -1);
  const from = past === undefined ? deployed : addDays(past.end, 1);
  const base = value - (past?.amount ?? 0n);
  const whole = BigInt(past === undefined ? 360 * years : days360(from, lastDay));
  let posted = 0n;
  return exercises.map((exercise) => {
    if (past !== undefined && exercise.end <= past.end) return exercise.end < past.end ? 0n : past.amount;
    const days = daysHeld(asset, from, exercise);
    const done = lastDayHeld(asset, exercise) >= lastDay;
    const annuity = done ? base - posted : divideRounded(base * days, whole, 'halfUp');
    posted += annuity;
    return annuity;
  });
}

const lastDayHeld = ({ retirement }: Asset, { end }: Exercise): PlainDate =>
  retirement !== undefined && retirement.date < end ? retirement.date : end;

function daysHeld(asset: Asset, from: PlainDate, exercise: Exercise): bigint {
  const first = exercise.start > from ? exercise.start : from;
  const last = lastDayHeld(asset, exercise);
  return first > last ? 0n : BigInt(days360(first, last));
}

/** CGI 39 A: rate × net value, from the month of acquisition, then linear as soon as that is at least as much. */
function declining(
  { value, years = 0, acquired }: Asset,
  coefficient: bigint,
  exercises: readonly Exercise[],
): Cents[] {
  let net = value;
  let elapsed = 0;
  return exercises.map(({ end }) => {
    if (net === 0n || end < acquired) return 0n;
    const months = elapsed === 0 ? monthsBetween(acquired, end) : 12;
    const left = years - elapsed;
    const byRate = divideRounded(net * coefficient * BigInt(months), BigInt(years) * 1200n, 'halfUp');
    const byYears = divideRounded(net, BigInt(left), 'halfUp');
    const annuity = left <= 1 ? net : elapsed === 0 ? byRate : most(byRate, byYears);
    elapsed += 1;
    net -= annuity;
    return annuity;
  });
}

const monthsBetween = (from: PlainDate, to: PlainDate): number => {
  const [a, b] = [dayParts(from), dayParts(to)];
  return (b.year - a.year) * 12 + (b.month - a.month) + 1;
};

export interface Figures {
  readonly opening: Cents;
  readonly annuity: Cents;
  readonly closing: Cents;
  /** Balance of 145 at the opening and at the closing. */
  readonly derogatoryBefore: Cents;
  readonly derogatory: Cents;
  readonly fiscalAnnuity: Cents;
  /** Grant taken to income before and in the exercise. */
  readonly grantBefore: Cents;
  readonly grantShare: Cents;
}

export function figures(asset: Asset, exercise: Exercise): Figures {
  const years = plan(asset, exercise);
  const before = years.filter((year) => year.exercise.end < exercise.start);
  const now = years.at(-1) ?? { economic: 0n, fiscal: 0n };
  const opening = total(before.map(({ economic }) => economic));
  const fiscal = total(before.map((year) => year.fiscal));
  const closing = opening + now.economic;
  const grantAt = (cumulated: Cents): Cents =>
    divideRounded((asset.grant?.amount ?? 0n) * cumulated, asset.value, 'halfUp');
  return {
    opening,
    annuity: now.economic,
    closing,
    derogatoryBefore: most(fiscal - opening, 0n),
    derogatory: most(fiscal + now.fiscal - closing, 0n),
    fiscalAnnuity: now.fiscal,
    grantBefore: grantAt(fiscal),
    grantShare: grantAt(fiscal + now.fiscal) - grantAt(fiscal),
  };
}

/** Account 28 of an asset account: `218300` gives `281830`, as many digits as the chart has. */
export const amortizationAccount = (account: string): string => `28${account.slice(1)}`.slice(0, account.length);

/** Part of the annuity of a passenger car that is not deductible. */
export const notDeductible = (asset: Asset, annuity: Cents): Cents => {
  const limit = asset.vehicle?.limit;
  return limit === undefined || limit >= asset.value
    ? 0n
    : divideRounded(annuity * (asset.value - limit), asset.value, 'halfUp');
};

type Column = readonly [string, (asset: Asset) => string];

const amount = (value: Cents | undefined): string => (value === undefined ? '' : formatAmount(value));
const amortized = (asset: Asset, text: string): string => (asset.years === undefined ? '' : text);
const attributes = (side: 'EconomicAttributes' | 'FiscalAttributes'): Column[] => {
  const fiscal = side === 'FiscalAttributes';
  const shown = (asset: Asset, text: string): string =>
    fiscal && asset.declining === undefined ? '' : amortized(asset, text);
  const name = `Amortization.${side}`;
  return [
    [`${name}.Duration.YearCount`, (asset) => shown(asset, String(asset.years))],
    [`${name}.Mode`, (asset) => shown(asset, fiscal ? 'Declining' : 'Linear')],
    [`${name}.DateType`, (asset) => shown(asset, fiscal ? 'Acquisition' : 'Deployment')],
    [`${name}.ProrataTemporis`, (asset) => shown(asset, fiscal ? 'Months' : 'Days')],
    [`${name}.Coefficient`, (asset) => (fiscal ? amount(asset.declining) : '')],
  ];
};

/** Columns of the list: field names of the fixed-asset resources B2 to B4, nested ones with a dot. */
const COLUMNS: readonly Column[] = [
  ['Number', (asset) => String(asset.number)],
  ['Name', (asset) => asset.name],
  ['GroupName', (asset) => asset.group],
  ['FixedAssetAccount.Account', (asset) => asset.account],
  ['AcquisitionDate', (asset) => asset.acquired],
  ['DeploymentDate', (asset) => asset.deployed],
  ['AcquisitionMethod', (asset) => (asset.used === true ? 'UsedPurchase' : 'NewPurchase')],
  ['AcquisitionValue', (asset) => amount(asset.value)],
  ['DeductibleVat', (asset) => amount(asset.vat)],
  ['AmountIncludingTax', (asset) => amount(asset.value + asset.vat)],
  ['AcquisitionQuantity', () => '1'],
  ['IsAmortizable', (asset) => String(asset.years !== undefined)],
  [
    'Amortization.AmortizationCalculationMethod',
    (asset) => amortized(asset, asset.declining === undefined ? 'EconomicOnly' : 'EconomicAndFiscal'),
  ],
  ...attributes('EconomicAttributes'),
  ['Amortization.EconomicAttributes.PastAmortization.Amount', (asset) => amount(asset.past?.amount)],
  ['Amortization.EconomicAttributes.PastAmortization.EndDate', (asset) => asset.past?.end ?? ''],
  ...attributes('FiscalAttributes'),
  ['Amortization.FiscalAttributes.TaxDeductibilityLimit.Amount', (asset) => amount(asset.vehicle?.limit)],
  ['VehicleProperties.ImmatriculationNumber', (asset) => asset.vehicle?.plate ?? ''],
  ['VehicleProperties.FirstCirculationDate', (asset) => asset.vehicle?.firstCirculation ?? ''],
  ['VehicleProperties.CO2GPerKm', (asset) => String(asset.vehicle?.co2 ?? '')],
  ['VehicleProperties.FiscalPower', (asset) => String(asset.vehicle?.power ?? '')],
  ['VehicleProperties.EnergyType.Code', (asset) => asset.vehicle?.energy ?? ''],
  ['VehicleProperties.TvsType', (asset) => asset.vehicle?.taxType ?? ''],
  ['Grants.Grant.Name', (asset) => asset.grant?.name ?? ''],
  ['Grants.Grant.Account', (asset) => asset.grant?.account ?? ''],
  ['Grants.Grant.TotalAmount', (asset) => amount(asset.grant?.amount)],
  ['Grants.Grant.GrantDate', (asset) => asset.grant?.date ?? ''],
  ['Grants.Grant.Funder', (asset) => asset.grant?.funder ?? ''],
  ['Grants.Amount', (asset) => amount(asset.grant?.amount)],
  ['Retirement.Type', (asset) => (asset.retirement === undefined ? '' : 'Sale')],
  ['Retirement.Date', (asset) => asset.retirement?.date ?? ''],
  ['Retirement.SaleAttributes.SaleAmount', (asset) => amount(asset.retirement?.price)],
  ['Retirement.SaleAttributes.Type', (asset) => (asset.retirement === undefined ? '' : 'TaxedPrice')],
  ['Notes', (asset) => asset.notes ?? ''],
];

export function assetList(assets: readonly Asset[]): string {
  const rows = assets.map((asset) => COLUMNS.map(([, cell]) => cell(asset)).join(';'));
  return [COLUMNS.map(([name]) => name).join(';'), ...rows, ''].join('\n');
}
