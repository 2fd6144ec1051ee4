import { expect, it } from 'vitest';
import { checkFolder, reportGaps } from '../../../src/services/ledger/check-folder.ts';
import { gapsBetween } from '../../../src/services/ledger/continuity.ts';
import { FindingLog } from '../../../src/services/ledger/fec/findings.ts';
import { ledgerOverview } from '../../../src/services/ledger/overview.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { type Entry, importer, SIREN } from './books.ts';

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
const gaps = async () => (await ledgerOverview(ctx))[0]?.openingGaps;

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
    expect.stringMatching(/^Account 12 .*closes at -500\.00 .* opens at -400\.00: .*100\.00/),
    expect.stringMatching(/^Account 411000 .*closes at 500\.00 .* opens at 400\.00: .*-100\.00/),
  ]);
  expect(await gaps()).toBe(2);

  await take([...YEAR_2023, { number: 3, date: '2023-06-01', lines: ['411000/C1 -100', '706000 100'] }], BEFORE);
  expect(await gaps()).toBe(0);

  const unopened = await take(opening(500).slice(1), { replace: true });
  expect(unopened.check.counts).toMatchObject({ FEC093: 1 });
  expect(await gaps()).toBe(1);
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
