import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { addDocuments } from '../../../src/services/banking/transactions/supporting-documents/add.ts';
import { duringCall } from '../../../src/services/db/call.ts';
import { deleteFolder } from '../../../src/services/departure/delete-folder.ts';
import { openEntry, zipEntries } from '../../../src/services/documents/zip-entries.ts';
import { keepPiece } from '../../../src/services/filing/pieces.ts';
import { FILING_COLUMNS } from '../../../src/services/filing/sealed-columns.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';
import { content, importer, SALES, siren } from '../ledger/books.ts';

const home = temporaryFolder('leaving');
const db = await testDatabase({ home });
const ctx = testContext(db, { ids: { uuid: () => crypto.randomUUID() } });
const take = importer(db);
const PIECES = FILING_COLUMNS.filter(({ key }) => key.includes('folder_id'));
const leave = (isPreview = false) => deleteFolder(ctx, folderId, { isPreview, sealed: PIECES });
let rank = 70;
let name = '';
let folderId = 0;
beforeEach(async () => {
  name = `${siren(++rank)}FEC20241231.txt`;
  folderId = (await take(SALES, { name })).applied?.folderId ?? 0;
});

const FILING = {
  owner_kind: 'Declaration',
  owner_id: 1,
  channel: 'ChannelB',
  kind: 'Liasse',
  period_end: '2024-12-31',
  siren: '732829320',
  form: 'Liasse',
  is_test: false,
  sha256: 'x',
  attempted_at: '2025-03-01T09:00:00Z',
};
const DECLARATION = {
  id: 1,
  channel: 'ChannelB',
  source_type: 'Platform',
  status: 'Sent',
  type: 'Liasse',
  period_end: '2024-12-31',
  said: '{}',
  stamps: '{}',
  created_at: '2025-03-01T09:00:00Z',
  updated_at: '2025-03-01T09:00:00Z',
};

/** A declaration that was sent, with what left. */
async function file(state: string): Promise<void> {
  await db.knex('declaration').insert({ ...DECLARATION, folder_id: folderId });
  await db.knex('filing').insert({ ...FILING, folder_id: folderId, id: 1, reference: `REF${folderId}`, state });
  const owner = { folderId, kind: 'Declaration', id: 1 } as const;
  const sent = { owner, filingId: 1, kind: 'Sent', contentType: 'application/xml', content: Buffer.from('<liasse/>') };
  await keepPiece(db.knex, await ctx.secrets(), ctx.clock.now(), sent as never);
}

async function unpacked(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await zipEntries(path, 1000)) found.set(entry.name, await text(await openEntry(path, entry)));
  return found;
}

it('a preview counts what hangs on it and says until when the law has it kept; nothing goes', async () => {
  await file('Sent');
  expect(await leave(true)).toMatchObject({
    contents: { exercises: 1, entries: 5, filings: 1, declarations: 1, keepUntil: '2034-12-31', beingSent: [] },
    archive: null,
  });
  expect(await content(db, folderId)).toHaveLength(5);
});

it('everything is in the archive in clear, its books come back by import, and the audit log holds no row of it', async () => {
  await file('Sent');
  const invoice = { name: 'Facture é 12.pdf', path: 'fixtures/cfonb/refused/pdf.cfonb' };
  await addDocuments(ctx, folderId, [invoice]);
  await db.knex('account').where({ folder_id: folderId }).update({ label: '＝1+1' });
  const before = await content(db, folderId);
  const lines = await db.knex('audit_entry').count().first();
  const call = { at: ctx.clock.now(), actor: 'test', operation: 'folder.delete', folderId };
  const { archive } = await duringCall(call, () => leave());
  const { path = '', byteSize, sha256 } = archive ?? {};
  const bytes = readFileSync(path);
  expect([byteSize, sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')]);
  const files = await unpacked(path);
  expect([...files].find(([path]) => /^pieces\/piece\/\d+-Sent.xml$/.test(path))?.[1]).toBe('<liasse/>');
  expect([...files].find(([path]) => path.endsWith('-Facture-e-12.pdf'))?.[1]).toBe(readFileSync(invoice.path, 'utf8'));
  expect(files.get('tables/entry_line.csv')?.split('\n')[0]).toContain('folder_id,id,entry_id,rank');
  expect(files.get('tables/account.csv')).toContain(",'＝1+1,"); // no formula of a stranger runs in the client's spreadsheet
  expect([...files.keys()]).not.toContain('tables/supporting_document_chunk.csv');
  expect(await db.knex('audit_entry').count().first()).toEqual(lines);
  await expect(leave()).rejects.toMatchObject({ code: 'FolderNotFound' });
  const { applied } = await take(files.get(`fec/${name}`) ?? '', { name });
  expect(await content(db, applied?.folderId ?? 0)).toEqual(before);
});

it.each(['Sending', 'SendUncertain'])('while something is %s it stays, with no archive of it', async (state) => {
  await file(state);
  await expect(leave()).rejects.toMatchObject({ code: 'FolderSending', params: { what: `REF${folderId}` } });
  expect(await content(db, folderId)).toHaveLength(5);
  expect(readdirSync(join(home, 'archives')).filter((one) => one.startsWith(`${folderId}-`))).toEqual([]);
});

it('what cannot be archived stays, and half an archive goes', async () => {
  await file('Sent');
  await db.knex('piece').where({ folder_id: folderId }).update({ sha256: 'y' });
  await expect(leave()).rejects.toMatchObject({ code: 'SecretUnreadable' });
  expect(await content(db, folderId)).toHaveLength(5);
  expect(readdirSync(join(home, 'archives')).filter((one) => one.startsWith(`${folderId}-`))).toEqual([]);
});

it('a document that is not what was stored keeps the folder', async () => {
  await addDocuments(ctx, folderId, [{ name: 'Facture.pdf', path: 'fixtures/cfonb/refused/pdf.cfonb' }]);
  await db.knex('supporting_document').where({ folder_id: folderId }).update({ sha256: 'y' });
  await expect(leave()).rejects.toMatchObject({ code: 'DocumentDamaged' });
  expect(await content(db, folderId)).toHaveLength(5);
});

it('when the last row cannot go, none goes', async () => {
  await db.knex.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise 'kept'; end $$;
    create trigger refuse before delete on folder for each row execute function refuse()`);
  await expect(leave()).rejects.toThrow('kept');
  await db.knex.raw('drop trigger refuse on folder; drop function refuse');
  expect(readdirSync(join(home, 'archives')).filter((one) => one.startsWith(`${folderId}-`))).toEqual([]);
  expect(await content(db, folderId)).toHaveLength(5);
  expect(await leave()).toMatchObject({ contents: { entries: 5 } });
});

it('without a place for the archive nothing goes', async () => {
  const elsewhere = { ...db, settings: { ...db.settings, home: 'package.json' } };
  const nowhere = { ...ctx, db: async () => elsewhere };
  await expect(deleteFolder(nowhere, folderId, { isPreview: false, sealed: PIECES })).rejects.toMatchObject({
    code: 'FileUnwritable',
  });
  expect(await content(db, folderId)).toHaveLength(5);
});

it('a file that stands in the place of the archive is left as it is, and nothing goes', async () => {
  const archives = join(home, 'archives');
  const taken = join(archives, `${folderId}-${siren(rank)}-${ctx.clock.now().slice(0, 19).replaceAll(':', '')}.zip`);
  mkdirSync(archives, { recursive: true });
  writeFileSync(taken, 'of another deletion');
  await expect(leave()).rejects.toMatchObject({ code: 'FileUnwritable', params: { file: taken } });
  expect(readFileSync(taken, 'utf8')).toBe('of another deletion');
  expect(await content(db, folderId)).toHaveLength(5);
});
