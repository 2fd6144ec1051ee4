/** What a person should know when an exercise is closed. */
import { expect, it } from 'vitest';
import { exerciseUpdate } from '../../src/commands/exercise/exercise.ts';
import { createAccount } from '../../src/services/ledger/accounts.ts';
import { listExercises } from '../../src/services/ledger/exercises.ts';
import { createJournal } from '../../src/services/ledger/journals.ts';
import { createEntry, validateEntries } from '../../src/services/ledger/write-entries.ts';
import { folderWith } from '../services/assets/folder.ts';
import { day } from '../services/vat/filing/deposits.ts';
import { testContext } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';

const ctx = testContext(await testDatabase());

it('entries that are still drafts in an exercise that is closed are counted', async () => {
  const folderId = await folderWith(await ctx.db(), 2024, 2025);
  for (const number of ['606000', '401000']) await createAccount(ctx, folderId, { number, label: number });
  await createJournal(ctx, folderId, { code: 'OD', label: 'OD', type: 'Miscellaneous' });
  const dated = (date: string) =>
    createEntry(ctx, folderId, {
      journal: 'OD',
      date: day(date),
      label: 'Achat',
      lines: [
        { account: '606000', debit: 100n, credit: 0n },
        { account: '401000', debit: 0n, credit: 100n },
      ],
    });
  const [first, last] = [await dated('2025-01-01'), await dated('2025-12-31')];
  await dated('2024-12-31');

  const [, exercise] = await listExercises(ctx, folderId);
  const closed = async (isClosed: boolean) => {
    const own = testContext(await ctx.db());
    await exerciseUpdate.run(own, { folderId, exerciseId: exercise?.id ?? 0, body: { isClosed }, files: [] } as never);
    return own.headers.get('X-Draft-Entries');
  };
  // A file puts its entries in its exercise, whatever their days (FEC032).
  const { knex } = await ctx.db();
  await knex('entry').where({ folder_id: folderId, id: last.id }).update({ entry_date: '2026-01-05' });
  expect(await closed(true)).toBe('2');
  expect(await closed(false)).toBeUndefined();
  await validateEntries(ctx, folderId, [first.id, last.id], day('2026-01-10'));
  expect(await closed(true)).toBeUndefined();
});
