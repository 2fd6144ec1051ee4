/** The periods that a folder can file a return for, and the one to begin with (D84). */
import { type Exercise, meets, type Period } from '../../calendar/periods.ts';
import { vatDeadline } from '../../calendar/vat-deadline.ts';
import { getFolder } from '../../folders/folders.ts';
import type { Folder } from '../../folders/store.ts';
import { today } from '../../kernel/clock.ts';
import { addMonths, type PlainDate } from '../../kernel/dates.ts';
import { ledgerErrors } from '../../ledger/errors.ts';
import { listExercises, type Exercise as StoredExercise } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import { vatErrors } from '../errors.ts';
import { listDefinitions, vatBit } from '../procedures/definitions.ts';
import {
  checkPeriod,
  checkWindow,
  depositEnd,
  isComputed,
  type PeriodType,
  periodTypeOf,
  refuseBefore,
} from '../procedures/period.ts';
import { seedForms } from '../procedures/seeds.ts';
import type { Definition, FrozenForm, ProcedureRow, ProcedureType } from '../procedures/store.ts';
import { type FormDays, readFormDays, servingAmong } from '../procedures/templates.ts';
import { vatTaxpayerOf } from '../taxpayer.ts';
import { covering, type Returned, readReturned, rhythmOf } from './returned.ts';
import { type Span, spansOf, systemOf } from './spans.ts';

export interface PeriodQuery {
  readonly procedureType: ProcedureType;
  /** `PreConfigured`: forms computed from the ledger; `Assisted`: the others; `Manual`: all. */
  readonly type: ProcedureRow['type'];
  readonly onlyNonDeclaredPeriods?: boolean | undefined;
  readonly exerciseStartDate?: PlainDate | undefined;
  readonly exerciseEndDate?: PlainDate | undefined;
  /** A period of a farm that is entered. */
  readonly startDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
}

export interface AvailablePeriod extends Span {
  readonly form: string;
  readonly procedureType: ProcedureType;
  readonly periodType: PeriodType;
  readonly isAlreadyDeclared: boolean;
  readonly existingProcedureId: number | null;
  /** Null when what the folder says does not tell the day. */
  readonly dueDate: PlainDate | null;
  /** Principal form, then annexes, as a return of that period would freeze them. */
  readonly forms: readonly FrozenForm[];
}

export interface AvailablePeriods {
  readonly periods: readonly AvailablePeriod[];
  /** The oldest one not declared that has ended. */
  readonly recommended: AvailablePeriod | null;
  /** From the first to the last exercise looked at. */
  readonly exercise: Period;
  readonly periodType: PeriodType | null;
}

/** Throws FolderNotFound, FolderWithoutExercise, NotSupportedProcedureType, PeriodInvalid, PeriodTooLong. */
export async function availablePeriods(ctx: Context, folderId: number, query: PeriodQuery): Promise<AvailablePeriods> {
  const folder = await getFolder(ctx, folderId);
  const exercises = chosenExercises(await listExercises(ctx, folderId), folderId, query);
  const facts = await factsOf(ctx, folder, query);
  const sorted = [...exercises.flatMap((exercise) => periodsOf(exercise, facts)), ...entered(facts)].sort(inOrder);
  if (!exercises.some((exercise) => recipesOf(exercise, facts).length > 0)) {
    const detail = [query.procedureType, query.type, folder.vatSystem ?? 'RealNormal'].join(', ');
    throw vatErrors.NotSupportedProcedureType({ detail });
  }
  const open = sorted.filter(({ isAlreadyDeclared }) => !isAlreadyDeclared);
  return {
    periods: query.onlyNonDeclaredPeriods ? open : sorted,
    recommended: open.find((period) => readyOn(period) <= today(ctx)) ?? null,
    exercise: { start: exercises[0].start, end: exercises.at(-1)?.end ?? exercises[0].end },
    periodType: sorted.findLast(({ kind }) => kind !== 'Entered')?.periodType ?? null,
  };
}

type Chosen = readonly [Exercise, ...Exercise[]];

/** Those that are open, else the last one; or the one that the caller names by its days. */
function chosenExercises(
  known: readonly StoredExercise[],
  folderId: number,
  { exerciseStartDate: start, exerciseEndDate: end }: PeriodQuery,
): Chosen {
  if (start !== undefined && end !== undefined) return [givenExercise({ start, end }, known)];
  const named = known.filter((one) => one.start === (start ?? one.start) && one.end === (end ?? one.end));
  const open = named.filter(({ isClosed }) => !isClosed);
  const [first, ...others] = open.length > 0 && !start && !end ? open : named.slice(-1);
  if (first) return [first, ...others];
  if (known.length === 0) throw ledgerErrors.FolderWithoutExercise({ folderId });
  throw noSuchExercise(start, end);
}

const noSuchExercise = (start?: PlainDate, end?: PlainDate) => {
  const days = [start && `ExerciseStartDate ${start}`, end && `ExerciseEndDate ${end}`].filter(Boolean).join(', ');
  return vatErrors.PeriodInvalid({
    detail: { en: `the folder has no exercise of ${days}`, fr: `le dossier n’a pas d’exercice de ${days}` },
  });
};

/** Longest exercise of practice. */
const MAX_MONTHS = 24;

/** Throws PeriodInvalid when it ends before it starts, or before the folder has books, or is too long. */
function givenExercise(given: Exercise, known: readonly StoredExercise[]): Exercise {
  const { start, end } = given;
  const first = known[0]?.start;
  checkWindow({ beginDate: start, endDate: end });
  if (first !== undefined) refuseBefore(first, { beginDate: start, endDate: end });
  if (end >= addMonths(start, MAX_MONTHS))
    throw vatErrors.PeriodInvalid({
      detail: {
        en: `an exercise from ${start} to ${end} has ${MAX_MONTHS} months or more`,
        fr: `un exercice du ${start} au ${end} a ${MAX_MONTHS} mois ou plus`,
      },
    });
  return given;
}

interface Facts {
  readonly folder: Folder;
  readonly query: PeriodQuery;
  readonly definitions: readonly Definition[];
  readonly returned: readonly Returned[];
  readonly formDays: readonly FormDays[];
}

async function factsOf(ctx: Context, folder: Folder, query: PeriodQuery): Promise<Facts> {
  const { knex } = await ctx.db();
  await seedForms(knex, ctx);
  const all = await listDefinitions(ctx, { type: query.procedureType });
  return {
    folder,
    query,
    definitions: all.filter(({ principalFormCode }) => isOf(query.type, principalFormCode)),
    returned: await readReturned(knex, [folder.id]),
    formDays: await readFormDays(knex),
  };
}

const isOf = (type: ProcedureRow['type'], form: string): boolean =>
  type === 'Manual' || (type === 'PreConfigured') === isComputed(form);

/** What may be filed in an exercise: one definition by form, that serves some day of it. */
function recipesOf(exercise: Exercise, { folder, definitions }: Facts): Definition[] {
  const bit = vatBit(systemOf(folder.vatSystem, exercise));
  const serving = definitions.filter(
    ({ vats, activationDate: start, expirationDate }) =>
      (vats & bit) !== 0 && meets({ start, end: expirationDate ?? exercise.end }, exercise),
  );
  return [...new Map(serving.toReversed().map((one) => [one.principalFormCode, one])).values()];
}

function periodsOf(exercise: Exercise, facts: Facts): AvailablePeriod[] {
  const isFarm = facts.folder.vatSystem === 'SimplifiedFarm';
  const rhythm = rhythmOf(isFarm, facts.returned);
  return recipesOf(exercise, facts).flatMap((definition) =>
    spansOf(definition.principalFormCode, exercise, rhythm).map((span) => periodOf(span, definition, facts)),
  );
}

function periodOf(span: Span, definition: Definition, { folder, query, returned, formDays }: Facts): AvailablePeriod {
  const form = definition.principalFormCode;
  const existing = covering(returned, form, span);
  return {
    ...span,
    form,
    procedureType: query.procedureType,
    periodType: span.kind === 'Entered' ? 'Free' : periodTypeOf(span),
    isAlreadyDeclared: existing !== undefined,
    existingProcedureId: existing?.procedureId ?? null,
    dueDate: dueDateOf(form, span, folder),
    forms: servingAmong(formDays, [form, ...definition.annexeFormCodes], span.endDate),
  };
}

const dueDateOf = (form: string, span: Span, folder: Folder): PlainDate | null =>
  vatDeadline(form, { start: span.beginDate, end: depositEnd(form, span) }, vatTaxpayerOf(folder)) ?? null;

/** The period that the caller enters: of a farm only. Throws PeriodInvalid, PeriodTooLong, NotSupportedProcedureType. */
function entered(facts: Facts): AvailablePeriod[] {
  const { startDate: beginDate, endDate } = facts.query;
  if (beginDate === undefined && endDate === undefined) return [];
  if (beginDate === undefined || endDate === undefined) {
    throw vatErrors.PeriodInvalid({
      detail: { en: 'StartDate and EndDate go together', fr: 'StartDate et EndDate vont ensemble' },
    });
  }
  checkPeriod({ beginDate, endDate });
  const definition = recipesOf({ start: beginDate, end: endDate }, facts).find(
    ({ principalFormCode }) => principalFormCode === '3517AGRSD',
  );
  if (!definition) throw vatErrors.NotSupportedProcedureType({ detail: `StartDate, EndDate: 3517-AGR` });
  return [periodOf({ beginDate, endDate, depositNumber: null, kind: 'Entered' }, definition, facts)];
}

const inOrder = (a: AvailablePeriod, b: AvailablePeriod): number =>
  sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0;

const sortKey = (period: AvailablePeriod): string =>
  `${depositEnd(period.form, period)} ${period.beginDate} ${period.form}`;

/** The day from which it can be filed: the instalments of July and December fall within their month. */
function readyOn(period: AvailablePeriod): PlainDate {
  const end = depositEnd(period.form, period);
  return period.form === '3514' ? (`${end.slice(0, 7)}-01` as PlainDate) : end;
}
