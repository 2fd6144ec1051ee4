/** What needs a person now, over the folders that the caller sees: filings, VAT, bank, assets. */
import { alertCounts } from '../assets/register/alert-counts.ts';
import { type NamedAccount, namedApart } from '../banking/accounts/names-apart.ts';
import { accountsWithGaps } from '../banking/statements/gaps-of-folders.ts';
import { type FolderTask, firstTasks } from '../declarations/tasks.ts';
import { foldersOf, type WorkScope } from '../folders/scope.ts';
import { today } from '../kernel/clock.ts';
import { addDays, type PlainDate } from '../kernel/dates.ts';
import { groupBy } from '../kernel/group-by.ts';
import { asPage, type Page, type Paging } from '../ledger/page.ts';
import type { Context } from '../operation/context.ts';
import { isOfVat, type OwingFolder } from './duties.ts';
import { countOf, duePiles, type FolderDue, firstDues } from './piles.ts';

/** The most pressing first. */
export const TODAY_KINDS = [
  'Late',
  'Rejected',
  'JobFailed',
  'ToSend',
  'Waiting',
  'ToReconcile',
  'StatementMissing',
  'StatementGap',
  'AssetAlert',
] as const;
export type TodayKind = (typeof TODAY_KINDS)[number];

export interface TodayItem {
  readonly kind: TodayKind;
  /** Null: of the installation, or of several folders. */
  readonly folder: TodayFolder | null;
  /** The declaration type or VAT form it is about; the name of the bank account, of the job; blank for assets. */
  readonly subject: string;
  /** First day of the exercise that assets are looked at over. */
  readonly startDate: PlainDate | null;
  readonly endDate: PlainDate | null;
  readonly due: PlainDate | null;
  /** The VAT return that is begun. */
  readonly procedureId: number | null;
  /** The bank account. */
  readonly accountId: number | null;
  /** The run of a job. */
  readonly runId: number | null;
  /** Transactions without an entry; days since the last statement; gaps between statements; assets; failed items. */
  readonly count: number | null;
}

interface TodayFolder {
  readonly id: number;
  readonly name: string;
}

/** A job that failed, for who may start it again: services know of none. */
export interface FailedJob extends Pick<TodayItem, 'runId'> {
  readonly job: string;
  readonly folderId: number | null;
  readonly count: number;
}

/** What is due later is not for today. */
const DAYS_AHEAD = 15;
/** VAT returns are not looked for before. */
const DAYS_BACK = 400;
/** An account that receives no statement for longer lacks one: banks send them each month, some days late. */
const STATEMENT_DAYS = 40;

export interface TodayPage extends Page<TodayItem> {
  /** How much there is of each kind, whichever is asked for. */
  readonly counts: readonly { readonly kind: TodayKind; readonly count: number }[];
}

export interface TodayWanted extends WorkScope {
  readonly kind?: TodayKind | undefined;
}

/** `failed`: answers what failed of folders; of all of them when it is given none. */
export type FailedJobs = (folderIds: readonly number[] | undefined) => Promise<readonly FailedJob[]>;

const NO_JOBS: FailedJobs = async () => [];

/** Lines of some kinds: how many of each there are, and the first of those that the page may show. */
interface Part {
  readonly counts: Partial<Readonly<Record<TodayKind, number>>>;
  readonly items: readonly TodayItem[];
}

/** Which lines the page may show, and how many of a part at most. */
interface Reading {
  readonly isShown: (kind: TodayKind) => boolean;
  readonly most: number;
  readonly soon: PlainDate;
}

/** In order of kind, then of date. Of each part only what the page may show is read. Throws FolderNotFound. */
export async function todayPage(
  ctx: Context,
  { kind, ...scope }: TodayWanted,
  { page, limit }: Paging,
  failed: FailedJobs = NO_JOBS,
): Promise<TodayPage> {
  const folders = await foldersOf(ctx, scope);
  const seen = folders.map(({ id, name }) => ({ id, name }));
  const ids = seen.map(({ id }) => id);
  const isScoped = scope.folderId !== undefined || scope.companyId !== undefined;
  const isShown = (one: TodayKind) => kind === undefined || one === kind;
  const reading = { isShown, most: page * limit, soon: addDays(today(ctx), DAYS_AHEAD) };
  const parts = await Promise.all([
    taskPart(ctx, scope, reading),
    vatPart(ctx, folders, reading),
    bankItems(ctx, seen).then(partOf),
    gapItems(ctx, seen).then(partOf),
    assetItems(ctx, seen).then(partOf),
    failed(isScoped ? ids : undefined).then((jobs) => partOf(jobs.map((one) => jobItem(one, seen)))),
  ]);
  const counts = countsOf(parts);
  const total = counts.reduce((sum, one) => sum + (isShown(one.kind) ? one.count : 0), 0);
  const items = parts
    .flatMap((part) => part.items.filter((item) => isShown(item.kind)))
    .sort(inOrder)
    .slice((page - 1) * limit, page * limit);
  return { ...asPage(items, total, { page, limit }), counts };
}

const countsOf = (parts: readonly Part[]): TodayPage['counts'] =>
  TODAY_KINDS.map((kind) => ({ kind, count: parts.reduce((sum, { counts }) => sum + (counts[kind] ?? 0), 0) })).filter(
    ({ count }) => count > 0,
  );

function partOf(items: readonly TodayItem[]): Part {
  const counts: Partial<Record<TodayKind, number>> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return { items, counts };
}

const NOTHING = {
  startDate: null,
  endDate: null,
  due: null,
  procedureId: null,
  accountId: null,
  runId: null,
  count: null,
} as const;
const NOW: readonly string[] = ['Late', 'Rejected', 'Waiting'];

async function taskPart(ctx: Context, scope: WorkScope, { isShown, most, soon }: Reading): Promise<Part> {
  const { items, counts } = await firstTasks(ctx, scope, {
    isMeant: (state, { due }) => NOW.includes(state) || (state === 'ToSend' && due <= soon),
    isRead: (state) => isShown(state as TodayKind),
    most,
  });
  const { Late, Rejected, ToSend, Waiting } = counts;
  return { counts: { Late, Rejected, ToSend, Waiting }, items: items.map(taskItem) };
}

const taskItem = ({ state, folder, deadline: { type, due, period } }: FolderTask): TodayItem => ({
  ...NOTHING,
  kind: state as TodayKind,
  folder,
  subject: type,
  endDate: period.end,
  due,
});

/** The other taxes are among the tasks of declarations. */
async function vatPart(ctx: Context, folders: readonly OwingFolder[], { isShown, most }: Reading): Promise<Part> {
  const window = { days: DAYS_AHEAD, lateDays: DAYS_BACK, isMeant: isOfVat };
  const left = (await duePiles(ctx, folders, window)).piles.filter(({ status }) => status !== 'Done');
  const late = left.filter(({ status }) => status === 'Late');
  const toSend = left.filter(({ status }) => status !== 'Late');
  const read = [
    ...(isShown('Late') ? firstDues(late, most) : []),
    ...(isShown('ToSend') ? firstDues(toSend, most) : []),
  ];
  return { counts: { Late: countOf(late), ToSend: countOf(toSend) }, items: read.map(vatItem) };
}

const vatItem = ({ status, folder, form, period, dueDate, procedureId }: FolderDue): TodayItem => ({
  ...NOTHING,
  kind: status === 'Late' ? 'Late' : 'ToSend',
  folder: { id: folder.id, name: folder.name },
  subject: form,
  endDate: period.end,
  due: dueDate,
  procedureId,
});

interface BankRow extends NamedAccount {
  readonly folderId: number;
  readonly unreconciled: number;
  readonly silentDays: number | null;
}

async function bankItems(ctx: Context, seen: readonly TodayFolder[]): Promise<TodayItem[]> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `select a.folder_id as "folderId", a.id, coalesce(a.name, '') as name, a.iban, t.unreconciled,
            :today::date - s.last as "silentDays"
       from bank_account a
       cross join lateral (select count(*)::int as unreconciled from bank_transaction t
         where t.folder_id = a.folder_id and t.account_id = a.id and not t.is_deleted and not t.is_hidden
           and not exists (select from bank_reconciliation r where r.folder_id = t.folder_id and r.transaction_id = t.id)) t
       cross join lateral (select max(end_date) as last from bank_statement s
         where s.folder_id = a.folder_id and s.account_id = a.id) s
      where a.folder_id = any(:folders) and a.deleted_at is null
      order by a.folder_id, a.id`,
    { folders: seen.map(({ id }) => id), today: today(ctx) },
  );
  const folders = new Map(seen.map((folder) => [folder.id, folder]));
  const accounts = [...groupBy(rows as BankRow[], ({ folderId }) => folderId).values()].flatMap(namedApart);
  return accounts.flatMap((row) => accountItems(row, folders.get(row.folderId)));
}

function accountItems(row: BankRow, folder: TodayFolder | undefined): TodayItem[] {
  if (!folder) return [];
  const about = { ...NOTHING, folder, subject: row.name, accountId: row.id };
  const left: TodayItem = { ...about, kind: 'ToReconcile', count: row.unreconciled };
  const silent: TodayItem = { ...about, kind: 'StatementMissing', count: row.silentDays };
  return [
    ...(row.unreconciled > 0 ? [left] : []),
    ...(row.silentDays !== null && row.silentDays > STATEMENT_DAYS ? [silent] : []),
  ];
}

async function gapItems(ctx: Context, seen: readonly TodayFolder[]): Promise<TodayItem[]> {
  const folders = new Map(seen.map((folder) => [folder.id, folder]));
  const found = await accountsWithGaps((await ctx.db()).knex, [...folders.keys()]);
  return found.map(({ folderId, accountId, name, count }) => ({
    ...NOTHING,
    kind: 'StatementGap',
    folder: folders.get(folderId) ?? null,
    subject: name,
    accountId,
    count,
  }));
}

async function assetItems(ctx: Context, seen: readonly TodayFolder[]): Promise<TodayItem[]> {
  const counts = await alertCounts(
    ctx,
    seen.map(({ id }) => id),
  );
  return seen.flatMap((folder) => {
    const found = counts.get(folder.id);
    if (!found) return [];
    const { exercise, count } = found;
    const over = { startDate: exercise.start, endDate: exercise.end };
    return [{ ...NOTHING, kind: 'AssetAlert', folder, subject: '', ...over, count } as const];
  });
}

const jobItem = ({ job, runId, folderId, count }: FailedJob, seen: readonly TodayFolder[]): TodayItem => ({
  ...NOTHING,
  kind: 'JobFailed',
  folder: seen.find(({ id }) => id === folderId) ?? null,
  subject: job,
  runId,
  count,
});

const inOrder = (a: TodayItem, b: TodayItem): number =>
  TODAY_KINDS.indexOf(a.kind) - TODAY_KINDS.indexOf(b.kind) ||
  compareDays(a.due ?? '', b.due ?? '') ||
  (a.folder?.id ?? 0) - (b.folder?.id ?? 0);

const compareDays = (a: string, b: string): number => Number(a > b) - Number(a < b);
