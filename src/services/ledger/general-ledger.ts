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

/** Throws FolderNotFound, ExerciseNotFound, FolderWithoutExercise, LedgerPeriodInvalid. */
export async function generalLedger(
  ctx: Reader,
  folderId: number,
  wanted: GeneralLedgerWanted,
): Promise<GeneralLedger> {
  const db = await ctx.db();
  const period = await periodOf(ctx, folderId, wanted);
  return {
    period,
    lines: () => readLedger(db.copyOut(ledgerQuery(db.knex, folderId, period, wanted))),
    count: () => countLines(db.knex, folderId, period, wanted),
  };
}

async function countLines(
  knex: Knex,
  folderId: number,
  { exercise, from, to }: Period,
  { accounts, isLettered, journal }: GeneralLedgerWanted,
): Promise<number> {
  const query = knex('entry_line as l').where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id });
  if (accounts) {
    const named = knex('account as a').where('a.folder_id', folderId).select('a.id');
    wherePrefix(named, 'a.number', accounts);
    query.whereIn('l.account_id', named);
  }
  if (journal !== undefined) {
    query.whereIn('l.journal_id', knex('journal').where({ folder_id: folderId, code: journal }).select('id'));
  }
  if (from) query.where('l.entry_date', '>=', from);
  if (to) query.where('l.entry_date', '<=', to);
  if (isLettered !== undefined) query.whereRaw(`l.letter is ${isLettered ? 'not ' : ''}null`);
  const [counted] = await query.count({ total: '*' });
  return Number(counted?.total ?? 0);
}

/** What is not needed to choose the lines of a page and to sum before them is looked up for these lines alone. */
function ledgerQuery(knex: Knex, folderId: number, period: Period, wanted: GeneralLedgerWanted): Knex.QueryBuilder {
  return knex
    .select(knex.raw(COLUMNS))
    .from(pageOfLines(knex, folderId, period, wanted).as('line'))
    .joinRaw('join entry_line l on l.folder_id = ? and l.id = line.id', [folderId])
    .joinRaw('join entry e on e.folder_id = ? and e.id = line.entry_id', [folderId])
    .joinRaw('left join sub_account s on s.folder_id = ? and s.id = l.sub_account_id', [folderId])
    .orderByRaw(ORDERS[wanted.order ?? 'account']);
}

function pageOfLines(
  knex: Knex,
  folderId: number,
  period: Period,
  { accounts, isLettered, journal, order = 'account', paging }: GeneralLedgerWanted,
): Knex.QueryBuilder {
  const query = knex.select('*').from(withBalance(knex, folderId, period, accounts).as('line'));
  if (period.from) query.where('entry_date', '>=', period.from);
  if (journal !== undefined) query.where({ journal });
  if (isLettered !== undefined) query.whereRaw(`letter is ${isLettered ? 'not ' : ''}null`);
  if (paging) {
    query.orderByRaw(ORDERS[order]);
    query.limit(paging.limit).offset((paging.page - 1) * paging.limit);
  }
  return query;
}

/** The running balance counts the lines that other conditions leave out. */
function withBalance(
  knex: Knex,
  folderId: number,
  { exercise, to }: Period,
  accounts: readonly string[] | undefined,
): Knex.QueryBuilder {
  const lines = knex
    .select(
      knex.raw(`a.number as account_number, a.label as account_label, l.entry_id, l.id, l.rank, l.entry_date,
        j.code as journal, l.letter,
        sum(l.debit_cents - l.credit_cents) over (partition by l.account_id order by l.entry_date, l.entry_id, l.rank
          rows unbounded preceding) as balance`),
    )
    .from({ l: 'entry_line' })
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .joinRaw('join journal j on j.folder_id = l.folder_id and j.id = l.journal_id')
    .where({ 'l.folder_id': folderId, 'l.exercise_id': exercise.id });
  if (accounts) wherePrefix(lines, 'a.number', accounts);
  if (to) lines.where('l.entry_date', '<=', to);
  return lines;
}

const ORDERS = {
  account: 'line.account_number collate "C", line.entry_date, line.entry_id, line.rank',
  journal: 'line.journal collate "C", line.entry_date, line.entry_id, line.rank',
} as const;

const COLUMNS = `line.account_number, line.account_label, s.code, line.entry_id, line.id, line.entry_date, line.journal,
  e.number, l.doc_ref, l.label, line.letter, l.debit_cents, l.credit_cents, line.balance`;

async function* readLedger(copy: AsyncIterable<Buffer>): AsyncGenerator<readonly GeneralLedgerLine[]> {
  for await (const rows of decodeRows(copy)) yield rows.map(lineOf);
}

function lineOf(row: readonly (string | null)[]): GeneralLedgerLine {
  const [account, accountLabel, subAccount, entry, line, date, journal, number, docRef, label, letter] = row;
  const [debit, credit, balance] = row.slice(11).map((cents) => BigInt(cents ?? 0));
  return {
    accountNumber: account ?? '',
    accountLabel: accountLabel ?? '',
    subAccountCode: subAccount ?? null,
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
