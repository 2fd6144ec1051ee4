/** The declaration period that a request is about, found among the exercises of the folder. */

import type { Exercise } from '../../calendar/periods.ts';
import { getFolder } from '../../folders/folders.ts';
import type { Folder } from '../../folders/store.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { type Exercise as LedgerExercise, listExercises } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import { declarationErrors } from '../errors.ts';
import type { DeclarationKind, DeclarationType } from '../kinds.ts';
import { type Deadline, deadlines } from '../rules/deadlines.ts';
import { sendingErrors } from './errors.ts';

export interface DeclarationPeriod {
  readonly type: DeclarationKind;
  readonly folder: Folder;
  readonly period: Exercise;
  /** The exercise that the period lies in, and the earlier ones, latest first. */
  readonly exercise: LedgerExercise;
  readonly earlier: readonly LedgerExercise[];
  /** All exercises of the folder but that one. */
  readonly others: readonly LedgerExercise[];
  readonly deadline: Deadline;
}

/** The declaration of a folder for a period. */
export interface PeriodKey {
  readonly folderId: number;
  readonly type: DeclarationType;
  readonly end: PlainDate;
}

export interface WantedPeriod extends PeriodKey {
  readonly start?: PlainDate | undefined;
}

/**
 * The period of a type that ends on a day; `start`, when it is given, must be its own.
 * Throws FolderNotFound, TypeNotSendable, PeriodReversed, PeriodUnknown.
 */
export async function periodFor(
  ctx: Context,
  { folderId, type, end, start }: WantedPeriod,
): Promise<DeclarationPeriod> {
  const folder = await getFolder(ctx, folderId);
  if (type === 'Inconnu') throw sendingErrors.TypeNotSendable({ type });
  if (start !== undefined && start > end) throw sendingErrors.PeriodReversed({ end });
  const exercises = await listExercises(ctx, folderId);
  for (const exercise of exercises) {
    const deadline = deadlines(type, exercise).find(({ period }) => period.end === end);
    if (!deadline || (start !== undefined && start !== deadline.period.start)) continue;
    const earlier = exercises.filter((one) => one.end < exercise.start).toReversed();
    const others = exercises.filter(({ id }) => id !== exercise.id);
    return { type, folder, period: deadline.period, exercise, earlier, others, deadline };
  }
  throw declarationErrors.PeriodUnknown({ folderId, type, end });
}
