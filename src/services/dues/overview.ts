/** Each folder of a firm in a line: what it is, what is left to do in it, what is due next. One query for each fact. */
import { type AlertCount, alertCounts } from '../assets/register/alert-counts.ts';
import { type FolderLeft, leftByFolder } from '../banking/report/left-by-folder.ts';
import { dismissalKey, dismissedIn } from '../declarations/dismissals.ts';
import { lateByFolder } from '../declarations/tasks.ts';
import { getFolder, listFolders } from '../folders/folders.ts';
import type { Folder } from '../folders/store.ts';
import { today } from '../kernel/clock.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { groupBy } from '../kernel/group-by.ts';
import type { Cents } from '../kernel/money.ts';
import { exercisesOfFolders } from '../ledger/exercises.ts';
import { draftsByFolder } from '../ledger/overview.ts';
import { type Page, type Paging, pageOfList } from '../ledger/page.ts';
import { visibleFolders } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import { duesAmong } from './dues.ts';
import { isOfVat } from './duties.ts';
import type { FolderDue } from './piles.ts';

type FolderSide = Pick<Folder, 'id' | 'companyId' | 'name' | 'siren' | 'legalForm' | 'taxRegime' | 'vatSystem'>;

export interface FolderOverview extends FolderSide {
  readonly isActive: boolean;
  /** Its last day. */
  readonly lastExercise: PlainDate | null;
  readonly drafts: number;
  readonly toReconcile: number;
  readonly toJustify: number;
  /** Null: of several currencies. */
  readonly toJustifyAmount: Cents | null;
  readonly late: number;
  /** What is due from today on, in a year; null: nothing. */
  readonly nextDue: PlainDate | null;
  readonly nextForm: string | null;
  /** Assets that a person should look at. */
  readonly alerts: number;
  /** The exercise over which they are counted; null where there is none. */
  readonly alertsFrom: PlainDate | null;
  readonly alertsTo: PlainDate | null;
}

/** Fields that need no fact beyond the folder: a page sorted by one reads the facts of its own folders alone. */
const OF_FOLDER = ['id', 'name', 'siren', 'taxRegime', 'vatSystem', 'isActive'] as const;
const OF_FACTS = [
  'lastExercise',
  'drafts',
  'toReconcile',
  'toJustify',
  'toJustifyAmount',
  'late',
  'nextDue',
  'alerts',
] as const;
export const OVERVIEW_SORTS = [...OF_FOLDER, ...OF_FACTS] as const;
export type OverviewSort = (typeof OVERVIEW_SORTS)[number];

/** What a folder may have to be done. */
export const OVERVIEW_WORK = ['drafts', 'toReconcile', 'toJustify', 'late', 'alerts'] as const;

export interface OverviewWanted {
  readonly folderId?: number | undefined;
  readonly companyId?: number | undefined;
  readonly search?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly taxRegime?: string | undefined;
  readonly vatSystem?: string | undefined;
  /** Only those that have some of it. */
  readonly having?: (typeof OVERVIEW_WORK)[number] | undefined;
  readonly sort: OverviewSort;
  readonly descending: boolean;
}

/** One page of the folders that the caller sees. Throws FolderNotFound. */
export async function folderOverview(
  ctx: Context,
  wanted: OverviewWanted,
  paging: Paging,
): Promise<Page<FolderOverview>> {
  const { sort, descending, having } = wanted;
  const folders = await foldersWanted(ctx, wanted);
  if (having === undefined && isOf(OF_FOLDER, sort)) {
    const { items, ...page } = pageOfList(ordered(folders, sort, descending), paging);
    return { ...page, items: await withFacts(ctx, items) };
  }
  const all = (await withFacts(ctx, folders)).filter((one) => having === undefined || one[having] > 0);
  return pageOfList(ordered(all, sort, descending), paging);
}

const isOf = <T extends string>(names: readonly T[], name: string): name is T => names.some((one) => one === name);

async function foldersWanted(ctx: Context, wanted: OverviewWanted): Promise<Folder[]> {
  const { folderId, companyId, search, isActive, taxRegime, vatSystem } = wanted;
  if (folderId !== undefined) await getFolder(ctx, folderId);
  const visible = folderId === undefined ? visibleFolders(ctx.actor) : new Set([folderId]);
  return (await listFolders(ctx, { visible, companyId, search })).filter(
    (folder) =>
      (isActive ?? folder.isActive) === folder.isActive &&
      (taxRegime ?? folder.taxRegime) === folder.taxRegime &&
      (vatSystem ?? folder.vatSystem) === folder.vatSystem,
  );
}

type Sorted = Readonly<Record<'id', number>> & Partial<Readonly<Record<OverviewSort, unknown>>>;

/** What is not known comes last, whichever the direction; of equals, the folder that was there first. */
function ordered<T extends Sorted>(list: readonly T[], sort: OverviewSort, descending: boolean): T[] {
  const sign = descending ? -1 : 1;
  return list.toSorted((a, b) => {
    const [left, right] = [a[sort] ?? null, b[sort] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a.id - b.id;
    return sign * compare(left, right) || a.id - b.id;
  });
}

const texts = new Intl.Collator('fr', { numeric: true });

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'string'
    ? texts.compare(a, String(b))
    : Number((a as bigint) > (b as bigint)) - Number((a as bigint) < (b as bigint));

/** So far ahead something is due of any regime, and a VAT return that was not filed is late for so long. */
const WINDOW = { days: 400, lateDays: 400 } as const;

async function withFacts(ctx: Context, folders: readonly Folder[]): Promise<FolderOverview[]> {
  const { knex } = await ctx.db();
  const ids = folders.map(({ id }) => id);
  const [exercises, drafts, left, alerts, lates, dismissed, { dues }] = await Promise.all([
    exercisesOfFolders(knex, ids),
    draftsByFolder(knex, ids),
    leftByFolder(knex, ids),
    alertCounts(ctx, ids),
    lateByFolder(ctx, ids),
    dismissedIn(knex, ids),
    duesAmong(
      ctx,
      folders.filter(({ isActive }) => isActive),
      WINDOW,
    ),
  ]);
  const isLeft = ({ folder, form, period }: FolderDue) => !dismissed.has(dismissalKey(folder.id, form, period.end));
  const duesBy = groupBy(dismissed.size > 0 ? dues.filter(isLeft) : dues, ({ folder }) => folder.id);
  const now = today(ctx);
  return folders.map((folder) => ({
    ...folder,
    ...leftIn(left.get(folder.id)),
    ...dueIn(duesBy.get(folder.id) ?? [], lates.get(folder.id) ?? 0, now),
    lastExercise: exercises.get(folder.id)?.at(-1)?.end ?? null,
    drafts: drafts.get(folder.id) ?? 0,
    ...alertsIn(alerts.get(folder.id)),
  }));
}

const leftIn = (left: FolderLeft = { unreconciled: 0, toJustify: 0, toJustifyAmount: 0n }) => ({
  toReconcile: left.unreconciled,
  toJustify: left.toJustify,
  toJustifyAmount: left.toJustifyAmount ?? null,
});

const alertsIn = (found: AlertCount | undefined) => ({
  alerts: found?.count ?? 0,
  alertsFrom: found?.exercise.start ?? null,
  alertsTo: found?.exercise.end ?? null,
});

/** Declarations are counted by their own list, which knows those of any age; `dues`: in order of day. */
function dueIn(dues: readonly FolderDue[], lateDeclarations: number, now: PlainDate) {
  const lateReturns = dues.filter(({ category, status }) => status === 'Late' && isOfVat(category)).length;
  const next = dues.find(({ dueDate, status }) => dueDate >= now && status !== 'Done');
  return { late: lateDeclarations + lateReturns, nextDue: next?.dueDate ?? null, nextForm: next?.form ?? null };
}
