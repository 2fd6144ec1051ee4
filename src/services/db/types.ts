/**
 * How PostgreSQL values are read. Nothing that counts money or days goes through a float or a Date:
 *
 * | PostgreSQL            | JavaScript                                                        |
 * |-----------------------|-------------------------------------------------------------------|
 * | int8 (count(*) too)   | bigint, always: amounts in cents are exact and the type is steady |
 * | numeric               | decimal text                                                      |
 * | date                  | `YYYY-MM-DD`                                                      |
 * | timestamptz           | `YYYY-MM-DDTHH:MM:SS.sssZ`, UTC, cut to milliseconds              |
 * | timestamp             | the same without `Z`                                              |
 * | int2, int4, bool, json, text | as usual                                                   |
 *
 * Arrays follow their elements.
 */

import type { CustomTypesConfig } from 'pg';
import pg from 'pg';

type Reader = (text: string) => unknown;

const OID = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  timestamp: 1114,
  timestampArray: 1115,
  timestamptz: 1184,
  timestamptzArray: 1185,
  numeric: 1700,
  numericArray: 1231,
  textArray: 1009,
} as const;

const asText: Reader = (text) => text;

/** `2024-02-29 10:11:12.5` to `2024-02-29T10:11:12.500`; other forms (infinity, years BC) are left alone. */
function readTimestamp(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?$/.exec(text);
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}` : text;
}

/** Every session runs in UTC, so the offset is `+00`; another one is converted. */
function readInstant(text: string): string {
  if (text.endsWith('+00')) return `${readTimestamp(text.slice(0, -3))}Z`;
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(?::?(\d\d))?$/.exec(text);
  return match ? new Date(`${match[1]}T${match[2]}${match[3]}:${match[4] ?? '00'}`).toISOString() : text;
}

const texts = pg.types.getTypeParser(OID.textArray as number) as (text: string) => (string | null)[] | null;
const arrayOf =
  (read: Reader): Reader =>
  (text) =>
    (texts(text) ?? []).map((item) => (item === null ? null : read(item)));

const READERS: ReadonlyMap<number, Reader> = new Map([
  [OID.int8, BigInt],
  [OID.int8Array, arrayOf(BigInt)],
  [OID.numeric, asText],
  [OID.numericArray, arrayOf(asText)],
  [OID.date, asText],
  [OID.dateArray, arrayOf(asText)],
  [OID.timestamp, readTimestamp],
  [OID.timestampArray, arrayOf(readTimestamp)],
  [OID.timestamptz, readInstant],
  [OID.timestamptzArray, arrayOf(readInstant)],
]);

/** The `types` of a `pg` connection. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : READERS.get(oid)) ?? pg.types.getTypeParser(oid, format as 'text')) as never,
};
