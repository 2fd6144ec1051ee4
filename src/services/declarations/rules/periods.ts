/** The declaration periods of a folder (A14) and the state of one (A3). */
import { type Exercise, inWindow } from '../../calendar/periods.ts';
import type { DeclarationType } from '../kinds.ts';
import { deadlines, isAdvance } from './deadlines.ts';
import type { Status } from './enumerations.ts';
import { canSend, isFiled, isOpen } from './status.ts';

/** The periods of one type in an exercise: the exercise itself, or the quarter of each advance. */
const declarationPeriods = (type: DeclarationType, exercise: Exercise): Exercise[] =>
  isAdvance(type) ? deadlines(type, exercise).map(({ period }) => period) : [exercise];

/** Every period, of the given types, that meets the window: each once, by start then end. */
export const periodsInWindow = (
  exercises: readonly Exercise[],
  types: readonly DeclarationType[],
  window: Exercise,
): Exercise[] =>
  inWindow(
    exercises.flatMap((exercise) => types.flatMap((type) => declarationPeriods(type, exercise))),
    window,
  );

/** What a rule needs of a stored declaration. */
export interface PeriodRecord {
  readonly id: number;
  readonly type: DeclarationType;
  readonly status: Status;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly ignoreWhenRejected?: boolean | undefined;
}

export interface PeriodState {
  readonly type: DeclarationType;
  readonly period: Exercise;
  readonly status: Status;
  readonly canSend: boolean;
  readonly declarationId: number | undefined;
}

/** A filed declaration stands before an open send, both before the rest: one of them is enough to refuse a second send. */
export const standing = ({ status }: Pick<PeriodRecord, 'status'>): number =>
  isFiled(status) ? 2 : isOpen(status) ? 1 : 0;

/** The declaration that stands for a type and period end, the latest on a tie. */
export const currentRecord = <R extends PeriodRecord>(
  records: readonly R[],
  type: DeclarationType,
  end: string,
): R | undefined => {
  let found: R | undefined;
  for (const record of records) {
    if (record.type !== type || record.end !== end || record.status === 'Deleted') continue;
    if (
      !found ||
      standing(record) - standing(found) > 0 ||
      (standing(record) === standing(found) && record.id > found.id)
    )
      found = record;
  }
  return found;
};

export function periodState(records: readonly PeriodRecord[], type: DeclarationType, period: Exercise): PeriodState {
  const record = currentRecord(records, type, period.end);
  const status = record?.status ?? 'None';
  return { type, period, status, canSend: canSend(status), declarationId: record?.id };
}
