/** Where a FEC is read from: bytes in order as many times as needed, and bytes at a place for the import. */
import { closeSync, openSync, readSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileErrors } from '../../kernel/file-errors.ts';

export interface ByteSource {
  /** Full path or other name, for messages. */
  readonly path: string;
  /** Name of the file, for the check of its form. */
  readonly name: string;
  /** All bytes from the first, in chunks of any size; a chunk may be overwritten once the next is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Reads at a place; `close` must follow. */
  openAt(): PlacedReader;
  /** Changes when the content changes. */
  stamp(): Promise<string>;
}

export interface PlacedReader {
  /** Fills `into` from `position`; returns the number of bytes read, less at the end of the file. */
  read(into: Uint8Array, position: number): number;
  close(): void;
}

const CHUNK_BYTES = 256 * 1024;

/** Throws FileUnreadable. */
export function fileSource(path: string): ByteSource {
  return {
    path,
    name: basename(path),
    chunks: () => fileChunks(path),
    openAt: () => placedFile(path),
    stamp: () => guarded(path, () => regularStamp(path)),
  };
}

/** Bytes already in memory, in the given chunks. */
export function memorySource(name: string, chunks: readonly Uint8Array[]): ByteSource {
  const whole = Buffer.concat(chunks);
  return {
    path: name,
    name,
    async *chunks() {
      yield* chunks;
    },
    openAt: () => ({
      read: (into, position) => whole.copy(into, 0, position),
      close: () => undefined,
    }),
    stamp: async () => name,
  };
}

export const toByteSource = (source: string | ByteSource): ByteSource =>
  typeof source === 'string' ? fileSource(source) : source;

async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await guarded(path, () => open(path, 'r'));
  try {
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await guarded(path, () => file.read(buffer, 0, CHUNK_BYTES));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Reads without waiting for the event loop: an import reads a few hundred lines, then waits for its database. */
function placedFile(path: string): PlacedReader {
  const descriptor = openSync(path, 'r');
  return {
    read: (into, position) => readFully(descriptor, into, position),
    close: () => closeSync(descriptor),
  };
}

function readFully(descriptor: number, into: Uint8Array, position: number): number {
  let length = 0;
  while (length < into.length) {
    const read = readSync(descriptor, into, length, into.length - length, position + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}

async function regularStamp(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile())
    throw fileErrors.FileUnreadable({
      file: path,
      reason: { en: 'not a regular file', fr: 'ce n’est pas un fichier ordinaire' },
    });
  return `${found.size}:${found.mtimeMs}:${found.ino}`;
}

async function guarded<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw fileErrors.FileUnreadable({ file: path, reason: cause.code });
  }
}

const isSystemError = (cause: unknown): cause is Error & { code: string } =>
  cause instanceof Error && 'syscall' in cause && 'code' in cause && typeof cause.code === 'string';
