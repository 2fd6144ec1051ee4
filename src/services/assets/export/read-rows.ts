/** Rows of an export in one statement, hence one consistent reading; memory does not grow with their number. */
import type { Knex } from 'knex';
import { copyOut } from '../../db/copy.ts';
import { decodeRows } from '../../db/copy-text.ts';
import type { TableRow } from '../../documents/table.ts';
import { type AssetQuestion, figureRows, inOrder } from '../search/figure-rows.ts';
import type { AssetSort } from '../search/grammar.ts';

/** Batches of rows in the order asked for. A cell is SQL over the rows of `figureRows`, and comes as PostgreSQL's text. */
export async function* readRows(
  knex: Knex,
  cells: readonly string[],
  question: AssetQuestion,
  sorts: readonly AssetSort[],
): AsyncGenerator<readonly TableRow[]> {
  const query = inOrder(figureRows(knex, question).select(cells.map((cell) => knex.raw(cell))), sorts);
  for await (const rows of decodeRows(copyOut(knex, query))) yield rows.map(toTexts);
}

const toTexts = (row: readonly (string | null)[]): TableRow =>
  row.includes(null) ? row.map((cell) => cell ?? '') : (row as TableRow);
