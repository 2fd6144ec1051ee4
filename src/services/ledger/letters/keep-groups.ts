/**
 * Groups lettered here that a change of the books takes lines out of: what is left of each stays lettered in part as long
 * as it has both sides, or its letters go. A letter that stands alone says of an open item that it is settled.
 */
import type { Knex } from 'knex';
import { groupBy } from '../../kernel/group-by.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { giveLetters } from './change.ts';
import { groupOf, letterOfRest } from './release.ts';
import { type LetteredLine, letteredLines } from './store.ts';

/** A group that lost lines and no longer balances. */
export interface BrokenGroup {
  /** Number, with the code of the third party. */
  readonly account: string;
  readonly letter: string;
  /** One line of what is left, which names the group, and what it comes to. */
  readonly lineId: number;
  readonly difference: Cents;
  /** Its letters went; otherwise it is lettered in part. */
  readonly isTakenOff: boolean;
}

interface LineLeft extends LetteredLine {
  readonly account: string;
  readonly isOwn: boolean;
}

interface Books {
  readonly trx: Knex.Transaction;
  readonly folderId: number;
  readonly exerciseId: number;
}

/** Does `work`, which changes the entries of the exercise, then mends the groups. Under the lock of the ledger. */
export async function keepingGroups(ctx: Context, books: Books, work: () => Promise<void>): Promise<BrokenGroup[]> {
  const { trx, folderId } = books;
  await noteGroups(books);
  await work();
  const groups = [...groupBy(await linesLeft(books), groupOf).values()];
  const letters = groups.flatMap((lines) => {
    const letter = letterOfRest(lines);
    return lines.filter((line) => line.isOwn && line.letter !== letter).map((line) => ({ line, letter }));
  });
  if (letters.length > 0) await giveLetters(ctx, trx, { folderId, kind: 'Unset', letters });
  return groups.map(asBroken).filter(({ difference }) => difference !== 0n);
}

/** The same for a change of one entry: most bear no letter, and then the rest of the exercise need not be read. */
export async function keepingGroupsOf(
  ctx: Context,
  { entryId, ...books }: Books & { readonly entryId: number },
  work: () => Promise<void>,
): Promise<BrokenGroup[]> {
  const own = books.trx('entry_line').where({ folder_id: books.folderId, entry_id: entryId });
  if (await own.whereNotNull('letter').first('id')) return keepingGroups(ctx, books, work);
  await work();
  return [];
}

/** Keeps which lines are in a group with one that was lettered here. */
async function noteGroups({ trx, folderId, exerciseId }: Books): Promise<void> {
  await trx.raw('drop table if exists kept_group');
  await trx.raw(
    `create temp table kept_group on commit drop as
     select l.id, l.account_id, l.sub_account_id, l.letter, l.is_own from (
       select l.*, l.is_lettered_here or e.is_manual as is_own,
              bool_or(l.is_lettered_here or e.is_manual) over (partition by l.account_id, l.sub_account_id, l.letter) as is_kept
       from entry_line l join entry e on e.folder_id = l.folder_id and e.id = l.entry_id
       where l.folder_id = ? and l.exercise_id = ? and l.letter is not null) l
     where l.is_kept`,
    [folderId, exerciseId],
  );
}

const SAME =
  'l.account_id = k.account_id and l.sub_account_id is not distinct from k.sub_account_id and l.letter = k.letter';

/** Lines of the groups that some line left. */
const linesLeft = ({ trx, folderId, exerciseId }: Books): Promise<LineLeft[]> =>
  letteredLines(trx, folderId)
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .joinRaw('left join sub_account s on s.folder_id = l.folder_id and s.id = l.sub_account_id')
    .joinRaw(
      `join (select k.account_id, k.sub_account_id, k.letter, array_agg(k.id) filter (where k.is_own) as own
         from kept_group k left join entry_line l on l.folder_id = ? and l.id = k.id and ${SAME}
         group by 1, 2, 3 having bool_or(l.id is null)) k on ${SAME}`,
      [folderId],
    )
    .where('l.exercise_id', exerciseId)
    .select({
      account: trx.raw("concat_ws(' ', a.number, s.code)"),
      isOwn: trx.raw('coalesce(l.id = any(k.own), false)'),
    }) as Promise<LineLeft[]>;

function asBroken(lines: readonly LineLeft[]): BrokenGroup {
  const { account = '', letter, id: lineId = 0 } = lines[0] ?? {};
  const difference = lines.reduce((sum, { net }) => sum + net, 0n);
  return {
    account,
    letter: letter ?? '',
    lineId,
    difference,
    isTakenOff: letterOfRest(lines) === null,
  };
}
