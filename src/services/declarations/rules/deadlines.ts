/** The deadlines of declarations, by the duty that each kind is. */
import {
  type Deadline as DutyDeadline,
  type DutyRule,
  deadlinesOf,
  GRACE_DAYS,
  NO_DATE,
} from '../../calendar/deadlines.ts';
import type { Exercise } from '../../calendar/periods.ts';
import { type DeclarationType, kindEntry } from '../kinds.ts';

export interface Deadline extends DutyDeadline {
  readonly type: DeclarationType;
}

const dutyOf = (type: DeclarationType): DutyRule => (type === 'Inconnu' ? NO_DATE : kindEntry(type).duty);

export const isAdvance = (type: DeclarationType): boolean => dutyOf(type).covers !== 'Exercise';

/** The deadlines of one type for one exercise, in order of date. */
export const deadlines = (type: DeclarationType, exercise: Exercise, graceDays = GRACE_DAYS): Deadline[] =>
  deadlinesOf(dutyOf(type), exercise, graceDays).map((deadline) => ({ type, ...deadline }));
