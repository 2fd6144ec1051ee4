/** Links as people read them: the transaction, the entry, why, and whether they still agree. */
import type { Database } from '../../../db/database.ts';
import { getFolder } from '../../../folders/folders.ts';
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../../kernel/money.ts';
import { type EntryLine, readLines } from '../../../ledger/lines.ts';
import { type Page, type Paging, readPage } from '../../../ledger/page.ts';
import { amountIn } from '../comparison/sides.ts';
import { holds, isBankLine } from './modification.ts';
import type { Reason } from './reason.ts';
import { type LinkRow, type Origin, takenOf } from './store.ts';

export const LINK_STATES = ['Linked', 'Differs', 'Missing'] as const;

export interface Link {
  readonly transactionId: number;
  readonly accountId: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly amount: Cents;
  readonly entryId: number;
  readonly lineId: number | null;
  readonly lineDate: PlainDate | null;
  readonly lineLabel: string | null;
  readonly origin: Origin;
  readonly ruleId: number | null;
  readonly score: number | null;
  readonly reasons: readonly Reason[];
  /**
   * `Missing`: the entry was written again since and has no bank line of this amount. `Differs`: the transaction was
   * deleted since, or the line no longer holds what its transactions take of it.
   */
  readonly state: (typeof LINK_STATES)[number];
  readonly createdAt: string;
}

export interface LinkFilter {
  readonly accountId?: number | undefined;
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
  readonly origin?: Origin | undefined;
  /** Only those whose transaction or entry changed since: others agree as they did when they were made. */
  readonly changed?: boolean | undefined;
}

interface Row extends LinkRow {
  account_id: number;
  operation_date: PlainDate;
  label: string;
  amount: string;
  currency: string;
  is_deleted: boolean;
}

/** A page of the links, by day of the transaction. Throws FolderNotFound. */
export async function listLinks(
  db: Database,
  folderId: number,
  { accountId, from, to, origin, changed }: LinkFilter,
  paging: Paging,
): Promise<Page<Link>> {
  await getFolder(db, folderId);
  const query = db
    .knex('bank_reconciliation as r')
    .join('bank_transaction as t', { 't.folder_id': 'r.folder_id', 't.id': 'r.transaction_id' })
    .where('r.folder_id', folderId)
    .select('r.*', 't.account_id', 't.operation_date', 't.label', 't.amount', 't.currency', 't.is_deleted');
  if (accountId !== undefined) query.where('t.account_id', accountId);
  if (from !== undefined) query.where('t.operation_date', '>=', from);
  if (to !== undefined) query.where('t.operation_date', '<=', to);
  if (origin !== undefined) query.where('r.origin', origin);
  if (changed) query.whereRaw('(t.is_deleted or r.line_id is null or t.updated_at > r.created_at)');
  const rows = await readPage<Row, Row>(
    query,
    (page) => page.orderBy(['t.operation_date', 't.id']),
    paging,
    (row) => row,
  );
  const entryIds = [...new Set(rows.items.map(({ entry_id }) => entry_id))];
  const lines = await readLines(db.knex, folderId, { entryIds });
  const lineIds = rows.items.flatMap(({ line_id }) => line_id ?? []);
  const taken = await takenOf(db.knex, folderId, lineIds);
  return { ...rows, items: rows.items.map((row) => toLink(row, lineOf(row, lines), taken)) };
}

const PAGE = 1000;

/** Links that no longer agree. Throws FolderNotFound. */
export async function countDisagreeing(db: Database, folderId: number): Promise<number> {
  let count = 0;
  for (let page = 1; ; page += 1) {
    const { items, total } = await listLinks(db, folderId, { changed: true }, { page, limit: PAGE });
    count += items.filter(({ state }) => state !== 'Linked').length;
    if (page * PAGE >= total) return count;
  }
}

/** The line of a link; of one whose entry was written again, the bank line of the transaction's amount. */
function lineOf({ line_id, entry_id, amount, currency }: Row, lines: readonly EntryLine[]): EntryLine | undefined {
  if (line_id !== null) return lines.find(({ id }) => id === line_id);
  const cents = parseAmount(amount);
  return lines.find((line) => line.entryId === entry_id && isBankLine(line) && amountIn(line, currency) === cents);
}

const toLink = (row: Row, line: EntryLine | undefined, taken: ReadonlyMap<number, Cents>): Link => ({
  transactionId: row.transaction_id,
  accountId: row.account_id,
  date: row.operation_date,
  label: row.label,
  amount: parseAmount(row.amount) ?? 0n,
  entryId: row.entry_id,
  lineId: line?.id ?? null,
  lineDate: line?.date ?? null,
  lineLabel: line?.label ?? null,
  origin: row.origin,
  ruleId: row.rule_id,
  score: row.score,
  reasons: row.reason,
  state: stateOf(row, line, taken),
  createdAt: row.created_at,
});

function stateOf(
  { line_id, amount, currency, is_deleted }: Row,
  line: EntryLine | undefined,
  taken: ReadonlyMap<number, Cents>,
): Link['state'] {
  if (!line) return 'Missing';
  const asked = taken.get(line_id ?? 0) ?? parseAmount(amount) ?? 0n;
  return !is_deleted && holds(amountIn(line, currency) ?? 0n, asked) ? 'Linked' : 'Differs';
}
