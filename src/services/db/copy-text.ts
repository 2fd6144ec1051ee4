/**
 * COPY's text format: fields end with a tab, rows with a newline, `\N` is null, backslash escapes.
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS-TEXT
 */

/** Amounts go in as bigint or decimal text, days and instants as text, JSON as its text. Numbers must be finite. */
export type CopyValue = string | number | bigint | boolean | Uint8Array | null | undefined;
export type CopyRow = readonly CopyValue[];

const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as a field of COPY. */
export const escapeText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (found) => ESCAPES[found] ?? found) : text;

function encodeValue(value: CopyValue): string {
  if (typeof value === 'bigint') return value === 0n ? '0' : value.toString();
  if (typeof value === 'string') return escapeText(value);
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}

/** One row as COPY text, newline included. */
export function encodeRow(row: CopyRow): string {
  let line = encodeValue(row[0]);
  for (let i = 1; i < row.length; i++) line += `\t${encodeValue(row[i])}`;
  return `${line}\n`;
}

const UNESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

function decodeValue(field: string): string | null {
  if (field === '\\N') return null;
  if (!field.includes('\\')) return field;
  return field.replace(/\\(.)/gs, (_, letter: string) => UNESCAPES[letter] ?? letter);
}

/** The values of a line of COPY text, as PostgreSQL's text of each, or null. */
export function decodeLine(line: string): (string | null)[] {
  const fields = line.split('\t');
  return line.includes('\\') ? fields.map(decodeValue) : fields;
}

/** Lines of COPY text as they come, a batch per chunk, without their newlines. */
export async function* copyLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

/** Rows of COPY text as they come, a batch per chunk; every value is PostgreSQL's text of it, or null. */
export async function* decodeRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<(string | null)[][]> {
  for await (const lines of copyLines(chunks)) yield lines.map(decodeLine);
}
