/** What a firm has to do about its declarations, deadline by deadline: for the operator's view and the calendar. */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { DeclarationType } from '../kinds.ts';
import type { Deadline } from './deadlines.ts';
import type { Status } from './enumerations.ts';
import type { PeriodRecord } from './periods.ts';
import { NOTICE_DAYS } from './reminders.ts';
import { isFiled, isOpen, isRefused } from './status.ts';

/** `Late`: not filed and past its date. `Waiting`: filed or being sent, no answer yet. `Done`: accepted. `Later`: not yet. `Dismissed`: a person set it aside. */
export const TASK_STATES = ['Late', 'Rejected', 'ToSend', 'Waiting', 'Later', 'Done', 'Dismissed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

export interface Task {
  readonly deadline: Deadline;
  readonly state: TaskState;
  readonly status: Status;
  readonly declarationId: number | undefined;
  /** Why it was set aside. */
  readonly reason: string | undefined;
}

const FINAL: readonly Status[] = ['Accepted', 'AcceptedWithAnomalies'];

/** What a folder says of its duties; null is unsaid. */
export interface Duties {
  readonly taxRegime: string | null;
  readonly subjectToCvae: boolean | null;
  readonly cvaeAdvanceDeposit: boolean | null;
  readonly isBalance: boolean | null;
}

const companyTax = ({ isBalance, taxRegime }: Duties): boolean | null =>
  isBalance ?? (taxRegime === 'CorporationTax' || null);

/** Whether a folder has the duty; null when it does not say. */
const DUTY_OF: Partial<Readonly<Record<DeclarationType, (duties: Duties) => boolean | null>>> = {
  IS2571: companyTax,
  IS2572: companyTax,
  CVAESolde: ({ subjectToCvae }) => subjectToCvae,
  CVAEAcompte: ({ subjectToCvae, cvaeAdvanceDeposit }) => (subjectToCvae === false ? false : cvaeAdvanceDeposit),
};

/** Null when the folder does not say. */
export const hasDuty = (type: DeclarationType, duties: Duties): boolean | null => DUTY_OF[type]?.(duties) ?? null;

/**
 * Whether a folder is expected to file a type: the liasse, and the duties that it says it has; null when it does not say,
 * and what it filed before decides. The head of a group files its own liasse besides: one does not stand for the other.
 */
export const isExpected = (type: DeclarationType, duties: Duties): boolean | null =>
  type === 'Liasse' || hasDuty(type, duties);

/** The types a folder is expected to file: the liasse, the duties that it says it has, and what it filed before. */
export function expectedTypes(duties: Duties, records: readonly PeriodRecord[]): DeclarationType[] {
  const said = (Object.keys(DUTY_OF) as DeclarationType[]).filter((type) => hasDuty(type, duties));
  const filed = records.map(({ type }) => type).filter((type) => type !== 'Inconnu');
  return [...new Set<DeclarationType>(['Liasse', ...said, ...filed])];
}

/** The most pressing first. */
export const inOrder = (a: Task, b: Task): number =>
  TASK_STATES.indexOf(a.state) - TASK_STATES.indexOf(b.state) ||
  (a.deadline.due < b.deadline.due ? -1 : a.deadline.due > b.deadline.due ? 1 : 0);

/** What a record makes of its obligation, whatever the day; undefined: as if there were none. */
export function outcomeOf(status: Status, ignoreWhenRejected = false): 'Done' | 'Waiting' | 'Rejected' | undefined {
  if (FINAL.includes(status)) return 'Done';
  if (isFiled(status) || isOpen(status)) return 'Waiting';
  return isRefused(status) && !ignoreWhenRejected ? 'Rejected' : undefined;
}

/** What an obligation is on a day, while nothing was done. */
export function bareState({ due, period }: Deadline, today: PlainDate): 'Late' | 'ToSend' | 'Later' {
  if (due < today) return 'Late';
  const isDueSoon = dayNumber(due) - dayNumber(today) <= NOTICE_DAYS;
  return isDueSoon || period.end < today ? 'ToSend' : 'Later';
}
