/** Reminders of a folder (A4): computed from deadlines and states, never stored. */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { Labels } from '../../kernel/errors.ts';
import type { DeclarationType } from '../kinds.ts';
import type { Deadline } from './deadlines.ts';
import type { ReminderLevel } from './enumerations.ts';
import { currentRecord, type PeriodRecord } from './periods.ts';
import { isFiled, isRefused } from './status.ts';

/** Days before a deadline from which it is announced. */
export const NOTICE_DAYS = 15;

export interface Reminder {
  readonly level: ReminderLevel;
  readonly message: Labels;
  readonly types: readonly DeclarationType[];
}

export interface ReminderInput {
  readonly today: PlainDate;
  readonly deadlines: readonly Deadline[];
  readonly records: readonly PeriodRecord[];
  /** Whether debits and credits of the books are equal. */
  readonly balanced: boolean;
}

/** Per deadline one reminder on the date (passed, near, or no declaration yet), and one on a rejection. */
export function reminders({ today, deadlines, records, balanced }: ReminderInput): Reminder[] {
  const types = [...new Set(deadlines.map(({ type }) => type))];
  return [
    ...(balanced || types.length === 0 ? [] : [{ level: 'Error', message: UNBALANCED, types } as const]),
    ...deadlines.flatMap((deadline) => {
      const record = currentRecord(records, deadline.type, deadline.period.end);
      return [rejection(deadline, record), dueDate(deadline, record, today)].filter((r) => r !== undefined);
    }),
  ];
}

const UNBALANCED: Labels = {
  en: 'The books do not balance: debits and credits differ.',
  fr: 'Les écritures ne sont pas équilibrées : débits et crédits diffèrent.',
};

function rejection({ type, period }: Deadline, record: PeriodRecord | undefined): Reminder | undefined {
  if (!record || !isRefused(record.status) || record.ignoreWhenRejected) return undefined;
  const en = `${type} of the period ending ${period.end} was rejected: correct it and send it again.`;
  const fr = `${type} de la période close le ${french(period.end)} a été rejetée : corrigez-la et renvoyez-la.`;
  return { level: 'Error', message: { en, fr }, types: [type] };
}

function dueDate(deadline: Deadline, record: PeriodRecord | undefined, today: PlainDate): Reminder | undefined {
  if (record && isFiled(record.status)) return undefined;
  const { type, period, due } = deadline;
  const left = dayNumber(due) - dayNumber(today);
  const about = { types: [type] };
  if (left < 0) {
    const en = `${type} of the period ending ${period.end} was due on ${due}.`;
    return {
      level: 'Error',
      message: { en, fr: `${type} au ${french(period.end)} : échéance du ${french(due)} dépassée.` },
      ...about,
    };
  }
  if (left <= NOTICE_DAYS) {
    const en = `${type} of the period ending ${period.end} is due on ${due}.`;
    return {
      level: 'Warning',
      message: { en, fr: `${type} au ${french(period.end)} : à déposer avant le ${french(due)}.` },
      ...about,
    };
  }
  if (record || today < period.end) return undefined;
  const en = `No ${type} yet for the period ending ${period.end}.`;
  return {
    level: 'Info',
    message: { en, fr: `Pas encore de déclaration ${type} pour la période close le ${french(period.end)}.` },
    ...about,
  };
}

const french = (day: PlainDate): string => day.split('-').reverse().join('/');
