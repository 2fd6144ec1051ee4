/**
 * Whether the stored statements of an account follow each other: each begins with the balance and on the day that
 * another ended with, whatever the order in which they came. A statement inside a longer one is not asked.
 */
import type { Knex } from 'knex';
import { formatAmount } from '../../kernel/money.ts';
import { contradictions } from './contradictions.ts';
import { type Overlap, overlapsOf } from './overlaps.ts';

export interface StatedBalance {
  readonly date: string;
  readonly units: bigint;
}

export interface StatementBounds {
  /** Its old balance may be dated on its first day as well as on the day before: a difference of days is none. */
  readonly isLoose?: boolean;
  /** How it goes on from another that it begins inside of; undefined when it does not, or need not be looked at. */
  readonly overlap?: Overlap | undefined;
  readonly start: StatedBalance;
  readonly end: StatedBalance;
}

/** Between two statements something is missing, or was given twice. */
export interface Gap {
  readonly from: { readonly date: string; readonly value: string };
  readonly to: { readonly date: string; readonly value: string };
  /** What the account gained in the gap; zero when only days are missing. Decimal string. */
  readonly difference: string;
  /** Two balances of one day that cannot both be right: nothing is missing between them. */
  readonly isContradiction?: true;
}

/** Those in which days or movements are missing. */
export const missingOf = (gaps: readonly Gap[] = []): readonly Gap[] =>
  gaps.filter(({ isContradiction }) => !isContradiction);

const compare = <T extends string | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** The longer of two statements that begin on one day comes first. */
const inOrder = (a: StatementBounds, b: StatementBounds): number =>
  compare(a.start.date, b.start.date) ||
  compare(b.end.date, a.end.date) ||
  compare(a.start.units, b.start.units) ||
  compare(a.end.units, b.end.units);

const stateKey = ({ date, units }: StatedBalance): string => `${date}/${units}`;

/** The gaps between the statements of one account. */
export function findGaps(statements: readonly StatementBounds[], decimals: number): Gap[] {
  const starts = new Set(statements.map(({ start }) => stateKey(start)));
  const ends = new Set(statements.map(({ end }) => stateKey(end)));
  const gaps: Gap[] = [];
  const reported = new Set<string>();
  let last: StatedBalance | undefined;
  for (const { start, end, isLoose, overlap } of [...statements].sort(inOrder)) {
    const joins = isLoose === true && last?.units === start.units;
    const isKnown = ends.has(stateKey(start)) || reported.has(stateKey(start));
    const follows = overlap ? !overlap.expected : joins || !last || last.date > start.date;
    if (last && !follows && !isKnown) {
      reported.add(stateKey(start));
      gaps.push(gap(overlap?.expected ?? last, start, decimals));
    }
    // Of the parts of a day, the one that none of them follows is the last.
    if (!last || end.date > last.date || (end.date === last.date && starts.has(stateKey(last)))) last = end;
  }
  return gaps;
}

const gap = (from: StatedBalance, to: StatedBalance, decimals: number): Gap => ({
  from: { date: from.date, value: formatAmount(from.units, decimals) },
  to: { date: to.date, value: formatAmount(to.units, decimals) },
  difference: formatAmount(to.units - from.units, decimals),
});

interface BoundsRow {
  readonly id: number;
  readonly account_id: number;
  readonly format: string;
  readonly decimals: number;
  readonly start_date: string;
  readonly start_units: bigint;
  readonly end_date: string;
  readonly end_units: bigint;
}

/** So many gaps of one account are reported. */
const KEPT_GAPS = 1000;

/** The gaps of accounts of one folder, by account; accounts without any are left out. */
export async function continuityGaps(
  db: Knex,
  folderId: number,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Gap[]>> {
  const rows: BoundsRow[] = await db('bank_statement')
    .select('id', 'account_id', 'format', 'decimals', 'start_date', 'start_units', 'end_date', 'end_units')
    .where({ folder_id: folderId, has_balances: true })
    .whereRaw('account_id = any(?)', [[...accountIds]])
    .orderBy('account_id');
  const gaps = new Map<number, readonly Gap[]>();
  for (let from = 0; from < rows.length; ) {
    const accountId = rows[from]?.account_id ?? 0;
    let to = from;
    while (rows[to]?.account_id === accountId) to++;
    const own = rows.slice(from, to).map(toBounds);
    const overlaps = await overlapsOf(db, folderId, own);
    const bounds = own.map((each) => ({ ...each, overlap: overlaps.get(each.id) }));
    const found = findGaps(bounds, rows[from]?.decimals ?? 2);
    if (found.length > 0) gaps.set(accountId, found.slice(0, KEPT_GAPS));
    from = to;
  }
  for (const [accountId, own] of await contradictions(db, folderId, accountIds))
    gaps.set(accountId, byDay([...(gaps.get(accountId) ?? []), ...own]).slice(0, KEPT_GAPS));
  return gaps;
}

const byDay = (gaps: readonly Gap[]): Gap[] => gaps.toSorted((a, b) => compare(a.to.date, b.to.date));

const toBounds = (row: BoundsRow) => ({
  id: row.id,
  format: row.format,
  isLoose: row.format !== 'cfonb120',
  start: { date: row.start_date, units: row.start_units },
  end: { date: row.end_date, units: row.end_units },
});
