/**
 * Answers as they are written down in `golden/<area>.expected.json`: the moments of the fixed clock stay, identifiers
 * drawn at random are numbered in the order in which they come, long texts stand by their digest.
 */
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';

/** The present of the first good case; each of the next ones is a minute later. */
export const CLOCK = '2026-03-02T08:00:00.000Z';

export const presentOf = (index: number): Date => new Date(Date.parse(CLOCK) + index * 60_000);

const WIDTH = 110;
const DAY_OF_CLOCK = CLOCK.slice(0, 10);

/** Rules for what no clock and no order fixes, in the text of an answer. */
const VOLATILE: readonly (readonly [pattern: RegExp, (found: string) => string])[] = [
  // What the database dates itself, which has another clock.
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, (moment) => (moment.startsWith(DAY_OF_CLOCK) ? moment : 'MOMENT')],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00/g, () => 'MOMENT'], // a row as the database prints it
  [/\uFEFF/g, () => ''], // the byte-order mark is eaten by whoever reads an answer as text
  [/INFENT[0-9A-Z]{20,}/g, () => 'REFERENCE'],
  [/"[^"]*\/files\/[0-9a-f-]{36}[^"]*"/g, () => '"FILE"'], // an address over HTTP, a path on this machine
  [new RegExp(`"UserName":"(loopback|${userInfo().username})"`, 'g'), () => '"UserName":"OPERATOR"'],
  [/"local:[^"]*"/g, () => '"local:OPERATOR"'], // the loopback address, or an account of this machine
];

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > 2_000;
const digestOf = (text: string): string =>
  `${text.length} characters, SHA-256 ${createHash('sha256').update(text).digest('hex')}`;

/** The answers of one transport, one after the other: an identifier keeps its number. */
export class Scribe {
  readonly #numbers = new Map<string, number>();

  write(answer: unknown): unknown {
    const text = VOLATILE.reduce((known, [pattern, write]) => known.replace(pattern, write), JSON.stringify(answer));
    const known = text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => this.#numbered(uuid));
    return JSON.parse(known, (_name, value: unknown) => (isLong(value) ? digestOf(value) : value));
  }

  #numbered(uuid: string): string {
    const number = this.#numbers.get(uuid) ?? this.#numbers.size + 1;
    this.#numbers.set(uuid, number);
    return `UUID-${number}`;
  }
}

/** JSON in which what fits on one line stands on one. */
export function laidOut(value: unknown, indent = ''): string {
  const short = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || short.length + indent.length <= WIDTH) return short;
  const inner = `${indent} `;
  const items = Array.isArray(value)
    ? value.map((item) => laidOut(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${laidOut(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}
