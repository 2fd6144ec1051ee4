import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileErrors } from '../services/kernel/file-errors.ts';
import { invalidInput } from '../services/operation/invoke.ts';
import type { Io } from './io.ts';
import { jsonFault } from './json-fault.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Copies standard input to a private file, because checks may read it twice. */
export async function spoolInput(stdin: NodeJS.ReadableStream): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'taxops-'));
  const path = join(folder, 'input');
  await pipeline(stdin, createWriteStream(path, { mode: 0o600 }));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Reads the JSON of `--body FILE|-`, at most 16 MiB. */
export async function readJsonInput(source: string, io: Io): Promise<unknown> {
  const text = source === '-' ? await readStream(io.stdin) : await readFile(resolve(io.cwd, source), source);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidInput([{ path: '--body', code: 'json', message: jsonFault(error) }]);
  }
}

async function readStream(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_BODY_BYTES) throw bodyTooLong();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readFile(path: string, shown: string): Promise<string> {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  try {
    file = await open(path);
    if ((await file.stat()).size > MAX_BODY_BYTES) throw bodyTooLong();
    return await file.readFile('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error) {
      throw fileErrors.FileUnreadable({ file: shown, reason: error.code });
    }
    throw error;
  } finally {
    await file?.close();
  }
}

const bodyTooLong = () => invalidInput([{ path: '--body', code: 'too_big', message: 'larger than 16 MiB' }]);
