/**
 * Brings the twins of an account to what its statements say (twins.ts), after statements came or went: sightings move
 * to the twins that are theirs, missing twins are made, twins that no statement shows any more go.
 */
import type { Knex } from 'knex';
import type { Span } from './day-chain.ts';
import { MOVEMENT_COLUMNS, type StagedStatement } from './staging.ts';
import { isIntraday, type Showing, TwinCounter } from './twins.ts';

/** A statement that was not known. */
export interface NewStatement extends StagedStatement {
  readonly id: number;
}

export interface AccountPlace {
  readonly folderId: number;
  readonly accountId: number;
  readonly now: string;
}

const PAGE = 5000;

/**
 * Notes in `bank_unsettled` what new statements share with others they may follow, or that may follow them; returns how
 * many fingerprints.
 */
export async function noteShared(
  trx: Knex.Transaction,
  { folderId, accountId }: AccountPlace,
  created: readonly NewStatement[],
): Promise<number> {
  // Only where one ends no later than another begins can the two follow each other.
  const noted = await trx.raw(
    `insert into bank_unsettled
     select u.fingerprint
     from (select distinct t.fingerprint from bank_sighting g
           join bank_transaction t on t.folder_id = g.folder_id and t.id = g.transaction_id
           where g.folder_id = :folderId and g.statement_id = any(:ids) and t.twin = 1) n
     join bank_transaction u on u.folder_id = :folderId and u.account_id = :accountId and u.fingerprint = n.fingerprint
     join bank_sighting x on x.folder_id = u.folder_id and x.transaction_id = u.id
     join bank_statement s on s.folder_id = x.folder_id and s.id = x.statement_id
     group by u.fingerprint
     having count(distinct s.id) > 1 and min(s.end_date) <= max(s.start_date)`,
    { folderId, accountId, ids: created.map(({ id }) => id) },
  );
  return noted.rowCount ?? 0;
}

/**
 * A statement inside one day may link, or unlink, others that touch the day: notes what two of them show. Returns how
 * many fingerprints were added.
 */
export async function noteDays(
  trx: Knex.Transaction,
  { folderId, accountId }: AccountPlace,
  days: readonly string[],
): Promise<number> {
  if (days.length === 0) return 0;
  const noted = await trx.raw(
    `with touching as materialized (
       select s.id, d.day from unnest(cast(:days as date[])) as d(day) join bank_statement s
         on s.folder_id = :folderId and s.account_id = :accountId and (s.start_date = d.day or s.end_date = d.day)
       where s.is_balanced and s.start_units <> s.end_units
     ), busy as (select day from touching group by day having count(*) > 1)
     insert into bank_unsettled
     select t.fingerprint
     from (select distinct id from touching where day in (select day from busy)) s
     join bank_sighting g on g.folder_id = :folderId and g.statement_id = s.id
     join bank_transaction t on t.folder_id = g.folder_id and t.id = g.transaction_id
     group by t.fingerprint having count(distinct s.id) > 1
     on conflict do nothing`,
    { folderId, accountId, days: [...new Set(days)] },
  );
  return noted.rowCount ?? 0;
}

/** Settles every fingerprint of `bank_unsettled`, and empties it. Returns by how many transactions the account has grown. */
export async function settleTwins(trx: Knex.Transaction, place: AccountPlace): Promise<number> {
  let grown = 0;
  let page = await nextPage(trx, '00000000-0000-0000-0000-000000000000');
  for (let last = page.at(-1); last; last = page.at(-1)) {
    const moves = await misplaced(trx, place, await readShown(trx, place, page));
    if (moves.length > 0) grown += await move(trx, place, moves);
    page = await nextPage(trx, last);
  }
  grown -= await dropUnseen(trx, place);
  await trx.raw('delete from bank_unsettled');
  return grown;
}

async function nextPage(trx: Knex.Transaction, after: string): Promise<string[]> {
  const { rows } = await trx.raw(
    `select fingerprint from bank_unsettled where fingerprint > ? order by fingerprint limit ${PAGE}`,
    [after],
  );
  return rows.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
}

/** What one statement shows of one fingerprint: `count` twins, the first of them after `before` others. */
interface Shown {
  readonly fingerprint: string;
  readonly statement_id: number;
  readonly count: number;
  readonly before: number;
}

async function readShown(trx: Knex.Transaction, place: AccountPlace, fingerprints: string[]): Promise<Shown[]> {
  const { rows } = await trx.raw(
    `select t.fingerprint, g.statement_id, count(*)::int as count, min(t.twin)::int - 1 as before
     from bank_transaction t
     join bank_sighting g on g.folder_id = t.folder_id and g.transaction_id = t.id
     where t.folder_id = :folderId and t.account_id = :accountId and t.fingerprint = any(:fingerprints)
     group by t.fingerprint, g.statement_id order by t.fingerprint`,
    { folderId: place.folderId, accountId: place.accountId, fingerprints },
  );
  return rows;
}

/** The entries of the page that are not where they belong, with where they do. */
async function misplaced(trx: Knex.Transaction, place: AccountPlace, page: readonly Shown[]): Promise<Shown[]> {
  const spans = await readSpans(trx, place, page);
  const counter = new TwinCounter([...spans.values()].filter(isIntraday));
  const moves: Shown[] = [];
  for (let from = 0; from < page.length; ) {
    let to = from + 1;
    while (page[to]?.fingerprint === page[from]?.fingerprint) to++;
    const alike = page.slice(from, to);
    const offsets = counter.offsets(alike.flatMap((shown) => showing(spans, shown)));
    for (const shown of alike) {
      const before = offsets.get(shown.statement_id) ?? 0;
      if (before !== shown.before) moves.push({ ...shown, before });
    }
    from = to;
  }
  return moves;
}

const showing = (spans: ReadonlyMap<number, Span>, { statement_id, count }: Shown): Showing[] => {
  const span = spans.get(statement_id);
  return span ? [{ span, count }] : [];
};

/** The statements of the page, and those that lie within one of the days on which they begin. */
async function readSpans(
  trx: Knex.Transaction,
  { folderId, accountId }: AccountPlace,
  page: readonly Shown[],
): Promise<ReadonlyMap<number, Span>> {
  const ids = [...new Set(page.map(({ statement_id }) => statement_id))];
  const { rows } = await trx.raw(
    `with own as (select * from bank_statement where folder_id = :folderId and id = any(:ids))
     select id, start_date as "startDate", start_units as "startUnits", end_date as "endDate", end_units as "endUnits",
            is_balanced and start_units <> end_units as "isLinkable"
     from (select * from own
           union
           select * from bank_statement s where s.folder_id = :folderId and s.account_id = :accountId
             and s.start_date = s.end_date and s.start_date in (select start_date from own)) s`,
    { folderId, accountId, ids },
  );
  return new Map((rows as Span[]).map((span) => [span.id, span]));
}

const COLUMNS = MOVEMENT_COLUMNS.join(', ');
const MOVES =
  'unnest(cast(:fingerprints as uuid[]), cast(:statements as int[]), cast(:counts as int[]), cast(:befores as int[]))';
const MOVE = 'm(fingerprint, statement_id, count, before)';
const TWINS = 't.folder_id = :folderId and t.account_id = :accountId and t.fingerprint = m.fingerprint';

/** Carries the sightings over; returns how many twins had to be made. */
async function move(
  trx: Knex.Transaction,
  { folderId, accountId, now }: AccountPlace,
  moves: readonly Shown[],
): Promise<number> {
  const bindings = {
    folderId,
    accountId,
    now,
    fingerprints: moves.map(({ fingerprint }) => fingerprint),
    statements: moves.map(({ statement_id }) => statement_id),
    counts: moves.map(({ count }) => count),
    befores: moves.map(({ before }) => before),
  };
  await trx.raw(
    `delete from bank_sighting g using ${MOVES} ${MOVE} join bank_transaction t on ${TWINS}
     where g.folder_id = :folderId and g.statement_id = m.statement_id and g.transaction_id = t.id`,
    bindings,
  );
  const made = await trx.raw(
    `insert into bank_transaction (folder_id, account_id, twin, created_at, updated_at, ${COLUMNS})
     select :folderId, :accountId, n.twin, :now, :now, ${MOVEMENT_COLUMNS.map((name) => `t.${name}`).join(', ')}
     from (select fingerprint, max(before + count) as most from ${MOVES} ${MOVE} group by fingerprint) m
     join bank_transaction t on ${TWINS} and t.twin = 1
     cross join generate_series(2, m.most) as n(twin)
     on conflict (folder_id, account_id, fingerprint, twin) do nothing`,
    bindings,
  );
  await trx.raw(
    `insert into bank_sighting (folder_id, statement_id, transaction_id)
     select :folderId, m.statement_id, t.id from ${MOVES} ${MOVE}
     join bank_transaction t on ${TWINS} and t.twin > m.before and t.twin <= m.before + m.count`,
    bindings,
  );
  return made.rowCount ?? 0;
}

/** Twins of the unsettled fingerprints that no statement shows; returns how many went that had counted. */
async function dropUnseen(trx: Knex.Transaction, { folderId, accountId }: AccountPlace): Promise<number> {
  // What stands behind the transaction of another format had been taken off the count when the two turned out to be one.
  const { rows } = await trx.raw(
    `with dropped as (
       delete from bank_transaction t using bank_unsettled u
       where t.folder_id = :folderId and t.account_id = :accountId and t.fingerprint = u.fingerprint
         and not exists (select from bank_sighting g where g.folder_id = t.folder_id and g.transaction_id = t.id)
       returning t.same_as
     ) select count(*)::int as counted from dropped where same_as is null`,
    { folderId, accountId },
  );
  return rows[0].counted;
}
