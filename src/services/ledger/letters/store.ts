/** The lines that lettering looks at, and what it writes of them. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

export interface LetteredLine {
  readonly id: number;
  readonly exerciseId: number;
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly letter: string | null;
  readonly letterDate: PlainDate | null;
  readonly isHere: boolean;
  /** Debit less credit. */
  readonly net: Cents;
}

/** What a line will bear. */
export interface NewLetter {
  readonly line: LetteredLine;
  readonly letter: string | null;
}

const COLUMNS = {
  id: 'l.id',
  exerciseId: 'l.exercise_id',
  accountId: 'l.account_id',
  subAccountId: 'l.sub_account_id',
  letter: 'l.letter',
  letterDate: 'l.letter_date',
  isHere: 'l.is_lettered_here',
} as const;

/** Lines `l` of a folder, whatever their letter, by number. */
export const letteredLines = (knex: Knex, folderId: number): Knex.QueryBuilder =>
  knex({ l: 'entry_line' })
    .where('l.folder_id', folderId)
    .select(COLUMNS)
    .select(knex.raw('l.debit_cents - l.credit_cents as net'))
    .orderBy('l.id');

export const linesById = async (knex: Knex, folderId: number, ids: readonly number[]): Promise<LetteredLine[]> =>
  letteredLines(knex, folderId).whereRaw('l.id = any(?)', [[...ids]]);

/** Those of them that bear a letter which no file gave. */
export const linesLetteredHere = async (
  knex: Knex,
  folderId: number,
  ids: readonly number[],
): Promise<LetteredLine[]> =>
  letteredLines(knex, folderId)
    .joinRaw('join entry e on e.folder_id = l.folder_id and e.id = l.entry_id')
    .whereRaw('l.id = any(?) and l.letter is not null and (l.is_lettered_here or e.is_manual)', [[...ids]]);

/** All lines of the groups that these belong to. */
export const linesOfGroups = async (
  knex: Knex,
  folderId: number,
  members: readonly LetteredLine[],
): Promise<LetteredLine[]> =>
  letteredLines(knex, folderId).whereRaw(
    `exists (select from entry_line m
      where m.folder_id = l.folder_id and m.id = any(?) and m.letter = l.letter and m.account_id = l.account_id
        and m.exercise_id = l.exercise_id and m.sub_account_id is not distinct from l.sub_account_id)`,
    [members.map(({ id }) => id)],
  );

/** The codes that lines bear or bore, by `keyOf`, over all exercises: none comes back, so that each act can be undone. */
export async function codesInUse(
  knex: Knex,
  folderId: number,
  accountIds: readonly number[],
): Promise<Map<string, string[]>> {
  const { rows }: { rows: { accountId: number; subAccountId: number | null; codes: string[] }[] } = await knex.raw(
    `select account_id as "accountId", sub_account_id as "subAccountId", array_agg(distinct code) as codes from (
       select l.account_id, l.sub_account_id, l.letter as code from entry_line l
        where l.folder_id = :folderId and l.account_id = any(:accountIds::integer[]) and l.letter is not null
       union all
       select l.account_id, l.sub_account_id, coalesce(n.letter, n.was_letter) from lettering_line n
         join entry_line l on l.folder_id = n.folder_id and l.id = n.line_id
        where n.folder_id = :folderId and l.account_id = any(:accountIds::integer[])) x
     group by account_id, sub_account_id`,
    { folderId, accountIds: [...accountIds] },
  );
  return new Map(rows.map(({ codes, ...of }) => [keyOf(of), codes]));
}

/** The third party of a line: its sub-account, or the account itself. */
export const keyOf = ({ accountId, subAccountId }: Pick<LetteredLine, 'accountId' | 'subAccountId'>): string =>
  `${accountId} ${subAccountId ?? ''}`;

export type LetteringKind = 'Set' | 'Unset' | 'Accepted';

export interface Lettering {
  readonly id: number;
  readonly kind: LetteringKind;
  readonly madeAt: string;
  readonly undoneAt: string | null;
  /** Those that still exist. */
  readonly lineIds: readonly number[];
  /** Codes that it gave or took, in order. */
  readonly letters: readonly string[];
}

/** The lines of an act that no change of the books took away. */
const PRESENT = `lettering_line n join entry_line l on l.folder_id = n.folder_id and l.id = n.line_id
  where n.folder_id = t.folder_id and n.lettering_id = t.id`;

/** Acts `t`. */
export const letteringQuery = (knex: Knex, folderId: number): Knex.QueryBuilder =>
  knex({ t: 'lettering' })
    .where('t.folder_id', folderId)
    .select({ id: 't.id', kind: 't.kind', madeAt: 't.made_at', undoneAt: 't.undone_at' })
    .select(
      knex.raw(`array(select n.line_id from ${PRESENT} order by n.line_id) as "lineIds"`),
      knex.raw(`array(select distinct coalesce(letter, was_letter) collate "C" from lettering_line n
        where n.folder_id = t.folder_id and n.lettering_id = t.id order by 1) as letters`),
    );

/** Keeps the acts that still have a line. */
export const whereLinesExist = (acts: Knex.QueryBuilder): Knex.QueryBuilder =>
  acts.whereRaw(`exists (select from ${PRESENT})`);

export async function recordLettering(
  trx: Knex.Transaction,
  folderId: number,
  kind: LetteringKind,
  { letters, at }: { readonly letters: readonly NewLetter[]; readonly at: string },
): Promise<number> {
  const [row] = await trx('lettering').insert({ folder_id: folderId, kind, made_at: at }).returning('id');
  const values = letters.map(({ line, letter }) => ({
    line_id: line.id,
    letter,
    was_letter: line.letter,
    was_letter_date: line.letterDate,
    was_lettered_here: line.isHere,
  }));
  await trx.raw(
    `insert into lettering_line (folder_id, lettering_id, line_id, letter, was_letter, was_letter_date, was_lettered_here)
     select ?, ?, v.* from jsonb_to_recordset(?) as v(line_id integer, letter text, was_letter text,
       was_letter_date date, was_lettered_here boolean)`,
    [folderId, row.id, JSON.stringify(values)],
  );
  return row.id;
}

/** Gives the letters in one statement: VAT looks at a statement as a whole. Lines written here have no file to keep. */
export async function applyLetters(
  trx: Knex.Transaction,
  folderId: number,
  letters: readonly NewLetter[],
  date: PlainDate,
): Promise<void> {
  const values = letters.map(({ line, letter }) => ({ id: line.id, letter }));
  await trx.raw(
    `update entry_line l set letter = v.letter, letter_date = case when v.letter is not null then ?::date end,
       is_lettered_here = not e.is_manual,
       file_letter = case when l.is_lettered_here then l.file_letter when not e.is_manual then l.letter end,
       file_letter_date = case when l.is_lettered_here then l.file_letter_date when not e.is_manual then l.letter_date end
     from jsonb_to_recordset(?) as v(id integer, letter text), entry e
     where l.folder_id = ? and l.id = v.id and e.folder_id = l.folder_id and e.id = l.entry_id`,
    [date, JSON.stringify(values), folderId],
  );
}

/** Gives back what an act replaced, where the lines bear what it gave; returns whether all of them still did. */
export async function takeBackLetters(trx: Knex.Transaction, folderId: number, letteringId: number): Promise<boolean> {
  const { rowCount } = await trx.raw(
    `update entry_line l set letter = n.was_letter, letter_date = n.was_letter_date, is_lettered_here = n.was_lettered_here
     from lettering_line n
     where n.folder_id = ? and n.lettering_id = ? and l.folder_id = n.folder_id and l.id = n.line_id
       and l.letter is not distinct from n.letter`,
    [folderId, letteringId],
  );
  const [counted] = await trx('lettering_line').where({ folder_id: folderId, lettering_id: letteringId }).count();
  return rowCount === Number(counted?.count);
}
