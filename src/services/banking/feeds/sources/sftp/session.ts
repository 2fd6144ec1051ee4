/** An SFTP account as a source. What the server says of names, sizes and times is checked before it is believed. */
import { posix } from 'node:path';
import type { Context } from '../../../../operation/context.ts';
import { copyBounded, TooManyBytes } from '../copy-bounded.ts';
import { sourceErrors } from '../errors.ts';
import { reportName, type Seen, shelved, sortOut } from '../file-names.ts';
import { keepCopy } from '../shelf.ts';
import {
  type Copying,
  type InboxFile,
  MAX_FILE_BYTES,
  MAX_FILES,
  type OpenSession,
  type Settlement,
  type SourceOf,
} from '../source.ts';
import { type Connection, connect } from './connection.ts';

export const openSftp: OpenSession<'Sftp'> = async (ctx, source, signal) => {
  const { name, settings } = source;
  const connection = await connect(source, signal);
  return {
    list: async () => {
      const seen = await look(connection, settings.path);
      const fresh = settings.leaves ? await notTaken(ctx, source.id, seen) : seen;
      return sortOut(fresh, ctx.clock.now(), settings.quietSeconds);
    },
    fetch: (file, path) =>
      copyOut(connection, posix.join(settings.path, file.name), file, { path, signal, source: name }),
    settle: async (file, settlement) => {
      if (!settings.leaves) return shelve(connection, source, file, settlement);
      if (settlement.shelf === 'errors') await keepCopy(ctx, name, file.name, settlement);
    },
    close: async () => connection.close(),
  };
};

/** A file that was left is known by its name and size, and by nobody having touched it since it was taken. */
async function notTaken(ctx: Context, sourceId: number, seen: readonly Seen[]): Promise<Seen[]> {
  const { knex } = await ctx.db();
  const rows: { name: string; byte_size: bigint; taken_at: string }[] = await knex('statement_source_file')
    .select('name', 'byte_size', 'taken_at')
    .where({ source_id: sourceId })
    .whereRaw('name = any(?)', [seen.map(({ name }) => name)]);
  const isTaken = ({ name, size, touched }: Seen) =>
    rows.some((row) => row.name === name && Number(row.byte_size) === size && Date.parse(row.taken_at) > touched);
  return seen.filter((file) => !isTaken(file));
}

interface Attributes {
  readonly size: number;
  readonly mtime: number;
  isFile(): boolean;
}

const seenAs = (name: string, attributes: Attributes): Seen => ({
  name,
  size: attributes.size,
  version: `${attributes.size}-${attributes.mtime}`,
  isFile: attributes.isFile(),
  touched: attributes.mtime * 1000,
});

/** Page by page: a listing without end is left at the bound. */
async function look(connection: Connection, path: string): Promise<Seen[]> {
  const handle = await connection.ask<Buffer>((sftp, done) => sftp.opendir(path, done));
  const seen: Seen[] = [];
  try {
    while (seen.length < MAX_FILES) {
      const page = await nextPage(connection, handle);
      if (!page) break;
      seen.push(...page.map(({ filename, attrs }) => seenAs(filename, attrs)));
    }
  } finally {
    await connection.ask<void>((sftp, done) => sftp.close(handle, (error) => done(error, undefined)));
  }
  return seen.slice(0, MAX_FILES);
}

const END_OF_FILE = 1;
const NO_SUCH_FILE = 2;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

interface Entry {
  readonly filename: string;
  readonly attrs: Attributes;
}

const nextPage = (connection: Connection, handle: Buffer): Promise<readonly Entry[] | undefined> =>
  connection.ask<readonly Entry[] | undefined>((sftp, done) =>
    sftp.readdir(handle, (error, list) => {
      if (codeOf(error) === END_OF_FILE) return done(null, undefined);
      done(error, list);
    }),
  );

/** The file itself, not what a link points to; undefined when it is gone. */
async function lookAt(connection: Connection, path: string, name: string): Promise<Seen | undefined> {
  const attributes = await connection.ask<Attributes | undefined>((sftp, done) =>
    sftp.lstat(path, (error, stats) => (codeOf(error) === NO_SUCH_FILE ? done(null, undefined) : done(error, stats))),
  );
  return attributes && seenAs(name, attributes);
}

/** A file counts as copied only when all the bytes came that the server announces, before and after. */
async function copyOut(connection: Connection, from: string, file: InboxFile, { path, signal, source }: Copying) {
  const { name, version } = file;
  const before = await lookAt(connection, from, name);
  // Another file than the one that was listed, or one that grew: the next run looks at it anew.
  if (!before?.isFile || before.version !== version) return undefined;
  if (before.size > MAX_FILE_BYTES)
    throw sourceErrors.SourceFileTooLarge({ file: name, source, bytes: MAX_FILE_BYTES });
  try {
    const copied = await copyBounded(chunksOf(connection, from), path, before.size, signal);
    const after = await lookAt(connection, from, name);
    if (copied.bytes === before.size && after?.version === version) return copied;
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
  }
  throw sourceErrors.SourceFileChanged({ file: name, source });
}

const CHUNK_BYTES = 256 * 1024;

async function* chunksOf(connection: Connection, path: string): AsyncGenerator<Uint8Array> {
  const handle = await connection.ask<Buffer>((sftp, done) => sftp.open(path, 'r', done));
  try {
    for (let at = 0; ; ) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const read = await connection.ask<number>((sftp, done) => sftp.read(handle, chunk, 0, CHUNK_BYTES, at, done));
      if (read === 0) return;
      at += read;
      yield chunk.subarray(0, read);
    }
  } finally {
    await connection.ask<void>((sftp, done) => sftp.close(handle, (error) => done(error, undefined))).catch(() => {});
  }
}

/** The report first, then the file: a file on the error shelf always has its report. */
async function shelve(
  connection: Connection,
  { name: source, settings }: SourceOf<'Sftp'>,
  { name, version }: InboxFile,
  { shelf, sha256, report, bytes }: Settlement,
): Promise<void> {
  const from = posix.join(settings.path, name);
  const to = posix.join(settings[shelf], shelved(name, sha256));
  await makeFolder(connection, settings[shelf]);
  if (report !== undefined) {
    await connection.ask<void>((sftp, done) =>
      sftp.writeFile(reportName(to), report, (error) => done(error, undefined)),
    );
  }
  const now = await lookAt(connection, from, name);
  // Gone, or another file of this name came meanwhile: that one is taken by the next run.
  if (now?.version !== version) return;
  const there = await lookAt(connection, to, name);
  if (there && there.size !== bytes)
    throw sourceErrors.SourceRefused({
      source,
      reason: { en: 'its archive holds another file', fr: 'ses archives ont un autre fichier de ce nom' },
    });
  await connection.ask<void>((sftp, done) =>
    there
      ? sftp.unlink(from, (error) => done(error, undefined))
      : sftp.rename(from, to, (error) => done(error, undefined)),
  );
}

async function makeFolder(connection: Connection, path: string): Promise<void> {
  if (await lookAt(connection, path, path)) return;
  // Another run may have made it meanwhile: what counts is that it is there.
  await connection
    .ask<void>((sftp, done) => sftp.mkdir(path, (error) => done(error, undefined)))
    .catch(async (error) => {
      if (!(await lookAt(connection, path, path))) throw error;
    });
}
