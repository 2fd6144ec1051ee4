/** What is due in a window of days: each duty once, with all the folders that owe it alike, of which a firm has many. */
import type { Period } from '../calendar/periods.ts';
import { today } from '../kernel/clock.ts';
import { addDays, addMonths, type PlainDate } from '../kernel/dates.ts';
import { groupBy } from '../kernel/group-by.ts';
import type { Context } from '../operation/context.ts';
import {
  type DueStatus,
  type Duty,
  dutyReader,
  type FolderFacts,
  type OwingFolder,
  procedureOf,
  statusOf,
  TAX_CATEGORIES,
  type TaxCategory,
} from './duties.ts';
import { factsOf } from './facts.ts';

export interface DueDay {
  readonly dueDate: PlainDate;
  readonly status: DueStatus;
}

interface Due extends DueDay {
  readonly category: TaxCategory;
  readonly form: string;
  readonly period: Period;
  readonly procedureId: number | null;
}

export interface FolderDue extends Due {
  readonly folder: OwingFolder;
}

export interface DuePile extends Due {
  readonly folders: readonly OwingFolder[];
}

export interface DueWindow {
  /** Days from today on. */
  readonly days: number;
  /** Days before today of which is kept what is not done. */
  readonly lateDays: number;
  /** This day alone, whatever the others say. */
  readonly on?: PlainDate | undefined;
  /** All taxes unless given. */
  readonly isMeant?: ((category: TaxCategory) => boolean) | undefined;
}

export interface DuePiles {
  readonly facts: readonly FolderFacts[];
  /** In no order. */
  readonly piles: readonly DuePile[];
}

/** A yearly return is due at most so many months from the one before: a first exercise may have 24 months. */
export const MONTHS_AROUND = 30;

export async function duePiles(
  ctx: Context,
  folders: readonly OwingFolder[],
  { days, lateDays, on, isMeant = () => true }: DueWindow,
): Promise<DuePiles> {
  const now = today(ctx);
  const window = { start: on ?? addDays(now, -lateDays), end: on ?? addDays(now, days) };
  const facts = await factsOf(ctx, folders, window.start);
  const dutiesOf = dutyReader(
    { start: addMonths(window.start, -MONTHS_AROUND), end: window.end },
    { isMeant, isRead: ({ due }) => due >= window.start && due <= window.end },
  );
  const piles = alike(facts, dutiesOf).flatMap(({ one, duties, folders }) =>
    duties
      .filter((duty) => isKnown(duty, one, now))
      .map((duty) => ({ ...dueOf(duty, one, now), folders }))
      .filter(({ dueDate, status }) => dueDate >= now || status !== 'Done'),
  );
  return { facts, piles };
}

/** Of a folder without books nothing is known to be late. */
export const isKnown = ({ due }: Duty, { exercises }: FolderFacts, now: PlainDate): boolean =>
  exercises.length > 0 || due >= now;

/** Folders with the same duties of which nothing is done stand alike; each other one stands alone. */
function alike(facts: readonly FolderFacts[], dutiesOf: (one: FolderFacts) => readonly Duty[]) {
  const isBare = ({ returned, records }: FolderFacts) => returned.length === 0 && records.length === 0;
  const groups = groupBy(facts, (one) => (isBare(one) ? dutiesOf(one) : one));
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    return one ? [{ one, duties: dutiesOf(one), folders: group.map(({ folder }) => folder) }] : [];
  });
}

const dueOf = (duty: Duty, facts: FolderFacts, now: PlainDate): Due => ({
  category: duty.category,
  form: duty.form,
  period: duty.period,
  dueDate: duty.due,
  status: statusOf(duty, facts, now),
  procedureId: procedureOf(duty, facts),
});

export const countOf = (piles: readonly DuePile[]): number =>
  piles.reduce((sum, { folders }) => sum + folders.length, 0);

/** The first of what is due, by day, folder and tax: days that come after them are not laid out. */
export function firstDues(piles: readonly DuePile[], most = Number.POSITIVE_INFINITY): FolderDue[] {
  const days = groupBy(piles, ({ dueDate }) => dueDate);
  const found: FolderDue[] = [];
  for (const day of [...days.keys()].sort())
    if (found.length < most) for (const due of laidOut(days.get(day) ?? [])) found.push(due);
  return found.slice(0, most);
}

const rankOf = ({ category }: FolderDue): number => TAX_CATEGORIES.indexOf(category);

/** Of one day; the folders of a pile are nearly in order as they come. */
const laidOut = (piles: readonly DuePile[]): FolderDue[] =>
  piles
    .flatMap(({ folders, ...due }) => folders.map((folder): FolderDue => ({ ...due, folder })))
    .sort((a, b) => a.folder.id - b.folder.id || rankOf(a) - rankOf(b));
