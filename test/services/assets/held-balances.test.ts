/** The register against settled books (decision 0018): reported by account, and mended by what the books have. */
import { expect, test } from 'vitest';
import type { Asset } from '../../../src/services/assets/asset.ts';
import { postYear } from '../../../src/services/assets/ledger/post-entries.ts';
import { createAsset, deleteAsset, updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import { differencesOf, heldBalances, lastDifferences } from '../../../src/services/assets/register/held-balances.ts';
import { deleteRetirement, retireAssets } from '../../../src/services/assets/register/retire-assets.ts';
import { windows } from '../../../src/services/assets/register/store.ts';
import { retirementFrom } from '../../../src/services/assets/simulation/facts.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { readExercises, updateExercise } from '../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { createEntry, deleteEntry } from '../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { folderWith, inputOf } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as PlainDate;
const ACCOUNTS = ['101000', '215400', '281540', '404000', '512000', '675000', '681120'];

type Line = readonly [account: string, debit: bigint, credit: bigint];

/** A machine of 12,000 bought on 1 January 2023, which the books amortize over ten years. */
const BOUGHT: Line[] = [
  ['215400', 12_000_00n, 0n],
  ['404000', 0n, 12_000_00n],
];
const ALLOWANCE: Line[] = [
  ['681120', 1_200_00n, 0n],
  ['281540', 0n, 1_200_00n],
];
const years = (count: number, more: object = {}) => ({
  Account: { AccountNumber: 2154 },
  AcquisitionDate: '2023-01-01',
  DeploymentDate: '2023-01-01',
  Amortization: { EconomicAttributes: { Duration: { YearCount: count }, ...more } },
});

type Books = Readonly<Record<string, readonly Line[]>>;
const TEN_YEARS: Books = { '2023-01-01': BOUGHT, '2023-12-31': ALLOWANCE, '2024-12-31': ALLOWANCE };

/** A folder whose books of 2023 and 2024 hold these entries, and are closed; 2025 is open. */
async function folderOf(books: Books, closed = ['2023-12-31', '2024-12-31']): Promise<number> {
  const folderId = await folderWith(db, 2023, 2025);
  for (const number of ACCOUNTS) await createAccount(db, folderId, { number, label: number });
  await createJournal(db, folderId, { code: 'OD', label: 'Opérations diverses', type: 'Miscellaneous' });
  await createJournal(db, folderId, { code: 'AN', label: 'A nouveaux', type: 'Opening' });
  for (const [date, lines] of Object.entries(books)) await write(folderId, date, lines);
  for (const { id, end } of await readExercises(db.knex, folderId))
    if (closed.includes(end)) await updateExercise(ctx, folderId, id, { isClosed: true });
  return folderId;
}

const write = (folderId: number, date: string, lines: readonly Line[], journal = 'OD') =>
  createEntry(db, folderId, {
    journal,
    date: day(date),
    label: 'Écriture',
    lines: lines.map(([account, debit, credit]) => ({ account, debit, credit })),
  });

const create = (folderId: number, change: object) => createAsset(ctx, folderId, inputOf(change));
const update = ({ folderId, id }: Asset, change: object) =>
  updateAsset(ctx, folderId, { assetId: id, date: day('2025-12-31') }, inputOf(change));
const retire = ({ folderId, id }: Asset, date: string) =>
  retireAssets(ctx, folderId, {
    assetIds: [id],
    retirement: retirementFrom({ type: 'Scrapping', date: day(date) }),
    method: 'AssetAmount',
  });
const told = async (folderId: number) =>
  (await heldBalances(ctx, folderId)).map(({ end, account, register, ledger }) => [end, account, register, ledger]);
const differences = async (asset: Asset) =>
  (await differencesOf(ctx, asset.folderId, [asset])).map(({ end, account, register, ledger }) => [
    end,
    account,
    register,
    ledger,
  ]);

test('agrees, on every day that books are settled, without opening entries between them', async () => {
  const folderId = await folderOf(TEN_YEARS);
  expect(await differences(await create(folderId, years(10)))).toEqual([]);
  expect(await told(folderId)).toEqual([
    ['2023-12-31', '215400', 12_000_00n, 12_000_00n],
    ['2023-12-31', '281540', -1_200_00n, -1_200_00n],
    ['2024-12-31', '215400', 12_000_00n, 12_000_00n],
    ['2024-12-31', '281540', -2_400_00n, -2_400_00n],
  ]);
});

test('tells another plan than the books posted, and takes theirs afterwards', async () => {
  const folderId = await folderOf(TEN_YEARS);
  const machine = await create(folderId, years(5));
  expect(await differences(machine)).toEqual([['2024-12-31', '281540', -4_800_00n, -2_400_00n]]);
  await expect(update(machine, years(4))).rejects.toMatchObject({ code: 'AssetInClosedExercise' });
  expect(await differences(await update(machine, years(10)))).toEqual([]);
  await expect(update(machine, years(5))).rejects.toMatchObject({ code: 'AssetInClosedExercise' });
});

test('takes what was amortized elsewhere, of which no day before is known', async () => {
  const folderId = await folderOf({
    ...TEN_YEARS,
    '2024-12-31': [
      ['681120', 900_00n, 0n],
      ['281540', 0n, 900_00n],
    ],
  });
  const machine = await create(folderId, years(10));
  expect(await differences(machine)).toEqual([['2024-12-31', '281540', -2_400_00n, -2_100_00n]]);
  const past = { PastAmortization: { Amount: 2100, EndDate: '2024-12-31' } };
  expect(await differences(await update(machine, years(10, past)))).toEqual([]);
  expect((await told(folderId)).map(([end, account]) => `${end} ${account}`)).toEqual([
    '2023-12-31 215400',
    '2024-12-31 215400',
    '2024-12-31 281540',
  ]);
});

test('counts what the ledger opened with as settled', async () => {
  const folderId = await folderOf({}, []);
  const opened: Line[] = [...BOUGHT.slice(0, 1), ['281540', 0n, 2_400_00n], ['101000', 0n, 9_600_00n]];
  await write(folderId, '2023-01-01', opened, 'AN');
  const machine = await create(folderId, { ...years(10), AcquisitionDate: '2020-01-01', DeploymentDate: '2020-01-01' });
  expect(await differences(machine)).toEqual([['2022-12-31', '281540', -3_600_00n, -2_400_00n]]);
});

test('counts what the ledger opened with though an exercise before it has no entry', async () => {
  const folderId = await folderOf({}, []);
  const opened: Line[] = [...BOUGHT.slice(0, 1), ['281540', 0n, 2_400_00n], ['101000', 0n, 9_600_00n]];
  await write(folderId, '2024-01-01', opened, 'AN');
  const machine = await create(folderId, { ...years(10), AcquisitionDate: '2021-01-01', DeploymentDate: '2021-01-01' });
  expect(await differences(machine)).toEqual([['2023-12-31', '281540', -3_600_00n, -2_400_00n]]);
  expect((await told(folderId)).map(([end]) => end)).toEqual(['2023-12-31', '2023-12-31']);
});

test('counts an exercise whose allowances are posted, and no other open one', async () => {
  const folderId = await folderOf(TEN_YEARS, []);
  await create(folderId, years(10));
  expect(lastDifferences(await heldBalances(ctx, folderId))).toEqual([]);
  await postYear(ctx, folderId, { date: day('2025-12-31'), journalCode: 'OD', createAccounts: true });
  const late = await create(folderId, years(6));
  expect(await differences(late)).toEqual([
    ['2025-12-31', '215400', 24_000_00n, 12_000_00n],
    ['2025-12-31', '281540', -9_600_00n, -3_600_00n],
  ]);
  const bought = await create(folderId, { ...years(5), AcquisitionDate: '2026-03-01', DeploymentDate: '2026-03-01' });
  expect(await differences(bought)).toEqual([]);
});

test('takes an exit that a closed exercise holds, and no other', async () => {
  const gone: Line[] = [
    ['281540', 2_400_00n, 0n],
    ['675000', 9_600_00n, 0n],
    ['215400', 0n, 12_000_00n],
  ];
  const [left, kept] = await Promise.all([folderOf({ ...TEN_YEARS, '2024-12-30': gone }), folderOf(TEN_YEARS)]);
  const there = await create(kept, years(10));
  await expect(retire(there, '2024-12-31')).rejects.toMatchObject({ code: 'AssetInClosedExercise' });
  const machine = await create(left, years(10));
  expect(await differences(machine)).toEqual([
    ['2024-12-31', '215400', 12_000_00n, 0n],
    ['2024-12-31', '281540', -2_400_00n, 0n],
  ]);
  await retire(machine, '2024-12-31');
  expect(await differences(machine)).toEqual([]);
});

test('what the books made up for by the last day is history, though nothing is left of it', async () => {
  const gone: Line[] = [
    ['281540', 2_400_00n, 0n],
    ['675000', 9_600_00n, 0n],
    ['215400', 0n, 12_000_00n],
  ];
  const folderId = await folderOf({ ...TEN_YEARS, '2024-12-30': gone });
  const machine = await create(folderId, years(5));
  await retire(machine, '2024-12-31');
  expect(await differences(machine)).toEqual([]);
  expect(lastDifferences(await heldBalances(ctx, folderId))).toEqual([]);
  expect(await told(folderId)).toContainEqual(['2023-12-31', '281540', -2_400_00n, -1_200_00n]);
});

test('an asset of the open exercise asks nothing of settled books: no figure of another is computed', async () => {
  const folderId = await folderOf(TEN_YEARS);
  await create(folderId, years(10));
  await windows(db.knex).where({ folder_id: folderId }).delete();
  const bought = await create(folderId, { ...years(5), AcquisitionDate: '2025-03-01', DeploymentDate: '2025-03-01' });
  expect(await differences(bought)).toEqual([]);
  expect(await windows(db.knex).where({ folder_id: folderId })).toEqual([]);
});

test('of what happens to an asset of closed exercises, the last day alone is computed', async () => {
  const folderId = await folderOf(TEN_YEARS);
  await differences(await create(folderId, years(5)));
  const kept = await windows(db.knex).where({ folder_id: folderId });
  expect(kept.map(({ end_date }) => end_date)).toEqual(['2024-12-31']);
});

test('an asset entered twice goes, the other stays', async () => {
  const folderId = await folderOf(TEN_YEARS);
  const [machine, twice] = [await create(folderId, years(10)), await create(folderId, years(10))];
  await deleteAsset(ctx, folderId, twice.id);
  await expect(deleteAsset(ctx, folderId, machine.id)).rejects.toMatchObject({ code: 'AssetInClosedExercise' });
});

test('what taxops posted for an asset stays, whatever the books lack of others', async () => {
  const folderId = await folderOf(TEN_YEARS, []);
  const machine = await create(folderId, years(10));
  await db.knex('entry_line').where({ folder_id: folderId, entry_date: '2024-12-31' }).delete();
  await postYear(ctx, folderId, { date: day('2024-12-31'), journalCode: 'OD', createAccounts: true });
  await write(folderId, '2024-12-31', ALLOWANCE);
  for (const { id } of (await readExercises(db.knex, folderId)).slice(0, 2))
    await updateExercise(ctx, folderId, id, { isClosed: true });
  await expect(update(machine, years(8))).rejects.toMatchObject({ code: 'AssetInClosedExercise' });
});

test('an allowance of a later year that an exit leaves behind is named with its entry', async () => {
  const folderId = await folderOf({ '2023-01-01': BOUGHT }, []);
  const machine = await create(folderId, years(10));
  const post = (year: number) =>
    postYear(ctx, folderId, { date: day(`${year}-12-31`), journalCode: 'OD', createAccounts: true });
  for (const year of [2023, 2024, 2025]) expect((await post(year)).ledgerOnly).toEqual([]);
  await retire(machine, '2024-06-30');
  expect((await post(2025)).ledgerOnly).toMatchObject([
    {
      date: '2025-12-31',
      lines: [
        { account: '281540', debit: 0n, credit: 1_200_00n },
        { account: '681120', debit: 1_200_00n, credit: 0n },
      ],
    },
  ]);
  const [left] = (await post(2025)).ledgerOnly;
  await deleteEntry(ctx, folderId, left?.entryId ?? 0);
  expect((await post(2025)).ledgerOnly).toEqual([]);
});

test('a sale that was posted and cancelled since is named, beside what other assets post', async () => {
  const folderId = await folderOf({ '2023-01-01': BOUGHT }, []);
  const machine = await create(folderId, years(10));
  await retire(machine, '2023-06-30');
  const post = () => postYear(ctx, folderId, { date: day('2023-12-31'), journalCode: 'OD', createAccounts: true });
  await post();
  await deleteRetirement(ctx, folderId, machine.id);
  expect((await post()).ledgerOnly.map(({ lines }) => lines.map(({ account }) => account))).toEqual([
    ['281540', '681120'],
    ['215400', '281540', '675000'],
  ]);
});
