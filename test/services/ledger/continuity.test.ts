import { expect, it } from 'vitest';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { checkFolder, reportGaps } from '../../../src/services/ledger/check-folder.ts';
import { gapsBetween } from '../../../src/services/ledger/continuity.ts';
import { createExercise, listExercises, updateExercise } from '../../../src/services/ledger/exercises.ts';
import { FindingLog } from '../../../src/services/ledger/fec/findings.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { ledgerOverview } from '../../../src/services/ledger/overview.ts';
import type { NewEntry } from '../../../src/services/ledger/place-entry.ts';
import { createEntry, updateEntry } from '../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { day } from '../vat/filing/deposits.ts';
import { type Entry, importer, SIREN, siren } from './books.ts';

const db = await testDatabase();
const ctx = testContext(db);
const take = importer(db);
const BEFORE = { name: `${SIREN}FEC20231231.txt` };

const YEAR_2023: readonly Entry[] = [
  { journal: 'BQ', number: 1, date: '2023-01-10', lines: ['512000 1000', '101000 -1000'] },
  { journal: 'VE', number: 2, date: '2023-05-10', lines: ['411000/C1 500', '706000 -500'] },
];
const opening = (client: number): Entry[] => [
  {
    journal: 'AN',
    number: 1,
    date: '2024-01-01',
    lines: ['512000 1000', '101000 -1000', `41100000/C1 ${client}`, `120000 ${-client}`],
  },
  { journal: 'VE', number: 2, date: '2024-02-10', lines: ['411000/C1 60', '706000 -60'] },
];
const gaps = async (folder?: number) =>
  (await ledgerOverview(ctx)).find(({ folderId }) => folder === undefined || folderId === folder)?.openingGaps;

it('an exercise opens with what the one before closed with, its result included, however many zeros accounts have', async () => {
  const first = await take(YEAR_2023, BEFORE);
  const folderId = first.applied?.folderId ?? 0;
  expect(first.check.counts).not.toHaveProperty('FEC092');
  const second = await take(opening(500));
  expect(second.check.counts).not.toHaveProperty('FEC092');
  expect(await checkFolder(ctx, folderId, undefined)).toMatchObject({ verdict: 'Accepted', counts: {} });
  expect(await gaps()).toBe(0);

  const wrong = await take(opening(400));
  expect(wrong.check.counts).toMatchObject({ FEC092: 2 });
  const { findings, counts } = await checkFolder(ctx, folderId, undefined);
  expect(counts).toEqual({ FEC092: 2 });
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Account 12 Résultat de l’exercice closes at -500\.00 .* opens at -400\.00: .*100\.00/),
    expect.stringMatching(/^Account 411000 .*closes at 500\.00 .* opens at 400\.00: .*-100\.00/),
  ]);
  expect(await gaps()).toBe(2);

  await take([...YEAR_2023, { number: 3, date: '2023-06-01', lines: ['411000/C1 -100', '706000 100'] }], BEFORE);
  expect(await gaps()).toBe(0);

  const unopened = await take(opening(500).slice(1), { replace: true });
  expect(unopened.check.counts).toMatchObject({ FEC093: 1 });
  expect(await gaps()).toBe(1);
});

it('says that an exercise which none precedes was compared with nothing', async () => {
  const { applied } = await take(YEAR_2023, { name: `${siren(4)}FEC20231231.txt` });
  const { counts, verdict, findings } = await checkFolder(ctx, applied?.folderId ?? 0, undefined);
  expect({ counts, verdict }).toEqual({ counts: { FEC094: 1 }, verdict: 'Accepted' });
  expect(findings[0]?.message).toContain('2023-01-01');
});

it('an opening entry that is changed here is counted again', async () => {
  const folderId = await take(YEAR_2023, { name: `${siren(3)}FEC20231231.txt` }).then(
    ({ applied }) => applied?.folderId ?? 0,
  );
  await createExercise(ctx, folderId, { start: day('2024-01-01'), end: day('2024-12-31') });
  await createJournal(ctx, folderId, { code: 'AN', label: 'À nouveaux', type: 'Opening' });
  const opened = (client: bigint): NewEntry => ({
    journal: 'AN',
    date: day('2024-01-01'),
    label: 'À nouveaux',
    lines: [
      { account: '512000', debit: 100_000n, credit: 0n },
      { account: '101000', debit: 0n, credit: 100_000n },
      { account: '411000', debit: client, credit: 0n },
      { account: '120000', debit: 0n, credit: client },
    ],
  });
  await createAccount(ctx, folderId, { number: '120000', label: 'Résultat' });
  const entry = await createEntry(ctx, folderId, opened(50_000n));
  expect(await gaps(folderId)).toBe(0);
  await updateEntry(ctx, folderId, entry.id, opened(40_000n));
  expect(await gaps(folderId)).toBe(2);
});

it('an exercise that nothing precedes has nothing to follow', () => {
  const log = new FindingLog(false, 'fr');
  reportGaps(log, undefined);
  expect(log.counts()).toEqual({});
  const exercise = { id: 2, start: '2024-01-01' as never, end: '2024-12-31' as never, isClosed: false };
  reportGaps(log, { exercise, previous: { ...exercise, end: '2023-12-31' as never }, isOpened: false, gaps: [] });
  expect(log.sorted()[0]?.message).toContain('Rien n’ouvre l’exercice du 2024-01-01');
});

it('accounts of classes 8 and 9 are carried over by nobody', () => {
  const account = { accountNumber: '801000', accountLabel: 'Engagements' };
  expect(gapsBetween([{ ...account, closing: 5n }], [])).toEqual([]);
});

it('where nothing was ever posted there is no gap, whoever made the exercises', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'Not begun' });
  await db.knex('exercise').insert([
    { folder_id: id, start_date: '2023-01-01', end_date: '2023-12-31' },
    { folder_id: id, start_date: '2024-01-01', end_date: '2024-12-31' },
  ]);
  expect(await gaps(id)).toBe(0);
});

it('says which days no exercise holds, and compares no balance over them', async () => {
  const [before, after] = ['20231231', '20241231'].map((end) => ({ name: `${siren(5)}FEC${end}.txt` }));
  const folderId = (await take(YEAR_2023, before)).applied?.folderId ?? 0;
  await take(opening(500), after);
  const [first] = await listExercises(ctx, folderId);
  const endsOn = (end: string) => updateExercise(ctx, folderId, first?.id ?? 0, { end: day(end) });

  await endsOn('2023-11-30');
  const { counts, findings } = await checkFolder(ctx, folderId, undefined);
  expect(counts).toEqual({ FEC096: 1 });
  expect(findings[0]?.message).toContain('from 2023-12-01 to 2023-12-31');
  expect(await gaps(folderId)).toBe(1);
  const again = await take(opening(400), after);
  expect(again.check.counts).toMatchObject({ FEC096: 1 });
  expect(again.check.counts).not.toHaveProperty('FEC092');

  await endsOn('2023-12-31');
  expect((await checkFolder(ctx, folderId, undefined)).counts).toEqual({ FEC092: 2 });
  expect(await gaps(folderId)).toBe(2);
});
