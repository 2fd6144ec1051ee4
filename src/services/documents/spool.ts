/** Long contents set down on disk for a moment, so that nothing is held open or in memory while they are handed on. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Spooled {
  readonly path: string;
  readonly byteSize: number;
}

/** Runs `work` on a private file that holds the content and is gone afterwards. */
export async function withSpooled<T>(
  content: AsyncIterable<Uint8Array>,
  work: (file: Spooled) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'taxops-spool-'));
  try {
    const path = join(folder, 'content');
    return await work({ path, byteSize: await writeWhole(path, content) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a new file that only its owner may read; returns its size. */
export async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let byteSize = 0;
  try {
    for await (const bytes of content) {
      await file.appendFile(bytes); // `write` may take a part only, as a disk fills up
      byteSize += bytes.length;
    }
    return byteSize;
  } finally {
    await file.close();
  }
}
