/**
 * Statements that begin inside another of their format, as OFX files taken at noon and camt files do. Such formats have no
 * hours, and an old balance is dated on the first day as often as on the day before: so a statement follows when its old
 * balance is the one that the other ended with, or the one that the movements of the other leave for the evening of that
 * day or of the day before. When it is neither, movements are missing that no date shows.
 */
import type { Knex } from 'knex';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { groupBy } from '../../kernel/group-by.ts';
import type { StatedBalance } from './continuity.ts';

interface Dated {
  readonly id: number;
  readonly format: string;
  readonly start: StatedBalance;
  readonly end: StatedBalance;
}

/** `expected`: the old balance that the other statement leaves, when the one stated is not. */
export interface Overlap {
  readonly expected: StatedBalance | undefined;
}

interface Pair {
  readonly earlier: Dated;
  readonly later: Dated;
}

/** Of the statements of one account, those that begin inside another and go on after it, by identifier. */
export async function overlapsOf(
  db: Knex,
  folderId: number,
  statements: readonly Dated[],
): Promise<ReadonlyMap<number, Overlap>> {
  const pairs = pairsOf(statements);
  if (pairs.length === 0) return new Map();
  const balances = await balancesAfter(db, folderId, pairs);
  const found = new Map<number, Overlap>();
  for (const own of groupBy(pairs, ({ later }) => later.id).values()) {
    const [last] = own;
    if (!last) continue;
    const isFollowing = own.some((pair) => candidates(pair, balances).includes(pair.later.start.units));
    const expected = isFollowing ? undefined : await expectedOf(db, folderId, last, balances);
    found.set(last.later.id, { expected });
  }
  return found;
}

/** Of those that begin with what another ended with nothing has to be read; the furthest of the others comes first. */
function pairsOf(statements: readonly Dated[]): Pair[] {
  const ends = new Set(statements.map(({ end }) => `${end.date}/${end.units}`));
  const open = statements.filter(
    ({ format, start }) => format !== 'cfonb120' && !ends.has(`${start.date}/${start.units}`),
  );
  return open.flatMap((later) =>
    statements
      .filter((earlier) => earlier.format === later.format && isInside(later, earlier))
      .toSorted(furthestFirst)
      .map((earlier) => ({ earlier, later })),
  );
}

/** Whatever the order in which they came. */
const furthestFirst = (a: Dated, b: Dated): number => (rankOf(a) < rankOf(b) ? 1 : rankOf(a) > rankOf(b) ? -1 : 0);
const rankOf = ({ start, end }: Dated): string => [end.date, start.date, end.units, start.units].join(' ');

const isInside = ({ start, end }: Dated, earlier: Dated): boolean =>
  earlier.start.date < start.date && start.date <= earlier.end.date && end.date > earlier.end.date;

const dayBefore = (date: string): string => addDays(date as PlainDate, -1);

type BalanceAfter = (earlier: Dated, date: string) => bigint;

function candidates({ earlier, later: { start } }: Pair, after: BalanceAfter): readonly bigint[] {
  const isOnLastDay = start.date >= dayBefore(earlier.end.date);
  return [
    after(earlier, start.date),
    after(earlier, dayBefore(start.date)),
    ...(isOnLastDay ? [earlier.end.units] : []),
  ];
}

/** Its new balance, less what it shows after a day. */
async function balancesAfter(db: Knex, folderId: number, pairs: readonly Pair[]): Promise<BalanceAfter> {
  const from = pairs.map(({ later }) => later.start.date).sort()[0] ?? '';
  const { rows } = await db.raw(
    `select g.statement_id as id, t.operation_date as day, sum(t.amount_units)::bigint as units
     from bank_sighting g join bank_transaction t on t.folder_id = g.folder_id and t.id = g.transaction_id
     where g.folder_id = ? and g.statement_id = any(?) and t.operation_date >= ? group by 1, 2`,
    [folderId, [...new Set(pairs.map(({ earlier }) => earlier.id))], from],
  );
  const days = groupBy(rows as { id: number; day: string; units: bigint }[], ({ id }) => id);
  return (earlier, date) =>
    (days.get(earlier.id) ?? []).reduce(
      (left, { day, units }) => (day > date ? left - units : left),
      earlier.end.units,
    );
}

/** A statement that gives nothing of the last day of the other once more begins where that one ended. */
async function expectedOf(
  db: Knex,
  folderId: number,
  { earlier, later }: Pair,
  after: BalanceAfter,
): Promise<StatedBalance> {
  const { date } = later.start;
  if (date < dayBefore(earlier.end.date)) return { date, units: after(earlier, date) };
  const { rows } = await db.raw(
    `select exists (select from bank_sighting a
       join bank_sighting b on b.folder_id = a.folder_id and b.transaction_id = a.transaction_id and b.statement_id = :later
       join bank_transaction t on t.folder_id = a.folder_id and t.id = a.transaction_id
       where a.folder_id = :folderId and a.statement_id = :earlier and t.operation_date = :date) as again`,
    { folderId, earlier: earlier.id, later: later.id, date: earlier.end.date },
  );
  const morning = { date, units: after(earlier, dayBefore(earlier.end.date)) };
  return rows[0]?.again === true ? morning : earlier.end;
}
