/**
 * Files that an operation produces and tells the address of. Called from this machine they are written under the data
 * folder and the address is a path; called over HTTP they are kept in the database for a day, where each of several
 * listeners finds them, and the address is that of `GET /api/files/{fileId}`.
 */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { fileErrors } from '../kernel/file-errors.ts';
import { FileResult } from '../kernel/stream.ts';
import { visibleFolders } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import { documentErrors } from './errors.ts';
import { withSpooled, writeWhole } from './spool.ts';

export interface FileDraft {
  readonly folderId: number;
  /** Shown to people and used as the name of a file: made by `plainFileName` when any of it comes from outside. */
  readonly fileName: string;
  readonly contentType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ProducedFile {
  readonly fileName: string;
  /** `/api/files/{fileId}`, or a path on this machine. */
  readonly address: string;
  readonly byteSize: number;
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const CHUNK_BYTES = 1024 * 1024;

/** Takes the content to its end, or keeps nothing of it. Throws FileUnwritable and what the content throws. */
export async function produceFile(ctx: Context, draft: FileDraft): Promise<ProducedFile> {
  const { producedFolder } = ctx;
  return producedFolder === undefined ? storeFile(ctx, draft) : writeFile(ctx, draft, producedFolder);
}

/** A name that is safe as a file's, whatever it was made of: letters of ASCII, digits, `-`, `_` and dots inside. */
export function plainFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-');
  return plain.replace(/^[.-]+/, '').slice(-100) || 'file';
}

/** Stored in one go once it is whole: no connection waits for its content. */
async function storeFile(ctx: Context, { folderId, fileName, contentType, content }: FileDraft): Promise<ProducedFile> {
  const db = await ctx.db();
  return withSpooled(content, async ({ path, byteSize }) => {
    const [id, now] = [ctx.ids.uuid(), ctx.clock.now()];
    const expiry = new Date(Date.parse(now) + LIFETIME_MS).toISOString();
    const shape = { file_name: fileName, content_type: contentType, byte_size: byteSize };
    await db.transaction(async (trx) => {
      await trx('produced_file').insert({ folder_id: folderId, id, ...shape, created_at: now, expires_at: expiry });
      await storeChunks(trx, folderId, id, path);
    });
    return { fileName, address: `/api/files/${id}`, byteSize };
  });
}

/** Forgets the files whose day is over. */
export async function sweepProducedFiles(knex: Knex, now: string): Promise<void> {
  await knex('produced_file').where('expires_at', '<', now).delete();
}

async function storeChunks(trx: Knex, folderId: number, fileId: string, path: string): Promise<void> {
  let rank = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    await trx('produced_file_chunk').insert({ folder_id: folderId, file_id: fileId, rank, bytes });
    rank += 1;
  }
}

/** In a folder of its own under the data folder: names repeat. */
async function writeFile(
  ctx: Context,
  { fileName, content }: FileDraft,
  producedFolder: string,
): Promise<ProducedFile> {
  await forgetOld(producedFolder, Date.parse(ctx.clock.now()) - LIFETIME_MS);
  const folder = join(producedFolder, ctx.ids.uuid());
  const path = join(folder, fileName);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { fileName, address: path, byteSize: await writeWhole(path, content) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    const { syscall, code } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : fileErrors.FileUnwritable({ file: path, reason: String(code) });
  }
}

async function forgetOld(producedFolder: string, before: number): Promise<void> {
  for (const name of await readdir(producedFolder).catch(() => [])) {
    const folder = join(producedFolder, name);
    const found = await stat(folder).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

interface ProducedFileRow {
  readonly folder_id: number;
  readonly id: string;
  readonly file_name: string;
  readonly content_type: string;
}

/** A file kept in the database, for who may see its folder. Throws ProducedFileNotFound. */
export async function fetchProducedFile(ctx: Context, fileId: string): Promise<FileResult> {
  const { knex } = await ctx.db();
  const row: ProducedFileRow | undefined = await knex('produced_file')
    .where({ id: fileId })
    .where('expires_at', '>=', ctx.clock.now())
    .first('folder_id', 'id', 'file_name', 'content_type');
  const visible = visibleFolders(ctx.actor);
  if (!row || !(visible === 'all' || visible.has(row.folder_id))) throw documentErrors.ProducedFileNotFound({ fileId });
  return new FileResult(row.file_name, row.content_type, readChunks(knex, row));
}

async function* readChunks(knex: Knex, { folder_id, id }: ProducedFileRow): AsyncGenerator<Uint8Array> {
  for (let rank = 0; ; rank += 1) {
    const row = await knex('produced_file_chunk').where({ folder_id, file_id: id, rank }).first('bytes');
    if (!row) return;
    yield row.bytes as Buffer;
  }
}
