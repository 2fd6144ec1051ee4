/** Reads an archive file as something hostile: see archive.ts for its form. */

import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { fileErrors } from '../../kernel/file-errors.ts';
import { databaseErrors } from '../errors.ts';
import {
  type ArchiveEnd,
  FORMAT,
  type Frame,
  type FrameKind,
  type Header,
  LARGEST_FRAME,
  TableDigest,
  type TableHeader,
  type TableReport,
} from './archive.ts';

/** Where the tables of an archive go. */
export interface ArchiveSink {
  begin(header: Header): Promise<void>;
  /** Called once per table; the rows follow. */
  table(table: TableHeader): Promise<TableSink>;
}

export interface TableSink {
  write(text: Buffer): Promise<void>;
  /** Number of rows stored; undefined when they went nowhere. */
  end(): Promise<number | undefined>;
  abort(reason: string): Promise<void>;
}

export interface ArchiveReport {
  readonly header: Header;
  readonly tables: readonly TableReport[];
  readonly end: ArchiveEnd;
}

/**
 * Reads the whole archive into the sink, checking order, counts and hashes.
 * Throws FileUnreadable, BackupForeign, BackupDamaged, BackupNewer and what the sink throws.
 */
export async function readArchive(file: string, sink: ArchiveSink): Promise<ArchiveReport> {
  const frames = archiveFrames(file);
  try {
    const next = async () => (await frames.next()).value as Frame | undefined;
    const header = contentOf<Header>(await next(), 'H');
    if (header.format > FORMAT) throw databaseErrors.BackupNewer({ found: header.format, known: FORMAT });
    await sink.begin(header);
    const tables: TableReport[] = [];
    let frame = await next();
    for (; frame?.kind === 'T'; frame = await next()) {
      const table = contentOf<TableHeader>(frame, 'T');
      if (tables.some(({ name }) => name === table.name)) throw damaged(`table ${table.name} comes twice`);
      tables.push(await readTable(table, next, await sink.table(table)));
    }
    const end = contentOf<ArchiveEnd>(frame, 'Z');
    if (end.tables !== tables.length) throw damaged(`it announces ${end.tables} tables and holds ${tables.length}`);
    if (await next()) throw damaged('something follows its end');
    return { header, tables, end };
  } finally {
    await frames.return(undefined);
  }
}

async function readTable(
  table: TableHeader,
  next: () => Promise<Frame | undefined>,
  sink: TableSink,
): Promise<TableReport> {
  const digest = new TableDigest();
  try {
    let frame = await next();
    for (; frame?.kind === 'D'; frame = await next()) {
      digest.add(frame.content);
      await sink.write(frame.content);
    }
    const told = contentOf<TableReport>(frame, 'E');
    const found = digest.end();
    if (told.sha256 !== found.sha256 || told.rows !== found.rows) {
      throw damaged(`table ${table.name} has not the rows it announces`);
    }
  } catch (error) {
    await sink.abort((error as Error).message);
    throw error;
  }
  const found = digest.end();
  const rows = await sink.end();
  if (rows !== undefined && rows !== found.rows)
    throw damaged(`table ${table.name} holds ${found.rows} lines, ${rows} of them rows`);
  return { name: table.name, ...found };
}

async function* archiveFrames(file: string): AsyncGenerator<Frame> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.once('error', ({ message }) => gunzip.destroy(fileErrors.FileUnreadable({ file, reason: message })));
  source.pipe(gunzip);
  try {
    yield* readFrames(gunzip);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let buffer: Buffer = Buffer.alloc(0);
  let first = true;
  try {
    for await (const chunk of chunks) {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
      for (let frame = firstFrame(buffer, first); frame; frame = firstFrame(buffer, first)) {
        buffer = buffer.subarray(5 + frame.content.length);
        first = false;
        yield frame;
      }
    }
  } catch (error) {
    throw first && isZlib(error) ? databaseErrors.BackupForeign() : asDamage(error);
  }
  if (first) throw databaseErrors.BackupForeign();
  if (buffer.length > 0) throw damaged('it ends in the middle of a frame');
}

function firstFrame(buffer: Buffer, first: boolean): Frame | undefined {
  if (buffer.length === 0) return undefined;
  const kind = String.fromCharCode(buffer[0] ?? 0);
  if (first && kind !== 'H') throw databaseErrors.BackupForeign();
  if (!/[HTDEZ]/.test(kind)) throw damaged('it holds an unknown frame');
  if (buffer.length < 5) return undefined;
  const length = buffer.readUInt32BE(1);
  if (length > LARGEST_FRAME)
    throw first ? databaseErrors.BackupForeign() : damaged('it holds a frame larger than any we write');
  return buffer.length < 5 + length ? undefined : { kind: kind as FrameKind, content: buffer.subarray(5, 5 + length) };
}

const isZlib = (error: unknown): boolean => /^Z_/.test((error as { code?: string }).code ?? '');

const damaged = (reason: string): Error => databaseErrors.BackupDamaged({ reason });

const asDamage = (error: unknown): unknown => (isZlib(error) ? damaged((error as Error).message) : error);

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= -1;
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 200;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (test: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(test);
const hasShape = (shape: Shape) => (value: unknown) =>
  isRecord(value) && Object.entries(shape).every(([key, test]) => test(value[key]));

const SHAPES: Readonly<Record<Exclude<FrameKind, 'D'>, Shape>> = {
  H: {
    format: isCount,
    schemaVersion: isCount,
    migrations: listOf(hasShape({ version: isCount, sha256: isText })),
    takenAt: isText,
    serverVersion: isText,
  },
  T: { name: isText, columns: listOf(isText) },
  E: { rows: isCount, sha256: isText },
  Z: {
    tables: isCount,
    sequences: (value) =>
      isRecord(value) &&
      Object.values(value).every(
        hasShape({
          last: (last) => typeof last === 'string' && /^-?\d{1,19}$/.test(last),
          called: (called) => typeof called === 'boolean',
        }),
      ),
  },
};

/** The content of a JSON frame of the wanted kind. Throws BackupDamaged when it is another frame or has another shape. */
function contentOf<T>(frame: Frame | undefined, kind: Exclude<FrameKind, 'D'>): T {
  if (frame?.kind !== kind) throw damaged(`frame ${kind} expected, ${frame?.kind ?? 'end'} found`);
  const value = parseJson(frame.content);
  if (!hasShape(SHAPES[kind])(value)) throw damaged(`frame ${kind} does not have its fields`);
  return value as T;
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw damaged('a frame is not JSON');
  }
}
