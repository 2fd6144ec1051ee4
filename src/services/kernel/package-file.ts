/** Files of the installed package that the code reads: migrations, fixtures, tables of reference data. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the installed package: the code runs from src in tests and from dist when built, so look upwards. */
export function packageFile(path: string): string {
  root ??= packageFolder(dirname(fileURLToPath(import.meta.url)));
  return join(root, path);
}

/** Found once, when the first file is asked for. */
let root: string | undefined;

function packageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('the installed package lacks its package.json');
  return packageFolder(dirname(folder));
}

/** Version of the installed package. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;

export type Row<Column extends string> = Readonly<Record<Column, string>>;

/**
 * Reads a table: a line of column names, then one line per row, fields between tabs. Throws SyntaxError when a column is
 * missing, unknown or out of place, or when a row has fields too many or too few: tables belong to the program.
 */
export function parseTable<const Column extends string>(
  text: string,
  columns: readonly Column[],
  name: string,
): Row<Column>[] {
  const [header, ...lines] = text.replace(/\n$/, '').split('\n');
  if (header !== columns.join('\t')) throw new SyntaxError(`${name}: its columns are not ${columns.join(', ')}`);
  return lines.map((line, index) => {
    const fields = line.split('\t');
    if (fields.length !== columns.length)
      throw new SyntaxError(`${name}:${index + 2}: ${fields.length} fields instead of ${columns.length}`);
    return rowOf(columns, fields);
  });
}

/** Field by field: a start reads thousands, and a pair for each of them would double what that takes. */
function rowOf<Column extends string>(columns: readonly Column[], fields: readonly string[]): Row<Column> {
  const row: Record<string, string | undefined> = {};
  for (let place = 0; place < columns.length; place++) row[columns[place] as string] = fields[place];
  return row as Row<Column>;
}

/** A table of the package, such as `src/services/ledger/pcg.tsv`. */
export const readTable = <const Column extends string>(path: string, columns: readonly Column[]): Row<Column>[] =>
  parseTable(readFileSync(packageFile(path), 'utf8'), columns, path);

/** The tables of a folder of the package, which may be missing, by name. */
export function tablesIn(folder: string): string[] {
  const path = packageFile(folder);
  const files = existsSync(path) ? readdirSync(path) : [];
  return files
    .filter((file) => file.endsWith('.tsv'))
    .sort()
    .map((file) => `${folder}/${file}`);
}

/**
 * A table whose rows have names that the program knows, by name. The names are repeated for the types: SyntaxError when
 * they are not those of the table, in its order.
 */
export function readNamed<const Name extends string, const Column extends string>(
  path: string,
  names: readonly Name[],
  columns: readonly Column[],
): Readonly<Record<Name, Row<Column>>> {
  const rows = readTable<'name' | Column>(path, ['name', ...columns]);
  if (rows.map(({ name }) => name).join() !== names.join())
    throw new SyntaxError(`${path}: its rows are not ${names.join(', ')}`);
  return Object.fromEntries(rows.map((row) => [row.name, row])) as Record<Name, Row<Column>>;
}
