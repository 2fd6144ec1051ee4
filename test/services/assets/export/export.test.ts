import { readFile } from 'node:fs/promises';
import exceljs from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AskedExport, exportAssets } from '../../../../src/services/assets/export/export-assets.ts';
import { addAssets, inRegister } from '../../../../src/services/assets/register/write-asset.ts';
import { ASSET_COLUMNS } from '../../../../src/services/assets/search/columns.ts';
import { searchAssets } from '../../../../src/services/assets/search/list.ts';
import { fetchProducedFile } from '../../../../src/services/documents/produced-files.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../../src/services/operation/actor.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { pdfPages } from '../../../support/pdf.ts';
import { temporaryFolder } from '../../../support/scratch.ts';
import { draftOf, folderWith, NOW } from '../folder.ts';
import { body, plan } from '../sample.ts';

const db = await testDatabase();
const ctx = testContext(db, { language: 'fr', clock: { now: () => NOW } });
const window = { start: '2025-01-01' as PlainDate, end: '2025-12-31' as PlainDate };
let folderId = 0;
const MANY = 2_345;

beforeAll(async () => {
  folderId = await folderWith(db);
  const machine = draftOf(body('1000.00', '2024-01-01', plan(5)));
  const drafts = Array.from({ length: MANY }, (_, index) => ({ ...machine, name: `Presse ${index + 1}` }));
  const axis = { axisId: 1, axisName: 'Site', unit: 'Percent' };
  const tags = [
    { tagId: 1, tagName: 'Lyon', value: '60' },
    { tagId: 2, tagName: 'Lille', value: '40' },
  ];
  const hostile = {
    name: '=HYPERLINK("x")\u001f|"\r\n,',
    notes: '<script>',
    details: { analytics: [{ ...axis, tags }] },
  };
  await inRegister(ctx, folderId, (register) => addAssets(register, [{ ...machine, ...hostile }, ...drafts]));
});

const asked = (more: Partial<AskedExport>): AskedExport => ({
  window,
  sort: [],
  q: [],
  columns: [],
  extends: [],
  withAnalytics: false,
  exportType: 'Csv',
  ...more,
});

async function read(more: Partial<AskedExport>): Promise<Buffer> {
  const { address } = await exportAssets(ctx, folderId, asked(more));
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await fetchProducedFile(ctx, address.slice('/api/files/'.length))).content)
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

const lines = async (more: Partial<AskedExport>) => (await read(more)).toString().trimEnd().split('\r\n');

describe('an export', () => {
  it('holds every asset that the search finds, in its order', async () => {
    const q = ['EconomicVNCPeriodAmount:gt:1', 'Name:ne:Presse 7'];
    const sort = ['Number:desc'];
    const { total } = await searchAssets(ctx, folderId, {
      window,
      q,
      sort,
      group: [],
      extends: [],
      page: 1,
      limit: 1,
    });
    const [header, first, ...rest] = await lines({ q: [...q, 'Number:gt:1'], sort, columns: ['Number', 'Name'] });
    expect([header, first]).toEqual(['N°,Désignation', `${MANY + 1},Presse ${MANY}`]);
    expect(rest.length + 2).toBe(total);
  });

  it('shows the default columns, and more when asked', async () => {
    const [header] = await lines({ q: ['Number:eq:2'], extends: ['Status'], withAnalytics: true });
    const expected = ASSET_COLUMNS.filter(({ isDefault }) => isDefault).map(({ label }) => label.fr);
    expect(header).toBe([...expected, 'État', 'Analytique'].join(','));
  });

  it('keeps each text in its cell, and runs none', async () => {
    const csv = (await read({ q: ['Number:eq:1'], columns: ['Number', 'Name', 'Analytics', 'Notes'] })).toString();
    expect(csv).toBe(
      'N°,Désignation,Analytique,Notes\r\n1,"\'=HYPERLINK(""x"")\u001f|""\r\n,","Site: Lyon 60, Lille 40",<script>\r\n',
    );
  });

  it('can show every single column', async () => {
    const columns = ASSET_COLUMNS.filter(({ sql }) => sql !== undefined).map(({ name }) => name);
    const [, line] = await lines({ q: ['Number:eq:2'], columns });
    expect(line?.split(',').length).toBe(columns.length);
  });

  it('is a workbook whose total is a formula', async () => {
    const book = new exceljs.Workbook();
    await book.xlsx.load(
      (await read({ exportType: 'Excel', columns: ['Name', 'AcquisitionDate', 'AcquisitionValue'] })) as never,
    );
    const sheet = book.worksheets[0];
    const above = Number(sheet?.rowCount) - (MANY + 3); // title, firm, folder, period and an empty row
    expect(above).toBeGreaterThan(1);
    expect([1, 2, 3].map((column) => sheet?.getCell(above + 3, column).value)).toEqual([
      'Presse 1',
      new Date('2024-01-01T00:00:00Z'),
      1000,
    ]);
    expect(sheet?.getCell(above + MANY + 3, 3).formula).toBe(`SUBTOTAL(9,C${above + 2}:C${above + MANY + 2})`);
  });

  it('is a PDF that ends with the total of the search', { tags: 'long' }, async () => {
    const pages = pdfPages(await read({ exportType: 'Pdf', columns: ['Name', 'AcquisitionValue'] }));
    expect(pages[0]?.slice(0, 4)).toEqual(['Immobilisations', 'Cabinet', 'ALPHA', 'Du 01/01/2025 au 31/12/2025']);
    expect(pages.at(-1)?.at(-2)?.replace(/\s/g, ' ')).toBe('Total|2 346 000,00');
    expect(pages.flat().filter((line) => /^Presse \d/.test(line)).length).toBe(MANY);
  });

  it('is a page with a schedule per asset, up to a number it tells', { tags: 'long' }, async () => {
    const html = (await read({ exportType: 'Html', columns: ['Name', 'Notes'] })).toString();
    expect(html.match(/<figure>/g)?.length).toBe(300);
    expect(html).toContain(`${MANY + 1 - 300} autres ne sont pas dessinés`);
    expect(html).toContain('valeur nette au 2025-12-31 : 600.00');
    expect(html).not.toMatch(/<script|href=|src=/);
  });

  it('is JSON of the same', { tags: 'long' }, async () => {
    const { Tables } = JSON.parse((await read({ exportType: 'Platform' })).toString());
    expect(Tables[0].Items).toHaveLength(MANY + 1);
    expect(Tables[0].Items[1]).toMatchObject({ Name: 'Presse 1', EconomicVNCPeriodAmount: '600.00' });
  });
});

describe('the file', () => {
  it('is on disk for a caller on this machine', async () => {
    const producedFolder = temporaryFolder('export');
    const { fileName, address } = await exportAssets(
      { ...ctx, producedFolder },
      folderId,
      asked({ q: ['Number:eq:2'] }),
    );
    expect(fileName).toBe('Immobilisations-ALPHA-2025-12-31.csv');
    expect((await readFile(address, 'utf8')).split('\r\n')).toHaveLength(3);
  });

  it('is for those who may see the folder', async () => {
    const { address } = await exportAssets(ctx, folderId, asked({ q: ['Number:eq:2'] }));
    const reader = (folder: number): Actor => ({
      kind: 'user',
      userId: 'u',
      clientId: 'c',
      companyId: 1,
      folders: new Set([folder]),
      rights: RIGHTS_OF_ACCESS.read,
    });
    const fetchAs = (folder: number) =>
      fetchProducedFile({ ...ctx, actor: reader(folder) }, address.slice('/api/files/'.length));
    await expect(fetchAs(folderId + 1)).rejects.toMatchObject({ code: 'ProducedFileNotFound' });
    expect((await fetchAs(folderId)).contentType).toBe('text/csv; charset=utf-8');
  });
});

it.each([
  [{ columns: ['Nope'] }, 'UnknownAssetProperty'],
  [{ extends: ['Nope'] }, 'UnknownAssetProperty'],
  [{ columns: ['Retirement'] }, 'AssetPropertyUnusable'],
  [{ q: ['hostile'] }, 'InvalidAssetFilter'],
])('%j is refused with %s, and leaves no file', async (more, code) => {
  const count = async () => Number((await db.knex('produced_file').count({ count: '*' }))[0]?.count);
  const before = await count();
  await expect(exportAssets(ctx, folderId, asked(more))).rejects.toMatchObject({ code });
  expect(await count()).toBe(before);
});
