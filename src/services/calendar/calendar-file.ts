/** Days as a calendar file: RFC 5545, days without hours. */
import { addDays, type PlainDate } from '../kernel/dates.ts';

export interface CalendarEvent {
  /** The same from file to file, so that a calendar replaces the event it has. */
  readonly id: string;
  readonly day: PlainDate;
  readonly summary: string;
  readonly description: string;
}

/** `now`: the moment of writing, UTC. */
export function* calendarFile(events: Iterable<CalendarEvent>, now: string): Generator<Uint8Array> {
  const stamp = `${now.slice(0, 19).replace(/[-:]/g, '')}Z`;
  yield lines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//taxops//declarations//EN', 'CALSCALE:GREGORIAN']);
  for (const event of events) yield lines(eventLines(event, stamp));
  yield lines(['END:VCALENDAR']);
}

const eventLines = ({ id, day, summary, description }: CalendarEvent, stamp: string): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}@declarations.taxops`,
  `DTSTAMP:${stamp}`,
  `DTSTART;VALUE=DATE:${compact(day)}`,
  `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
  `SUMMARY:${escaped(summary)}`,
  `DESCRIPTION:${escaped(description)}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

const compact = (day: PlainDate): string => day.replaceAll('-', '');

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/[\r\n]+/g, '\\n');

const FOLD_BYTES = 75;

const lines = (texts: readonly string[]): Uint8Array =>
  Buffer.from(texts.map((text) => `${folded(text)}\r\n`).join(''));

/** A line has at most 75 bytes; what follows begins with a blank. Characters are not cut. */
function folded(text: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (Buffer.byteLength(part + character) > FOLD_BYTES) {
      parts.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...parts, part].join('\r\n');
}
