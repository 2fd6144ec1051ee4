/** Takes the lines of one entry out of their letterings, as when the entry goes. */
import type { Knex } from 'knex';
import { groupBy } from '../../kernel/group-by.ts';
import type { Context } from '../../operation/context.ts';
import { readLines } from '../lines.ts';
import { giveLetters, undoLettering } from './change.ts';
import { written } from './codes.ts';
import { keyOf, type LetteredLine, linesById, linesOfGroups, type NewLetter } from './store.ts';

export interface Released {
  readonly entryId: number;
  /** The acts that lettered it, in order. */
  readonly letteringIds: readonly number[];
}

/**
 * Undoes these acts where nothing changed since; else what is left of each lettering stays lettered in part, as long as
 * it has both sides. Under the lock of the ledger. Throws ExerciseClosed.
 */
export async function releaseLetters(
  ctx: Context,
  trx: Knex.Transaction,
  folderId: number,
  { entryId, letteringIds }: Released,
): Promise<void> {
  for (const id of letteringIds.toReversed())
    if (await isUnchanged(trx, folderId, id)) await undoLettering(ctx, folderId, id);
  const ids = (await readLines(trx, folderId, { entryIds: [entryId] })).map(({ id }) => id);
  const own = (await linesById(trx, folderId, ids)).filter(({ letter }) => letter !== null);
  if (own.length === 0) return;
  const letters = lettersLeft(await linesOfGroups(trx, folderId, own), new Set(ids));
  await giveLetters(ctx, trx, { folderId, kind: 'Unset', letters });
}

async function isUnchanged(trx: Knex.Transaction, folderId: number, letteringId: number): Promise<boolean> {
  const { rows } = await trx.raw(
    `select t.undone_at is null and not exists (
        select from lettering_line n join entry_line l on l.folder_id = n.folder_id and l.id = n.line_id
        where n.folder_id = t.folder_id and n.lettering_id = t.id and l.letter is distinct from n.letter) as ok
     from lettering t where t.folder_id = ? and t.id = ?`,
    [folderId, letteringId],
  );
  return rows[0]?.ok ?? false;
}

/** Third party and code: the key of the group that a line is in. */
export const groupOf = (line: LetteredLine): string => `${keyOf(line)} ${line.letter}`;

/** What is left of a group stays lettered in part as long as it has both sides; null when its letters go. */
export function letterOfRest(rest: readonly LetteredLine[]): string | null {
  if (!(rest.some(({ net }) => net > 0n) && rest.some(({ net }) => net < 0n))) return null;
  return written(rest[0]?.letter ?? '', rest.reduce((sum, { net }) => sum + net, 0n) !== 0n);
}

const lettersLeft = (all: readonly LetteredLine[], going: ReadonlySet<number>): NewLetter[] =>
  [...groupBy(all, groupOf).values()].flatMap((group) => {
    const letter = letterOfRest(group.filter(({ id }) => !going.has(id)));
    return group.map((line) => ({ line, letter: going.has(line.id) ? null : letter }));
  });
