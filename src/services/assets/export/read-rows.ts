/** Rows of an export in one consistent reading, through a cursor: memory does not grow with their number. */
import type { Knex } from 'knex';
import type { Database } from '../../db/database.ts';
import type { TableRow } from '../../documents/table.ts';
import { type AssetQuestion, figureRows, inOrder } from '../search/figure-rows.ts';
import type { AssetSort } from '../search/grammar.ts';
import type { HeaderType } from '../value-sets.ts';

/** One cell of a row, as SQL over the rows of `figureRows`. */
export interface Cell {
  readonly sql: string;
  readonly type: HeaderType;
}

const BATCH = 2_000;

/** Stands between the cells of a row: no text holds it, for it is taken out of them. */
const SEPARATOR = '\u001f';

/**
 * Batches of rows, one text per cell: the driver reads one value per row instead of one per cell, and the server reads
 * ahead of the writer by a batch.
 */
export async function* readRows(
  db: Database,
  cells: readonly Cell[],
  question: AssetQuestion,
  sorts: readonly AssetSort[],
): AsyncGenerator<readonly TableRow[]> {
  const trx = await db.knex.transaction({ isolationLevel: 'repeatable read', readOnly: true });
  try {
    const { sql, bindings } = inOrder(figureRows(trx, question).select(trx.raw(rowText(cells))), sorts).toSQL();
    await trx.raw('set local cursor_tuple_fraction = 1'); // all of the rows will be read
    await trx.raw(`declare asset_rows no scroll cursor for ${sql}`, bindings as Knex.RawBinding[]);
    yield* fetchAll(trx);
  } finally {
    await trx.rollback(); // nothing was written
  }
}

async function* fetchAll(trx: Knex.Transaction): AsyncGenerator<readonly TableRow[]> {
  for (let next = fetchBatch(trx); ; ) {
    const rows = await next;
    if (rows.length === 0) return;
    next = fetchBatch(trx);
    next.catch(() => {}); // told by the next turn, if there is one
    yield rows.map(({ line }) => line.split(SEPARATOR));
  }
}

async function fetchBatch(trx: Knex.Transaction): Promise<readonly { readonly line: string }[]> {
  const { rows } = await trx.raw(`fetch ${BATCH} from asset_rows`);
  return rows;
}

/** format() writes what is absent as nothing. */
const rowText = (cells: readonly Cell[]): string => {
  const template = cells.map(() => '%s').join(SEPARATOR);
  return `format('${template}', ${cells.map(cellText).join(', ')}) as line`;
};

const cellText = ({ sql, type }: Cell): string =>
  type === 'Text' ? `translate(${sql}, '${SEPARATOR}', ' ')` : `(${sql})`;
