/** Encrypted columns brought under the newest key, a page at a time, while the program goes on. */
import type { Knex } from 'knex';
import type { SecretBox } from './secret-box.ts';

/** A table with one encrypted column. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that tell its rows apart. */
  readonly key: readonly string[];
  /** What besides the key the bytes are bound to. */
  readonly bound?: readonly string[];
  readonly place: (row: Row) => string;
}

type Row = Readonly<Record<string, unknown>>;

export interface Resealed {
  readonly table: string;
  readonly rows: number;
  readonly changed: number;
}

const PAGE = 200;

/** Throws SecretUnreadable when a row was sealed under a key that is no longer given: rows before it are done. */
export async function reseal(knex: Knex, box: SecretBox, column: SealedColumn): Promise<Resealed> {
  let [rows, changed] = [0, 0];
  for (let last: Row | undefined; ; ) {
    const page = await readPage(knex, column, last);
    for (const row of page) changed += await resealRow(knex, box, column, row);
    rows += page.length;
    last = page.at(-1);
    if (page.length < PAGE) return { table: column.table, rows, changed };
  }
}

async function readPage(
  knex: Knex,
  { table, column, key, bound = [] }: SealedColumn,
  last: Row | undefined,
): Promise<Row[]> {
  const query = knex(table)
    .select([...key, ...bound, column])
    .whereNotNull(column)
    .orderBy([...key])
    .limit(PAGE);
  const names = key.map(() => '??').join(', ');
  const values = key.map(() => '?').join(', ');
  if (last) query.whereRaw(`(${names}) > (${values})`, [...key, ...key.map((name) => last[name])] as string[]);
  return query;
}

/** A row written meanwhile is under the newest key already. */
async function resealRow(
  knex: Knex,
  box: SecretBox,
  { table, column, key, place }: SealedColumn,
  row: Row,
): Promise<number> {
  const sealed = row[column] as Buffer;
  if (!box.isOld(sealed)) return 0;
  const fresh = box.seal(box.open(sealed, place(row)), place(row));
  const same = Object.fromEntries(key.map((name) => [name, row[name]]));
  return knex(table)
    .where(same)
    .where(column, sealed)
    .update({ [column]: fresh });
}
