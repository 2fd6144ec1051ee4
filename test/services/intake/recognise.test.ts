/** Files as banks, accounting programs and spreadsheets write them, distinguished by what they hold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { expect, it } from 'vitest';
import { isAssetFile } from '../../../src/commands/asset/import-form.ts';
import { withRecognised } from '../../../src/services/intake/recognise.ts';
import { checkFec } from '../../../src/services/ledger/fec/check.ts';
import { written } from '../../contract/seeds.ts';
import { temporaryFolder } from '../../support/scratch.ts';

type Cell = string | number | Date;

async function workbook(name: string, rows: readonly (readonly Cell[])[]): Promise<string> {
  const path = join(temporaryFolder('workbook'), name);
  const book = new exceljs.Workbook();
  book.addWorksheet('Feuille 1').addRows(rows.map((row) => [...row]));
  await book.xlsx.writeFile(path);
  return path;
}

const told = (path: string) =>
  withRecognised([{ name: 'file', path }], isAssetFile, async ([file]) => ({
    kind: file?.kind,
    format: file?.format,
    text: readFileSync(file?.path ?? '', 'latin1'),
  }));

const ASSETS = ['Désignation', 'Compte', 'Date d’acquisition', 'Date de mise en service', 'Valeur d’origine HT'];
const ASSET = ['Presse', '215400', new Date('2024-03-01'), new Date('2024-03-01'), 1200.5];

it.each([
  ['fixtures/fec/worked-example.txt', 'Ledger', 'FEC'],
  ['fixtures/cfonb/good/worked-example.cfonb', 'Statement', 'CFONB 120'],
  ['fixtures/cfonb/returned/transfers-and-rejects.cfonb', 'Statement', 'CFONB 240'],
  [written('releve.csv', 'Date;Libellé;Débit;Crédit\n02/03/2026;VIR;;12,00\n'), 'Statement', 'CSV'],
  [written('actifs.csv', `${ASSETS.join(';')}\nPresse;215400;01/03/2024;01/03/2024;1200,50\n`), 'Assets', 'CSV'],
  ['package.json', 'Unknown', null],
])('%s is %s, %s', async (path, kind, format) => expect(await told(path)).toMatchObject({ kind, format }));

it('a workbook of movements is a statement, its days and amounts as a bank writes them', async () => {
  const path = await workbook('releve.xlsx', [
    ['Date', 'Libellé', 'Montant', 'Solde'],
    [new Date('2026-03-02'), 'VIR; CLIENT', 1250, 1250],
    [new Date('2026-03-05'), 'FRAIS', -45.9, 1204.1],
  ]);
  const { kind, format, text } = await told(path);
  expect([kind, format]).toEqual(['Statement', 'XLSX']);
  expect(text).toContain('2026-03-05;FRAIS;-45.9;1204.1');
});

it('a workbook of assets stays one', async () => {
  expect(await told(await workbook('actifs.xlsx', [ASSETS, ASSET]))).toMatchObject({ kind: 'Assets', format: 'XLSX' });
});

it('a FEC that was saved as a workbook is a FEC again, line by line', async () => {
  const lines = readFileSync('fixtures/fec/worked-example.txt', 'utf8').trimEnd().split(/\r?\n/);
  const rows = lines.map((line) => line.split('\t'));
  const [head = []] = rows;
  const asCell = (text: string, at: number): Cell => {
    if (/^\d{8}$/.test(text) && /Date|DateLet/.test(head[at] ?? ''))
      return new Date(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
    return /^(Debit|Credit)$/.test(head[at] ?? '') ? Number(text.replace(',', '.')) : text;
  };
  const path = await workbook('fec.xlsx', [head, ...rows.slice(1).map((row) => row.map(asCell))]);
  const checked = await withRecognised([{ name: '732829320FEC20241231.xlsx', path }], isAssetFile, async ([file]) => ({
    kind: file?.kind,
    check: await checkFec(file?.path ?? '', { fileName: '732829320FEC20241231.txt' }),
  }));
  const { figures } = await checkFec('fixtures/fec/worked-example.txt', { fileName: '732829320FEC20241231.txt' });
  expect(checked).toMatchObject({ kind: 'Ledger', check: { verdict: 'Accepted', figures } });
});
