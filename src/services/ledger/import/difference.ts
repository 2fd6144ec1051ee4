/**
 * What a changed file changes in an exercise, found and applied by the server set by set, so that a million entries
 * cost no memory here. The file waits in `file_entry` and `file_line`, temporary tables shaped like the real ones.
 *
 * An entry of the file is paired with the stored entry that it continues, so that identifiers survive: first those that
 * are equal in everything, then under keys that say less and less; among equals, order decides. Lines of an entry that
 * changed are paired in the same way.
 */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { takeNumbers } from '../store.ts';

/** Keys by which a thing is recognised, the surest first: the first alone says that nothing changed. */
const KEYS = {
  entry: [
    'journal_id, number, entry_date, validated, lines',
    'journal_id, number, entry_date, lines', // validated meanwhile
    'lines', // renumbered
    'journal_id, number, entry_date', // other lines
    'journal_id, number', // other day
  ],
  line: ['entry_id, content', 'entry_id, account_id, sub_account_id', 'entry_id, account_id'],
} as const;

/** The letter of a line as its file has it: one given here stands beside. */
const FILE_LETTER = 'case when l.is_lettered_here then l.file_letter else l.letter end';
const FILE_LETTER_DATE = 'case when l.is_lettered_here then l.file_letter_date else l.letter_date end';

/** Everything of a line but its place in the entry, as its file has it. */
const CONTENT = `row(l.journal_id, l.account_id, l.sub_account_id, l.entry_date, l.doc_date, ${FILE_LETTER_DATE},
  l.debit_cents, l.credit_cents, l.currency_cents, l.label, l.doc_ref, ${FILE_LETTER}, l.currency, l.extra)::text`;

/** A letter given here stays while the file says the same of it, of the amount and of the third party. */
const KEEPS_LETTER = `(l.is_lettered_here and l.file_letter is not distinct from f.letter
  and l.account_id = f.account_id and l.sub_account_id is not distinct from f.sub_account_id
  and l.debit_cents - l.credit_cents = f.debit_cents - f.credit_cents)`;

/** What a stored entry, and a stored line, takes from the one of the file that continues it. */
const ENTRY_VALUES = ['journal_id', 'rank', 'entry_date', 'validation_date', 'number'];
const LINE_VALUES = [
  ...['rank', 'journal_id', 'account_id', 'sub_account_id', 'entry_date', 'doc_date', 'debit_cents'],
  ...['credit_cents', 'currency_cents', 'label', 'doc_ref', 'currency', 'extra'],
];
const LETTERS = ['letter', 'letter_date'];
/** What an added line has of the file; one that changes is folded as any update is. */
const ADDED_VALUES = [...LINE_VALUES, ...LETTERS, 'search_text'];

const named = (columns: readonly string[], alias: string): string =>
  columns.map((column) => `${alias}.${column}`).join(', ');
const NEW_LETTERS = `letter = case when ${KEEPS_LETTER} then l.letter else f.letter end,
  letter_date = case when ${KEEPS_LETTER} then l.letter_date else f.letter_date end,
  file_letter_date = f.letter_date, is_lettered_here = ${KEEPS_LETTER}`;
const assigned = (columns: readonly string[]): string => columns.map((column) => `${column} = f.${column}`).join(', ');

export interface DifferenceCounts {
  readonly unchanged: number;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  /** Entries written here that the file does not hold: they stay. */
  readonly kept: number;
}

export interface EntryChange {
  readonly kind: 'Added' | 'Changed' | 'Removed';
  /** Null for an entry that is not stored yet: `addedEntries` gives its number once it is. */
  readonly entryId: number | null;
  /** Number of the entry in the file, null for one that is removed. */
  readonly fileId: number | null;
  readonly journalCode: string;
  readonly number: string;
  readonly date: PlainDate;
  readonly label: string;
  /** Sum of its debits. */
  readonly debit: Cents;
  /** What is not as it was. */
  readonly fields: readonly ('Journal' | 'Number' | 'Date' | 'ValidationDate' | 'Lines')[];
}

export interface ExerciseKey {
  readonly folderId: number;
  readonly exerciseId: number;
}

/** Makes the tables that the file is loaded into and compared in; they go with the transaction. */
export async function openStaging(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create temp table file_entry (like entry including defaults) on commit drop;
    create temp table file_line (like entry_line including defaults) on commit drop;
    alter table file_line alter column search_text drop not null;
    create temp table old_entry (id integer, rank integer, is_manual boolean, journal_id integer, number text,
      entry_date date, validated text, lines text) on commit drop;
    create temp table new_entry (like old_entry) on commit drop;
    create temp table pair_entry (old_id integer, new_id integer, step integer) on commit drop;
    create temp table old_line (id integer, rank integer, entry_id integer, account_id integer, sub_account_id integer,
      content text) on commit drop;
    create temp table new_line (like old_line) on commit drop;
    create temp table pair_line (like pair_entry) on commit drop`);
}

/** Pairs the staged entries with those stored for the exercise, and counts. */
export async function compareEntries(trx: Knex.Transaction, key: ExerciseKey): Promise<DifferenceCounts> {
  await trx.raw('create index on file_line (entry_id); analyze file_entry, file_line');
  await describeEntries(trx, key, 'old_entry', { entries: 'entry', lines: 'entry_line' });
  await describeEntries(trx, key, 'new_entry', { entries: 'file_entry', lines: 'file_line' });
  await pairUp(trx, 'entry');
  const { rows } = await trx.raw(
    `select count(*) filter (where p.step = 0) as unchanged, count(*) filter (where p.step > 0) as changed,
            count(*) filter (where o.id is null) as added,
            count(*) filter (where n.id is null and not o.is_manual) as removed,
            count(*) filter (where n.id is null and o.is_manual) as kept
     from ${SIDE_BY_SIDE}`,
  );
  const counted = Object.entries(rows[0]).map(([name, count]) => [name, Number(count)]);
  return Object.fromEntries(counted);
}

const SIDE_BY_SIDE = `old_entry o full join pair_entry p on p.old_id = o.id full join new_entry n on n.id = p.new_id`;

async function describeEntries(
  trx: Knex.Transaction,
  { folderId, exerciseId }: ExerciseKey,
  into: string,
  tables: { readonly entries: string; readonly lines: string },
): Promise<void> {
  await trx.raw(
    `insert into ${into}
     select e.id, e.rank, e.is_manual, e.journal_id, e.number, e.entry_date, coalesce(e.validation_date::text, ''), d.lines
     from ${tables.entries} e
     join (select l.entry_id, md5(string_agg(${CONTENT}, E'\\n' order by l.rank)) as lines from ${tables.lines} l
           where l.folder_id = ? and l.exercise_id = ? group by l.entry_id) d on d.entry_id = e.id
     where e.folder_id = ? and e.exercise_id = ?`,
    [folderId, exerciseId, folderId, exerciseId],
  );
  await trx.raw(`analyze ${into}`);
}

/** Fills the table of pairs, key after key. */
async function pairUp(trx: Knex.Transaction, what: keyof typeof KEYS): Promise<void> {
  const pairs = `pair_${what}`;
  const side = (table: string, id: string, key: string) =>
    `(select t.*, row_number() over (partition by ${key} order by rank, id) as place from ${table} t
      where not exists (select from ${pairs} p where p.${id} = t.id))`;
  for (const [step, key] of KEYS[what].entries()) {
    await trx.raw(
      `insert into ${pairs} select o.id, n.id, ${step}
       from ${side(`old_${what}`, 'old_id', key)} o join ${side(`new_${what}`, 'new_id', key)} n using (${key}, place)`,
    );
    await trx.raw(`analyze ${pairs}`);
  }
}

/** The entries that changed, at most `limit` of each kind, in file order; to be read before the change is applied. */
export async function listChanges(trx: Knex.Transaction, folderId: number, limit: number): Promise<EntryChange[]> {
  const { rows } = await trx.raw(
    `with change as (
       select case when o.id is null then 'Added' when n.id is null then 'Removed' else 'Changed' end as kind,
              o.id as old_id, n.id as new_id, coalesce(n.journal_id, o.journal_id) as journal_id,
              coalesce(n.number, o.number) as number, coalesce(n.entry_date, o.entry_date) as entry_date,
              coalesce(n.rank, o.rank) as rank,
              case when p.step > 0 then array_remove(array[
                case when o.journal_id <> n.journal_id then 'Journal' end, case when o.number <> n.number then 'Number' end,
                case when o.entry_date <> n.entry_date then 'Date' end,
                case when o.validated <> n.validated then 'ValidationDate' end,
                case when o.lines <> n.lines then 'Lines' end], null) else '{}' end as fields
       from ${SIDE_BY_SIDE} where coalesce(p.step > 0, true) and not (n.id is null and o.is_manual)
     ), first as (
       select * from (select c.*, row_number() over (partition by kind order by rank, old_id) as place from change c) c
       where place <= ?
     )
     select c.kind, c.old_id as "entryId", c.new_id as "fileId", j.code as "journalCode", c.number, c.entry_date as date, l.label, l.debit, c.fields
     from first c join journal j on j.folder_id = ? and j.id = c.journal_id
     cross join lateral (
       select (array_agg(label order by rank))[1] as label, sum(debit_cents)::bigint as debit from (
         select label, rank, debit_cents from file_line where entry_id = c.new_id
         union all
         select label, rank, debit_cents from entry_line where c.new_id is null and folder_id = ? and entry_id = c.old_id) x) l
     order by c.kind, c.place`,
    [limit, folderId, folderId],
  );
  return rows;
}

/** Applies what `compareEntries` found. */
export async function applyDifference(trx: Knex.Transaction, { folderId }: ExerciseKey): Promise<void> {
  await removeEntries(trx, folderId);
  await trx.raw(
    `update entry e set ${assigned(ENTRY_VALUES)} from pair_entry p join file_entry f on f.id = p.new_id
     where e.folder_id = ? and e.id = p.old_id and (p.step > 0 or e.rank <> f.rank)`,
    [folderId],
  );
  await changeLines(trx, folderId);
  await addEntries(trx, folderId);
}

async function removeEntries(trx: Knex.Transaction, folderId: number): Promise<void> {
  const removed =
    'select o.id from old_entry o where not o.is_manual and not exists (select from pair_entry p where p.old_id = o.id)';
  await trx.raw(`delete from entry_line where folder_id = ? and entry_id in (${removed})`, [folderId]);
  await trx.raw(`delete from entry where folder_id = ? and id in (${removed})`, [folderId]);
}

/** Brings the lines of changed entries to those of the file; the missing ones are left to `addEntries`. */
async function changeLines(trx: Knex.Transaction, folderId: number): Promise<void> {
  const changed = `pair_entry p join old_entry o on o.id = p.old_id join new_entry n on n.id = p.new_id and n.lines <> o.lines`;
  const described = `l.id, l.rank, p.new_id, l.account_id, coalesce(l.sub_account_id, 0), ${CONTENT}`;
  await trx.raw(
    `insert into old_line select ${described} from ${changed} join entry_line l on l.folder_id = ? and l.entry_id = p.old_id`,
    [folderId],
  );
  await trx.raw(`insert into new_line select ${described} from ${changed} join file_line l on l.entry_id = p.new_id`);
  await trx.raw('analyze old_line, new_line');
  await pairUp(trx, 'line');
  await trx.raw(
    `delete from entry_line where folder_id = ?
       and id in (select o.id from old_line o where not exists (select from pair_line p where p.old_id = o.id))`,
    [folderId],
  );
  await trx.raw(
    `update entry_line l set ${assigned(LINE_VALUES)}, ${NEW_LETTERS} from pair_line p join file_line f on f.id = p.new_id
     where l.folder_id = ? and l.id = p.old_id and (p.step > 0 or l.rank <> f.rank)`,
    [folderId],
  );
}

/** Inserts the entries and lines of the file that continue nothing, under new numbers. */
async function addEntries(trx: Knex.Transaction, folderId: number): Promise<void> {
  const addedEntries = 'new_entry n where not exists (select from pair_entry p where p.new_id = n.id)';
  const addedLines = `file_line f join (
      select p.new_id as file_id, p.old_id as entry_id, false as is_new from pair_entry p where p.step > 0
      union all select a.file_id, a.entry_id, true from added_entry a) t on t.file_id = f.entry_id
    where t.is_new or exists (select from new_line n where n.id = f.id)
      and not exists (select from pair_line p where p.new_id = f.id)`;
  await trx.raw('create temp table added_entry (file_id integer, entry_id integer) on commit drop');
  const { rows } = await trx
    .raw(`insert into added_entry select n.id, row_number() over (order by n.id) from ${addedEntries}`)
    .then(() =>
      trx.raw(`select (select count(*) from added_entry) as entries, (select count(*) from ${addedLines}) as lines`),
    );
  const first = await takeNumbers(trx, folderId, Number(rows[0].entries), Number(rows[0].lines));
  await trx.raw('update added_entry set entry_id = entry_id + ?', [first.entryId - 1]);
  await trx.raw(
    `insert into entry (folder_id, id, exercise_id, ${ENTRY_VALUES.join(', ')})
     select f.folder_id, a.entry_id, f.exercise_id, ${named(ENTRY_VALUES, 'f')}
     from added_entry a join file_entry f on f.id = a.file_id`,
  );
  await trx.raw(
    `insert into entry_line (folder_id, id, entry_id, exercise_id, ${ADDED_VALUES.join(', ')})
     select f.folder_id, ? + row_number() over (order by f.id), t.entry_id, f.exercise_id, ${named(ADDED_VALUES, 'f')}
     from ${addedLines}`,
    [first.lineId - 1],
  );
}

/** Identifiers of the entries that were added, by their number in the file; for the first ones, in file order. */
export async function addedEntries(trx: Knex.Transaction, limit: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await trx.raw('select file_id, entry_id from added_entry order by file_id limit ?', [limit]);
  return new Map(rows.map((row: { file_id: number; entry_id: number }) => [row.file_id, row.entry_id]));
}
