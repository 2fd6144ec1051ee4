/**
 * What other programs read in our files: the text of a PDF by pdftotext (poppler-utils), the cells and the totals of a
 * workbook by LibreOffice (libreoffice-calc-nogui). A program that is not installed skips its tests and says so.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { EDITIONS, type EditionName, exportEdition } from '../../src/services/assets/edition/export-edition.ts';
import { exportAssets } from '../../src/services/assets/export/export-assets.ts';
import type { ExportType } from '../../src/services/assets/export/formats.ts';
import { addAssets, inRegister } from '../../src/services/assets/register/write-asset.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import { draftOf, folderWith, NOW } from '../services/assets/folder.ts';
import { body, declining, plan, twoPlans } from '../services/assets/sample.ts';
import { testContext } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';
import { csvOf, hasOffice, isThere } from '../support/office.ts';
import { temporaryFolder } from '../support/scratch.ts';

const hasPoppler = isThere('pdftotext', '-v');
if (!hasPoppler) process.stderr.write('pdftotext is not installed (poppler-utils): PDF are not read\n');

const db = await testDatabase();
const producedFolder = temporaryFolder('documents');
const ctx = { ...testContext(db, { language: 'fr', clock: { now: () => NOW } }), producedFolder };
const window = { start: '2025-01-01' as PlainDate, end: '2025-12-31' as PlainDate };
let folderId = 0;
const MANY = 1_500;

beforeAll(async () => {
  folderId = await folderWith(db, 2023, 2026);
  const sold = {
    FixedAssetAccount: { AccountNumber: 218200 },
    Retirement: { Type: 'Sale', Date: '2025-05-20', SaleAttributes: { SaleAmount: '22000.00', Type: 'TaxedPrice' } },
  };
  const machine = draftOf(body('1000.10', '2024-01-01', plan(5), { FixedAssetAccount: { AccountNumber: 215400 } }));
  const drafts = [
    draftOf(twoPlans('40000.00', '2023-01-01', plan(5), declining(5), sold), { name: 'Fourgon' }),
    draftOf(twoPlans('50000.00', '2025-03-20', plan(5), declining(5)), { name: '=2+3' }),
    ...Array.from({ length: MANY }, (_, index) => ({ ...machine, name: `Établi ${index + 1}` })),
  ];
  await inRegister(ctx, folderId, (register) => addAssets(register, drafts));
});

const assets = async (exportType: ExportType, columns: readonly string[]): Promise<string> => {
  const asked = { window, sort: [], q: [], columns, extends: [], withAnalytics: false, exportType };
  return (await exportAssets(ctx, folderId, asked)).address;
};
const edition = async (name: EditionName, exportType: ExportType): Promise<string> =>
  (await exportEdition(ctx, folderId, { edition: name, window, exportType })).address;

const textOf = (pdf: string): string =>
  execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8', maxBuffer: 1 << 26 }).replace(/\u00a0/g, ' ');

const bytesOf = async (path: Promise<string>): Promise<Uint8Array> => readFileSync(await path);

describe.skipIf(!hasPoppler)('a PDF, read by pdftotext', () => {
  it('holds every asset, its head, numbered pages and totals carried over', async () => {
    const pages = textOf(await assets('Pdf', ['Name', 'AcquisitionDate', 'AcquisitionValue']))
      .split('\f')
      .filter(Boolean);
    expect(pages.length).toBeGreaterThan(30);
    expect(pages[0]).toMatch(/^\s*Immobilisations\n\s*Cabinet\n\s*ALPHA\n\s*Du 01\/01\/2025 au 31\/12\/2025/);
    pages.forEach((page, index) => {
      const [foot = ''] = page.trimEnd().split('\n').slice(-1);
      expect(foot.trim().replace(/ +/g, ' ')).toBe(`Cabinet - ALPHA Page ${index + 1} / ${pages.length}`);
    });
    pages.slice(1).forEach((page, index) => {
      const [carried] = /À reporter +[\d ,]+/.exec(pages[index] ?? '') ?? [''];
      const [brought] = /Report +[\d ,]+/.exec(page) ?? [''];
      expect(brought.replace(/\D/g, '')).toBe(carried.replace(/\D/g, ''));
    });
    expect(pages.join('').match(/Établi \d+ /g)?.length).toBe(MANY);
    expect(pages.at(-1)).toMatch(/Total +1 590 150,00/);
  });

  it.each(EDITIONS)('of %s has embedded fonts and a total', async (name) => {
    const pdf = await edition(name, 'Pdf');
    expect(textOf(pdf)).toContain('Total');
    const fonts = execFileSync('pdffonts', [pdf], { encoding: 'utf8' }).trimEnd().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/Roboto.* yes +yes +yes /);
  });
});

describe.skipIf(!hasOffice)('a workbook, opened by LibreOffice', () => {
  it('has real days and numbers, texts that are not run, and a total worked out', async () => {
    const lines = csvOf(await bytesOf(assets('Excel', ['Name', 'AcquisitionDate', 'AcquisitionValue'])));
    const first = lines.indexOf('Fourgon,01/01/2023,40000');
    expect(lines).toHaveLength(first + MANY + 3);
    expect(lines[first + 1]).toContain('=2+3');
    expect(lines.at(-1)).toBe('Total,,1590150');
  });

  it.each(process.env.SOAK ? EDITIONS : EDITIONS.slice(-1))('of %s opens', async (name) => {
    expect(csvOf(await bytesOf(edition(name, 'Excel'))).length).toBeGreaterThan(2);
  });

  it('of the table has sums that agree with the PDF', async () => {
    // One sheet becomes one file: the first.
    expect(csvOf(await bytesOf(edition('FixedAssets', 'Excel'))).at(-1)).toBe('Total,,1540150,50000,0,40000,1550150');
    expect(textOf(await edition('FixedAssets', 'Pdf'))).toMatch(
      /Total 2054 Immobilisations +1 540 150,00 +50 000,00 +0,00 +40 000,00 +1 550 150,00/,
    );
  });
});
