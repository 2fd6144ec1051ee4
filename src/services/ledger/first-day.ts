/** Opening entries of an exercise that no journal of openings opens: those of its first day that show it, and by what. */
import type { Knex } from 'knex';
import { addDays } from '../kernel/dates.ts';
import { groupBy } from '../kernel/group-by.ts';
import type { Cents } from '../kernel/money.ts';
import type { Exercise } from './exercises.ts';
import { type FirstDayEntry, isPartOfOpening, OPENING_SIGNS, openingVerdict } from './fec/opening-signs.ts';
import { exercises } from './store.ts';

interface Candidate extends FirstDayEntry {
  readonly entryId: number;
  readonly journalId: number;
}

/** PreviousClosing: its balances are those that the exercise before closed with. */
export const FIRST_DAY_SIGNS = [...OPENING_SIGNS, 'PreviousClosing'] as const;
export type FirstDaySign = (typeof FIRST_DAY_SIGNS)[number];

type Judged = Map<number, FirstDaySign>;

/** By identifier of the entry. */
export async function firstDayOpenings(
  knex: Knex,
  folderId: number,
  exercise: Exercise,
): Promise<ReadonlyMap<number, FirstDaySign>> {
  const candidates = await firstDayEntries(knex, folderId, exercise);
  const said = new Map(candidates.map((entry) => [entry.entryId, openingVerdict(entry)]));
  const byWords: Judged = new Map();
  for (const [id, verdict] of said) if (verdict === 'Words' || verdict === 'OpeningAccount') byWords.set(id, verdict);
  if (byWords.size > 0) return byWords;
  const together = saidTogether(candidates);
  if (together.size > 0) return together;
  const doubtful = candidates.filter(({ entryId }) => said.get(entryId) !== 'None');
  return doubtful.length === 0 ? byWords : compared(knex, { folderId, exercise, doubtful, said });
}

/**
 * Whether one of the entries of a table may be an opening of the first day. What an entry says by itself decides that it is
 * none, without the other thousands of its day; that it is one depends on them.
 */
export async function mayOpenAmong(knex: Knex, folderId: number, exercise: Exercise, table: string): Promise<boolean> {
  const entries = await firstDayEntries(knex, folderId, exercise, table);
  return entries.some((entry) => openingVerdict(entry) !== 'None' || isPartOfOpening(entry));
}

/** The entries first: a few of many, which an index finds. */
const firstDay = (table: string | undefined) => `
  with e as materialized (
    select folder_id, id, journal_id from entry where folder_id = ? and exercise_id = ? and entry_date = ?
      ${table === undefined ? '' : 'and id in (select id from ??)'}
  )
  select e.id as "entryId", e.journal_id as "journalId", a.number, sum(l.debit_cents - l.credit_cents)::bigint as balance,
         array_agg(distinct l.label || ' ' || l.doc_ref) as texts
  from e
  join entry_line l on l.folder_id = e.folder_id and l.entry_id = e.id
  join account a on a.folder_id = l.folder_id and a.id = l.account_id
  group by e.id, e.journal_id, a.number`;

interface AccountRow {
  readonly entryId: number;
  readonly journalId: number;
  readonly number: string;
  readonly balance: Cents;
  readonly texts: readonly string[];
}

async function firstDayEntries(
  knex: Knex,
  folderId: number,
  { id, start }: Exercise,
  table?: string,
): Promise<Candidate[]> {
  const bindings = [folderId, id, start, ...(table === undefined ? [] : [table])];
  const { rows }: { rows: AccountRow[] } = await knex.raw(firstDay(table), bindings);
  const entries = groupBy(rows, ({ entryId }) => entryId);
  return [...entries].map(([entryId, lines]) => ({ entryId, journalId: lines[0]?.journalId ?? 0, ...entryOf(lines) }));
}

const entryOf = (lines: readonly AccountRow[]): FirstDayEntry => ({
  accounts: lines.map(({ number, balance }) => ({ number, balance })),
  texts: lines.flatMap(({ texts }) => texts),
});

/** An opening that is written account by account, each across from an account in transit: judged as one entry. */
function saidTogether(candidates: readonly Candidate[]): Judged {
  const found: Judged = new Map();
  const parts = groupBy(candidates.filter(isPartOfOpening), ({ journalId }) => journalId);
  for (const entries of parts.values()) {
    const whole = openingVerdict({
      accounts: entries.flatMap(({ accounts }) => accounts),
      texts: entries.flatMap(({ texts }) => texts),
    });
    if (whole === 'Words') for (const { entryId } of entries) found.set(entryId, 'Words');
  }
  return found;
}

interface Doubt {
  readonly folderId: number;
  readonly exercise: Exercise;
  readonly doubtful: readonly Candidate[];
  readonly said: ReadonlyMap<number, string>;
}

/** What the exercise before closed with decides where it is known; else the accounts do. */
async function compared(knex: Knex, { folderId, exercise, doubtful, said }: Doubt): Promise<Judged> {
  const before = await closingsBefore(knex, folderId, exercise);
  const found: Judged = new Map();
  for (const entry of doubtful) {
    const agreement = before && agreementOf(entry, before);
    if (agreement !== undefined && agreement >= MOST) found.set(entry.entryId, 'PreviousClosing');
    else if (said.get(entry.entryId) === 'Accounts' && (agreement === undefined || agreement > 0))
      found.set(entry.entryId, 'Accounts');
  }
  return found;
}

/** Restated balances differ here and there. */
const MOST = 0.5;
/** The result and what it was allocated to are not as they closed. */
const ALLOCATED = /^1[012]/;
const unpadded = (number: string): string => number.replace(/0+$/, '');

/** Share of the accounts of an entry that open as they closed; undefined when there is nothing to compare. */
function agreementOf({ accounts }: FirstDayEntry, before: ReadonlyMap<string, Cents>): number | undefined {
  const told = accounts.filter(({ number, balance }) => balance !== 0n && !ALLOCATED.test(number));
  const same = told.filter(({ number, balance }) => before.get(unpadded(number)) === balance);
  return told.length === 0 ? undefined : same.length / told.length;
}

/** Of the exercise that ended on the day before, by account; undefined when it is not known. */
async function closingsBefore(
  knex: Knex,
  folderId: number,
  { start }: Exercise,
): Promise<ReadonlyMap<string, Cents> | undefined> {
  const previous = await exercises(knex)
    .where({ folder_id: folderId, end_date: addDays(start, -1) })
    .first();
  if (!previous) return undefined;
  const rows: { number: string; balance: Cents }[] = await knex({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': previous.id })
    .groupBy('a.number')
    .select('a.number', { balance: knex.raw('sum(l.debit_cents - l.credit_cents)::bigint') });
  return new Map(rows.map(({ number, balance }) => [unpadded(number), balance]));
}
