/** What is read before it leaves, and that it says what leaves: payload, EDI file, PDF and workbook hold the same figures. */
import exceljs from 'exceljs';
import { expect, it } from 'vitest';
import type { DeclarationType } from '../../../../src/services/declarations/kinds.ts';
import type { DeclaredValues } from '../../../../src/services/declarations/sending/declared-values.ts';
import { explainLiasseCell } from '../../../../src/services/declarations/sending/explain.ts';
import {
  type FormsOnPaper,
  formDocument,
  formsOnPaper,
  type PaperRequest,
} from '../../../../src/services/declarations/sending/forms-on-paper.ts';
import { prepare } from '../../../../src/services/declarations/sending/prepare.ts';
import { writeSettings } from '../../../../src/services/declarations/settings.ts';
import { type FormFormat, formFile } from '../../../../src/services/documents/form-document.ts';
import type { PaperForm } from '../../../../src/services/forms/paper/paper.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { pdfPages } from '../../../support/pdf.ts';
import { readXmlEdi } from '../../../support/xml-edi-read.ts';
import { END, fill, IBAN, LEDGER, world } from '../../filing/world.ts';

const db = await testDatabase();
const { ctx, declare, newFolder, send } = world(db);

const bytesOf = async (request: PaperRequest, format: FormFormat): Promise<Buffer> =>
  written(await formsOnPaper(ctx, request), format);

async function written(paper: FormsOnPaper, format: FormFormat): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const { content } = formFile(formDocument(ctx, paper), format, 'x');
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function bookOf(bytes: Buffer): Promise<exceljs.Workbook> {
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes as never);
  return book;
}

/** Amounts of a form by zone. */
const amountsOf = ({ sections }: PaperForm): Record<string, number> =>
  Object.fromEntries(
    sections.flatMap(({ rows }) =>
      rows.flatMap(({ cells }) =>
        cells.flatMap((cell) =>
          typeof cell?.value === 'bigint' && cell.zone ? [[cell.zone, Number(cell.value)]] : [],
        ),
      ),
    ),
  );

/** Amounts of a sheet by the code that stands before them. */
function amountsOfSheet(sheet: exceljs.Worksheet): Record<string, number> {
  const found: Record<string, number> = {};
  sheet.eachRow((row) => {
    let code = '';
    row.eachCell((cell) => {
      if (typeof cell.value === 'string' && /^[A-Z]{2}( \*)?$/.test(cell.value)) code = cell.value.slice(0, 2);
      const amount = typeof cell.value === 'object' ? cell.result : cell.value;
      if (code !== '' && typeof amount === 'number' && amount !== 0) found[code] = amount;
      if (typeof amount === 'number') code = '';
    });
  });
  return found;
}

/** Amounts of a page by the code that stands before them. */
const amountsOfPages = (pages: readonly (readonly string[])[]): Record<string, number> =>
  Object.fromEntries(
    pages
      .flat()
      .flatMap((line) =>
        [...line.matchAll(/(?:^|\|)([A-Z]{2})(?: \*)?\|(-?\d[\d\u00a0]*)(?=\||$)/g)].map(
          ([, code = '', amount = '']) => [code, Number(amount.replaceAll('\u00a0', ''))],
        ),
      ),
  );

const pays = (amount: number) => ({ payments: [{ iban: IBAN, bic: 'AGRIFRPPXXX', amount }] });

const KINDS: readonly [DeclarationType, Partial<DeclaredValues>][] = [
  ['Liasse', { forms: { '2058A': { cells: { WE: 1200 } } } }],
  ['IS2572', { facts: { capitalPaidAndHeldByPersons: true, ...pays(4_500) } }],
  ['CVAESolde', { facts: { turnover: 1_900_000, valueAdded: 1_200_000, ...pays(489) } }],
];

eachOf(KINDS, 1)('%s: payload, EDI file, PDF and workbook hold the same figures', async (type, values) => {
  const folderId = await newFolder();
  await declare(folderId, type, END, values);
  const { json, filing } = await prepare(ctx, { folderId, type, end: END, channel: 'Internal' });
  const [declaration] = (await readXmlEdi(filing.payload.content)).groups[0]?.declarations ?? [];
  const key = { folderId, type, end: END };
  const paper = await formsOnPaper(ctx, key);
  const { forms, state } = paper;
  expect(state).toBe('Draft');
  const book = await bookOf(await written(paper, 'xlsx'));
  expect(book.worksheets.map(({ name }) => name)).toEqual(forms.map(({ form }) => form));
  for (const form of forms) {
    const amounts = amountsOf(form);
    const sheet = book.getWorksheet(form.form);
    expect(sheet && amountsOfSheet(sheet), `${form.form} as a sheet`).toEqual(amounts);
    const pages = pdfPages(await written({ ...paper, forms: [form] }, 'pdf'));
    expect(amountsOfPages(pages), `${form.form} on paper`).toEqual(amounts);
    if (Object.keys(amounts).length === 0) continue;
    expect(JSON.parse(json)[form.form], `${form.form} in the payload`).toMatchObject(amounts);
    const zones = declaration?.forms.find(({ name }) => name === form.form)?.zones ?? [];
    const sent = zones.flatMap(({ id, content }) =>
      content.kind === 'value' && /^-?\d+$/.test(content.value) && id in amounts ? [[id, Number(content.value)]] : [],
    );
    expect(Object.fromEntries(sent), `${form.form} in the EDI file`).toEqual(amounts);
  }
});

it('totals of the workbook are formulas of its cells, and what is typed is not', async () => {
  const folderId = await newFolder();
  await declare(folderId, 'Liasse', END, { forms: { '2058A': { cells: { WE: 1200 } } } });
  const book = await bookOf(await bytesOf({ folderId, type: 'Liasse', end: END }, 'xlsx'));
  const valueAfter = (form: string, code: string) => {
    let found: exceljs.CellValue;
    book.getWorksheet(form)?.eachRow((row) => {
      row.eachCell((cell, column) => {
        if (cell.value === code) found = row.getCell(column + 1).value;
      });
    });
    return found;
  };
  expect(valueAfter('2053', 'HN')).toMatchObject({ formula: expect.stringMatching(/^C\d+-C\d+$/), result: 30_000 });
  expect(valueAfter('2051', 'DI')).toMatchObject({ formula: expect.stringMatching(/^'2053'!C\d+$/), result: 30_000 });
  expect(valueAfter('2058A', 'WE *')).toBe(1200);
  expect(valueAfter('2058A', 'WA')).toMatchObject({ formula: expect.stringMatching(/^MAX\('2053'!C\d+,0\)$/) });
});

it('shows the year before where it has books, and says why where it has not', { tags: 'long' }, async () => {
  const folderId = await newFolder();
  const [start, end] = ['2025-01-01' as PlainDate, '2025-12-31' as PlainDate];
  await createExercise(db, folderId, { start, end });
  const account = (form: PaperForm | undefined, zone: string) =>
    form?.sections
      .flatMap(({ rows }) => rows)
      .find(({ cells }) => cells.some((cell) => cell?.zone === zone))
      ?.cells.map((cell) => cell?.value);
  await fill(db, folderId, LEDGER, { journal: 'O5', date: '2025-06-30' });
  const request = { folderId, type: 'Liasse', end, form: '2053' } as const;
  const { forms, gap } = await formsOnPaper(ctx, request);
  expect(account(forms[0], 'HN')).toEqual([30_000n, 30_000n, 0n]);
  expect(gap).toBeUndefined();
  await createExercise(db, folderId, { start: '2023-01-01' as PlainDate, end: '2023-12-31' as PlainDate });
  const older = await formsOnPaper(ctx, { ...request, end: END });
  expect(account(older.forms[0], 'HN')).toEqual([30_000n]);
  expect(older.gap?.fr).toMatch(/^L’exercice précédent n’est pas montré : .*31\/12\/2023.*Ledger/);
});

it('shows what was sent, whatever the books say afterwards, marked until it is accepted', async () => {
  const folderId = await newFolder();
  await send(folderId);
  await fill(db, folderId, { '101300': -500_00n, '512000': 500_00n }, { journal: 'O6' });
  const key = { folderId, type: 'Liasse', end: END, form: '2051' } as const;
  const shown = await formsOnPaper(ctx, key);
  expect(shown.state).toBe('Filed');
  expect(amountsOf(shown.forms[0] as PaperForm).DA).toBe(10_000);
  const texts = (await pagesOf(key)).flat().join('\n');
  expect(texts).toContain('Déposée, non encore acceptée');
  expect(formDocument(ctx, shown).mark).toBe('PROJET');
  expect(formDocument(ctx, { ...shown, state: 'Accepted' }).mark).toBeUndefined();
});

const pagesOf = async (request: PaperRequest) => pdfPages(await bytesOf(request, 'pdf'));

it('every page names firm, company and its number of all', { tags: 'long' }, async () => {
  const folderId = await newFolder();
  const pages = await pagesOf({ folderId, type: 'Liasse', end: END });
  const { name } = await db.knex('folder').where({ id: folderId }).first('name');
  pages.forEach((lines, index) => {
    expect(lines.join('\n')).toContain(`Page ${index + 1} sur ${pages.length}`);
    expect(lines.join('\n')).toContain(name);
  });
  expect(pages.length).toBeGreaterThan(5);
});

it('marks a computed cell that was typed over, in every file', async () => {
  const folderId = await newFolder();
  const period = { start: '2024-01-01' as PlainDate, end: END };
  const none = { disableReadOnlyForms: false, allowSendingWithFscpError: false };
  await writeSettings(ctx, { folderId, ...period, ...none, disableReadOnlyPayloadFields: true });
  await declare(folderId, 'Liasse', END, { forms: { '2053': { cells: { HL: 61_000, LL: 5 } } } });
  const key = { folderId, type: 'Liasse', end: END, form: '2053' } as const;
  const text = (await pagesOf(key)).flat().join('\n');
  expect(text).toMatch(/\|HL \*\*\|61\u00a0000/);
  expect(text).toMatch(/\|LL \*\|5/);
  expect(text).toContain('** valeur saisie à la place d’une valeur calculée');
  expect((await bytesOf(key, 'html')).toString()).toContain('<td>HL **</td>');
  const { origin, value, formula, operands } = await explainLiasseCell(ctx, { folderId, end: END }, '2053.HL');
  expect({ origin, value, formula }).toEqual({
    origin: 'TypedOver',
    value: 61_000n,
    formula: '2052.FR+2052.GH+2052.GP+HD',
  });
  expect(operands).toContainEqual({ cell: '2052.FR', value: 60_000n });
});

it('refuses a form that the declaration has not', async () => {
  const folderId = await newFolder();
  await expect(formsOnPaper(ctx, { folderId, type: 'Liasse', end: END, form: '2571' })).rejects.toMatchObject({
    code: 'FormUnknown',
  });
});

it('as a page it escapes what people named', async () => {
  const folderId = await newFolder();
  await db.knex('folder').where({ id: folderId }).update({ name: 'A <b>&' });
  const page = (await bytesOf({ folderId, type: 'Liasse', end: END, form: '2051' }, 'html')).toString();
  expect(page).toContain('A &lt;b&gt;&amp;');
  expect(page).toContain('<tr class="t"><td>Total des capitaux propres</td><td>DL</td><td class="n">40\u00a0000</td>');
});
