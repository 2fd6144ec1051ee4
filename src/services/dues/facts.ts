/** What the duties of many folders depend on: one query for each table, whatever their number. */
import type { Knex } from 'knex';
import { countingRecords } from '../declarations/standing.ts';
import { byFolder } from '../folders/by-folder.ts';
import { addMonths, type PlainDate } from '../kernel/dates.ts';
import { exercisesOfFolders } from '../ledger/exercises.ts';
import type { Context } from '../operation/context.ts';
import { readReturned } from '../vat/periods/returned.ts';
import type { FolderFacts, OwingFolder } from './duties.ts';

/** What is due on a day is of a period that ended at most so many months before: by month or quarter, or longer. */
const [CALENDAR, OTHERS] = [3, 18];

/** The facts of folders in their order, for what is due from `since` on. */
export async function factsOf(ctx: Context, folders: readonly OwingFolder[], since: PlainDate): Promise<FolderFacts[]> {
  const { knex } = await ctx.db();
  const ids = folders.map(({ id }) => id);
  const from = { calendar: addMonths(since, -CALENDAR), others: addMonths(since, -OTHERS) };
  const [exercises, returned, records] = await Promise.all([
    exercisesOfFolders(knex, ids),
    readReturned(knex, ids, from),
    countingRecords(ctx, ids, from.others),
  ]);
  const [exercisesBy, returnedBy, recordsBy] = [byFolder(exercises), byFolder(returned), byFolder(records)];
  // How often a folder files is said by its last return, however old.
  const older = byFolder(
    await readOlder(
      knex,
      ids.filter((id) => !returnedBy.has(id)),
    ),
  );
  return folders.map((folder) => ({
    folder,
    exercises: exercisesBy.get(folder.id) ?? [],
    returned: returnedBy.get(folder.id) ?? older.get(folder.id) ?? [],
    records: recordsBy.get(folder.id) ?? [],
  }));
}

const readOlder = async (knex: Knex, ids: readonly number[]) => (ids.length === 0 ? [] : readReturned(knex, ids));
