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

/** The reasons of a folder's obligations that were set aside, by duty. */
export type Dismissed = ReadonlyMap<string, string>;

export const dutyKey = (type: DeclarationType, end: string): string => `${type} ${end}`;

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

/** The types a folder is expected to file: the liasse, the duties that it says it has, and what it filed before. */
export function expectedTypes(duties: Duties, records: readonly PeriodRecord[]): DeclarationType[] {
  const said = (Object.keys(DUTY_OF) as DeclarationType[]).filter((type) => hasDuty(type, duties));
  const filed = records.map(({ type }) => type).filter((type) => type !== 'Inconnu');
  // The head of a group files its own liasse besides; one of them does not stand for the other.
  return [...new Set<DeclarationType>(['Liasse', ...said, ...filed])];
}

/** A duty that the folder says it has not is no task, but what was filed of it stays in sight. */
export const isOwed = ({ deadline, declarationId }: Task, duties: Duties): boolean =>
  declarationId !== undefined || hasDuty(deadline.type, duties) !== false;

/** The task of a deadline, whose record may be absent; `reason`: why it was set aside. */
export function taskOf(deadline: Deadline, record: PeriodRecord | undefined, today: PlainDate, reason?: string): Task {
  const found = stateOf(deadline, record, today);
  const isDismissed = reason !== undefined && found !== 'Done' && found !== 'Waiting';
  const about = { deadline, status: record?.status ?? 'None', declarationId: record?.id };
  return { ...about, state: isDismissed ? 'Dismissed' : found, reason: isDismissed ? reason : undefined };
}

/** The most pressing first. */
export const inOrder = (a: Task, b: Task): number =>
  rankOf(a) - rankOf(b) || (a.deadline.due < b.deadline.due ? -1 : a.deadline.due > b.deadline.due ? 1 : 0);

/** How pressing it is, 0 the most. */
export const rankOf = ({ state }: Task): number => TASK_STATES.indexOf(state);

function stateOf({ due, period }: Deadline, record: PeriodRecord | undefined, today: PlainDate): TaskState {
  const status = record?.status ?? 'None';
  if (FINAL.includes(status)) return 'Done';
  if (isFiled(status) || isOpen(status)) return 'Waiting';
  if (isRefused(status) && !record?.ignoreWhenRejected) return 'Rejected';
  if (due < today) return 'Late';
  const isDueSoon = dayNumber(due) - dayNumber(today) <= NOTICE_DAYS;
  return isDueSoon || period.end < today ? 'ToSend' : 'Later';
}
