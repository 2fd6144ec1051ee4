import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { secretErrors } from './errors.ts';
import type { KeySource } from './key-ring.ts';
import { newSecretKey, secretBox } from './secret-box.ts';

/** The key of a data folder, made at first use. Machines that share a database share it, or TAXOPS_SECRET_KEY. */
export function keyFile(home: string): KeySource {
  const place = join(home, 'secret.key');
  return {
    place,
    read: () => readKeyFile(place),
    make: async () => {
      await writeKeyFile(home, newSecretKey());
      return (await readKeyFile(place)) ?? '';
    },
  };
}

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw secretErrors.SecretKeyInvalid({ reason: `${path}: ${code ?? message}` });
  }
}

/** A link never replaces a file: of several processes, the first one's key counts, and it is whole. */
export async function writeKeyFile(home: string, keys: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const path = join(home, 'secret.key');
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    await file
      .writeFile(`${keys}\n`)
      .then(() => file.sync())
      .finally(() => file.close());
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A key that is no longer wanted is kept beside: it may be the only copy of what another database needs. */
export async function setKeyFileAside(home: string): Promise<void> {
  const path = join(home, 'secret.key');
  const known = await readKeyFile(path);
  if (known !== undefined) await rename(path, `${path}.${secretBox(known).ids[0]}`);
}
