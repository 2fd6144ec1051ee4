/** Assets read from files: as people write them, all or none, twice without effect, and never beyond bounds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import exceljs from 'exceljs';
import { describe, expect, test } from 'vitest';
import { assetTemplate } from '../../../src/commands/asset/import.ts';
import { IMPORT_FORM, importForm } from '../../../src/commands/asset/import-form.ts';
import { wordsIn } from '../../../src/commands/operation/invoke.ts';
import { importAssets } from '../../../src/services/assets/import/import-assets.ts';
import { readFixedAsset } from '../../../src/services/assets/register/read-asset.ts';
import { assets, loadAsset } from '../../../src/services/assets/register/store.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { TaxopsError } from '../../../src/services/kernel/errors.ts';
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

  test('has one line for each external reference: the second is told with the first', async () => {
    const folderId = await folderWith(db);
    const rows = [
      line('Un', ';R-1'),
      line('Deux', ';R-2'),
      line('Trois', ';R-1'),
      line('Quatre', ';'),
      line('Cinq', ';'),
    ];
    const file = written('repeated.csv', [`${HEADER};Référence externe`, ...rows].join('\n'));
    const { created, faults } = await load(folderId, file);
    expect(faults.map(({ line, column, code }) => [line, column, code])).toEqual([
      [4, 'Référence externe', 'AssetReferenceRepeated'],
    ]);
    expect(faults[0]?.message).toContain('“R-1” stands on line 2');
    expect([created, await count(folderId)]).toEqual([[], 0]);
  });

  test('is refused an amount that may be thousands or decimals', async () => {
    const folderId = await folderWith(db);
    const amounts = ['1.500', '12,000', '-1.500', '1.234,56', '1,234.56', '1.234.567', '1,5', '0.100'];
    const rows = amounts.map((amount) => `Tour;215400;2025-03-01;2025-03-01;"${amount}"`);
    const { faults } = await load(folderId, written('thousands.csv', [HEADER, ...rows].join('\n')), true);
    expect(faults.map(({ line, column }) => [line, column])).toEqual(
      [2, 3, 4, 7].map((line) => [line, 'AcquisitionValue']),
    );
  });

  test('is told its faults in French', async () => {
    const folderId = await folderWith(db);
    const rows = ['Tour;215400;2025-02-31;2025-03-01;1', 'Tour;215400;2025-03-01;2025-02-01;1', ';215400;;;x'];
    const file = written('french.csv', [HEADER, ...rows].join('\n'));
    const form = importForm(await wordsIn('fr'));
    const { faults } = await importAssets({ ...ctx, language: 'fr' }, folderId, file, { form, dryRun: true });
    expect(faults.map(({ line, message }) => [line, message])).toEqual([
      [2, 'pas un jour : écrivez AAAA-MM-JJ'],
      [3, "l'immobilisation est mise en service le 01/02/2025, avant son acquisition le 01/03/2025"],
      [4, 'obligatoire'],
      [4, 'pas un montant : écrivez 1234.56, deux décimales au plus'],
      [4, 'obligatoire'],
      [4, 'obligatoire'],
    ]);
  });

  test('may have the words of the French lists', async () => {
    const mode = 'Amortization.EconomicAttributes.Mode;Amortization.EconomicAttributes.Duration.YearCount';
    const rows = [line('Un', ';linéaire;5;Achat d’occasion'), line('Deux', ";Dégressif;5;Achat d'occasion")];
    const file = written('words.csv', [`${HEADER};${mode};Mode d’acquisition`, ...rows].join('\n'));
    const folderId = await folderWith(db);
    const { created, faults } = await load(folderId, file);
    expect(faults).toEqual([]);
    const read = await Promise.all(created.map(({ id }) => loadAsset(db.knex, folderId, id)));
    expect(read.map(({ facts }) => [facts.economic?.mode, facts.acquisitionMethod])).toEqual([
      ['Linear', 'UsedPurchase'],
      ['Declining', 'UsedPurchase'],
    ]);
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

  test('has the days of a workbook as it shows them, whatever their hour', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('Immobilisations');
    sheet.addRow(HEADER.split(';'));
    sheet.addRow(['Tour', 215400, new Date('2025-03-01T23:30:00Z'), new Date('2025-03-31T22:00:00Z'), 100]);
    const file = written('hours.xlsx', new Uint8Array(await book.xlsx.writeBuffer()));
    const folderId = await folderWith(db);
    const { created } = await load(folderId, file);
    const { facts } = await loadAsset(db.knex, folderId, created[0]?.id ?? 0);
    expect([facts.acquisitionDate, facts.deploymentDate]).toEqual(['2025-03-01', '2025-03-31']);
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

test('a workbook whose inside is damaged is said so in words, in both languages', async () => {
  const folderId = await folderWith(db);
  const book = new exceljs.Workbook();
  book.addWorksheet('x').addRow(HEADER.split(';'));
  const whole = Buffer.from(await book.xlsx.writeBuffer());
  const refused = async (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole);
    change(bytes);
    const error = await load(folderId, written('damaged.xlsx', bytes)).catch((fault: TaxopsError) => fault);
    const { text } = error as TaxopsError;
    return (['en', 'fr'] as const).map((language) => text.call(error, language).match(/\((.*)\)/)?.[1]);
  };
  const directory = whole.length - 22 + 16;
  expect(await refused((bytes) => bytes.writeUInt32LE(0x7fffffff, directory))).toEqual([
    'the archive is cut',
    'l’archive est coupée',
  ]);
  expect(await refused((bytes) => bytes.fill(0xff, 60, 90))).toEqual([
    'a part of it does not unpack',
    'une de ses parties ne se décompresse pas',
  ]);
});

test('a file that cannot be read is said so in the language of the reader', async () => {
  const folderId = await folderWith(db);
  const reasonOf = async (content: string) =>
    (await load(folderId, written('refused.csv', content)).catch((error: TaxopsError) => error)) as TaxopsError;
  const long = await reasonOf(`${HEADER}\n${line('Un', ';2;3')}`);
  expect(long.text('fr')).toContain('la ligne 2 a 7 cellules, plus que l’en-tête');
  const open = await reasonOf(`${HEADER}\n"${line('Un')}`);
  expect(open.text('fr')).toContain('un guillemet s’ouvre et ne se ferme pas avant la fin');
  const cut = await reasonOf('PK\x03\x04 and no more');
  expect(cut.text('fr')).toContain('le classeur est abîmé (l’archive est coupée).');
  const large = await reasonOf(`${HEADER}\n${`${line('Un')}\n`.repeat(20_001)}`);
  expect(large.text('fr')).toMatch(/dépasse .* lignes\.$/);
  const none = await load(folderId, { name: 'none.csv', path: join(scratch, 'none.csv') }).catch((error) => error);
  expect(none).toMatchObject({ code: 'FileUnreadable' });
});
