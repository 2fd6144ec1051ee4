/** Links as people read them: the transaction, the entry, why, and whether they still agree. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../../db/rows.ts';
import { getFolder } from '../../../folders/folders.ts';
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Cents, parseAmount } from '../../../kernel/money.ts';
import { type EntryLine, readLines } from '../../../ledger/lines.ts';
import { type Page, type Paging, readPage } from '../../../ledger/page.ts';
import type { Context } from '../../../operation/context.ts';
import { type LinkGroup, readGroups } from '../../transactions/entries/link-groups.ts';
import { type LinkRow, type Origin, takenOf } from '../../transactions/entries/links.ts';
import { holds, isBankLine } from '../../transactions/entries/modification.ts';
import type { Reason } from '../../transactions/entries/reason.ts';
import { amountIn } from '../comparison/sides.ts';

export const LINK_STATES = ['Linked', 'Differs', 'Missing'] as const;

export interface Link {
  readonly transactionId: number;
  readonly accountId: number;
  readonly date: PlainDate;
  readonly label: string;
  readonly amount: Cents;
  readonly entryId: number;
  /** Null for a group, and once the entry has no such line. */
  readonly lineId: number | null;
  /** Of a link to several lines, or of several transactions. */
  readonly groupId: number | null;
  /** The line, or all of the group. */
  readonly lineIds: readonly number[];
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
  readonly beginDate?: PlainDate | undefined;
  readonly endDate?: PlainDate | undefined;
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
  ctx: Context,
  folderId: number,
  filter: LinkFilter,
  paging: Paging,
): Promise<Page<Link>> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const byDay = (page: Knex.QueryBuilder) => page.orderBy(['t.operation_date', 't.id']);
  const rows = await readPage<Row, Camel<Row>>(filtered(db.knex, folderId, filter), byDay, paging, camelRow);
  const entryIds = [...new Set(rows.items.map(({ entryId }) => entryId))];
  const lines = await readLines(db.knex, folderId, { entryIds });
  const groups = await groupsOf(db.knex, folderId, rows.items);
  const lineIds = rows.items.flatMap(({ lineId }) => lineId ?? []);
  const taken = await takenOf(db.knex, folderId, lineIds);
  return {
    ...rows,
    items: rows.items.map((row) => groupLink(row, groups) ?? toLink(row, lineOf(row, lines), taken)),
  };
}

function filtered(knex: Knex, folderId: number, filter: LinkFilter): Knex.QueryBuilder {
  const { accountId, beginDate, endDate, origin, changed } = filter;
  const query = knex('bank_reconciliation as r')
    .join('bank_transaction as t', { 't.folder_id': 'r.folder_id', 't.id': 'r.transaction_id' })
    .where('r.folder_id', folderId)
    .select('r.*', 't.account_id', 't.operation_date', 't.label', 't.amount', 't.currency', 't.is_deleted');
  if (accountId !== undefined) query.where('t.account_id', accountId);
  if (beginDate !== undefined) query.where('t.operation_date', '>=', beginDate);
  if (endDate !== undefined) query.where('t.operation_date', '<=', endDate);
  if (origin !== undefined) query.where('r.origin', origin);
  if (changed) query.whereRaw('(t.is_deleted or r.line_id is null or t.updated_at > r.created_at)');
  return query;
}

const PAGE = 1000;

/** Links that no longer agree. Throws FolderNotFound. */
export async function countDisagreeing(ctx: Context, folderId: number): Promise<number> {
  let count = 0;
  for (let page = 1; ; page += 1) {
    const { items, hasMore } = await listLinks(ctx, folderId, { changed: true }, { page, limit: PAGE });
    count += items.filter(({ state }) => state !== 'Linked').length;
    if (!hasMore) return count;
  }
}

/** The line of a link; of one whose entry was written again, the bank line of the transaction's amount. */
function lineOf({ lineId, entryId, amount, currency }: Camel<Row>, lines: readonly EntryLine[]): EntryLine | undefined {
  if (lineId !== null) return lines.find(({ id }) => id === lineId);
  const cents = parseAmount(amount);
  return lines.find((line) => line.entryId === entryId && isBankLine(line) && amountIn(line, currency) === cents);
}

const toLink = (row: Camel<Row>, line: EntryLine | undefined, taken: ReadonlyMap<number, Cents>): Link => ({
  ...row,
  date: row.operationDate,
  amount: parseAmount(row.amount) ?? 0n,
  lineId: line?.id ?? null,
  lineIds: line ? [line.id] : [],
  lineDate: line?.date ?? null,
  lineLabel: line?.label ?? null,
  reasons: row.reason,
  state: stateOf(row, line, taken),
});

interface ReadGroup extends LinkGroup {
  readonly found: readonly EntryLine[];
}

async function groupsOf(
  knex: Knex,
  folderId: number,
  rows: readonly Camel<Row>[],
): Promise<ReadonlyMap<number, ReadGroup>> {
  const groups = await readGroups(knex, folderId, [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))]);
  const ids = [...groups.values()].flatMap((group) => group.lines.map(({ lineId }) => lineId));
  const byId = new Map(
    (ids.length === 0 ? [] : await readLines(knex, folderId, { ids })).map((line) => [line.id, line]),
  );
  return new Map(
    [...groups].map(([id, group]) => [
      id,
      { ...group, found: group.lines.flatMap(({ lineId }) => byId.get(lineId) ?? []) },
    ]),
  );
}

/** Undefined for a link that is of no group. A group agrees as long as its lines make what its transactions do. */
function groupLink(row: Camel<Row>, groups: ReadonlyMap<number, ReadGroup>): Link | undefined {
  const group = row.groupId === null ? undefined : groups.get(row.groupId);
  if (!group) return undefined;
  const [first] = group.found;
  const sum = group.found.reduce((total, line) => total + (amountIn(line, row.currency) ?? 0n), 0n);
  const agrees = !row.isDeleted && sum === group.amount;
  return {
    ...toLink(row, first, new Map()),
    lineId: null,
    lineIds: group.found.map(({ id }) => id),
    state: !first ? 'Missing' : agrees ? 'Linked' : 'Differs',
  };
}

function stateOf(
  { lineId, amount, currency, isDeleted }: Camel<Row>,
  line: EntryLine | undefined,
  taken: ReadonlyMap<number, Cents>,
): Link['state'] {
  if (!line) return 'Missing';
  const asked = taken.get(lineId ?? 0) ?? parseAmount(amount) ?? 0n;
  return !isDeleted && holds(amountIn(line, currency) ?? 0n, asked) ? 'Linked' : 'Differs';
}
