/** The first day that returns are about: what is dated before was declared elsewhere, or is still to be. */
import { addDays, addMonths, type PlainDate } from '../../kernel/dates.ts';
import { lastReturn } from './carried-in.ts';
import type { PreviousProcedure } from './inputs.ts';
import { CA3, CA12 } from './layout.ts';

interface Begun {
  readonly form: string;
  readonly startDate: PlainDate;
}

/** The earliest of all, but for years that a yearly return has still to declare. */
export const firstDayOf = (one: Begun, previous: readonly PreviousProcedure[]): PlainDate =>
  afterYears(one, previous) ?? earliest([one, ...previous]);

/**
 * A folder that leaves the simplified regime files its first monthly returns before its last CA12, which is due in May
 * (CGI ann. II art. 242 sexies): whole years between the last CA12 that was filed and the first CA3 after it are not theirs.
 */
function afterYears({ form, startDate }: Begun, previous: readonly PreviousProcedure[]): PlainDate | undefined {
  const year = form === CA3 ? lastReturn(previous, CA12, startDate) : undefined;
  if (!year) return undefined;
  const since = previous.filter((one) => one.form === CA3 && one.startDate > year.endDate);
  const monthly = earliest([{ startDate }, ...since]);
  const next = addDays(year.endDate, 1);
  let day = next;
  while (addMonths(day, 12) <= monthly) day = addMonths(day, 12);
  return day > next ? day : undefined;
}

const earliest = (all: readonly { readonly startDate: PlainDate }[]): PlainDate =>
  all.map(({ startDate }) => startDate).reduce((a, b) => (a < b ? a : b));
