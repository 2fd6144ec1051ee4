import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileErrors } from '../../services/kernel/file-errors.ts';
import { textOf } from '../../services/kernel/utf8.ts';
import { invalidInput, readJson } from '../operation/invoke.ts';
import type { Io } from './io.ts';

/** A ledger of 100,000 lines with all its fields, for a simulation. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
const MAX_SPOOLED_BYTES = 2 * 1024 ** 3;

interface SpoolLimits {
  /** Aborted when the person gives up: what was read so far is no file. */
  readonly signal?: AbortSignal;
  /** Most bytes taken; 2 GiB by default: a stream may have no end. */
  readonly most?: number;
}

/** Copies standard input, or a pipe, to a private file, because checks may read it twice. Throws FileUnreadable. */
export async function spoolInput(
  name: string,
  input: NodeJS.ReadableStream,
  { signal, most = MAX_SPOOLED_BYTES }: SpoolLimits = {},
): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'taxops-'));
  const path = join(folder, 'input');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const file = createWriteStream(path, { mode: 0o600 });
    await pipeline(input, (chunks) => upTo(most, chunks, name), file, signal ? { signal } : {});
    return { path, remove };
  } catch (error) {
    await remove();
    throw isSystemError(error) ? fileErrors.FileUnreadable({ file: name, reason: error.code }) : error;
  }
}

async function* upTo(
  most: number,
  chunks: AsyncIterable<string | Buffer>,
  file: string,
): AsyncGenerator<string | Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most)
      throw fileErrors.FileUnreadable({
        file,
        reason: { en: `more than ${most} bytes`, fr: `plus de ${most} octets` },
      });
    yield chunk;
  }
}

/** Reads the JSON of `--body FILE|-`, at most 32 MiB. */
export async function readJsonInput(source: string, io: Io): Promise<unknown> {
  const text = source === '-' ? await readStream(io.stdin) : await readFile(resolve(io.cwd, source), source);
  try {
    return readJson(text.replace(/^\uFEFF/, '')); // editors of Windows write a mark, which HTTP takes off too
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
  return textOf(Buffer.concat(chunks));
}

async function readFile(path: string, shown: string): Promise<string> {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  try {
    file = await open(path);
    if ((await file.stat()).size > MAX_BODY_BYTES) throw bodyTooLong();
    return textOf(await file.readFile());
  } catch (error) {
    throw isSystemError(error) ? fileErrors.FileUnreadable({ file: shown, reason: error.code }) : error;
  } finally {
    await file?.close();
  }
}

const bodyTooLong = () => invalidInput([{ path: '--body', code: 'too_big', message: 'larger than 32 MiB' }]);

const isSystemError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error;

/** What is wrong with a JSON text and where, without the excerpt of it that the parser adds: that may be confidential. */
export const jsonFault = (error: unknown): string => (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '');
