/** Shelves on this machine: a file is complete and on the disk under its name, or not there. */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../operation/context.ts';
import { reportName, shelved } from './file-names.ts';
import type { Settlement } from './source.ts';

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

/** Keeps our copy of a file, and its report, in the data folder: for sources that have no shelf of their own. */
export async function keepCopy(
  { settings }: Context,
  source: string,
  name: string,
  { shelf, path, sha256, report }: Settlement,
): Promise<void> {
  const folder = join(settings.home.value ?? '', 'statements', source, shelf);
  const to = join(folder, shelved(name, sha256));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (report !== undefined) await writeWhole(reportName(to), [report]);
  await copyWhole(path, to);
}
