import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { fileErrors } from '../../services/kernel/file-errors.ts';

type Chunks = AsyncIterable<string | Uint8Array>;

/**
 * Writes beside the target and renames at the end: a file that exists is always complete. What a link names is written,
 * with the rights that it had; a pipe or a device is written into, as no file may take its place. Throws FileUnwritable.
 */
export async function writeFileWhole(path: string, chunks: Chunks): Promise<void> {
  try {
    const found = await stat(path).catch(() => undefined);
    if (!found) await replace(path, chunks);
    else if (found.isFile()) await replace(await realpath(path), chunks, found.mode & 0o777);
    else await writeInto(await open(path, 'w'), chunks);
  } catch (error) {
    throw fileError(error, path);
  }
}

async function replace(path: string, chunks: Chunks, mode?: number): Promise<void> {
  const draft = `${path}.${randomUUID()}.partial`;
  try {
    const file = await open(draft, 'wx', mode);
    await writeInto(file, chunks, async () => {
      if (mode !== undefined) await file.chmod(mode); // those of a new file are less the umask
      await file.sync();
    });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeInto(file: FileHandle, chunks: Chunks, finish?: () => Promise<void>): Promise<void> {
  try {
    // Not `write`, which may take a part only: a disk that fills up would leave a short file that looks whole.
    for await (const chunk of chunks) await file.appendFile(chunk);
    await finish?.();
  } finally {
    await file.close();
  }
}

const fileError = (error: unknown, path: string): unknown =>
  error instanceof Error && 'syscall' in error && 'code' in error && error.code !== 'ENOSPC'
    ? fileErrors.FileUnwritable({ file: path, reason: String(error.code) })
    : error;
