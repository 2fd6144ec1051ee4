/** A month as a wall calendar has it: weeks from Monday, in each day what is due. */
import type { Child } from 'hono/jsx';
import { useView, useWord, withParameter } from './view.ts';

const DAY_MS = 86_400_000;
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];

export const isMonth = (text: string | undefined): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '');

/** `2026-11` as it is, anything else the month of today. */
export const monthOf = (text: string | undefined, today: string): string => (isMonth(text) ? text : today.slice(0, 7));

/** First and last day. */
export function boundsOf(month: string): readonly [first: string, last: string] {
  return [`${month}-01`, dayText(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))];
}

/** Whole days from one to the other. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export const dayAfter = (day: string): string => dayText(Date.parse(day) + DAY_MS);

const dayText = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The days of the month, in weeks; those of its neighbours are undefined. */
function weeksOf(month: string): (string | undefined)[][] {
  const [first, last] = boundsOf(month);
  const before = MONDAY_FIRST.indexOf(new Date(first).getUTCDay());
  const start = Date.parse(first) - before * DAY_MS;
  const weeks = Math.ceil((before + daysBetween(first, last) + 1) / 7);
  const days = Array.from({ length: weeks * 7 }, (_, place) => dayText(start + place * DAY_MS));
  return Array.from({ length: weeks }, (_, week) =>
    days.slice(week * 7, week * 7 + 7).map((day) => (day.startsWith(month) ? day : undefined)),
  );
}

interface MonthProps {
  readonly month: string;
  readonly today: string;
  /** What stands in a day. */
  readonly of: (day: string) => Child;
}

export function Month({ month, today, of }: MonthProps) {
  const view = useView();
  const word = useWord();
  const [first, last] = boundsOf(month);
  const said = (style: Intl.DateTimeFormatOptions, day: string) =>
    new Date(day).toLocaleDateString(view.language, { ...style, timeZone: 'UTC' });
  const title = said({ month: 'long', year: 'numeric' }, first);
  const beside = (moment: number) => withParameter(view, 'month', dayText(moment).slice(0, 7));
  const [week = []] = weeksOf('2024-01'); // begins on a Monday
  return (
    <>
      <p class="tools">
        <a rel="prev" href={beside(Date.parse(first) - DAY_MS)}>
          {word('previous')}
        </a>
        <strong>{title}</strong>
        <a rel="next" href={beside(Date.parse(last) + DAY_MS)}>
          {word('next')}
        </a>
      </p>
      <section class="wide" aria-label={title}>
        <table class="month">
          <thead>
            <tr>
              {week.map((day) => (
                <th scope="col">{day && said({ weekday: 'short' }, day)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((days) => (
              <tr>
                {days.map((day) => (
                  <td class={day === today ? 'today' : undefined}>
                    {day && (
                      <>
                        <time datetime={day}>{Number(day.slice(8))}</time>
                        {of(day)}
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
