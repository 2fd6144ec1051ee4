import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecretKey } from './secret-box.ts';

/** The key of this installation, made at first use: for one machine. Several machines share TAXOPS_SECRET_KEY instead. */
export async function keyOfInstallation(home: string): Promise<string> {
  const path = join(home, 'secret.key');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known === undefined) await makeKey(path);
  return (known ?? (await readFile(path, 'utf8'))).trim();
}

/** A link never replaces a file: of several processes, the first one's key counts, and it is whole. */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    await file
      .writeFile(`${newSecretKey()}\n`)
      .then(() => file.sync())
      .finally(() => file.close());
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
