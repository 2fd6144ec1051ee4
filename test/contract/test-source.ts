/** Finds a test by its title in the source of a test file, laid out as the formatter does. */
import { existsSync, readFileSync } from 'node:fs';
import type { Waiver } from './requests.ts';

/**
 * The statement that holds a title (`it('title', …);`, `it.each(TABLE)('title', …);`), with the tables it names. Undefined
 * when no test has that title.
 */
export function testSource(file: string, title: string): string | undefined {
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.findIndex((line, index) => hasTitle(line, title) && statementAt(lines, index) !== undefined);
  const statement = at < 0 ? undefined : statementAt(lines, at);
  return statement && [statement, ...tablesOf(statement).map((name) => definitionOf(lines, name))].join('\n');
}

/** What is wrong with a waiver; undefined when the test is there and names the code, if there is one to name. */
export function faultOf([file, title]: Waiver, code?: string): string | undefined {
  if (!existsSync(file)) return `${file} does not exist`;
  const source = testSource(file, title);
  if (source === undefined) return `no test of ${file} has the title "${title}"`;
  if (code === undefined) return undefined;
  if (!new RegExp(`\\b${code}\\b`).test(source)) return `"${title}" does not name ${code}`;
  if (source.split('=>')[0]?.includes("tags: 'long'")) return `"${title}" is of the long run alone`;
  return undefined;
}

const hasTitle = (line: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => line.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`));

const indentOf = (line: string): number => line.search(/\S/);
const OPENS = /^\s*(?:it|test|describe|eachOf)\b/;

/** The lines from the `it` or `describe` at or above one to the line that ends it, at the same depth. */
function statementAt(lines: readonly string[], at: number): string | undefined {
  const depth = indentOf(lines[at] ?? '');
  for (let start = at; start >= 0; start--) {
    const line = lines[start] ?? '';
    if (!OPENS.test(line) || indentOf(line) > depth) continue;
    const end = lines.findIndex((one, index) => index >= at && indentOf(one) === indentOf(line) && one.endsWith(';'));
    return end < 0 ? undefined : lines.slice(start, end + 1).join('\n');
  }
  return undefined;
}

/** Tables that `each` reads: `it.each(TABLE)`, `it.each(Object.entries(TABLE))`, `eachOf(TABLE, 2)`. */
const tablesOf = (statement: string): string[] =>
  [...(/^\s*(?:\w+\.each|eachOf)\(([^'`]*?)\)\(/s.exec(statement)?.[1]?.matchAll(/\b[A-Za-z]\w*\b/g) ?? [])].map(
    ([name]) => name,
  );

function definitionOf(lines: readonly string[], name: string): string {
  const start = lines.findIndex((line) => new RegExp(`^\\s*const ${name}\\b`).test(line));
  if (start < 0) return '';
  const end = lines.findIndex(
    (line, index) => index >= start && indentOf(line) === indentOf(lines[start] ?? '') && line.endsWith(';'),
  );
  return lines.slice(start, end + 1).join('\n');
}
