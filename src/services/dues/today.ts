/** What needs a person now, over the folders that the caller sees: filings, VAT, bank. */
import { type FolderTask, tasksOf } from '../declarations/tasks.ts';
import { foldersOf, type WorkScope } from '../folders/scope.ts';
import { today } from '../kernel/clock.ts';
import { addDays, type PlainDate } from '../kernel/dates.ts';
import { asPage, type Page, type Paging } from '../ledger/page.ts';
import type { Context } from '../operation/context.ts';
import { duesOf, type FolderDue } from './dues.ts';

/** The most pressing first. */
export const TODAY_KINDS = ['Late', 'Rejected', 'ToSend', 'Waiting', 'ToReconcile', 'StatementMissing'] as const;
export type TodayKind = (typeof TODAY_KINDS)[number];

export interface TodayItem {
  readonly kind: TodayKind;
  readonly folder: { readonly id: number; readonly name: string };
  /** The declaration type or VAT form it is about; the name of the account for the bank. */
  readonly subject: string;
  readonly endDate: PlainDate | null;
  readonly due: PlainDate | null;
  /** The VAT return that is begun. */
  readonly procedureId: number | null;
  /** The bank account. */
  readonly accountId: number | null;
  /** Transactions without an entry; days since the last statement. */
  readonly count: number | null;
}

/** What is due later is not for today. */
const DAYS_AHEAD = 15;
/** VAT returns are not looked for before. */
const DAYS_BACK = 400;
/** An account that receives no statement for longer lacks one: banks send them each month, some days late. */
const STATEMENT_DAYS = 40;

/** In order of kind, then of date. Throws FolderNotFound. */
export async function todayPage(ctx: Context, scope: WorkScope, paging: Paging): Promise<Page<TodayItem>> {
  const seen = (await foldersOf(ctx, scope)).map(({ id, name }) => ({ id, name }));
  const [tasks, { dues }, bank] = await Promise.all([
    tasksOf(ctx, scope),
    duesOf(ctx, scope, { days: DAYS_AHEAD, lateDays: DAYS_BACK }),
    bankItems(ctx, seen),
  ]);
  const soon = addDays(today(ctx), DAYS_AHEAD);
  const items = [...tasks.flatMap((task) => taskItem(task, soon)), ...dues.flatMap(vatItem), ...bank].sort(inOrder);
  const start = (paging.page - 1) * paging.limit;
  return asPage(items.slice(start, start + paging.limit), items.length, paging);
}

const NOTHING = { endDate: null, due: null, procedureId: null, accountId: null, count: null } as const;
const NOW: readonly string[] = ['Late', 'Rejected', 'Waiting'];

function taskItem({ state, folder, deadline: { type, due, period } }: FolderTask, soon: PlainDate): TodayItem[] {
  if (!NOW.includes(state) && !(state === 'ToSend' && due <= soon)) return [];
  return [{ ...NOTHING, kind: state as TodayKind, folder, subject: type, endDate: period.end, due }];
}

/** The other taxes are among the tasks of declarations. */
function vatItem({ status, folder, category, form, period, dueDate, procedureId }: FolderDue): TodayItem[] {
  if (status === 'Done' || (category !== 'Tva' && category !== 'AcompteCA12')) return [];
  const about = { folder: { id: folder.id, name: folder.name }, subject: form, endDate: period.end, due: dueDate };
  return [{ ...NOTHING, ...about, kind: status === 'Late' ? 'Late' : 'ToSend', procedureId }];
}

interface BankRow {
  readonly folderId: number;
  readonly accountId: number;
  readonly name: string;
  readonly unreconciled: number;
  readonly silentDays: number | null;
}

async function bankItems(ctx: Context, seen: readonly TodayItem['folder'][]): Promise<TodayItem[]> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `select a.folder_id as "folderId", a.id as "accountId", coalesce(a.name, '') as name, t.unreconciled,
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
  return (rows as BankRow[]).flatMap((row) => accountItems(row, folders.get(row.folderId)));
}

function accountItems(row: BankRow, folder: TodayItem['folder'] | undefined): TodayItem[] {
  if (!folder) return [];
  const about = { ...NOTHING, folder, subject: row.name, accountId: row.accountId };
  const left: TodayItem = { ...about, kind: 'ToReconcile', count: row.unreconciled };
  const silent: TodayItem = { ...about, kind: 'StatementMissing', count: row.silentDays };
  return [
    ...(row.unreconciled > 0 ? [left] : []),
    ...(row.silentDays !== null && row.silentDays > STATEMENT_DAYS ? [silent] : []),
  ];
}

const inOrder = (a: TodayItem, b: TodayItem): number =>
  TODAY_KINDS.indexOf(a.kind) - TODAY_KINDS.indexOf(b.kind) ||
  (a.due ?? '').localeCompare(b.due ?? '') ||
  a.folder.id - b.folder.id;
