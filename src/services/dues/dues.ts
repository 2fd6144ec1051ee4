/** What is due in folders: the previous and the next of each tax (D82), and what falls in a window of days. */
import type { CalendarEvent } from '../calendar/calendar-file.ts';
import { foldersOf, WORK_COLUMNS, type WorkScope } from '../folders/scope.ts';
import { folders } from '../folders/store.ts';
import { today } from '../kernel/clock.ts';
import { addMonths, type PlainDate } from '../kernel/dates.ts';
import type { Labels, Language } from '../kernel/errors.ts';
import { accessErrors } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import {
  type DueStatus,
  type Duty,
  dutyReader,
  type FolderFacts,
  isDayUnknown,
  isPlaceUnknown,
  type OwingFolder,
  statusOf,
  TAX_CATEGORIES,
  type TaxCategory,
} from './duties.ts';
import { factsOf } from './facts.ts';
import { type DueDay, type DueWindow, duePiles, type FolderDue, firstDues, isKnown, MONTHS_AROUND } from './piles.ts';

export interface TaxDeadlines {
  readonly category: TaxCategory;
  readonly previous: DueDay | null;
  readonly next: DueDay | null;
}

export interface EnterpriseDeadlines {
  readonly folder: OwingFolder;
  readonly taxes: readonly TaxDeadlines[];
}

/** The same of a quarterly one. */
const MONTHS_OF_QUARTER = 4;

/** Of the enterprises in the order given, each once. Throws FolderNotFound. */
export async function enterpriseDeadlines(ctx: Context, ids: readonly number[]): Promise<EnterpriseDeadlines[]> {
  const now = today(ctx);
  const facts = await factsOf(ctx, await foldersGiven(ctx, ids), addMonths(now, -MONTHS_OF_QUARTER));
  const dutiesOf = dutyReader({ start: addMonths(now, -MONTHS_AROUND), end: addMonths(now, MONTHS_AROUND) });
  const known = new Map<readonly Duty[], Around>();
  return facts.map((one) => {
    const duties = dutiesOf(one);
    const around = known.get(duties) ?? aroundDay(duties, now);
    known.set(duties, around);
    return { folder: one.folder, taxes: taxesOf(around, one, now) };
  });
}

async function foldersGiven(ctx: Context, ids: readonly number[]): Promise<OwingFolder[]> {
  const unique = [...new Set(ids)];
  const rows: OwingFolder[] = await folders((await ctx.db()).knex)
    .whereRaw('id = any(?)', [unique])
    .select(WORK_COLUMNS);
  const found = new Map(rows.map((row) => [row.id, row]));
  return unique.map((folderId) => {
    const row = found.get(folderId);
    if (!row) throw accessErrors.FolderNotFound({ folderId });
    return row;
  });
}

type Around = ReadonlyMap<TaxCategory, { readonly previous?: Duty; readonly next?: Duty }>;

/** The last one before a day and the first one from it on, of each tax. */
function aroundDay(duties: readonly Duty[], now: PlainDate): Around {
  const around = new Map<TaxCategory, { previous?: Duty; next?: Duty }>();
  for (const duty of duties) {
    const found = around.get(duty.category) ?? {};
    around.set(duty.category, found);
    if (duty.due >= now) {
      if (!found.next || duty.due < found.next.due) found.next = duty;
    } else if (!found.previous || duty.due > found.previous.due) found.previous = duty;
  }
  return around;
}

/** The liasse is no tax. */
function taxesOf(around: Around, facts: FolderFacts, now: PlainDate): TaxDeadlines[] {
  const dayOf = (duty: Duty | undefined): DueDay | null =>
    duty && isKnown(duty, facts, now) ? { dueDate: duty.due, status: statusOf(duty, facts, now) } : null;
  return TAX_CATEGORIES.flatMap((category) => {
    const found = category === 'LiasseFiscale' ? undefined : around.get(category);
    return found ? [{ category, previous: dayOf(found.previous), next: dayOf(found.next) }] : [];
  });
}

export interface Dues {
  readonly dues: readonly FolderDue[];
  /** Folders of which the day of VAT returns cannot be known: none of theirs is listed. */
  readonly dayUnknown: readonly number[];
  /** Folders of which the department that the day depends on is not known: theirs is that of most departments. */
  readonly placeUnknown: readonly number[];
}

/** What is due in a folder, a firm, or everywhere the caller sees, in order of date. Throws FolderNotFound. */
export const duesOf = async (ctx: Context, scope: WorkScope, window: DueWindow): Promise<Dues> =>
  duesAmong(ctx, await foldersOf(ctx, scope), window);

/** The same of folders that were read. */
export async function duesAmong(ctx: Context, folders: readonly OwingFolder[], window: DueWindow): Promise<Dues> {
  const { facts, piles } = await duePiles(ctx, folders, window);
  const idsOf = (test: (one: FolderFacts) => boolean) => facts.filter(test).map(({ folder }) => folder.id);
  return {
    dues: firstDues(piles),
    // Asked of each folder by who tells of them alone.
    get dayUnknown() {
      return idsOf(isDayUnknown);
    },
    get placeUnknown() {
      return idsOf(isPlaceUnknown);
    },
  };
}

export const TAX_NAMES: Readonly<Record<TaxCategory, Labels>> = {
  Tva: { en: 'VAT return', fr: 'Déclaration de TVA' },
  AcompteCA12: { en: 'VAT instalment', fr: 'Acompte de TVA' },
  PaiementAcomptesIs: { en: 'Company tax instalment', fr: 'Acompte d’IS' },
  PaiementSoldeIs: { en: 'Company tax balance', fr: 'Solde d’IS' },
  Cvae: { en: 'CVAE return', fr: 'Déclaration de CVAE' },
  AcompteCvae: { en: 'CVAE instalment', fr: 'Acompte de CVAE' },
  LiasseFiscale: { en: 'Result return', fr: 'Liasse fiscale' },
};

const STATUS_WORDS: Readonly<Record<DueStatus, Labels>> = {
  Done: { en: 'done', fr: 'fait' },
  Late: { en: 'late', fr: 'en retard' },
  ToDo: { en: 'to do', fr: 'à faire' },
};

/** As an event of a calendar file, on the day it is due. */
export const eventOf = (due: FolderDue, language: Language): CalendarEvent => ({
  // The month, not the day: what moves to another day replaces the event that a calendar has.
  id: `due-${due.folder.id}-${due.form}-${due.period.end}-${due.dueDate.slice(0, 7)}`,
  day: due.dueDate,
  summary: `${TAX_NAMES[due.category][language]} ${due.folder.name} (${STATUS_WORDS[due.status][language]})`,
  description: `${due.form}: ${due.period.start} / ${due.period.end}`,
});
