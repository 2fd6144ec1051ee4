/** Assets read from files: as people write them, all or none, twice without effect, and never beyond bounds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import exceljs from 'exceljs';
import { describe, expect, test } from 'vitest';
import { assetTemplate } from '../../../src/commands/asset/import.ts';
import { IMPORT_FORM } from '../../../src/commands/asset/import-form.ts';
import { importAssets } from '../../../src/services/assets/import/import-assets.ts';
import { readFixedAsset } from '../../../src/services/assets/register/read-asset.ts';
import { assets, loadAsset } from '../../../src/services/assets/register/store.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { FileResult } from '../../../src/services/kernel/stream.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { eachOf } from '../../support/length.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { folderWith, NOW } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => NOW } });
const scratch = temporaryFolder('asset-import');

const fixture = (name: string) => ({ name, path: `fixtures/assets/import/${name}` });

function written(name: string, content: string | Uint8Array) {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return { name, path };
}

const load = (folderId: number, file: { name: string; path: string }, dryRun = false) =>
  importAssets(ctx, folderId, file, { form: IMPORT_FORM, dryRun });
const count = async (folderId: number) => (await assets(db.knex).where({ folder_id: folderId })).length;

const HEADER = 'Name;Account;AcquisitionDate;DeploymentDate;AcquisitionValue';
const line = (name: string, more = '') => `${name};215400;2025-03-01;2025-03-01;100.00${more}`;

describe('a file of assets', () => {
  test('is written once, whatever the number of imports', async () => {
    const folderId = await folderWith(db);
    const first = await load(folderId, fixture('good.csv'));
    expect(first).toMatchObject({ lines: 2, known: [], faults: [], created: [{ line: 2, number: 1 }, { line: 3 }] });
    expect(await load(folderId, fixture('good.csv'))).toMatchObject({ lines: 2, known: [2, 3], created: [] });
    const asset = await loadAsset(db.knex, folderId, first.created[0]?.id ?? 0);
    expect(asset).toMatchObject({
      name: 'Établi de montage',
      externalId: 'IMP-1',
      facts: {
        acquisitionValue: 480_000n,
        deductibleVat: 96_000n,
        acquisitionDate: '2025-02-01',
        deploymentDate: '2025-02-15',
        economic: { months: 96, mode: 'Linear' },
      },
    });
  });

  test('is not written when a line is at fault: each is told with its column', async () => {
    const folderId = await folderWith(db);
    const { faults, created } = await load(folderId, fixture('faults.csv'));
    expect(faults.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'AcquisitionDate', 'InvalidInput'],
      [3, null, 'DeploymentBeforeAcquisition'],
      [4, null, 'NotFixedAssetAccount'],
      [5, 'AcquisitionValue', 'InvalidInput'],
      [5, 'IsAmortizable', 'InvalidInput'],
    ]);
    expect([created, await count(folderId)]).toEqual([[], 0]);
  });

  test('is only checked on a dry run', async () => {
    const folderId = await folderWith(db);
    expect((await load(folderId, fixture('good.csv'), true)).faults).toEqual([]);
    expect(await count(folderId)).toBe(0);
  });

  test('may be a workbook, with real numbers and dates', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('Immobilisations');
    sheet.addRow(['Désignation', 'Compte', 'Date d’acquisition', 'Date de mise en service', 'Valeur d’origine HT']);
    sheet.addRow(['Tour', 215400, new Date('2025-03-01'), new Date('2025-03-02'), 1234.5]);
    sheet.addRow(['Écran', 218300, '2025-03-01', '2025-03-02', { formula: '3*1500.1', result: 3 * 1500.1 }]);
    const file = written('tour.xlsx', new Uint8Array(await book.xlsx.writeBuffer()));
    const folderId = await folderWith(db);
    const { created } = await load(folderId, file);
    const { facts } = await loadAsset(db.knex, folderId, created[0]?.id ?? 0);
    expect(facts).toMatchObject({ account: '215400', acquisitionValue: 123_450n, deploymentDate: '2025-03-02' });
    // As a number of this language it is 4500.299999999999.
    const screen = await loadAsset(db.knex, folderId, created[1]?.id ?? 0);
    expect(screen.facts.acquisitionValue).toBe(450_030n);
  });

  test('may be in the letters of an old spreadsheet', async () => {
    const latin = Buffer.from(`${HEADER}\n${line('Établi')}`, 'latin1');
    const folderId = await folderWith(db);
    expect((await load(folderId, written('old.csv', latin))).created).toMatchObject([{ name: 'Établi' }]);
  });

  test('keeps the account of a grant', async () => {
    const header = `${HEADER};Grants.Grant.Name;Compte de subvention;Grants.Grant.TotalAmount;Grants.Amount`;
    const file = written('grant-account.csv', [header, line('Un', ';Aide;131000;100.00;90.00')].join('\n'));
    const folderId = await folderWith(db);
    const { created } = await load(folderId, file);
    const { grants } = await readFixedAsset(testContext(db), folderId, created[0]?.id ?? 0, '2025-12-31' as PlainDate);
    expect(grants).toMatchObject([{ name: 'Aide', account: '131000' }]);
  });

  test('links no more of a grant than there is', async () => {
    const grant = ';Aide;100.00;90.00';
    const header = `${HEADER};Grants.Grant.Name;Grants.Grant.TotalAmount;Grants.Amount`;
    const file = written('grants.csv', [header, line('Un', grant), line('Deux', ';Aide;100.00;110.00')].join('\n'));
    const folderId = await folderWith(db);
    await expect(load(folderId, file)).rejects.toMatchObject({ code: 'GrantAmountNotAvailable' });
    expect(await count(folderId)).toBe(0);
  });
});

test('the template is a file that its own import reads', async () => {
  const { content } = (await assetTemplate.run(testContext(db), {})) as FileResult;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const folderId = await folderWith(db);
  const { created, faults } = await load(folderId, written('template.csv', Buffer.concat(chunks)));
  expect([created.map(({ name }) => name), faults]).toEqual([['Ordinateur portable'], []]);
});

describe('a file that is no file of assets', () => {
  /** A workbook whose only part says it is small and is not. */
  function bomb(): Buffer {
    const packed = deflateRawSync(Buffer.alloc(250 * 1024 * 1024));
    const name = Buffer.from('xl/workbook.xml');
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(1_000, 24);
    entry.writeUInt16LE(name.length, 28);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(local.length + name.length + packed.length, 16);
    return Buffer.concat([local, name, packed, entry, name, end]);
  }

  const REFUSED: readonly [what: string, content: () => string | Uint8Array, code: string][] = [
    ['a workbook that unpacks without end', bomb, 'AssetFileTooLarge'],
    ['noise', () => Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256), 'AssetFileUnreadable'],
    ['nothing', () => '', 'AssetColumnMissing'],
    ['an unknown column', () => `${HEADER};Couleur\n${line('Un', ';rouge')}`, 'AssetColumnUnknown'],
    ['a column twice', () => `${HEADER};Account\n${line('Un', ';218300')}`, 'AssetColumnRepeated'],
    ['a column under two names', () => `${HEADER};Désignation\n${line('Un', ';Deux')}`, 'AssetColumnRepeated'],
    ['a column missing', () => 'Name;Account\nUn;2154', 'AssetColumnMissing'],
    ['a line with a cell too many', () => `${HEADER}\n${line('Un', ';2;3')}`, 'AssetFileUnreadable'],
    ['a quote that never ends', () => `${HEADER}\n"${line('Un')}`, 'AssetFileUnreadable'],
    ['too many lines', () => `${HEADER}\n${`${line('Un')}\n`.repeat(20_001)}`, 'AssetFileTooLarge'],
    ['too many bytes', () => new Uint8Array(21 * 1024 * 1024).fill(97), 'AssetFileTooLarge'],
    ['a cut workbook', () => Buffer.from('PK\x03\x04 and no more', 'latin1'), 'AssetFileUnreadable'],
  ];

  eachOf(REFUSED, (_, at) => at > 0)('is refused: %s', async (_, content, code) => {
    const folderId = await folderWith(db);
    await expect(load(folderId, written('file', content()))).rejects.toMatchObject({ code });
    expect(await count(folderId)).toBe(0);
  });
});
