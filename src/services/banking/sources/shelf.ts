/** Shelves on this machine: a file is complete and on the disk under its name, or not there. */
import { open, rename } from 'node:fs/promises';

export async function writeWhole(path: string, chunks: Iterable<string> | AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${path}.part`;
  const file = await open(partial, 'w', 0o600);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

export async function copyWhole(from: string, to: string): Promise<void> {
  const file = await open(from, 'r');
  try {
    await writeWhole(to, file.createReadStream({ autoClose: false }));
  } finally {
    await file.close();
  }
}
