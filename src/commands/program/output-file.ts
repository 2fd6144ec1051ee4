import { open, rename, rm } from 'node:fs/promises';
import { fileErrors } from '../../services/kernel/file-errors.ts';

/** Writes beside the target and renames at the end: a file that exists is always complete. Throws FileUnwritable. */
export async function writeFileWhole(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const partial = `${path}.partial-${process.pid}`;
  try {
    const file = await open(partial, 'w');
    try {
      // Not `write`, which may take a part only: a disk that fills up would leave a short file that looks whole.
      for await (const chunk of chunks) await file.appendFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw fileError(error, path);
  }
}

const fileError = (error: unknown, path: string): unknown =>
  error instanceof Error && 'syscall' in error && 'code' in error && error.code !== 'ENOSPC'
    ? fileErrors.FileUnwritable({ file: path, reason: String(error.code) })
    : error;
