/**
 * The entries of the ledger that a return may declare something of: those of its period and of earlier ones that no return
 * declared; those whose letter group moved then; those of third parties and advances that are counted as a whole; and
 * those that changed behind a return that was filed, or that a person left out of one. All others were declared to the cent,
 * or before the first return.
 */
import type { Knex } from 'knex';
import { copyOut } from '../../db/copy.ts';
import { type CopyCursor, copyRows } from '../../db/copy-cursor.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { closingEntries } from '../../ledger/closings.ts';
import { readExercises } from '../../ledger/exercises.ts';
import { openingEntriesAmong } from '../../ledger/openings.ts';
import type { VatEntry, VatLine } from '../engine/model.ts';
import { closesReturn } from '../own-closing.ts';
import { type LineSettings, readLineSettings } from './line-settings.ts';
import type { BookAccount, BookAccounts } from './vat-accounts.ts';

export interface Window {
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
}

export interface EntriesWanted {
  readonly windows: readonly Window[];
  /** Nothing later is looked at. */
  readonly endDate: PlainDate;
  /** Every entry up to the end: the settings of the whole folder changed. */
  readonly everything?: boolean | undefined;
  /** Only these and what their letters go with. */
  readonly entryIds?: readonly number[] | undefined;
  /** Advances are counted by third party, from the first. */
  readonly hasAdvances: boolean;
}

/** Where the identifiers of the entries that are wanted stand. */
const CANDIDATES = 'vat_candidate';

/** Entries as they come from the ledger, in the order of their identifiers. */
export type VatEntries = AsyncIterable<readonly VatEntry[]>;

/**
 * In a transaction: the entries that are wanted stand in `vat_candidate` until it ends, or until the next call. What is
 * answered reads them; until all of them were read nothing else may be asked of the transaction.
 */
export async function openVatEntries(
  trx: Knex.Transaction,
  folderId: number,
  accounts: BookAccounts,
  wanted: EntriesWanted,
): Promise<VatEntries> {
  await stage(trx, folderId, accounts, wanted);
  const settings = await readLineSettings(trx, folderId);
  const journals: ReadonlyMap<number, string> = new Map(
    (await trx('journal').where({ folder_id: folderId }).select('id', 'code')).map(({ id, code }) => [id, code]),
  );
  const closings = await closingsOf(trx, folderId, wanted);
  const reader = new EntryReader(accounts, settings, { journals, closings });
  return streamed(trx.raw(LINES, { folderId, endDate: wanted.endDate }), reader, trx);
}

/** All of them at once. */
export async function readVatEntries(
  trx: Knex.Transaction,
  folderId: number,
  accounts: BookAccounts,
  wanted: EntriesWanted,
): Promise<VatEntry[]> {
  const all: VatEntry[] = [];
  for await (const some of await openVatEntries(trx, folderId, accounts, wanted)) for (const one of some) all.push(one);
  return all;
}

/** By COPY: a third of the processor time that result rows take. */
async function* streamed(lines: Knex.Raw, reader: EntryReader, trx: Knex.Transaction): VatEntries {
  for await (const rows of copyRows(copyOut(trx, lines))) {
    while (rows.hasRow) reader.take(rows);
    yield reader.taken();
  }
  yield reader.end();
}

/**
 * Entry by entry (`offset 0` keeps the planner from joining their lines at once): the first lines are there before the last
 * ones were read, so that the server reads while we compute, and no line of the folder is read but these. What an entry is
 * known by stands on its lines too.
 */
const LINES = `
  select l.entry_id, l.entry_date, l.journal_id, l.exercise_id, l.id, l.account_id, l.sub_account_id,
         l.debit_cents - l.credit_cents, l.letter, l.letter_date
  from (select id from vat_candidate order by id) e
  cross join lateral (select * from entry_line where folder_id = :folderId and entry_id = e.id offset 0) l
  where l.entry_date <= :endDate
  order by e.id`;

interface Around {
  readonly journals: ReadonlyMap<number, string>;
  /** Entries that open or close an exercise. */
  readonly closings: ReadonlySet<number>;
}

/** An entry whose lines come, and the kinds of accounts that they were on. */
interface Begun {
  readonly entryId: number;
  readonly date: PlainDate;
  readonly journalId: number;
  readonly lines: VatLine[];
  hasOperation: boolean;
  hasResult: boolean;
  hasTax: boolean;
}

class EntryReader {
  readonly #accounts: BookAccounts;
  readonly #settings: LineSettings;
  readonly #around: Around;
  #entries: VatEntry[] = [];
  #begun: Begun | undefined;
  /** Of sub-accounts. */
  readonly #names = new Map<number, string>();

  constructor(accounts: BookAccounts, settings: LineSettings, around: Around) {
    this.#accounts = accounts;
    this.#settings = settings;
    this.#around = around;
  }

  /** The line that is next; lines come by entry. */
  take(row: CopyCursor): void {
    const entryId = row.int() ?? 0;
    const date = row.day() as PlainDate;
    const journalId = row.int() ?? 0;
    const begun = this.#begun?.entryId === entryId ? this.#begun : this.#begin(entryId, date, journalId);
    const exerciseId = row.int() ?? 0;
    begun.lines.push(this.#line(row, begun, exerciseId));
  }

  /** The entries whose lines are all there, once. */
  taken(): VatEntry[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  /** With the last one. */
  end(): VatEntry[] {
    this.#finish();
    return this.taken();
  }

  #begin(entryId: number, date: PlainDate, journalId: number): Begun {
    this.#finish();
    this.#begun = { entryId, date, journalId, lines: [], hasOperation: false, hasResult: false, hasTax: false };
    return this.#begun;
  }

  #finish(): void {
    if (!this.#begun) return;
    const { entryId, date, journalId, lines } = this.#begun;
    this.#entries.push({
      entryId,
      date,
      journal: this.#around.journals.get(journalId) ?? '',
      journalType: closesReturn(this.#begun) || this.#around.closings.has(entryId) ? 'Closing' : undefined,
      lines,
    });
  }

  #line(row: CopyCursor, begun: Begun, exerciseId: number): VatLine {
    const lineId = row.int() ?? 0;
    const account = this.#accounts.byId.get(row.int() ?? 0);
    const subAccountId = row.int();
    const net = row.bigint() ?? 0n;
    const letter = row.text();
    const letterDate = row.day();
    if (account) look(begun, account);
    const line: VatLine = {
      lineId,
      accountNumber: account?.number ?? '',
      subAccount: subAccountId === undefined ? undefined : this.#nameOf(subAccountId),
      debit: net > 0n ? net : 0n,
      credit: net < 0n ? -net : 0n,
      // Programs use letters again from one exercise to the next.
      letter: letter ? `${exerciseId} ${letter}` : undefined,
      letterDate,
    };
    const ofSub = subAccountId === undefined ? undefined : this.#accounts.ofSubAccount.get(subAccountId);
    const own = this.#settings.size === 0 ? undefined : this.#settings.get(`${begun.entryId} ${lineId}`);
    return ofSub || own ? { ...line, ...ofSub, ...own } : line;
  }

  /** Any name distinguishes one third party from another; those with settings have the code that these are under. */
  #nameOf(subAccountId: number): string {
    const known = this.#names.get(subAccountId);
    if (known !== undefined) return known;
    const name = this.#accounts.subAccountCodes.get(subAccountId) ?? `#${subAccountId}`;
    this.#names.set(subAccountId, name);
    return name;
  }
}

function look(begun: Begun, { isBase, isThirdParty, isResult, isTax }: BookAccount): void {
  begun.hasOperation ||= isBase || isThirdParty;
  begun.hasResult ||= isResult;
  begun.hasTax ||= isTax;
}

/** Entries that open or close an exercise are left out of everything. */
async function closingsOf(
  trx: Knex.Transaction,
  folderId: number,
  { entryIds }: EntriesWanted,
): Promise<ReadonlySet<number>> {
  const closings = new Set<number>();
  const all = await readExercises(trx, folderId);
  // Of a few entries only the exercises that hold them are asked; of all, every one.
  const held = entryIds && all.length > 1 ? new Set(await heldBy(trx, folderId)) : undefined;
  for (const exercise of all.filter(({ id }) => !held || held.has(id))) {
    for (const id of await closingEntries(trx, folderId, exercise.id, CANDIDATES)) closings.add(id);
    for (const id of await openingEntriesAmong(trx, folderId, exercise, CANDIDATES)) closings.add(id);
  }
  return closings;
}

/** Exercises of the candidates. */
const heldBy = (trx: Knex.Transaction, folderId: number): Promise<number[]> =>
  trx('entry as e')
    .join({ c: CANDIDATES }, 'c.id', 'e.id')
    .where({ 'e.folder_id': folderId })
    .distinct('e.exercise_id')
    .pluck('e.exercise_id');

/** Fills `vat_candidate`, the identifiers of the entries that are wanted. */
async function stage(
  trx: Knex.Transaction,
  folderId: number,
  accounts: BookAccounts,
  wanted: EntriesWanted,
): Promise<void> {
  const all = [...accounts.byId.values()];
  const ids = (of: 'isThirdParty' | 'isAdvance') => all.filter((one) => one[of]).map(({ id }) => id);
  const { windows, entryIds } = wanted;
  const bindings = {
    folderId,
    endDate: wanted.endDate,
    starts: windows.map(({ startDate }) => startDate),
    ends: windows.map(({ endDate }) => endDate),
    entryIds: [...(entryIds ?? [])],
    parties: ids('isThirdParty'),
    unlettered: all.filter(({ takesUnlettered, isThirdParty }) => takesUnlettered && isThirdParty).map(({ id }) => id),
    unletteredSubs: [...accounts.unletteredSubAccounts],
    advances: wanted.hasAdvances ? ids('isAdvance') : [],
  };
  // Some 100,000 lines are sorted and joined by letter: they stay in memory.
  await trx.raw("set local work_mem = '64MB'; set local jit = off");
  await trx.raw('drop table if exists vat_candidate; create temp table vat_candidate (id integer) on commit drop');
  const hasUnlettered = bindings.unlettered.length + bindings.unletteredSubs.length > 0;
  const concerned = hasUnlettered ? `${CONCERNED} union ${UNLETTERED}` : CONCERNED;
  await trx.raw(wanted.everything ? EVERYTHING : entryIds ? CHOSEN : concerned, bindings);
  await trx.raw('analyze vat_candidate');
}

const EVERYTHING = `insert into vat_candidate select id from entry where folder_id = :folderId and entry_date <= :endDate`;

/** Lines whose letter goes with that of a line in `grp`, which stands in the order of the index by letter: in another, ten thousands of them take twice the time. */
const OF_GROUPS = `
  select l.entry_id from entry_line l
  join grp g on g.account_id = l.account_id and g.exercise_id = l.exercise_id and g.letter = l.letter
    and g.sub_id = coalesce(l.sub_account_id, 0)
  where l.folder_id = :folderId and l.letter is not null`;

const CHOSEN = `
  insert into vat_candidate
  with grp as materialized (
    select distinct account_id, letter, exercise_id, coalesce(sub_account_id, 0) as sub_id from entry_line
    where folder_id = :folderId and entry_id = any(:entryIds::integer[]) and account_id = any(:parties::integer[]) and letter is not null
    order by account_id, letter
  )
  select unnest(:entryIds::integer[]) union ${OF_GROUPS}
  union
  select l.entry_id from entry_line c
  join entry_line l on l.folder_id = c.folder_id and l.account_id = c.account_id
    and coalesce(l.sub_account_id, 0) = coalesce(c.sub_account_id, 0)
  where c.folder_id = :folderId and c.entry_id = any(:entryIds::integer[]) and c.account_id = any(:advances::integer[])`;

const CONCERNED = `
  insert into vat_candidate
  with period as (select * from unnest(:starts::date[], :ends::date[]) w(first_day, last_day)),
  changed as materialized (
    select entry_id, exercise_id, account_id, sub_account_id, letter from vat_change where folder_id = :folderId
    union all
    select entry_id, null, null, null, null from vat_line_configuration
    where folder_id = :folderId and imposed_vat_cents is not null
    union all
    select entry_id, null, null, null, null from vat_left_out where folder_id = :folderId
  ),
  moved as materialized (
    select l.account_id, l.sub_account_id, l.exercise_id, l.letter
    from period join entry_line l on l.folder_id = :folderId and l.entry_date between first_day and last_day
    where l.account_id = any(:parties::integer[] || :advances::integer[])
  ),
  grp as materialized (
    select account_id, letter, exercise_id, coalesce(sub_account_id, 0) as sub_id from moved where letter is not null
    union
    select account_id, letter, exercise_id, coalesce(sub_account_id, 0) from changed where letter is not null
    union
    select l.account_id, l.letter, l.exercise_id, coalesce(l.sub_account_id, 0)
    from changed c join entry_line l on l.folder_id = :folderId and l.entry_id = c.entry_id
    where l.letter is not null and l.account_id = any(:parties::integer[])
    order by account_id, letter
  ),
  advance as materialized (
    select account_id, coalesce(sub_account_id, 0) as sub_id from moved where account_id = any(:advances::integer[])
    union
    select account_id, coalesce(sub_account_id, 0) from changed where account_id = any(:advances::integer[])
  )
  select e.id from period join entry e on e.folder_id = :folderId and e.entry_date between first_day and last_day
  union ${OF_GROUPS}
  union select entry_id from changed where entry_id is not null
  union
  select l.entry_id from changed c join entry_line l on l.folder_id = :folderId and l.account_id = c.account_id
    and (c.sub_account_id is null or c.sub_account_id = l.sub_account_id)
  where c.entry_id is null
  union
  select l.entry_id from advance a join entry_line l on l.folder_id = :folderId and l.account_id = a.account_id
    and coalesce(l.sub_account_id, 0) = a.sub_id`;

/** Reads every line: left out when no payment counts without a letter. */
const UNLETTERED = `
  select entry_id from entry_line
  where folder_id = :folderId and letter is null
    and (account_id = any(:unlettered::integer[]) or sub_account_id = any(:unletteredSubs::integer[]))`;
