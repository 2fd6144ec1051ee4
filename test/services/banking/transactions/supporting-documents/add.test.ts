import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { updateComplement } from '../../../../../src/services/banking/transactions/complementary/update.ts';
import { addDocuments } from '../../../../../src/services/banking/transactions/supporting-documents/add.ts';
import { contentKind } from '../../../../../src/services/banking/transactions/supporting-documents/content-kind.ts';
import {
  changeDocument,
  deleteDocument,
  downloadDocument,
  listDocuments,
} from '../../../../../src/services/banking/transactions/supporting-documents/documents.ts';
import { documentName } from '../../../../../src/services/banking/transactions/supporting-documents/file-name.ts';
import { DOCUMENT_COLUMN } from '../../../../../src/services/banking/transactions/supporting-documents/sealed-content.ts';
import type { InputFile } from '../../../../../src/services/kernel/stream.ts';
import { reseal } from '../../../../../src/services/secrets/reseal.ts';
import { secretBox } from '../../../../../src/services/secrets/secret-box.ts';
import { createGroup } from '../../../../../src/services/vat/procedures/create-group.ts';
import { testDatabase } from '../../../../support/database.ts';
import { complementWorld } from '../complementary/world.ts';

const db = await testDatabase();
const world = complementWorld(db);
const { ctx } = world;

const INVOICE = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- ours -->\n<rsm:CrossIndustryInvoice xmlns:rsm="urn:x"/>';
const bytesOf = async (content: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = [];
  for await (const piece of content) all.push(piece);
  return Buffer.concat(all);
};
/** Bytes that no compression and no luck makes look like anything. */
const noise = (length: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length));

it.each([
  ['%PDF-1.7\n…', 'application/pdf'],
  ['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
  ['\u0089PNG\r\n\u001a\n', 'image/png'],
  [INVOICE, 'application/xml'],
  ['<Invoice xmlns="urn:oasis"><a/></Invoice>', 'application/xml'],
  [' %PDF-1.7', undefined],
  ['PK\u0003\u0004', undefined],
  ['<html><Invoice/></html>', undefined],
  ['<!DOCTYPE Invoice [<!ENTITY a "b">]><Invoice/>', undefined],
  ['<svg xmlns="x"/>', undefined],
  ['', undefined],
])('%j is %s', (head, expected) => expect(contentKind(Buffer.from(head, 'latin1'))?.contentType).toBe(expected));

describe('a name', () => {
  const kind = { contentType: 'application/pdf', extensions: ['pdf'] } as const;
  const named = (name: string) => documentName({ name, path: '' }, kind);
  it.each([
    ['facture.pdf', 'facture.pdf'],
    ['Facture été.PDF', 'Facture été.PDF'],
    ['programme.exe', 'programme.exe.pdf'],
    ['sans extension', 'sans extension.pdf'],
    ['-', 'document.pdf'],
  ])('%s is kept as %s', (given, kept) => expect(named(given)).toBe(kept));

  it.each([
    '../../etc/passwd',
    '/etc/passwd.pdf',
    'C:\\temp\\a.pdf',
    'C:a.pdf',
    'a\u0000.pdf',
    'a\u202efdp.exe',
    '..',
    ' ',
    'a\r\nb.pdf',
    `${'n'.repeat(151)}`,
  ])('%j is refused', (given) =>
    expect(() => named(given)).toThrow(expect.objectContaining({ code: 'DocumentNameInvalid' })),
  );
});

describe('what is refused', async () => {
  const { folderId } = await world.folderWith([['03-03', 100, 'A']]);
  const good = world.file('facture.pdf', '%PDF-1.7 a');
  it.each<[string, InputFile]>([
    ['DocumentTypeRefused', world.file('facture.pdf', noise(50 * 2 ** 20))],
    ['DocumentTypeRefused', world.file('archive.zip', 'PK\u0003\u0004 more')],
    ['DocumentTypeRefused', world.file('vide.pdf', '')],
    ['DocumentTooLarge', world.file('facture.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10 * 2 ** 20)]))],
    ['DocumentNameInvalid', { ...world.file('passwd', '%PDF-1.7 b'), name: '../../etc/passwd' }],
    ['FileUnreadable', { name: 'nowhere.pdf', path: '/nowhere/at/all.pdf' }],
  ])('%s: nothing is stored, not even what came before it', async (code, bad) => {
    await expect(addDocuments(ctx, folderId, [good, bad])).rejects.toMatchObject({ code });
    expect(await db.knex('supporting_document').where({ folder_id: folderId })).toEqual([]);
  });
});

describe('an invoice in XML', async () => {
  const { folderId } = await world.folderWith([['03-03', -32_010, 'A']]);
  const invoice = () => world.file('facture.xml', readFileSync('fixtures/invoices/factur-x.xml'));

  it('is taken at its word, what people say goes before it', async () => {
    expect(await addDocuments(ctx, folderId, [invoice()], { counterParty: 'EDI' })).toMatchObject([
      { counterParty: 'EDI', amount: 32_010n, effectiveDate: '2026-03-02', currencyCode: 'EUR' },
    ]);
  });

  it('that is no XML stores nothing', async () => {
    const broken = world.file('facture.xml', '<Invoice><a></Invoice>');
    await expect(addDocuments(ctx, folderId, [broken])).rejects.toMatchObject({ code: 'XmlRefused' });
  });
});

it('a file that changes while it is read is not stored', async () => {
  const { folderId } = await world.folderWith([['03-03', 1, 'A']]);
  const file = world.file('facture.pdf', '%PDF-1.7 first');
  const changing = {
    ...ctx,
    secrets: async () => {
      writeFileSync(file.path, '%PDF-1.7 second');
      return ctx.secrets();
    },
  };
  await expect(addDocuments(changing, folderId, [file])).rejects.toMatchObject({ code: 'DocumentFileChanged' });
  expect(await db.knex('supporting_document').where({ folder_id: folderId })).toEqual([]);
});

describe('a document', async () => {
  const { folderId, ids } = await world.folderWith([['03-03', -10_000, 'A']]);
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(700_000)]);
  const [added] = await addDocuments(ctx, folderId, [world.file('énergie.pdf', content)], {
    amount: 12_000n,
    counterParty: 'Énergie Imaginaire',
    effectiveDate: '2026-03-01',
  });
  const id = added?.id ?? 0;
  const download = async () => bytesOf((await downloadDocument(ctx, folderId, id)).content);

  it('comes back byte for byte', async () => {
    expect(added).toMatchObject({ isKnown: false, byteSize: content.length, contentType: 'application/pdf' });
    expect(added?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect((await download()).equals(content)).toBe(true);
  });

  it('is encrypted where it lies, and stays so under a new key', async () => {
    const held = await db.knex('supporting_document_chunk').where({ folder_id: folderId }).pluck('sealed');
    expect(held).toHaveLength(3);
    expect(Buffer.concat(held).includes(content.subarray(0, 64))).toBe(false);
    const both = secretBox(`${'11'.repeat(32)},${'00'.repeat(32)}`);
    const rolled = await db.knex.transaction();
    const under = {
      ...ctx,
      db: async () => ({ ...db, knex: rolled }),
      secrets: async () => secretBox('11'.repeat(32)),
    };
    const after = await reseal(rolled, both, DOCUMENT_COLUMN)
      .then(async ({ rows, changed }) => {
        const again = await bytesOf((await downloadDocument(under, folderId, id)).content);
        return { left: rows - changed, isSame: again.equals(content) };
      })
      .finally(() => rolled.rollback());
    expect(after).toEqual({ left: 0, isSame: true });
  });

  it('is the same when its bytes come again, in this folder only', async () => {
    const again = world.file('autre nom.pdf', content);
    expect(await addDocuments(ctx, folderId, [again], { amount: 12_000n })).toMatchObject([
      { id, isKnown: true, fileName: 'énergie.pdf', amount: 12_000n },
    ]);
    const other = await world.folderWith([['03-03', 1, 'B']]);
    expect(await addDocuments(ctx, other.folderId, [again])).toMatchObject([{ isKnown: false }]);
  });

  it('is refused with other facts than it has, and gets those that it lacked', async () => {
    const other = await world.folderWith([['03-03', 1, 'D']]);
    const file = world.file('facture.pdf', '%PDF-1.7 again');
    const [first] = await addDocuments(ctx, other.folderId, [file], { amount: 500n });
    for (const facts of [{ amount: 501n }, { currencyCode: 'USD' }]) {
      const adding = addDocuments(ctx, other.folderId, [file], { counterParty: 'Lune', ...facts });
      await expect(adding).rejects.toMatchObject({ code: 'DocumentContradicted', kind: 'conflict' });
    }
    expect(await addDocuments(ctx, other.folderId, [file])).toMatchObject([{ id: first?.id, counterParty: null }]);
    const told = { amount: 500n, currencyCode: 'EUR', counterParty: 'Lune', effectiveDate: '2026-03-02' };
    expect(await addDocuments(ctx, other.folderId, [file], told)).toMatchObject([
      { id: first?.id, isKnown: true, ...told },
    ]);
  });

  it('sent by two at once, in two orders, is stored once', async () => {
    const files = [1, 2, 3, 4].map((n) => world.file(`${n}.pdf`, `%PDF-1.7 together ${n}`));
    const other = await world.folderWith([['03-03', 1, 'C']]);
    const sent = [files, files.toReversed(), files].map((some) => addDocuments(ctx, other.folderId, some));
    const [one = [], two = []] = await Promise.all(sent);
    expect(one.map(({ id: own }) => own)).toEqual(two.toReversed().map(({ id: own }) => own));
    expect(new Set(one.map(({ id: own }) => own)).size).toBe(4);
  });

  it('sent again waits for those who associate it before it holds any other', async () => {
    const other = await world.folderWith([['03-03', 1, 'E']]);
    const files = [1, 2]
      .map((n) => world.file(`${n}.pdf`, `%PDF-1.7 in turn ${n}`))
      .sort(byContent)
      .reverse();
    const added: number[] = [];
    for (const file of files) added.push((await addDocuments(ctx, other.folderId, [file]))[0]?.id ?? 0);
    const [first = 0, second = 0] = added;
    const associating = await db.knex.transaction();
    const lock = (id: number) => associating('supporting_document').where({ id }).forUpdate().noWait().first('id');
    await lock(first);
    const adding = addDocuments(ctx, other.folderId, files, { amount: 500n });
    while ((await waiting()) === 0) await new Promise(setImmediate);
    const taken = await lock(second)
      .catch(() => 'held by whoever adds')
      .finally(() => associating.rollback());
    expect(taken).toEqual({ id: second });
    expect(await adding).toMatchObject(added.map((own) => ({ id: own, isKnown: true, amount: 500n })));
  });

  it('deleted while it is sent again is stored again', async () => {
    const other = await world.folderWith([['03-03', 1, 'F']]);
    const file = world.file('facture.pdf', '%PDF-1.7 gone');
    const [first] = await addDocuments(ctx, other.folderId, [file]);
    const deleting = await db.knex.transaction();
    const held = deleting('supporting_document').where({ id: first?.id });
    await held.clone().forUpdate();
    const adding = addDocuments(ctx, other.folderId, [file]);
    while ((await waiting()) === 0) await new Promise(setImmediate);
    await held.delete();
    await deleting.commit();
    expect(await adding).toMatchObject([{ isKnown: false }]);
  });

  it('is found by its name or counterparty, without accents', async () => {
    const find = async (search: string) =>
      (await listDocuments(ctx, folderId, { search }, { page: 1, limit: 10 })).total;
    expect([await find('ENERGIE'), await find('imaginaire'), await find('%'), await find('zzz')]).toEqual([1, 1, 0, 0]);
  });

  it('keeps an amount that transactions rely on, and is not deleted under them', async () => {
    const transactionId = ids[0] ?? 0;
    await updateComplement(ctx, folderId, transactionId, { documents: [{ documentId: id }] });
    const left = async () =>
      (await listDocuments(ctx, folderId, { withRemainingAmount: true }, { page: 1, limit: 10 })).total;
    expect(await left()).toBe(1);
    await expect(changeDocument(ctx, folderId, id, { amount: 9999n })).rejects.toMatchObject({
      code: 'AssociationExceedsDocument',
    });
    await expect(changeDocument(ctx, folderId, id, { amount: null })).rejects.toMatchObject({
      code: 'AssociationExceedsDocument',
    });
    await expect(deleteDocument(ctx, folderId, id)).rejects.toMatchObject({ code: 'SupportingDocumentInUse' });
    expect(await changeDocument(ctx, folderId, id, { amount: 10_000n })).toMatchObject({ associated: 10_000n });
    expect(await left()).toBe(0);
    await updateComplement(ctx, folderId, transactionId, { documents: [] });
    await deleteDocument(ctx, folderId, id);
    expect(await db.knex('supporting_document_chunk').where({ folder_id: folderId })).toEqual([]);
  });

  it('is not deleted under the VAT procedure group that names it', async () => {
    const own = (await world.folderWith([])).folderId;
    const documentId = await world.document(own);
    const period = { beginDate: '2025-01-01' as never, endDate: '2025-12-31' as never };
    const group = { documentName: 'CA12', procedureDefinitionId: 3, category: 'Tva', documentId, ...period };
    const { id: procedureGroupId } = await createGroup(ctx, own, group);
    await expect(deleteDocument(ctx, own, documentId)).rejects.toMatchObject({
      code: 'SupportingDocumentOfReturn',
      params: { documentId, procedureGroupId },
    });
  });

  it('that was cut or changed is reported, not given as whole', async () => {
    const cut = await world.document(folderId);
    await db.knex('supporting_document_chunk').where({ folder_id: folderId, document_id: cut }).delete();
    const { content: nothing } = await downloadDocument(ctx, folderId, cut);
    await expect(bytesOf(nothing)).rejects.toMatchObject({ code: 'DocumentDamaged' });
    const [one, two] = [await world.document(folderId), await world.document(folderId)];
    await db.knex.raw(
      `update supporting_document_chunk c set sealed = o.sealed from supporting_document_chunk o
       where c.folder_id = ? and c.document_id = ? and o.folder_id = c.folder_id and o.document_id = ?`,
      [folderId, one, two],
    );
    const { content: moved } = await downloadDocument(ctx, folderId, one);
    await expect(bytesOf(moved)).rejects.toMatchObject({ code: 'SecretUnreadable' });
  });
});

/** As those who add several take them. */
const byContent = (one: InputFile, other: InputFile) => (sha256(one) < sha256(other) ? -1 : 1);
const sha256 = ({ path }: InputFile) => createHash('sha256').update(readFileSync(path)).digest('hex');

async function waiting(): Promise<number> {
  const { rows } = await db.knex.raw(`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0].waiting;
}
