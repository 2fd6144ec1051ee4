/** What needs a person on a day: nothing that is due later, nothing of the folders of others. */
import { expect, it } from 'vitest';
import { createAsset } from '../../../src/services/assets/register/change-asset.ts';
import { createAccount } from '../../../src/services/banking/accounts/account-creation.ts';
import { accountsWithGaps } from '../../../src/services/banking/statements/gaps-of-folders.ts';
import { type FailedJobs, todayPage } from '../../../src/services/dues/today.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { inputOf } from '../assets/folder.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2026-03-10T10:00:00.000Z' } });
const IBAN = 'FR7630006000011234567890189';
const OTHER_IBAN = 'FR7698765000420001234567895';
const day = (text: string) => text as never;

const { id } = await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem: 'RealNormal', vatDeadlineDay: 19 });
await createExercise(ctx, id, { start: day('2025-12-01'), end: day('2026-11-30') });
const { id: other } = await createFolder(ctx, undefined, { name: 'BETA', vatSystem: 'NotLiable' });

const linesOf = async (paging = { page: 1, limit: 50 }, scope = {}) => {
  const { items, ...page } = await todayPage(ctx, scope, paging);
  return { ...page, lines: items.map(({ kind, folder, subject, due }) => `${kind} ${folder?.name} ${subject} ${due}`) };
};

it('lists what is late and what is due within fifteen days, the late first', async () => {
  const { lines, total } = await linesOf();
  expect(lines).toEqual([
    'Late ALPHA 3310CA3 2026-01-19',
    'Late ALPHA 3310CA3 2026-02-19',
    'ToSend ALPHA 3310CA3 2026-03-19',
  ]);
  expect(total).toBe(3);
});

it('has what is due on the fifteenth day, and not the day before that', async () => {
  const kinds = async (at: string) => {
    const on = testContext(db, { clock: { now: () => `${at}T10:00:00.000Z` } });
    return (await todayPage(on, { kind: 'ToSend' }, { page: 1, limit: 50 })).items.map(({ due }) => due);
  };
  expect([await kinds('2026-03-03'), await kinds('2026-03-04')]).toEqual([[], ['2026-03-19']]);
  const { id: company } = await createFolder(ctx, undefined, {
    name: 'DELTA',
    taxRegime: 'CorporationTax',
    vatSystem: 'NotLiable',
  });
  await createExercise(ctx, company, { start: day('2026-01-01'), end: day('2026-12-31') });
  expect([await kinds('2026-02-27'), await kinds('2026-02-28')]).toEqual([[], ['2026-03-15']]);
  await db.knex('folder').where({ id: company }).update({ is_active: false });
});

it('comes in pages', async () => {
  expect(await linesOf({ page: 2, limit: 2 })).toEqual({
    page: 2,
    limit: 2,
    total: 3,
    hasMore: false,
    counts: [
      { kind: 'Late', count: 2 },
      { kind: 'ToSend', count: 1 },
    ],
    lines: ['ToSend ALPHA 3310CA3 2026-03-19'],
  });
});

it('has page by page what it has at once, in one order, over declarations and VAT returns of several folders', async () => {
  const { id: company } = await createFolder(ctx, undefined, { name: 'GAMMA', taxRegime: 'CorporationTax' });
  await createExercise(ctx, company, { start: day('2024-01-01'), end: day('2024-12-31') });
  const whole = await linesOf();
  const pages = await Promise.all(
    Array.from({ length: whole.total }, (_, before) => linesOf({ page: before + 1, limit: 1 })),
  );
  expect(pages.flatMap(({ lines }) => lines)).toEqual(whole.lines);
  expect(whole.lines).toHaveLength(whole.total);
  expect(new Set(whole.lines.map((line) => line.split(' ')[2])).size).toBeGreaterThan(2);
  await db.knex('folder').where({ id: company }).update({ is_active: false });
});

it('says nothing of folders outside of the scope', async () => {
  expect((await linesOf(undefined, { folderId: other })).lines).toEqual([]);
});

it('says of one kind alone how much there is of the others', async () => {
  const { lines, total, counts } = await linesOf(undefined, { kind: 'ToSend' });
  expect([lines, total]).toEqual([['ToSend ALPHA 3310CA3 2026-03-19'], 1]);
  expect(counts).toHaveLength(2);
});

it('names statements that do not follow each other, assets with an alert and jobs that failed', async () => {
  const accountId = await createAccount(ctx, id, { provider: 'ManualEbics', iban: IBAN, bankName: 'Banque' });
  const stated = (start: string, end: string, from: number, to: number) => ({
    folder_id: id,
    account_id: accountId,
    currency: 'EUR',
    decimals: 2,
    start_date: start,
    end_date: end,
    start_units: from,
    end_units: to,
    movement_count: 1,
    is_balanced: true,
    format: 'cfonb120',
    digest: Buffer.from(start),
    created_at: '2026-03-01T00:00:00Z',
  });
  await db
    .knex('bank_statement')
    .insert([
      stated('2025-12-01', '2025-12-31', 0, 100),
      stated('2025-12-31', '2026-01-31', 100, 300),
      stated('2026-02-10', '2026-02-28', 400, 500),
    ]);
  expect(await accountsWithGaps(db.knex, [id, other])).toMatchObject([{ folderId: id, accountId, count: 1 }]);
  await createAsset(ctx, id, inputOf({ AcquisitionDate: '2026-01-10', DeploymentDate: '2026-01-10' }));
  const asked: unknown[] = [];
  const failed: FailedJobs = async (folderIds) => {
    asked.push(folderIds);
    return [{ job: 'poll-notices', runId: 4, folderId: null, count: 3 }];
  };
  const { items } = await todayPage(ctx, {}, { page: 1, limit: 50 }, failed);
  expect(items.slice(2)).toMatchObject([
    { kind: 'JobFailed', folder: null, subject: 'poll-notices', runId: 4, count: 3 },
    { kind: 'ToSend' },
    { kind: 'StatementGap', folder: { id }, accountId, count: 1 },
    { kind: 'AssetAlert', folder: { id }, startDate: '2025-12-01', endDate: '2026-11-30', count: 1 },
  ]);
  const silentOn = async (at: string) => {
    const on = testContext(db, { clock: { now: () => `${at}T10:00:00.000Z` } });
    return (await todayPage(on, { kind: 'StatementMissing' }, { page: 1, limit: 50 })).items.map(({ count }) => count);
  };
  expect([await silentOn('2026-04-09'), await silentOn('2026-04-10')]).toEqual([[], [41]]);
  const subjects = async () =>
    (await todayPage(ctx, { kind: 'StatementGap' }, { page: 1, limit: 50 }, failed)).items.map(
      ({ subject }) => subject,
    );
  expect(await subjects()).toEqual(['Banque']);
  const second = await createAccount(ctx, id, { provider: 'ManualEbics', iban: OTHER_IBAN, bankName: 'Banque' });
  expect(await subjects()).toEqual([`Banque (…${IBAN.slice(-4)})`]);
  await db.knex('bank_account').where({ id: second }).delete();
  await todayPage(ctx, { folderId: id }, { page: 1, limit: 50 }, failed);
  expect(asked).toEqual([undefined, undefined, undefined, [id]]); // those of a folder are asked for when one is
});
