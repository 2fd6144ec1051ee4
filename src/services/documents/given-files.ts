/** Files as people give them: a folder stands for the files in it, a zip or gzip archive for what it holds. */
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { crc32, createGunzip } from 'node:zlib';
import { TaxopsError } from '../kernel/errors.ts';
import type { InputFile } from '../kernel/stream.ts';
import { documentErrors } from './errors.ts';
import { writeWhole } from './spool.ts';
import { openEntry, type ZipEntry, zipEntries } from './zip-entries.ts';

/** A file, or what is wrong with the archive or folder that should have held it. */
export interface GivenFile extends InputFile {
  readonly refusal?: TaxopsError;
}

/** Held by what is unpacked for one call, whatever the archives say of themselves. */
export const ARCHIVE_LIMITS = { bytes: 4 * 1024 ** 3, entries: 1000 };

/**
 * Runs `use` with single files: folders are read, archives unpacked into a private folder that is gone afterwards. One
 * level only: an archive inside an archive stays as it is. Hidden files are left out.
 */
export async function withGivenFiles<T>(
  given: readonly InputFile[],
  use: (files: readonly GivenFile[]) => Promise<T>,
  limits: typeof ARCHIVE_LIMITS = ARCHIVE_LIMITS,
): Promise<T> {
  const unpacking = new Unpacking(limits);
  try {
    const files: GivenFile[] = [];
    for (const file of given) files.push(...(await unpacking.all(file)));
    return await use(files);
  } finally {
    await unpacking.remove();
  }
}

/**
 * The file to read, or the bytes of the only one that an archive holds, unpacked while they are read. Throws ArchiveEmpty,
 * ArchiveSeveral, and at once or on the way ArchiveDamaged, ArchiveTooLarge.
 */
export async function openOnly(
  file: InputFile,
  limits: typeof ARCHIVE_LIMITS = ARCHIVE_LIMITS,
): Promise<string | AsyncIterable<Uint8Array>> {
  try {
    const contents = await contentsOf(file, limits.entries);
    if (!contents) return file.path;
    const found: Content[] = [];
    for await (const content of contents) found.push(content);
    const [only] = found;
    if (!only) throw documentErrors.ArchiveEmpty({ file: file.name });
    if (found.length > 1) throw documentErrors.ArchiveSeveral({ file: file.name, files: found.length });
    return named(file, only.content, limits);
  } catch (error) {
    throw refusalOf(file, error);
  }
}

async function* named(
  file: InputFile,
  content: AsyncIterable<Uint8Array>,
  limits: typeof ARCHIVE_LIMITS,
): AsyncGenerator<Uint8Array> {
  try {
    let left = limits.bytes;
    for await (const bytes of content) {
      left -= bytes.length;
      if (left < 0) throw documentErrors.ArchiveTooLarge({ file: file.name, ...limits });
      yield bytes;
    }
  } catch (error) {
    throw refusalOf(file, error);
  }
}

class Unpacking {
  #folder: string | undefined;
  #left: number;
  #count = 0;
  readonly #limits: typeof ARCHIVE_LIMITS;

  constructor(limits: typeof ARCHIVE_LIMITS) {
    this.#limits = limits;
    this.#left = limits.bytes;
  }

  /** A path that cannot be looked at is handed on: reading it says what is wrong. */
  async all(file: InputFile): Promise<GivenFile[]> {
    const found = await stat(file.path).catch(() => undefined);
    if (!found?.isDirectory()) return this.#opened(file);
    const inside: GivenFile[] = [];
    for (const inner of await filesOf(file)) inside.push(...(await this.#opened(inner)));
    return inside.length > 0 ? inside : [{ ...file, refusal: documentErrors.ArchiveEmpty({ file: file.name }) }];
  }

  async #opened(file: InputFile): Promise<GivenFile[]> {
    try {
      const contents = await contentsOf(file, this.#limits.entries);
      return contents ? await this.#written(file, contents) : [file];
    } catch (error) {
      return [{ ...file, refusal: refusalOf(file, error) }];
    }
  }

  async #written(file: InputFile, contents: Contents): Promise<GivenFile[]> {
    const files: GivenFile[] = [];
    for await (const { name, content } of contents) {
      if (++this.#count > this.#limits.entries)
        throw documentErrors.ArchiveTooLarge({ file: file.name, ...this.#limits });
      this.#folder ??= await mkdtemp(join(tmpdir(), 'taxops-files-'));
      const path = join(this.#folder, String(this.#count));
      await writeWhole(path, this.#bounded(content, file));
      files.push({ name, path });
    }
    if (files.length === 0) throw documentErrors.ArchiveEmpty({ file: file.name });
    return files;
  }

  async *#bounded(content: AsyncIterable<Uint8Array>, { name: file }: InputFile): AsyncGenerator<Uint8Array> {
    for await (const bytes of content) {
      this.#left -= bytes.length;
      if (this.#left < 0) throw documentErrors.ArchiveTooLarge({ file, ...this.#limits });
      yield bytes;
    }
  }

  async remove(): Promise<void> {
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}

const isHidden = (path: string): boolean => path.split(/[\\/]/).some((part) => /^(\.[^.]|__MACOSX$)/.test(part));

/** In the order of their names; a link counts as what it leads to. */
async function filesOf({ path: folder, given }: InputFile): Promise<InputFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isHidden(relative(folder, path)))
    .sort()
    .map((path) => ({ name: basename(path), path, given: given && join(given, relative(folder, path)) }));
}

interface Content {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}
type Contents = AsyncIterable<Content>;

/** What an archive holds; undefined for anything else, documents of office programs included, which are zips too. */
async function contentsOf(file: InputFile, most: number): Promise<Contents | undefined> {
  const head = await headOf(file.path);
  if (head.startsWith('\x1f\x8b')) return gunzipped(file);
  if (head !== 'PK\x03\x04' && head !== 'PK\x05\x06') return undefined;
  const entries = await zipEntries(file.path, most + 1);
  return entries.some(({ name }) => OFFICE.has(name)) ? undefined : unzipped(file.path, entries);
}

const OFFICE = new Set(['[Content_Types].xml', 'mimetype']);

/** Nothing for what cannot be opened: reading it says why. */
async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  try {
    const head = Buffer.alloc(4);
    await file?.read(head, 0, 4, 0);
    return head.toString('latin1');
  } finally {
    await file?.close();
  }
}

export async function* gunzipped({ name, path }: InputFile): AsyncGenerator<Content> {
  yield { name: name.replace(/\.gz$/i, ''), content: expanded(path) };
}

/** Opened by who reads it: a stream that fails before anybody listens ends the process. */
async function* expanded(path: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path);
  const content = createGunzip();
  source.on('error', (error) => content.destroy(error));
  yield* source.pipe(content);
}

async function* unzipped(path: string, entries: readonly ZipEntry[]): AsyncGenerator<Content> {
  for (const entry of entries) {
    if (/[\\/]$/.test(entry.name) || isHidden(entry.name)) continue;
    yield { name: baseName(entry.name), content: checked(path, entry) };
  }
}

const baseName = (name: string): string => basename(name.replaceAll('\\', sep)).replace(/\p{Cc}/gu, '') || 'file';

async function* checked(path: string, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let crc = 0;
  for await (const bytes of await openEntry(path, entry)) {
    crc = crc32(bytes, crc);
    yield Buffer.from(bytes);
  }
  if (crc !== entry.crc) throw new RangeError('the archive is damaged');
}

/** zlib and the reader of zips say what is wrong in words of their own; a full disk stays what it is. */
const refusalOf = ({ name: file }: InputFile, error: unknown): TaxopsError => {
  if (error instanceof TaxopsError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof RangeError || code.startsWith('Z_')) return documentErrors.ArchiveDamaged({ file });
  throw error;
};
