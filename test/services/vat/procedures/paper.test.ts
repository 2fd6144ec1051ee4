/** Stored returns as on paper: what is typed is marked, the PDF is kept, newer editions are named. */
import { beforeAll, describe, expect, it } from 'vitest';
import { formXlsx } from '../../../../src/services/documents/form-xlsx.ts';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { valueForPeople } from '../../../../src/services/forms/paper/paper.ts';
import { aboutFolder, aboutReturn } from '../../../../src/services/vat/procedures/about.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { pdfNames } from '../../../../src/services/vat/procedures/pdf-store.ts';
import { plainText } from '../../../../src/services/vat/procedures/plain-text.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { keptPdf, makePdf } from '../../../../src/services/vat/procedures/return-pdf.ts';
import { returnDocument, storedPaper } from '../../../../src/services/vat/procedures/stored-paper.ts';
import { getTemplate, updateTemplate } from '../../../../src/services/vat/procedures/templates.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { frozenForms } from '../../../../src/services/vat/procedures/versions.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { pdfPages } from '../../../support/pdf.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
const period = { beginDate: day('2025-02-01'), endDate: day('2025-02-28') };
let [folderId, procedureId] = [0, 0];
beforeAll(async () => {
  folderId = (await createFolder(ctx, undefined, { name: 'ALPHA <SARL>', vatSystem: 'RealNormal' })).id;
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  procedureId = group.procedures[0]?.id ?? 0;
  await setBox(ctx, folderId, procedureId, { form: '3310CA3', zone: 'HB', value: 1045 });
});

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const kept = async (): Promise<string[][]> =>
  pdfPages(await bytesOf((await keptPdf(ctx, folderId, procedureId)).content));

const plain = { headerFooterEnableOnCover: false };

it('has the lines of its edition, what was typed marked', async () => {
  const { forms } = await storedPaper(ctx, folderId, procedureId);
  expect(forms.map(({ form }) => form)).toEqual(['3310CA3']);
  const typed = forms.flatMap(({ sections }) =>
    sections.flatMap(({ rows }) =>
      rows.flatMap(({ cells }) => cells.filter((cell) => cell?.isTyped).map((cell) => cell?.zone)),
    ),
  );
  expect(typed).toEqual(['HB']);
});

it('its boxes, its PDF and its workbook hold the same figures', async () => {
  const { boxes } = await getProcedure(ctx, folderId, procedureId);
  const document = await returnDocument(ctx, await storedPaper(ctx, folderId, procedureId));
  expect([document.mark, document.lines.at(-1)]).toEqual(['PROJET', 'Projet : non déposée']);
  await makePdf(ctx, folderId, procedureId, plain);
  const text = (await kept()).flat().join('\n');
  const amounts = Object.values(boxes?.['3310CA3'] ?? {}).filter((value) => typeof value === 'number');
  expect(amounts).toContain(1045);
  for (const amount of amounts) expect(text).toContain(`|${valueForPeople(BigInt(amount), 'fr')}`);
  expect((await bytesOf(formXlsx(document))).subarray(0, 2).toString()).toBe('PK');
});

describe('the PDF', () => {
  it('is kept in the place of the last one, under the name asked for, and shown by the return', async () => {
    await makePdf(ctx, folderId, procedureId, { ...plain, fileName: '../été.pdf' });
    expect((await pdfNames(db.knex, folderId)).get(procedureId)).toBe('ete.pdf');
    expect((await getProcedure(ctx, folderId, procedureId)).pdfFileName).toBe('ete.pdf');
    expect((await keptPdf(ctx, folderId, procedureId)).fileName).toBe('ete.pdf');
    await expect(keptPdf(ctx, folderId, procedureId + 1)).rejects.toMatchObject({ code: 'VatPdfNotThere' });
  });

  it('has head, foot, cover and pages as asked, the cover bare unless asked', async () => {
    const wishes = { header: '<b>Haut</b>', footer: 'Bas', cover: 'Ma<br>TVA', htmlFiles: ['<p>Note</p>'] };
    await makePdf(ctx, folderId, procedureId, { ...wishes, headerFooterEnableOnCover: false });
    const bare = await kept();
    expect(bare[0]?.filter((line) => !line.includes('PROJET'))).toEqual(['Ma', 'TVA']);
    expect(bare.at(-1)).toEqual(expect.arrayContaining(['Haut', 'Note', `Bas|Page ${bare.length} sur ${bare.length}`]));
    await makePdf(ctx, folderId, procedureId, { ...wishes, headerFooterEnableOnCover: true });
    expect((await kept())[0]).toEqual(expect.arrayContaining(['Haut', 'Ma', `Bas|Page 1 sur ${bare.length}`]));
  });
});

it.each([
  ['<p>Un</p><p>deux &amp; trois</p>', 'Un\ndeux & trois'],
  ['<script>alert(1)</script>reste', 'reste'],
  ['a<script>jamais fermé', 'a'],
  ['<style>b{}</style><!-- non --><b onclick="x()">gras</b>', 'gras'],
  ['3 < 4 &#233;&#xE9;&inconnu;', '3 < 4 éé&inconnu;'],
  ['&lt;b&gt;', '<b>'],
  ['<img src=x onerror=y', ''],
])('of %j only %j is drawn', (html, text) => expect(plainText(html)).toBe(text));

it('names the forms of which a newer edition serves the period', async () => {
  const { forms, newer } = await frozenForms(ctx, folderId, procedureId);
  expect([forms[0]?.form, newer]).toEqual(['3310CA3', []]);
  const template = await getTemplate(ctx, forms[0]?.id ?? 0);
  await updateTemplate(ctx, template.id, { ...template, name: '3310-CA3 corrigé' });
  expect((await frozenForms(ctx, folderId, procedureId)).newer).toMatchObject([
    { form: '3310CA3', kind: 'FormVersion', frozen: { formVersion: 1 }, latest: { formVersion: 2 } },
  ]);
});

it('what was kept of a folder counts while the return is away, not once it is opened again', async () => {
  const now = await aboutFolder(db.knex, folderId);
  expect(now).toMatchObject({ folder: 'ALPHA <SARL>', territory: 'Mainland' });
  const { opened } = await storedPaper(ctx, folderId, procedureId);
  const kept = { ...now, folder: 'BETA', territory: 'Corsica' } as const;
  const inState = (status: 'Draft' | 'Sent') =>
    aboutReturn(db.knex, { ...opened, procedure: { ...opened.procedure, status, left_as: kept } });
  expect([await inState('Draft'), await inState('Sent')]).toEqual([now, kept]);
});
