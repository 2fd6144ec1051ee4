/** The period of a return: what it may be, what it is called, when its forms are due. */
import { takesOwnDay, type VatTaxpayer, vatDay, vatDeadline } from '../../calendar/vat-deadline.ts';
import { type Clock, today } from '../../kernel/clock.ts';
import { addDays, addMonths, dayParts, daysInMonth, type PlainDate, plainDate } from '../../kernel/dates.ts';
import { vatErrors } from '../errors.ts';

export const PERIOD_TYPES = ['Monthly', 'Quarterly', 'HalfYearly', 'Yearly', 'Free'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

const MONTHS: Readonly<Record<number, PeriodType>> = { 1: 'Monthly', 3: 'Quarterly', 6: 'HalfYearly', 12: 'Yearly' };

interface Days {
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
}

type Window = { readonly [K in keyof Days]?: PlainDate | undefined };

/** Last day of `months` months from a day. */
const lastDay = (begin: PlainDate, months: number): PlainDate => addDays(addMonths(begin, months), -1);

export function periodTypeOf({ beginDate, endDate }: Days): PeriodType {
  const months = Object.keys(MONTHS).map(Number);
  return MONTHS[months.find((count) => lastDay(beginDate, count) === endDate) ?? 0] ?? 'Free';
}

/** Throws PeriodInvalid when the days of a window are the wrong way round. */
export function checkWindow({ beginDate, endDate }: Window): void {
  if (beginDate && endDate && endDate < beginDate) {
    throw vatErrors.PeriodInvalid({
      detail: {
        en: `it ends on ${endDate}, before ${beginDate}, on which it begins`,
        fr: `elle finit le ${endDate}, avant le ${beginDate} où elle commence`,
      },
    });
  }
}

/** Throws PeriodInvalid when the whole period is before the first day of the books. */
export function refuseBefore(first: PlainDate, { beginDate, endDate }: Days): void {
  if (endDate >= first) return;
  throw vatErrors.PeriodInvalid({
    detail: {
      en: `from ${beginDate} to ${endDate} it is before ${first}, the first day of the first exercise`,
      fr: `du ${beginDate} au ${endDate}, elle précède le ${first}, premier jour du premier exercice`,
    },
  });
}

/**
 * The days in which what is listed has to serve: the window, open where a day is left out; of activeOnly alone, today.
 * Throws PeriodInvalid.
 */
export function servingWindow(
  ctx: { readonly clock: Clock },
  { activeOnly, beginDate, endDate }: Window & { readonly activeOnly?: boolean | undefined },
): Window {
  checkWindow({ beginDate, endDate });
  const day = activeOnly && !beginDate && !endDate ? today(ctx) : undefined;
  return { beginDate: beginDate ?? day, endDate: endDate ?? day };
}

/** Throws PeriodInvalid, PeriodTooLong. */
export function checkPeriod({ beginDate, endDate }: Days): void {
  checkWindow({ beginDate, endDate });
  if (endDate > lastDay(beginDate, 12)) throw vatErrors.PeriodTooLong({ start: beginDate, end: endDate });
}

/** Forms that are computed from the ledger. */
const COMPUTED: readonly string[] = ['3310CA3', '3517SCA12', '3514', '3515SD', '3519'];
export const isComputed = (form: string): boolean => COMPUTED.includes(form);

/** Instalments of a form in a year; others have no number. */
export const DEPOSITS: Readonly<Record<string, number>> = { '3514': 2, '3525BIS': 4 };

export interface Deadlines {
  /** Null when what the folder says does not tell the day. */
  readonly filing: PlainDate | null;
  readonly deposit: PlainDate | null;
  /** The day of the month that `filing` comes from; null where the form has a date of its own. */
  readonly day: number | null;
}

/** A period as deadlines see it. */
export interface Dated extends Days {
  readonly depositNumber: number | null;
}

/**
 * The filing day is that which the tax administration answered, else that of the table, else the folder's own; the own
 * one counts for the deposit when it is earlier.
 */
export function deadlinesOf(form: string, period: Dated, taxpayer: VatTaxpayer, answeredDay?: number): Deadlines {
  const { vatDeadlineDay: ownDay } = taxpayer;
  const days = { start: period.beginDate, end: depositEnd(form, period) };
  const on = (vatDeadlineDay?: number) => vatDeadline(form, days, { ...taxpayer, vatDeadlineDay });
  const day = answeredDay ?? legalDay(taxpayer) ?? ownDay;
  const [filing, own] = [on(day) ?? null, ownDay === undefined ? undefined : on(ownDay)];
  return {
    filing,
    deposit: filing !== null && own !== undefined && own < filing ? own : filing,
    day: takesOwnDay(form, days) ? (day ?? null) : null,
  };
}

/** The day of the table, the folder's own aside. */
export const legalDay = (taxpayer: VatTaxpayer): number | undefined =>
  vatDay({ ...taxpayer, vatDeadlineDay: undefined });

/** An instalment of a longer period is due by its own part of it: July or December (3514), a quarter (3525-BIS). */
export function depositEnd(form: string, { beginDate, endDate, depositNumber }: Dated): PlainDate {
  if (depositNumber === null) return endDate;
  if (form === '3525BIS') {
    const quarter = lastDay(beginDate, 3 * depositNumber);
    return quarter < endDate ? quarter : endDate;
  }
  const months = Array.from({ length: 12 }, (_, index) => addMonths(firstOfMonth(beginDate), index));
  const month = months.find((day) => dayParts(day).month === (depositNumber === 1 ? 7 : 12)) ?? endDate;
  return month > endDate ? endDate : endOfMonth(month);
}

/**
 * Of periods with a day in common: all of a form without instalments. One opened by hand has no number, and a month alone may
 * bear any: what they are due for tells.
 */
export const isSameInstalment = (form: string, one: Dated, other: Dated): boolean =>
  one.depositNumber === other.depositNumber || depositEnd(form, one) === depositEnd(form, other);

const firstOfMonth = (day: PlainDate): PlainDate => plainDate(dayParts(day).year, dayParts(day).month, 1);

function endOfMonth(day: PlainDate): PlainDate {
  const { year, month } = dayParts(day);
  return plainDate(year, month, daysInMonth(year, month));
}
