/** A folder that leaves: what hangs on it is counted, all of it is written to an archive, then nothing of it stays. */
import { createHash, type Hash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { unlogged } from '../db/call.ts';
import { plainFileName } from '../documents/produced-files.ts';
import { writeWhole } from '../documents/spool.ts';
import { zipped } from '../documents/zip-writer.ts';
import { OPEN_STATES } from '../filing/filings.ts';
import { folderErrors } from '../folders/errors.ts';
import { getFolder } from '../folders/folders.ts';
import type { Folder } from '../folders/store.ts';
import { fileErrors } from '../kernel/file-errors.ts';
import { lockLedger } from '../ledger/store.ts';
import type { Context } from '../operation/context.ts';
import type { SealedColumn } from '../secrets/reseal.ts';
import { archivedFiles } from './archive.ts';
import { eraseFolder } from './rows.ts';

/** What goes with a folder. */
export interface FolderContents {
  readonly exercises: number;
  readonly entries: number;
  readonly assets: number;
  readonly bankAccounts: number;
  readonly transactions: number;
  readonly documents: number;
  readonly vatReturns: number;
  readonly declarations: number;
  /** Sent to the authority or its portal. */
  readonly filings: number;
  /** Ten years after the last exercise: until then the law has the books kept. Null without an exercise. */
  readonly keepUntil: string | null;
  /** References of what is being sent, or may have arrived: the folder stays. */
  readonly beingSent: readonly string[];
}

export interface FolderArchive {
  /** Path on the machine that ran the deletion. */
  readonly path: string;
  readonly byteSize: number;
  readonly sha256: string;
}

export interface FolderDeletion {
  readonly folder: Folder;
  readonly contents: FolderContents;
  readonly isPreview: boolean;
  /** Null in a preview. */
  readonly archive: FolderArchive | null;
}

interface Wanted {
  readonly isPreview: boolean;
  /** The encrypted columns that hold pieces of folders. */
  readonly sealed: readonly SealedColumn[];
}

/** Throws FolderNotFound, FolderSending, FileUnwritable, and SecretUnreadable or DocumentDamaged: then nothing goes. */
export async function deleteFolder(
  ctx: Context,
  folderId: number,
  { isPreview, sealed }: Wanted,
): Promise<FolderDeletion> {
  const folder = await getFolder(ctx, folderId);
  const db = await ctx.db();
  if (isPreview) return { folder, contents: await contentsOf(db.knex, folderId), isPreview, archive: null };
  return unlogged(() =>
    db.transaction(async (trx) => {
      await trx('folder').where({ id: folderId }).forUpdate();
      await lockLedger(trx, folderId);
      const contents = await contentsOf(trx, folderId);
      refuseSending(folderId, contents);
      const archive = await writeArchive(ctx, trx, folder, sealed);
      await eraseFolder(trx, folderId).catch(async (error) => {
        await remove(archive.path); // of a folder that stays no copy in clear is left
        throw error;
      });
      return { folder, contents, isPreview, archive };
    }),
  );
}

function refuseSending(folderId: number, { beingSent }: FolderContents): void {
  if (beingSent.length > 0) throw folderErrors.FolderSending({ folderId, what: beingSent.join(', ') });
}

async function contentsOf(knex: Knex, folderId: number): Promise<FolderContents> {
  const count = (table: string) => `(select count(*)::int from ${table} where folder_id = :folderId)`;
  const { rows } = await knex.raw(
    `select ${count('exercise')} as exercises, ${count('entry')} as entries, ${count('asset')} as assets,
       ${count('bank_account')} as "bankAccounts", ${count('bank_transaction')} as transactions,
       ${count('supporting_document')} as documents, ${count('vat_procedure')} as "vatReturns",
       ${count('declaration')} as declarations,
       (select count(*)::int from filing where folder_id = :folderId and state = 'Sent') as filings,
       (select (max(end_date) + interval '10 years')::date from exercise where folder_id = :folderId) as "keepUntil",
       array(select reference from filing where folder_id = :folderId and state = any(:open) order by id) as "beingSent"`,
    { folderId, open: [...OPEN_STATES] },
  );
  return rows[0];
}

/** Beside the data: what is left when the folder is gone, until a person takes it away. */
async function writeArchive(
  ctx: Context,
  trx: Knex.Transaction,
  folder: Folder,
  sealed: readonly SealedColumn[],
): Promise<FolderArchive> {
  const now = ctx.clock.now();
  const place = join((await ctx.db()).settings.home, 'archives');
  const path = join(place, plainFileName(`${folder.id}-${folder.name}-${now.slice(0, 19).replaceAll(':', '')}.zip`));
  const hash = createHash('sha256');
  const content = zipped(archivedFiles(ctx, trx, folder, sealed), new Date(now));
  try {
    await mkdir(place, { recursive: true, mode: 0o700 });
    const byteSize = await writeWhole(path, hashed(content, hash));
    return { path, byteSize, sha256: hash.digest('hex') };
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') await remove(path); // else it is the archive of another deletion
    throw syscall === undefined ? error : fileErrors.FileUnwritable({ file: path, reason: String(code) });
  }
}

const remove = (path: string): Promise<void> => rm(path, { force: true }).catch(() => {});

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}
