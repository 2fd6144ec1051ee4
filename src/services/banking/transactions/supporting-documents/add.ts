/** New supporting documents: judged before anything is stored, encrypted, the same bytes once. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { getFolder } from '../../../folders/folders.ts';
import type { InputFile } from '../../../kernel/stream.ts';
import type { Context } from '../../../operation/context.ts';
import { authorOf } from '../../events.ts';
import { addition } from '../complementary/associate.ts';
import { complementaryErrors } from '../complementary/errors.ts';
import { contentKind, HEAD_BYTES } from './content-kind.ts';
import { type DocumentFacts, getDocument, type SupportingDocument } from './documents.ts';
import { documentName } from './file-name.ts';
import { invoiceFacts } from './invoice-facts.ts';
import { fileChunks, openFile, sealContent } from './sealed-content.ts';

/** What scanners and invoicing programs produce is far below. */
const MOST_BYTES = 10 * 1024 * 1024;

export interface AddedDocument extends SupportingDocument {
  /** The folder had these bytes already: only facts not yet known of them were stored. */
  readonly isKnown: boolean;
}

/**
 * Adds the files, all of them or none; the facts are those of each, and go before what an invoice says of itself.
 * Throws FolderNotFound, DocumentFileMissing, DocumentTooLarge, DocumentTypeRefused, DocumentNameInvalid, XmlRefused,
 * FileUnreadable, DocumentFileChanged, and DocumentContradicted when the folder has the same bytes with other facts.
 */
export async function addDocuments(
  ctx: Context,
  folderId: number,
  files: readonly InputFile[],
  facts: DocumentFacts = {},
): Promise<AddedDocument[]> {
  const db = await ctx.db();
  const { siren } = await getFolder(ctx, folderId);
  if (files.length === 0) throw complementaryErrors.DocumentFileMissing();
  const examined: Examined[] = [];
  for (const file of files) examined.push(await withFile(file, (handle) => examine(file, handle, siren)));
  const stored = await db.transaction((trx) => store(trx, ctx, { folderId, facts }, examined));
  const shown = async ({ id, isKnown }: Stored) => ({ ...(await getDocument(ctx, folderId, id)), isKnown });
  return Promise.all(examined.flatMap((one) => stored.get(one) ?? []).map(shown));
}

interface Examined {
  readonly file: InputFile;
  readonly fileName: string;
  readonly contentType: string;
  readonly byteSize: number;
  readonly sha256: string;
  /** What the document itself says. */
  readonly stated: DocumentFacts;
}

const bySha256 = (a: Examined, b: Examined): number => (a.sha256 < b.sha256 ? -1 : 1);

type Trx = Parameters<typeof sealContent>[0];

/** Where documents are added, with the facts that are given of each. */
interface Target {
  readonly folderId: number;
  readonly facts: DocumentFacts;
}

interface Stored {
  readonly id: number;
  readonly isKnown: boolean;
}

async function withFile<T>(file: InputFile, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await openFile(file.path, file.name);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** The type first: of 50 MB of noise only the first bytes are read. */
async function examine(file: InputFile, handle: FileHandle, siren: string | null): Promise<Examined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const name = JSON.stringify(file.name.slice(0, 100));
  const kind = contentKind(buffer.subarray(0, bytesRead));
  if (!kind) throw complementaryErrors.DocumentTypeRefused({ name });
  const fileName = documentName(file, kind);
  const chunks: Buffer[] = [];
  let byteSize = 0;
  for await (const bytes of fileChunks(handle)) {
    byteSize += bytes.length;
    if (byteSize > MOST_BYTES) throw complementaryErrors.DocumentTooLarge({ name, limit: MOST_BYTES });
    chunks.push(bytes);
  }
  const content = Buffer.concat(chunks);
  const stated = kind.contentType === 'application/xml' ? await invoiceFacts(content, siren) : {};
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { file, fileName, contentType: kind.contentType, byteSize, sha256, stated };
}

/**
 * In two passes, so that those who add and those who associate wait for each other, never in a circle: new documents, by
 * content, while nothing else is held; then those that were there, by identifier, as whoever associates locks them.
 */
async function store(
  trx: Trx,
  ctx: Context,
  target: Target,
  examined: readonly Examined[],
): Promise<ReadonlyMap<Examined, Stored>> {
  const stored = new Map<Examined, Stored>();
  for (const one of examined.toSorted(bySha256)) {
    const id = await insertNew(trx, ctx, target, one);
    if (id !== undefined) stored.set(one, { id, isKnown: false });
  }
  const rest = examined.filter((one) => !stored.has(one));
  const known = await completeKnown(trx, ctx, target, rest);
  for (const one of rest) {
    const id = known.get(one.sha256);
    if (id !== undefined) stored.set(one, { id, isKnown: true });
  }
  const deletedMeanwhile = rest.filter((one) => !stored.has(one));
  if (deletedMeanwhile.length === 0) return stored;
  return new Map([...stored, ...(await store(trx, ctx, target, deletedMeanwhile))]);
}

/** Undefined when the folder has these bytes already. */
async function insertNew(
  trx: Trx,
  ctx: Context,
  { folderId, facts }: Target,
  { file, fileName, contentType, byteSize, sha256, stated }: Examined,
): Promise<number | undefined> {
  const now = ctx.clock.now();
  const [row] = await trx('supporting_document')
    .insert({
      folder_id: folderId,
      file_name: fileName,
      content_type: contentType,
      byte_size: byteSize,
      sha256,
      counter_party: facts.counterParty ?? stated.counterParty ?? null,
      currency: facts.currencyCode ?? stated.currencyCode ?? 'EUR',
      amount_cents: facts.amount ?? stated.amount ?? null,
      effective_date: facts.effectiveDate ?? stated.effectiveDate ?? null,
      created_at: now,
      updated_at: now,
      updated_by_user_id: authorOf(ctx.actor).userId,
    })
    .onConflict(['folder_id', 'sha256'])
    .ignore()
    .returning('id');
  if (!row) return undefined;
  const sealed = await withFile(file, (handle) => sealContent(trx, ctx, { folderId, documentId: row.id }, handle));
  if (sealed !== sha256) throw complementaryErrors.DocumentFileChanged({ name: fileName });
  return row.id;
}

/** People tell facts of documents again: what is new is kept, what differs from what is known is a mistake. */
async function completeKnown(
  trx: Trx,
  ctx: Context,
  { folderId, facts }: Target,
  examined: readonly Examined[],
): Promise<ReadonlyMap<string, number>> {
  const known = await trx('supporting_document')
    .where({ folder_id: folderId })
    .whereRaw('sha256 = any(?)', [examined.map(({ sha256 }) => sha256)])
    .orderBy('id')
    .forUpdate();
  for (const document of known) {
    const added = Object.fromEntries(
      FACTS.flatMap((names) => addition(document.id, names, facts[names[0]] ?? null, document[names[1]])),
    );
    if (Object.keys(added).length === 0) continue;
    const change = { ...added, updated_at: ctx.clock.now(), updated_by_user_id: authorOf(ctx.actor).userId };
    await trx('supporting_document').where({ folder_id: folderId, id: document.id }).update(change);
  }
  return new Map(known.map(({ sha256, id }) => [sha256, id]));
}

const FACTS = [
  ['counterParty', 'counter_party', 'CounterParty'],
  ['currencyCode', 'currency', 'CurrencyCode'],
  ['amount', 'amount_cents', 'Amount'],
  ['effectiveDate', 'effective_date', 'EffectifDate'],
] as const;
