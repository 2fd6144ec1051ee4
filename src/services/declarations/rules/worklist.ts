/** What a firm has to do about its declarations, deadline by deadline: for the operator's view and the calendar. */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { DeclarationType } from '../kinds.ts';
import type { Deadline } from './deadlines.ts';
import type { Status } from './enumerations.ts';
import { currentRecord, type PeriodRecord } from './periods.ts';
import { NOTICE_DAYS } from './reminders.ts';
import { isFiled, isOpen, isRefused } from './status.ts';

/** `Late`: not filed and past its date. `Waiting`: filed or being sent, no answer yet. `Done`: accepted. `Later`: not yet. */
export const TASK_STATES = ['Late', 'Rejected', 'ToSend', 'Waiting', 'Later', 'Done'] as const;
export type TaskState = (typeof TASK_STATES)[number];

export interface Task {
  readonly deadline: Deadline;
  readonly state: TaskState;
  readonly status: Status;
  readonly declarationId: number | undefined;
}

const FINAL: readonly Status[] = ['Accepted', 'AcceptedWithAnomalies'];

/** The types a folder is expected to file: the liasse, company tax when it is liable, and what it filed before. */
export function expectedTypes(taxRegime: string | null, records: readonly PeriodRecord[]): DeclarationType[] {
  const always: DeclarationType[] = taxRegime === 'CorporationTax' ? ['Liasse', 'IS2571', 'IS2572'] : ['Liasse'];
  const filed = records.map(({ type }) => type).filter((type) => type !== 'Inconnu');
  // The head of a group files its own liasse besides; one of them does not stand for the other.
  return [...new Set([...always, ...filed])];
}

/** One task per deadline, the most pressing first. */
export const worklist = (deadlines: readonly Deadline[], records: readonly PeriodRecord[], today: PlainDate): Task[] =>
  deadlines
    .map((deadline): Task => {
      const record = currentRecord(records, deadline.type, deadline.period.end);
      const state = stateOf(deadline, record, today);
      return { deadline, state, status: record?.status ?? 'None', declarationId: record?.id };
    })
    .sort((a, b) => order(a) - order(b) || (a.deadline.due < b.deadline.due ? -1 : 1));

const order = ({ state }: Task): number => TASK_STATES.indexOf(state);

function stateOf({ due, period }: Deadline, record: PeriodRecord | undefined, today: PlainDate): TaskState {
  const status = record?.status ?? 'None';
  if (FINAL.includes(status)) return 'Done';
  if (isFiled(status) || isOpen(status)) return 'Waiting';
  if (isRefused(status) && !record?.ignoreWhenRejected) return 'Rejected';
  if (due < today) return 'Late';
  const isDueSoon = dayNumber(due) - dayNumber(today) <= NOTICE_DAYS;
  return isDueSoon || period.end < today ? 'ToSend' : 'Later';
}
