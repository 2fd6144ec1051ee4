/** What the duties of many folders depend on: one query for each table, whatever their number. */
import type { Knex } from 'knex';
import { countingRecords } from '../declarations/standing.ts';
import { byFolder } from '../folders/by-folder.ts';
import { addMonths, type PlainDate } from '../kernel/dates.ts';
import { exercisesOfFolders } from '../ledger/exercises.ts';
import { type Context, readOnce } from '../operation/context.ts';
import { readReturned } from '../vat/periods/returned.ts';
import type { FolderFacts, OwingFolder } from './duties.ts';

/** What is due on a day is of a period that ended at most so many months before: by month or quarter, or longer. */
const [CALENDAR, OTHERS] = [3, 18];

/** The facts of folders in their order, for what is due from `since` on. */
export async function factsOf(ctx: Context, folders: readonly OwingFolder[], since: PlainDate): Promise<FolderFacts[]> {
  const ids = folders.map(({ id }) => id);
  const factsIn = await readOnce(ctx, `dues since ${since} of ${ids}`, () => readFacts(ctx, ids, since));
  return folders.map((folder) => ({ folder, ...factsIn(folder.id) }));
}

async function readFacts(
  ctx: Context,
  ids: readonly number[],
  since: PlainDate,
): Promise<(folderId: number) => Omit<FolderFacts, 'folder'>> {
  const { knex } = await ctx.db();
  const from = { calendar: addMonths(since, -CALENDAR), others: addMonths(since, -OTHERS) };
  const [exercises, returned, records] = await Promise.all([
    exercisesOfFolders(knex, ids),
    readReturned(knex, ids, from),
    countingRecords(ctx, ids, from.others),
  ]);
  const [returnedBy, recordsBy] = [byFolder(returned), byFolder(records)];
  // How often a folder files is said by its last return, however old.
  const older = byFolder(
    await readOlder(
      knex,
      ids.filter((id) => !returnedBy.has(id)),
    ),
  );
  return (id) => ({
    exercises: exercises.get(id) ?? [],
    returned: returnedBy.get(id) ?? older.get(id) ?? [],
    records: recordsBy.get(id) ?? [],
  });
}

const readOlder = async (knex: Knex, ids: readonly number[]) => (ids.length === 0 ? [] : readReturned(knex, ids));
