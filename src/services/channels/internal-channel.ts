/**
 * The internal channel: files in a folder, for a person to hand over. A file that is there is complete, and is never
 * replaced: a reference names one file for ever.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Channel, Filing, FilingIdentity, FindAnswer, PayloadKind, SendOutcome } from './channel.ts';
import { channelErrors } from './errors.ts';
import { filingFileName } from './file-name.ts';

const EXTENSIONS: Readonly<Record<PayloadKind, string>> = { liasse: 'txt', forms: 'json', edi: 'xml' };

export const internalChannel = (folder: string): Channel => ({
  name: 'Internal',
  send: (filing) => handOver(folder, filing),
  find: (question) => findFile(folder, question),
});

async function handOver(folder: string, filing: Filing): Promise<SendOutcome> {
  const { kind, content } = filing.payload;
  const path = join(folder, filingFileName(filing, EXTENSIONS[kind]));
  const draft = join(folder, `.${randomUUID()}.partial`);
  let linked = false;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeDurably(draft, content);
    await link(draft, path); // never replaces a file
    linked = true;
    await syncFolder(folder);
    return { outcome: 'sent', receipt: {} };
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return alreadyThere(path, filing);
    if (codeOf(error) === undefined) throw error;
    const failed = channelErrors.HandoverFailed({ reason: codeOf(error) ?? '' });
    return { outcome: linked ? 'uncertain' : 'notSent', error: failed };
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** The same bytes again are the same filing. */
async function alreadyThere(path: string, { reference, payload }: Filing): Promise<SendOutcome> {
  if ((await readFile(path)).equals(payload.content)) return { outcome: 'sent', receipt: {} };
  return { outcome: 'notSent', error: channelErrors.HandoverTaken({ reference }) };
}

async function findFile(folder: string, question: FilingIdentity): Promise<FindAnswer> {
  for (const extension of Object.values(EXTENSIONS)) {
    const found = await stat(join(folder, filingFileName(question, extension))).catch((error: unknown) => error);
    if (!(found instanceof Error)) return { outcome: 'found', declaration: { links: {}, errors: [] } };
    if (codeOf(found) !== 'ENOENT') {
      return { outcome: 'uncertain', error: channelErrors.HandoverFailed({ reason: codeOf(found) ?? '' }) };
    }
  }
  return { outcome: 'notFound' };
}

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name survive a power cut; systems that cannot open folders keep their own promise. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const codeOf = (error: unknown): string | undefined => {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === 'string' ? code : undefined;
};
