/** A folder of this machine, or of a share that it sees, as a source. */
import { constants } from 'node:fs';
import { lstat, mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaxopsError } from '../../../kernel/errors.ts';
import { copyBounded, TooManyBytes } from './copy-bounded.ts';
import { sourceErrors } from './errors.ts';
import { reportName, type Seen, shelved, sortOut } from './file-names.ts';
import { copyWhole, writeWhole } from './shelf.ts';
import {
  type Copying,
  type FolderSettings,
  type InboxFile,
  MAX_FILE_BYTES,
  MAX_FILES,
  type OpenSession,
} from './source.ts';

export const openFolder: OpenSession<'Folder'> = async (ctx, { name: source, settings }, signal) => {
  const told = <T>(work: Promise<T>): Promise<T> => work.catch((error) => Promise.reject(failureOf(error, source)));
  return {
    list: async () => sortOut(await told(look(settings.path)), ctx.clock.now(), settings.quietSeconds),
    fetch: (file, path) => told(copyOut(join(settings.path, file.name), file, { path, signal, source })),
    settle: (file, { shelf, path, sha256, report }) =>
      told(shelve(settings, file, { from: path, to: shelved(file.name, sha256), shelf, report })),
    close: async () => {},
  };
};

async function look(path: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  for await (const { name } of await opendir(path)) {
    const file = await lookAt(join(path, name), name);
    if (file) seen.push(file);
    if (seen.length >= MAX_FILES) break;
  }
  return seen;
}

/** Links are no files: whoever may write into the inbox must not choose what we read. */
async function lookAt(path: string, name: string): Promise<Seen | undefined> {
  const stats = await lstat(path, { bigint: true }).catch(goneIsUndefined);
  if (!stats) return undefined;
  const touched = Number(stats.mtimeMs > stats.ctimeMs ? stats.mtimeMs : stats.ctimeMs);
  const version = `${stats.ino}-${stats.size}-${stats.mtimeNs}`;
  return { name, size: Number(stats.size), version, isFile: stats.isFile(), touched };
}

function goneIsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function copyOut(from: string, { name, version }: InboxFile, { path, signal, source }: Copying) {
  const seen = await lookAt(from, name);
  // Another file than the one that was listed, or one that grew: the next run looks at it anew.
  if (!seen?.isFile || seen.version !== version) return undefined;
  const file = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const copied = await copyBounded(file.createReadStream({ autoClose: false }), path, MAX_FILE_BYTES, signal);
    const after = await lookAt(from, name);
    if (after?.version !== version || copied.bytes !== seen.size) {
      throw sourceErrors.SourceFileChanged({ file: name, source });
    }
    return copied;
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
    throw sourceErrors.SourceFileTooLarge({ file: name, source, bytes: MAX_FILE_BYTES });
  } finally {
    await file.close();
  }
}

interface Move {
  /** Our copy, for a shelf on another disk. */
  readonly from: string;
  readonly to: string;
  readonly shelf: 'archive' | 'errors';
  readonly report: string | undefined;
}

/** The report first, then the file: a file on the error shelf always has its report. */
async function shelve(settings: FolderSettings, { name, version }: InboxFile, move: Move): Promise<void> {
  const inbox = join(settings.path, name);
  const shelf = settings[move.shelf];
  await mkdir(shelf, { recursive: true });
  if (move.report !== undefined) await writeWhole(join(shelf, reportName(move.to)), [move.report]);
  const now = await lookAt(inbox, name);
  const to = join(shelf, move.to);
  // Another file of this name came meanwhile: it stays, and our copy is what was imported.
  if (now?.version !== version) return copyWhole(move.from, to);
  try {
    await rename(inbox, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyWhole(move.from, to);
    return rm(inbox);
  }
  await undoIfOther(inbox, to, version, move.from);
}

/** A file that took the place of ours just before the move is put back, and our copy kept in its stead. */
async function undoIfOther(inbox: string, to: string, version: string, copy: string): Promise<void> {
  const moved = await lookAt(to, '');
  if (moved?.version === version) return;
  if (moved) await rename(to, inbox);
  await copyWhole(copy, to);
}

/** Failures of the file system, reported with the source they concern. */
function failureOf(error: unknown, source: string): TaxopsError | Error {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error as Error;
  const reason = String(error.code);
  return reason === 'EACCES' || reason === 'EPERM' || reason === 'EROFS'
    ? sourceErrors.SourceAccessDenied({ source, reason })
    : sourceErrors.SourceUnreachable({ source, reason });
}
