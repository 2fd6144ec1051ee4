/** Drafts of what is due. */
import { expect, it } from 'vitest';
import { vatPrepare } from '../../../src/jobs/vat-prepare.ts';
import { endedVat } from '../../../src/services/dues/vat-dues.ts';
import { prepareReturn, returnsToPrepare } from '../../../src/services/dues/vat-prepare.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { addDays } from '../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { boundJobs } from '../../support/bound-work.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { siren } from '../ledger/books.ts';

const db = await testDatabase();
const runJob = boundJobs(db);
const ctx = testContext(db, { clock: { now: () => '2026-03-10T10:00:00.000Z' } });
const day = (text: string) => text as never;

it('are made once, with what they lack; what was due long ago is left to a person', async () => {
  const { id: folderId } = await createFolder(ctx, undefined, {
    name: 'ALPHA',
    siren: siren(1),
    vatSystem: 'RealNormal',
  });
  await createExercise(db, folderId, { start: day('2025-07-01'), end: day('2026-06-30') });
  const [all] = await endedVat(ctx, { folderId }, day('2025-09-01'));
  expect(all?.dues.length).toBeGreaterThan(5);
  const first = all?.dues[0]?.dueDate ?? '';
  const dueSince = async (since: string) => (await endedVat(ctx, { folderId }, day(since)))[0]?.dues[0]?.dueDate;
  expect([await dueSince(first), (await dueSince(addDays(first as never, 1))) === first]).toEqual([first, false]);
  const wanted = await returnsToPrepare(ctx, { folderId });
  expect(wanted.map(({ form, span, procedureId }) => [form, span.endDate, procedureId])).toEqual([
    ['3310CA3', '2026-01-31', null],
    ['3310CA3', '2026-02-28', null],
  ]);
  const run = () => runJob(vatPrepare, ctx, { scope: 'all' });
  expect(await run()).toMatchObject({ state: 'done', counts: { done: 2, skipped: 0 } });
  const { counts, tallies } = await run();
  expect(counts).toMatchObject({ done: 2, skipped: 0 });
  expect(tallies[0]?.rows).toMatchObject([{ EndDate: '2025-07-31', Blocks: 'NotPrepared' }]);
  expect(await db.knex('vat_procedure').pluck('status')).toEqual(['Draft', 'Draft']);
  expect(await prepareReturn(ctx, { ...wanted[0], procedureId: null } as never)).toBeUndefined();
});
