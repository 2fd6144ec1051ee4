/**
 * Lettering groups: the lines of one account, or sub-account, of one exercise that bear the same code. Programs use
 * codes again from one account and one exercise to the next, so both belong to the group.
 */

import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Reader } from '../operation/context.ts';
import { wherePrefix } from './accounts.ts';
import { type Page, type Paging, readPage } from './page.ts';

export interface LetterGroup {
  /** Identifier of its first line: stays while that line does. */
  readonly id: number;
  readonly exerciseId: number;
  readonly accountId: number;
  readonly accountNumber: string;
  readonly subAccountId: number | null;
  readonly subAccountCode: string | null;
  readonly letter: string;
  /** Latest lettering date of its lines. */
  readonly date: PlainDate | null;
  /** Debit minus credit: not zero when the lettering is partial. */
  readonly balance: Cents;
  readonly isPartial: boolean;
  readonly lineIds: readonly number[];
}

export interface LetterFilter {
  readonly exerciseId?: number | undefined;
  readonly accounts?: readonly string[] | undefined;
  readonly accountIds?: readonly number[] | undefined;
  readonly letters?: readonly string[] | undefined;
  readonly isPartial?: boolean | undefined;
}

/** A page of the groups, by account, sub-account and code. Throws FolderNotFound. */
export async function listLetterGroups(
  ctx: Reader,
  folderId: number,
  { exerciseId, accounts, accountIds, letters, isPartial }: LetterFilter,
  paging: Paging,
): Promise<Page<LetterGroup>> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const { knex } = db;
  const groups = knex('entry_line')
    .where({ folder_id: folderId })
    .whereNotNull('letter')
    .groupBy('exercise_id', 'account_id', 'sub_account_id', 'letter')
    .select('exercise_id', 'account_id', 'sub_account_id', 'letter')
    .select(
      knex.raw(`min(id) as id, max(letter_date) as date, sum(debit_cents - credit_cents)::bigint as balance,
        array_agg(id order by id) as line_ids`),
    );
  if (exerciseId !== undefined) groups.where({ exercise_id: exerciseId });
  if (accountIds) groups.whereIn('account_id', [...accountIds]);
  if (letters) groups.whereRaw('letter = any(?)', [[...letters]]);
  if (isPartial !== undefined) groups.havingRaw(`sum(debit_cents - credit_cents) ${isPartial ? '<>' : '='} 0`);
  const query = knex
    .select({ id: 'g.id', exerciseId: 'g.exercise_id', accountId: 'a.id', accountNumber: 'a.number' })
    .select({
      subAccountId: 's.id',
      subAccountCode: 's.code',
      letter: 'g.letter',
      date: 'g.date',
      balance: 'g.balance',
    })
    .select({ isPartial: knex.raw('g.balance <> 0'), lineIds: 'g.line_ids' })
    .from(groups.as('g'))
    .joinRaw('join account a on a.folder_id = ? and a.id = g.account_id', [folderId])
    .joinRaw('left join sub_account s on s.folder_id = ? and s.id = g.sub_account_id', [folderId]);
  if (accounts) wherePrefix(query, 'a.number', accounts);
  const order = 'a.number collate "C", s.code collate "C" nulls first, g.letter collate "C", g.id';
  return readPage<LetterGroup, LetterGroup>(
    query,
    (page) => page.orderByRaw(order),
    paging,
    (group) => group,
  );
}

/**
 * What the lines lettered with those of some entries refer to: the invoices that they settle, by entry. The sub-account is
 * compared by equality, none as 0, so that it is part of the join: programs use one code again for every third party.
 */
export async function letteredReferences(
  ctx: Reader,
  folderId: number,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { knex } = await ctx.db();
  const { rows } = await knex.raw(
    `select l.entry_id as id, array_agg(distinct g.doc_ref order by g.doc_ref) as refs
     from entry_line l
     join entry_line g on g.folder_id = l.folder_id and g.exercise_id = l.exercise_id and g.account_id = l.account_id
       and coalesce(g.sub_account_id, 0) = coalesce(l.sub_account_id, 0) and g.letter = l.letter
     where l.folder_id = ? and l.entry_id = any(?) and l.letter is not null and g.doc_ref <> ''
     group by l.entry_id`,
    [folderId, [...entryIds]],
  );
  return new Map(rows.map(({ id, refs }: { id: number; refs: string[] }) => [id, refs]));
}
