/**
 * Schedules of 100,000 assets over 6 exercises (economic linear, fiscal declining, derogatory): the engine against a
 * bare integer loop over the same columns, in one run. Run with `node --import tsx test/bench/assets-schedule.ts`.
 *
 * The bare loop is the least code that gives the same cents: no event, no takeover, no stop, no guard, no object.
 */
import { performance } from 'node:perf_hooks';
import { type Calendar, civilYears, exerciseAt, makeCalendar } from '../../src/services/assets/engine/calendar.ts';
import { decliningPlan, linearPlan } from '../../src/services/assets/engine/plan.ts';
import { makeScheduleBook, scheduleAsset } from '../../src/services/assets/engine/schedule-book.ts';
import { dayNumber, type PlainDate } from '../../src/services/kernel/dates.ts';
import { roundsOf, sized } from './size.ts';

const ASSETS = sized(100_000);
const ROUNDS = roundsOf(61);
const day = (text: string): number => dayNumber(text as PlainDate);

interface Columns {
  readonly base: Float64Array;
  readonly start: Int32Array;
  readonly months: Int32Array;
  readonly numerator: Int32Array;
  readonly denominator: Int32Array;
}

function makeColumns(): Columns {
  const coefficients = { 36: [5, 4], 48: [5, 4], 60: [7, 4], 84: [9, 4], 120: [9, 4] } as const;
  const terms = [36, 48, 60, 84, 120] as const;
  const first = day('2021-01-01');
  const span = day('2026-12-31') - first;
  let seed = 20_260_101;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const term = Array.from({ length: ASSETS }, () => terms[random(terms.length)] ?? 60);
  return {
    base: Float64Array.from(term, () => 10_000 + random(90_000_000)),
    start: Int32Array.from(term, () => first + random(span)),
    months: Int32Array.from(term),
    numerator: Int32Array.from(term, (months) => coefficients[months][0]),
    denominator: Int32Array.from(term, (months) => coefficients[months][1]),
  };
}

function engine(columns: Columns, calendar: Calendar) {
  const book = makeScheduleBook(ASSETS, calendar);
  for (let asset = 0; asset < ASSETS; asset++) {
    const base = columns.base[asset] ?? 0;
    const start = columns.start[asset] ?? 0;
    const months = columns.months[asset] ?? 0;
    const numerator = columns.numerator[asset] ?? 0;
    const denominator = columns.denominator[asset] ?? 0;
    const spread = { base, start, months };
    const economic = linearPlan(calendar, spread);
    const fiscal = decliningPlan(calendar, spread, { numerator, denominator });
    scheduleAsset(book, asset, { economic, fiscal });
  }
  return book;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop, because a bare loop is what it measures
function bare(columns: Columns, calendar: Calendar) {
  const count = calendar.ends.length;
  const economic = new Float64Array(ASSETS * count);
  const fiscal = new Float64Array(ASSETS * count);
  const derogatory = new Float64Array(ASSETS * count);
  const { closings, startOf } = calendar.clocks.Days;
  const closingMonths = calendar.months;
  for (let asset = 0; asset < ASSETS; asset++) {
    const base = columns.base[asset] ?? 0;
    const start = columns.start[asset] ?? 0;
    const months = columns.months[asset] ?? 0;
    const numerator = columns.numerator[asset] ?? 0;
    const denominator = columns.denominator[asset] ?? 0;
    const origin = startOf(start);
    const units = months * 30;
    let opensAt = Math.floor(origin / 30);
    let linear = 0;
    let declining = 0;
    let reached = 0;
    let remaining = months;
    const first = exerciseAt(calendar, start);
    for (let exercise = first; exercise < count; exercise++) {
      const position = (closings[exercise] ?? 0) - origin;
      if (position >= units) linear = base;
      else linear += Math.floor((2 * base * (position - reached) + units) / (2 * units));
      reached = position;
      const closes = closingMonths[exercise] ?? 0;
      const counted = closes - opensAt;
      const net = base - declining;
      if (counted >= remaining) declining = base;
      else if (denominator * months >= numerator * remaining)
        declining += Math.floor((2 * net * counted + remaining) / (2 * remaining));
      else declining += Math.floor((2 * net * numerator * counted + denominator * months) / (2 * denominator * months));
      remaining -= exercise === first ? Math.max(12, counted) : counted;
      opensAt = closes;
      const at = asset * count + exercise;
      economic[at] = linear;
      fiscal[at] = declining;
      derogatory[at] = Math.max(declining - linear, 0);
    }
  }
  return { economic, fiscal, derogatory };
}

function measure(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** The least of the rounds is what the code costs; the rest is what else the machine was doing. */
const least = (times: number[]): number => Math.min(...times);

const calendar = makeCalendar(civilYears('2021-01-01' as PlainDate, '2026-12-31' as PlainDate));
const columns = makeColumns();
const expected = bare(columns, calendar);
const actual = engine(columns, calendar);
for (const kind of ['economic', 'fiscal', 'derogatory'] as const)
  for (let at = 0; at < expected[kind].length; at++)
    if (expected[kind][at] !== actual[kind][at]) throw new Error(`${kind} differs at ${at}`);

const engineTimes: number[] = [];
const bareTimes: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  bareTimes.push(measure(() => bare(columns, calendar)));
  engineTimes.push(measure(() => engine(columns, calendar)));
}
const result = {
  assets: ASSETS,
  exercises: calendar.ends.length,
  engineMs: Math.round(least(engineTimes) * 10) / 10,
  bareLoopMs: Math.round(least(bareTimes) * 10) / 10,
  ratio: Math.round((least(engineTimes) / least(bareTimes)) * 100) / 100,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
