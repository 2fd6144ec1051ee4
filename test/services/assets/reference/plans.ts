/**
 * Annuities of a plan computed a second time, from the rules alone (C1 to C6, C9, C10): nothing here reads src. An exercise
 * begins and ends with a month; what re-bases a plan is not of it.
 */

export interface Exercise {
  readonly Start: string;
  readonly End: string;
}

export interface LinearPlan {
  readonly Mode: 'Linear';
  readonly Duration: { readonly MonthCount: number };
  readonly ProrataTemporis: 'Days' | 'ActualDays' | 'Months';
}

export interface DecliningPlan {
  readonly Mode: 'Declining';
  readonly Duration: { readonly YearCount: number };
  readonly Coefficient: '1.25' | '1.75' | '2.25';
}

export interface Held {
  readonly base: bigint;
  readonly acquired: string;
  readonly deployed: string;
  /** Day of the exit, the last that counts. */
  readonly retired: string | undefined;
  readonly exercises: readonly Exercise[];
}

type Day = readonly [year: number, month: number, day: number];
const dayOf = (text: string): Day => text.split('-').map(Number) as unknown as Day;
const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/** Half up: amounts are not negative here. */
const rounded = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

/** A year of 360 days, both ends included; the last day of a month is its 30th. */
function days360(start: string, end: string): bigint {
  const [from, to] = [dayOf(start), dayOf(end)];
  const [first, last] = [Math.min(from[2], 30), to[2] === lastOf(to[0], to[1]) ? 30 : Math.min(to[2], 30)];
  return BigInt(360 * (to[0] - from[0]) + 30 * (to[1] - from[1]) + last - first + 1);
}

/** Whole days as parts of a civil year, of which each has 365 × 366. */
function actualDays(start: string, end: string): bigint {
  let parts = 0n;
  for (let [year] = dayOf(start); year <= dayOf(end)[0]; year++) {
    const [from, to] = [later(start, `${year}-01-01`), earlier(end, `${year}-12-31`)];
    const days = BigInt((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1);
    parts += days * (lastOf(year, 2) === 29 ? 365n : 366n);
  }
  return parts;
}

/** Months touched. */
function months(start: string, end: string): bigint {
  const [from, to] = [dayOf(start), dayOf(end)];
  return BigInt(12 * (to[0] - from[0]) + to[1] - from[1] + 1);
}

/** How a time counts, and how much of it a year has. */
const COUNTS = {
  Days: { of: days360, year: 360n },
  ActualDays: { of: actualDays, year: 365n * 366n },
  Months: { of: months, year: 12n },
};

/** The exercise in which the plan ends takes what is left. */
export function linearAnnuities({ Duration, ProrataTemporis }: LinearPlan, held: Held): bigint[] {
  const { of, year } = COUNTS[ProrataTemporis];
  const whole = BigInt(Duration.MonthCount) * year;
  let [counted, posted] = [0n, 0n];
  return held.exercises.map(({ Start, End }) => {
    const [from, to] = [later(Start, held.deployed), earlier(End, held.retired ?? End)];
    if (from > to || posted === held.base) return 0n;
    const count = 12n * of(from, to);
    counted += count;
    const left = held.base - posted;
    const annuity = counted >= whole ? left : least(rounded(held.base * count, whole), left);
    posted += annuity;
    return annuity;
  });
}

/** From the month of the acquisition; straight over the years left as soon as that is no less. */
export function decliningAnnuities(plan: DecliningPlan, held: Held): bigint[] {
  const begin = `${held.acquired.slice(0, 8)}01`;
  let [net, elapsed] = [held.base, 0n];
  return held.exercises.map(({ Start, End }) => {
    const from = later(Start, begin);
    if (End < begin || net === 0n || from > (held.retired ?? from)) return 0n;
    const [amount, parts] = decliningPart(plan, { net, elapsed, length: months(from, End) });
    const counted = least(months(from, End), 12n * BigInt(plan.Duration.YearCount) - elapsed);
    elapsed += elapsed === 0n ? most(months(from, End), 12n) : months(from, End);
    const kept = held.retired && held.retired <= End ? least(wholeMonths(from, held.retired), counted) : counted;
    const annuity = least(rounded(amount * kept, parts * counted), net);
    net -= annuity;
    return annuity;
  });
}

interface Opening {
  readonly net: bigint;
  /** Months before the exercise, and of it. */
  readonly elapsed: bigint;
  readonly length: bigint;
}

/** The annuity of a whole exercise, as a fraction. */
function decliningPart({ Duration, Coefficient }: DecliningPlan, { net, elapsed, length }: Opening) {
  const [coefficient, years] = [BigInt(Coefficient.replace('.', '')), BigInt(Duration.YearCount)];
  const left = 12n * years - elapsed;
  const declining = [net * coefficient * length, 1200n * years] as const;
  const straight = [net * least(left, length), left] as const;
  if (elapsed === 0n && left > length) return declining;
  return straight[0] * declining[1] >= declining[0] * straight[1] || left <= length ? straight : declining;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The month of the exit counts when it is on its last day. */
function wholeMonths(from: string, retired: string): bigint {
  const [year, month, day] = dayOf(retired);
  return months(from, retired) - (day === lastOf(year, month) ? 0n : 1n);
}

/** Balance of account 145 at each closing: what the tax plan is ahead of the books, nothing after the exit. */
export function balancesOf145(economic: readonly bigint[], fiscal: readonly bigint[], held: Held): bigint[] {
  let ahead = 0n;
  return held.exercises.map(({ End }, index) => {
    ahead += (fiscal[index] ?? 0n) - (economic[index] ?? 0n);
    return ahead > 0n && !(held.retired && held.retired <= End) ? ahead : 0n;
  });
}
