import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Copied } from './source.ts';

/** The bytes were more than allowed. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/** Writes what comes to a new file of ours and flushes it to the disk. Throws TooManyBytes. */
export async function copyBounded(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Copied> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new TooManyBytes();
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}
