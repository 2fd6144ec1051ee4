/** Which duty of the calendar each type of declaration is. */
import {
  COMPANY_TAX_BALANCE,
  COMPANY_TAX_INSTALMENTS,
  CVAE_BALANCE,
  CVAE_INSTALMENTS,
  type Deadline as DutyDeadline,
  type DutyRule,
  deadlinesOf,
  GRACE_DAYS,
  NO_DATE,
  RESULT_RETURN,
} from '../../calendar/deadlines.ts';
import type { Exercise } from '../../calendar/periods.ts';
import type { DeclarationType } from './enumerations.ts';

export interface Deadline extends DutyDeadline {
  readonly type: DeclarationType;
}

const DUTIES: Readonly<Record<DeclarationType, DutyRule>> = {
  Liasse: RESULT_RETURN,
  LiasseTeteDeGroupe: RESULT_RETURN,
  IS2571: COMPANY_TAX_INSTALMENTS,
  IS2572: COMPANY_TAX_BALANCE,
  IS2573: COMPANY_TAX_BALANCE,
  CVAEAcompte: CVAE_INSTALMENTS,
  CVAESolde: CVAE_BALANCE,
  Inconnu: NO_DATE,
};

export const isAdvance = (type: DeclarationType): boolean => DUTIES[type].covers !== 'Exercise';

/** The deadlines of one type for one exercise, in order of date. */
export const deadlines = (type: DeclarationType, exercise: Exercise, graceDays = GRACE_DAYS): Deadline[] =>
  deadlinesOf(DUTIES[type], exercise, graceDays).map((deadline) => ({ type, ...deadline }));
