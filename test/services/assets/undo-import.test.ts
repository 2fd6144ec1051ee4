/** An import of assets is taken back whole, or not at all once something was built on one of its assets. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IMPORT_FORM } from '../../../src/commands/asset/import-form.ts';
import { importAssets } from '../../../src/services/assets/import/import-assets.ts';
import { listAssetImports, undoAssetImport } from '../../../src/services/assets/import/past-imports.ts';
import { acceptProposals } from '../../../src/services/assets/ledger/associate.ts';
import { postYear } from '../../../src/services/assets/ledger/post-entries.ts';
import { createAsset, deleteAsset } from '../../../src/services/assets/register/change-asset.ts';
import { readGrants } from '../../../src/services/assets/register/grants.ts';
import { retireAssets } from '../../../src/services/assets/register/retire-assets.ts';
import { assets, loadAsset } from '../../../src/services/assets/register/store.ts';
import { retirementFrom } from '../../../src/services/assets/simulation/facts.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { listExercises, updateExercise } from '../../../src/services/ledger/exercises.ts';
import { importLedgerFile } from '../../../src/services/ledger/import/import-file.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { deleteEntry } from '../../../src/services/ledger/write-entries.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { everything, folderWith, inputOf, NOW } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => NOW } });
const later = testContext(db, { clock: { now: () => '2026-03-02T09:00:00.000Z' } });
const scratch = temporaryFolder('asset-undo');

const GRANTED = join(scratch, 'granted.csv');
writeFileSync(
  GRANTED,
  `Name;Account;AcquisitionDate;DeploymentDate;AcquisitionValue;Amortization.EconomicAttributes.Duration.YearCount;Grants.Grant.Name;Grants.Grant.TotalAmount;Grants.Amount
Presse;215400;2025-03-01;2025-03-01;9000.00;5;Région;3000.00;3000.00
`,
);

const load = (folderId: number, path = 'fixtures/assets/import/good.csv') =>
  importAssets(ctx, folderId, { name: 'assets.csv', path }, { form: IMPORT_FORM, dryRun: false });
const undo = (folderId: number, importId: number | null, isPreview = false) =>
  undoAssetImport(later, folderId, importId ?? 0, isPreview);
const left = async (folderId: number) =>
  (await assets(db.knex).where({ folder_id: folderId }).orderBy('number')).map(({ name }) => name);
const grants = () => db.knex('asset_grant').select('name');

/** A firm with books, whose register was imported. */
async function studio() {
  const path = 'fixtures/demo/998120406FEC20241231.txt';
  const { applied } = await importLedgerFile(ctx, { name: '998120406FEC20241231.txt', path }, {});
  const folderId = applied?.folderId ?? 0;
  return { folderId, ...(await load(folderId, 'fixtures/demo/assets-998120406.csv')) };
}

describe('an import of assets', () => {
  test('is taken back with its grants; what was there before stays, and the file can come again', async () => {
    const folderId = await folderWith(db);
    await createAsset(ctx, folderId, inputOf());
    const { importId, created } = await load(folderId, GRANTED);
    const press = await loadAsset(db.knex, folderId, created[0]?.id ?? 0);
    expect(await readGrants(db.knex, press)).toMatchObject([{ name: 'Région' }]);
    expect(await undo(folderId, importId, true)).toMatchObject({ assetsRemoved: 1, isPreview: true });
    expect(await left(folderId)).toEqual(['Machine', 'Presse']);
    expect(await undo(folderId, importId)).toMatchObject({
      importId,
      fileName: 'assets.csv',
      assetsRemoved: 1,
      isPreview: false,
    });
    expect([await left(folderId), await grants()]).toEqual([['Machine'], []]);
    await expect(undo(folderId, importId)).rejects.toMatchObject({ code: 'AssetImportNotFound' });
    expect((await load(folderId, GRANTED)).created).toHaveLength(1);
  });

  test('is listed with the assets that are left of it; one that made none is not', async () => {
    const folderId = await folderWith(db);
    const { importId, created } = await load(folderId);
    expect((await load(folderId)).importId).toBeNull();
    await deleteAsset(later, folderId, created[0]?.id ?? 0);
    const { items } = await listAssetImports(ctx, folderId, { page: 1, limit: 10 });
    expect(items.map(({ id, lines, assets: some, fileName }) => [id, lines, some, fileName])).toEqual([
      [importId, 2, 1, 'assets.csv'],
    ]);
    expect(await undo(folderId, importId)).toMatchObject({ assetsRemoved: 1 });
    expect(await left(folderId)).toEqual([]);
  });

  test('of another folder is not found', async () => {
    const [folderId, other] = [await folderWith(db), await folderWith(db)];
    const { importId } = await load(folderId);
    await expect(undo(other, importId)).rejects.toMatchObject({ code: 'AssetImportNotFound' });
    expect(await left(folderId)).toHaveLength(2);
  });

  test('is refused once an asset left the register', async () => {
    const folderId = await folderWith(db);
    const { importId, created } = await load(folderId);
    const retirement = retirementFrom({ type: 'Scrapping', date: '2025-12-31' as PlainDate });
    await retireAssets(later, folderId, { assetIds: [created[1]?.id ?? 0], retirement, method: 'AssetAmount' });
    const before = await everything(db);
    await expect(undo(folderId, importId)).rejects.toMatchObject({
      code: 'AssetImportInUse',
      message: expect.stringContaining('1 were changed, divided or retired, 0 are linked to entries, 0 were posted'),
    });
    expect(await everything(db)).toEqual(before);
  });

  test('is refused once assets are posted, until the drafts are gone', async () => {
    const folderId = await folderWith(db);
    const { importId } = await load(folderId);
    await createJournal(db, folderId, { code: 'OD', label: 'Divers', type: 'Miscellaneous' });
    const posting = { date: '2025-12-31' as PlainDate, journalCode: 'OD', createAccounts: true };
    const { written } = await postYear(later, folderId, posting);
    await expect(undo(folderId, importId, true)).rejects.toMatchObject({
      message: expect.stringContaining('0 are linked to entries, 2 were posted'),
    });
    for (const { entryId } of written) await deleteEntry(later, folderId, entryId);
    expect((await undo(folderId, importId)).assetsRemoved).toBe(2);
  });

  test('is refused once an asset is linked to the entries that it was bought with', async () => {
    const { folderId, importId } = await studio();
    const linked = (await acceptProposals(later, folderId, {})).filter(({ action }) => action === 'Associate');
    await expect(undo(folderId, importId)).rejects.toMatchObject({
      message: expect.stringContaining(`0 were changed, divided or retired, ${linked.length} are linked`),
    });
  });

  test('is refused in a closed exercise, and leaves everything', async () => {
    const folderId = await folderWith(db);
    const { importId } = await load(folderId);
    const last = (await listExercises(ctx, folderId)).at(-1);
    await updateExercise(ctx, folderId, last?.id ?? 0, { isClosed: true });
    await expect(undo(folderId, importId)).rejects.toMatchObject({ code: 'AssetInClosedExercise' });
    expect(await left(folderId)).toHaveLength(2);
  });
});
