/** Contents of supporting documents: encrypted a piece at a time, each bound to its place. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Knex } from 'knex';
import { fileErrors } from '../../../kernel/file-errors.ts';
import type { Context } from '../../../operation/context.ts';
import type { SealedColumn } from '../../../secrets/reseal.ts';
import { complementaryErrors } from '../complementary/errors.ts';

const CHUNK_BYTES = 256 * 1024;

interface Place {
  readonly folder_id: number;
  readonly document_id: number;
  readonly rank: number;
}

const placeOf = ({ folder_id, document_id, rank }: Place): string =>
  `supporting_document ${folder_id} ${document_id} ${rank}`;

/** For a change of keys. */
export const DOCUMENT_COLUMN: SealedColumn = {
  table: 'supporting_document_chunk',
  column: 'sealed',
  key: ['folder_id', 'document_id', 'rank'],
  place: (row) => placeOf(row as never),
};

/** Reads a file from its start in bounded pieces. */
export async function* fileChunks(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Throws FileUnreadable. */
export async function openFile(path: string, name: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw fileErrors.FileUnreadable({ file: name, reason: String((error as NodeJS.ErrnoException).code) });
  }
}

/** Returns the SHA-256 of what was stored. */
export async function sealContent(
  trx: Knex,
  ctx: Context,
  { folderId, documentId }: { readonly folderId: number; readonly documentId: number },
  file: FileHandle,
): Promise<string> {
  const box = await ctx.secrets();
  const hash = createHash('sha256');
  let rank = 0;
  for await (const bytes of fileChunks(file)) {
    const place = { folder_id: folderId, document_id: documentId, rank };
    await trx('supporting_document_chunk').insert({ ...place, sealed: box.seal(bytes, placeOf(place)) });
    hash.update(bytes);
    rank += 1;
  }
  return hash.digest('hex');
}

/** Throws SecretUnreadable, and DocumentDamaged when the pieces together are not what was stored. */
export async function* openContent(
  ctx: Context,
  folderId: number,
  documentId: number,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const [{ knex }, box] = await Promise.all([ctx.db(), ctx.secrets()]);
  const hash = createHash('sha256');
  for (let rank = 0; ; rank += 1) {
    const place = { folder_id: folderId, document_id: documentId, rank };
    const row = await knex('supporting_document_chunk').where(place).first('sealed');
    if (!row) break;
    const bytes = box.open(row.sealed, placeOf(place));
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256) throw complementaryErrors.DocumentDamaged({ documentId });
}
