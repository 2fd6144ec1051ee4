/** The general ledger (grand livre): the lines of each account with its running balance, streamed. */
import type { Knex } from 'knex';
import { decodeRows } from '../db/copy-text.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { wherePrefix } from './accounts.ts';
import type { Paging } from './page.ts';
import { type Period, type PeriodWanted, periodOf } from './period.ts';

export interface GeneralLedgerLine {
  readonly accountNumber: string;
  readonly accountLabel: string;
  readonly subAccountCode: string | null;
  readonly subAccountLabel: string | null;
  readonly entryId: number;
  readonly entryLineId: number;
  readonly date: PlainDate;
  readonly journalCode: string;
  readonly entryNumber: string;
  readonly docRef: string;
  readonly label: string;
  readonly letter: string | null;
  readonly debit: Cents;
  readonly credit: Cents;
  /** Balance of the account after this line, from the start of the exercise. */
  readonly balance: Cents;
}

export interface GeneralLedgerWanted extends PeriodWanted {
  readonly accounts?: readonly string[] | undefined;
  readonly isLettered?: boolean | undefined;
  /** Code of a journal. */
  readonly journal?: string | undefined;
  /** By account, as a general ledger, unless given. */
  readonly order?: keyof typeof ORDERS;
  /** Lines of one page; all without it. */
  readonly paging?: Paging | undefined;
}

export interface GeneralLedger {
  readonly period: Period;
  /** Reads the ledger when it is iterated, in one snapshot; by account number, or journal, then day and entry. */
  lines(): AsyncGenerator<readonly GeneralLedgerLine[]>;
  /** Lines on all pages. */
  count(): Promise<number>;
}

/** What is asked for, the account known where there is one alone: its lines come in the order of an index. */
interface Asked extends GeneralLedgerWanted {
  readonly only: number | undefined;
}

/** Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid. */
export async function generalLedger(
  ctx: Reader,
  folderId: number,
  wanted: GeneralLedgerWanted,
): Promise<GeneralLedger> {
  const db = await ctx.db();
  const period = await periodOf(ctx, folderId, wanted);
  const asked = { ...wanted, only: await onlyAccount(db.knex, folderId, wanted) };
  return {
    period,
    lines: () => readLedger(db.copyOut(ledgerQuery(db.knex, folderId, period, asked))),
    count: () => countLines(db.knex, folderId, period, asked),
  };
}

async function onlyAccount(
  knex: Knex,
  folderId: number,
  { accounts, order = 'account' }: GeneralLedgerWanted,
): Promise<number | undefined> {
  if (!accounts || order !== 'account') return undefined;
  const [first, second] = await named(knex, folderId, accounts).limit(2);
  return second === undefined ? first?.id : undefined;
}

function named(knex: Knex, folderId: number, accounts: readonly string[]) {
  const query = knex('account as a').where('a.folder_id', folderId).select('a.id');
  wherePrefix(query, 'a.number', accounts);
  return query;
}

function linesOf(knex: Knex, folderId: number, { exercise }: Period, { accounts, only }: Asked): Knex.QueryBuilder {
  const lines = knex.from({ l: 'entry_line' }).where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id });
  if (only !== undefined) lines.where('l.account_id', only);
  else if (accounts) lines.whereIn('l.account_id', named(knex, folderId, accounts));
  return lines;
}

/** Which lines are shown; the others count in the balance. `line`: what they are called in the query. */
const shown =
  (knex: Knex, folderId: number, { from, isLettered, journal }: Asked & Period) =>
  (query: Knex.QueryBuilder, line: string): void => {
    const ofJournal = knex('journal')
      .where({ folder_id: folderId, code: journal ?? '' })
      .select('id');
    if (journal !== undefined) query.whereIn(`${line}.journal_id`, ofJournal);
    if (from) query.where(`${line}.entry_date`, '>=', from);
    if (isLettered !== undefined) query.whereRaw(`${line}.letter is ${isLettered ? 'not ' : ''}null`);
  };

async function countLines(knex: Knex, folderId: number, period: Period, asked: Asked): Promise<number> {
  const query = linesOf(knex, folderId, period, asked).modify(shown(knex, folderId, { ...asked, ...period }), 'l');
  if (period.to) query.where('l.entry_date', '<=', period.to);
  const [counted] = await query.count({ total: '*' });
  return Number(counted?.total ?? 0);
}

/** What is not needed to choose the lines of a page and to sum before them is looked up for these lines alone. */
function ledgerQuery(knex: Knex, folderId: number, period: Period, asked: Asked): Knex.QueryBuilder {
  return knex
    .select(knex.raw(COLUMNS))
    .from(pageOfLines(knex, folderId, period, asked).as('line'))
    .joinRaw('join entry_line l on l.folder_id = ? and l.id = line.id', [folderId])
    .joinRaw('join entry e on e.folder_id = ? and e.id = line.entry_id', [folderId])
    .joinRaw('left join sub_account s on s.folder_id = ? and s.id = l.sub_account_id', [folderId])
    .orderByRaw(ORDERS[asked.order ?? 'account']);
}

function pageOfLines(knex: Knex, folderId: number, period: Period, asked: Asked): Knex.QueryBuilder {
  const { paging, only, order = 'account' } = asked;
  const query = knex
    .select('line.*', { account_number: 'a.number', account_label: 'a.label', journal: 'j.code' })
    .from(withBalance(knex, folderId, period, asked).as('line'))
    .joinRaw('join account a on a.folder_id = ? and a.id = line.account_id', [folderId])
    .joinRaw('join journal j on j.folder_id = ? and j.id = line.journal_id', [folderId])
    .modify(shown(knex, folderId, { ...asked, ...period }), 'line');
  if (!paging) return query;
  return query
    .orderByRaw(only === undefined ? FIRST[order] + IN_ACCOUNT : IN_ACCOUNT)
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit);
}

/** The running balance counts the lines that other conditions leave out. */
function withBalance(knex: Knex, folderId: number, period: Period, asked: Asked): Knex.QueryBuilder {
  const lines = linesOf(knex, folderId, period, asked).select(
    knex.raw(`l.account_id, l.entry_id, l.id, l.rank, l.entry_date, l.journal_id, l.letter,
      sum(l.debit_cents - l.credit_cents) over (partition by l.account_id order by l.entry_date, l.entry_id, l.rank
        rows unbounded preceding) as balance`),
  );
  if (period.to) lines.where('l.entry_date', '<=', period.to);
  return lines;
}

const IN_ACCOUNT = 'line.entry_date, line.entry_id, line.rank';
const FIRST = { account: 'a.number collate "C", ', journal: 'j.code collate "C", ' } as const;
const ORDERS = {
  account: `line.account_number collate "C", ${IN_ACCOUNT}`,
  journal: `line.journal collate "C", ${IN_ACCOUNT}`,
} as const;

const COLUMNS = `line.account_number, line.account_label, s.code, s.label, line.entry_id, line.id, line.entry_date, line.journal,
  e.number, l.doc_ref, l.label as line_label, line.letter, l.debit_cents, l.credit_cents, line.balance`;

async function* readLedger(copy: AsyncIterable<Buffer>): AsyncGenerator<readonly GeneralLedgerLine[]> {
  for await (const rows of decodeRows(copy)) yield rows.map(lineOf);
}

function lineOf(row: readonly (string | null)[]): GeneralLedgerLine {
  const [
    account,
    accountLabel,
    subAccount,
    subAccountLabel,
    entry,
    line,
    date,
    journal,
    number,
    docRef,
    label,
    letter,
  ] = row;
  const [debit, credit, balance] = row.slice(12).map((cents) => BigInt(cents ?? 0));
  return {
    accountNumber: account ?? '',
    accountLabel: accountLabel ?? '',
    subAccountCode: subAccount ?? null,
    subAccountLabel: subAccountLabel ?? null,
    entryId: Number(entry),
    entryLineId: Number(line),
    date: date as PlainDate,
    journalCode: journal ?? '',
    entryNumber: number ?? '',
    docRef: docRef ?? '',
    label: label ?? '',
    letter: letter ?? null,
    debit: debit ?? 0n,
    credit: credit ?? 0n,
    balance: balance ?? 0n,
  };
}
