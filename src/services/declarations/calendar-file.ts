/** Deadlines as a calendar file: RFC 5545, days without hours. */
import { addDays, type PlainDate } from '../kernel/dates.ts';
import type { Language } from '../kernel/errors.ts';
import type { FolderTask } from './obligations.ts';

const DUE: Readonly<Record<Language, string>> = { en: 'due', fr: 'à déposer' };

/** One event per deadline. `now`: the moment of writing, UTC. The same deadline keeps its identifier from file to file. */
export function* calendarFile(tasks: Iterable<FolderTask>, now: string, language: Language): Generator<Uint8Array> {
  const stamp = `${now.slice(0, 19).replace(/[-:]/g, '')}Z`;
  yield lines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//taxops//declarations//EN', 'CALSCALE:GREGORIAN']);
  for (const task of tasks) yield lines(event(task, stamp, language));
  yield lines(['END:VCALENDAR']);
}

function event({ folder, deadline, status }: FolderTask, stamp: string, language: Language): string[] {
  const { type, period, due } = deadline;
  return [
    'BEGIN:VEVENT',
    `UID:${folder.id}-${type}-${period.end}@declarations.taxops`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(due)}`,
    `DTEND;VALUE=DATE:${compact(addDays(due, 1))}`,
    `SUMMARY:${escaped(`${type} ${folder.name} (${DUE[language]})`)}`,
    `DESCRIPTION:${escaped(`${period.start} / ${period.end}: ${status}`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

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
