/** The VAT returns and instalments of which the period has ended, folder by folder. */
import type { Exercise } from '../calendar/periods.ts';
import { foldersOf, type WorkScope } from '../folders/scope.ts';
import { today } from '../kernel/clock.ts';
import { addDays, addMonths, type PlainDate } from '../kernel/dates.ts';
import type { Context } from '../operation/context.ts';
import type { Span } from '../vat/periods/spans.ts';
import { depositEnd } from '../vat/procedures/period.ts';
import { type Duty, dutyReader, type FolderFacts, isOfVat, type OwingFolder, procedureOf, statusOf } from './duties.ts';
import { factsOf } from './facts.ts';

export interface VatDue {
  readonly form: string;
  readonly span: Span;
  readonly dueDate: PlainDate;
  readonly isFiled: boolean;
  /** The return of the period, a draft too. */
  readonly procedureId: number | null;
}

export interface FolderVat {
  readonly folder: OwingFolder;
  /** In order of day: periods of its exercises, and others that have a return all the same. */
  readonly dues: readonly VatDue[];
  /** After its last exercise, when a period has ended there that is not filed: books to come, or it files no more. */
  readonly missing: Exercise | null;
}

/** A yearly return is due at most so many months after its exercise began. */
const MONTHS_BEFORE = 30;

/** What was due since a day, or is to come, of periods that have ended; nothing of a folder without books. Throws FolderNotFound. */
export async function endedVat(ctx: Context, scope: WorkScope, since: PlainDate): Promise<FolderVat[]> {
  const now = today(ctx);
  const facts = await factsOf(ctx, await foldersOf(ctx, scope), since);
  const dutiesOf = dutyReader({ start: addMonths(since, -MONTHS_BEFORE), end: now }, { isMeant: isOfVat });
  return facts.map((one) => withinBooks(one, duesOf(dutiesOf(one), one, { since, now })));
}

function withinBooks({ folder, exercises }: FolderFacts, all: readonly VatDue[]): FolderVat {
  const end = exercises.at(-1)?.end;
  if (end === undefined) return { folder, dues: [], missing: null };
  const isBeyond = ({ span, procedureId }: VatDue) => span.endDate > end && procedureId === null;
  const start = addDays(end, 1);
  const missing = all.some(isBeyond) ? { start, end: addDays(addMonths(start, 12), -1) } : null;
  return { folder, dues: all.filter((due) => !isBeyond(due)), missing };
}

function duesOf(
  duties: readonly Duty[],
  facts: FolderFacts,
  { since, now }: { readonly since: PlainDate; readonly now: PlainDate },
): VatDue[] {
  return duties
    .flatMap((duty) => {
      const { form, span, due: dueDate } = duty;
      if (!span || dueDate < since || depositEnd(form, span) >= now) return [];
      const isFiled = statusOf(duty, facts, now) === 'Done';
      return [{ form, span, dueDate, isFiled, procedureId: procedureOf(duty, facts) }];
    })
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0));
}
