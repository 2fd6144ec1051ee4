/** Groups of links: transactions and lines of the books that make up one another, as they are stored. */
import type { Knex } from 'knex';
import { groupBy } from '../../../kernel/group-by.ts';
import { type Cents, parseAmount } from '../../../kernel/money.ts';

export interface LinkGroup {
  /** Sum of its transactions; those that the bank took back count for nothing. */
  readonly amount: Cents;
  readonly transactionIds: readonly number[];
  /** Empty once the entries were written again. */
  readonly lines: readonly GroupLine[];
}

export interface GroupLine {
  readonly lineId: number;
  readonly entryId: number;
}

export async function readGroups(
  knex: Knex,
  folderId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, LinkGroup>> {
  if (groupIds.length === 0) return new Map();
  const ids = [[...groupIds]];
  const transactions: { groupId: number; id: number; amount: string; isDeleted: boolean }[] = await knex(
    'bank_reconciliation as r',
  )
    .join('bank_transaction as t', { 't.folder_id': 'r.folder_id', 't.id': 'r.transaction_id' })
    .where('r.folder_id', folderId)
    .whereRaw('r.group_id = any(?)', ids)
    .orderBy('t.id')
    .select({ groupId: 'r.group_id', id: 't.id', amount: 't.amount', isDeleted: 't.is_deleted' });
  const lines: (GroupLine & { groupId: number })[] = await knex('bank_reconciliation_group_line')
    .where({ folder_id: folderId })
    .whereRaw('group_id = any(?)', ids)
    .orderBy('line_id')
    .select({ groupId: 'group_id', lineId: 'line_id', entryId: 'entry_id' });
  const linesOf = groupBy(lines, ({ groupId }) => groupId);
  return new Map(
    [...groupBy(transactions, ({ groupId }) => groupId)].map(([groupId, members]) => [
      groupId,
      {
        amount: members.reduce(
          (sum, { amount, isDeleted }) => sum + (isDeleted ? 0n : (parseAmount(amount) ?? 0n)),
          0n,
        ),
        transactionIds: members.map(({ id }) => id),
        lines: linesOf.get(groupId) ?? [],
      },
    ]),
  );
}

/** Lines that a group takes, whole: of all of the folder, or among these. See `takenOf` for what takes nothing. */
export async function linesInGroups(knex: Knex, folderId: number, lineIds?: readonly number[]): Promise<Set<number>> {
  const query = knex('bank_reconciliation_group_line as l')
    .where('l.folder_id', folderId)
    .whereExists((live) =>
      live
        .from('bank_reconciliation as r')
        .join('bank_transaction as t', { 't.folder_id': 'r.folder_id', 't.id': 'r.transaction_id' })
        .whereRaw('r.folder_id = l.folder_id and r.group_id = l.group_id and not t.is_deleted'),
    );
  if (lineIds) query.whereRaw('l.line_id = any(?)', [[...lineIds]]);
  return new Set(await query.pluck('l.line_id'));
}

/** Stores a group of lines, with the entry written of its difference, and returns its identifier. */
export async function insertGroup(
  trx: Knex.Transaction,
  folderId: number,
  lines: readonly GroupLine[],
  differenceEntryId?: number,
): Promise<number> {
  const [group] = await trx('bank_reconciliation_group')
    .insert({ folder_id: folderId, difference_entry_id: differenceEntryId ?? null })
    .returning('id');
  await trx('bank_reconciliation_group_line').insert(
    lines.map(({ lineId, entryId }) => ({
      folder_id: folderId,
      group_id: group.id,
      line_id: lineId,
      entry_id: entryId,
    })),
  );
  return group.id;
}

/** The entries that book these transactions, several of them for a transaction of a group. */
export async function entriesLinked(
  knex: Knex,
  folderId: number,
  transactionIds: readonly number[],
): Promise<{ readonly transactionId: number; readonly entryId: number }[]> {
  const { rows } = await knex.raw(
    `select r.transaction_id as "transactionId", coalesce(l.entry_id, r.entry_id) as "entryId"
     from bank_reconciliation r
     left join bank_reconciliation_group_line l on l.folder_id = r.folder_id and l.group_id = r.group_id
     where r.folder_id = ? and r.transaction_id = any(?) order by 1, 2`,
    [folderId, [...transactionIds]],
  );
  return rows;
}
