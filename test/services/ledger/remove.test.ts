import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { listExercises } from '../../../src/services/ledger/exercises.ts';
import {
  letterLines,
  listLetterings,
  undoLettering,
  unletterLines,
} from '../../../src/services/ledger/letters/change.ts';
import { findLines } from '../../../src/services/ledger/lines.ts';
import { deleteExercise, undoImport } from '../../../src/services/ledger/remove.ts';
import { exercises } from '../../../src/services/ledger/store.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { content, importer, SALES, siren } from './books.ts';

const db = await testDatabase();
const producedFolder = temporaryFolder('removed');
afterAll(() => rmSync(producedFolder, { recursive: true }));
const ctx = testContext(db, { producedFolder });
const take = importer(db);
let rank = 40;
let name = '';
let folderId = 0;
let exerciseId = 0;
let importId = 0;
beforeEach(async () => {
  name = `${siren(++rank)}FEC20241231.txt`;
  const { applied } = await take(SALES, { name });
  folderId = applied?.folderId ?? 0;
  exerciseId = applied?.exerciseId ?? 0;
  importId = applied?.importId ?? 0;
});

it('a preview removes nothing; a removal leaves a file that brings everything back', async () => {
  const before = await content(db, folderId);
  expect(await deleteExercise(ctx, folderId, exerciseId, true)).toMatchObject({
    hanging: { entries: 5, imports: 1 },
    archive: null,
  });
  expect(await content(db, folderId)).toEqual(before);
  const { archive } = await deleteExercise(ctx, folderId, exerciseId, false);
  expect(await listExercises(ctx, folderId)).toEqual([]);
  await take(await readFile(archive?.address ?? '', 'utf8'), { name });
  expect(await content(db, folderId)).toEqual(before);
});

it('an import that made an exercise is undone; entries written here keep theirs', async () => {
  const lines = [
    { account: '512000', debit: 100n, credit: 0n },
    { account: '706000', debit: 0n, credit: 100n },
  ];
  await createEntry(ctx, folderId, { journal: 'BQ', date: '2024-06-01' as never, label: 'Ici', lines });
  expect(await undoImport(ctx, folderId, importId, false)).toMatchObject({ isExerciseRemoved: false });
  expect(await content(db, folderId)).toHaveLength(1);
  await expect(undoImport(ctx, folderId, importId, false)).rejects.toMatchObject({ code: 'LedgerImportNotFound' });
});

it('what was lettered with the lines of an import that goes is open again', async () => {
  const lines = [
    { account: '512000', debit: 60000n, credit: 0n },
    { account: '411000', subAccount: 'C2', debit: 0n, credit: 60000n },
  ];
  const paid = await createEntry(ctx, folderId, { journal: 'BQ', date: '2024-06-01' as never, label: 'Payé', lines });
  const [invoice] = await findLines(ctx, folderId, { accounts: ['411'], minAmount: 60000n, maxAmount: 60000n });
  const own = paid.lines[1]?.id ?? 0;
  await letterLines(ctx, folderId, { lineIds: [invoice?.id ?? 0, own], isPartial: false });
  expect(await undoImport(ctx, folderId, importId, false)).toMatchObject({
    broken: [{ account: '411000 C2', letter: 'AAA', lineId: own, difference: -60000n, isTakenOff: true }],
  });
  expect(await findLines(ctx, folderId, { isLettered: true })).toEqual([]);
});

it('the letterings of an exercise that goes are no longer listed, and none can be undone', async () => {
  const [own] = await findLines(ctx, folderId, { letters: ['A'] });
  const { id } = await unletterLines(ctx, folderId, [own?.id ?? 0]);
  expect(await listLetterings(ctx, folderId, { page: 1, limit: 5 })).toMatchObject({ items: [{ id }], total: 1 });
  await deleteExercise(ctx, folderId, exerciseId, false);
  expect(await listLetterings(ctx, folderId, { page: 1, limit: 5 })).toMatchObject({ items: [], total: 0 });
  await expect(undoLettering(ctx, folderId, id)).rejects.toMatchObject({ code: 'LetteringChangedSince' });
});

it('an import after which another came is not', async () => {
  await take([...SALES, { number: 9, date: '06-01', lines: ['606000 1', '512000 -1'] }], { name });
  await expect(undoImport(ctx, folderId, importId, false)).rejects.toMatchObject({ code: 'LedgerImportNotFirst' });
});

it('books of a closed exercise, or of one that was filed, stay', async () => {
  await db.knex('declaration').insert({
    folder_id: folderId,
    channel: 'None',
    source_type: 'Manual',
    status: 'Accepted',
    type: 'Liasse',
    period_end: '2024-12-31',
    said: '{}',
    stamps: '{}',
    created_at: ctx.clock.now(),
    updated_at: ctx.clock.now(),
  });
  const filed = { code: 'ExerciseFiled' };
  await expect(deleteExercise(ctx, folderId, exerciseId, false)).rejects.toMatchObject(filed);
  await expect(undoImport(ctx, folderId, importId, false)).rejects.toMatchObject(filed);
  await exercises(db.knex).where({ folder_id: folderId }).update({ is_closed: true });
  const closed = { code: 'ExerciseClosed' };
  await expect(deleteExercise(ctx, folderId, exerciseId, false)).rejects.toMatchObject(closed);
  await expect(undoImport(ctx, folderId, importId, false)).rejects.toMatchObject(closed);
});
