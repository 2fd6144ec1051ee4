/** The private server's folder: what lies where, who owns it, and how it is created. */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { databaseErrors } from '../errors.ts';
import type { DatabaseSettings } from '../settings.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { libraryEnvironment } from './libraries.ts';
import { spaceFailure } from './no-space.ts';
import { isAlive } from './processes.ts';
import { chooseServerUser, reaching, runAs, type ServerUser, spawnFailure } from './server-user.ts';

/** Superuser of the private server, and the database it serves: the one every new cluster has. */
export const ROLE = 'taxops';
export const DATABASE = 'postgres';

/** Paths below `<home>/db`, which belongs to the server's user. */
export interface ClusterPaths {
  readonly folder: string;
  readonly data: string;
  readonly password: string;
  readonly log: string;
  readonly startLock: string;
  /** Identity of a server that is being stopped. */
  readonly stopping: string;
  /** Present while a person asked the server to stay up. */
  readonly keepAlive: string;
  readonly libraries: string;
}

export function clusterPaths(home: string): ClusterPaths {
  const folder = join(home, 'db');
  const at = (name: string) => join(folder, name);
  return {
    folder,
    data: at('data'),
    password: at('password'),
    log: at('server.log'),
    startLock: at('start.lock'),
    stopping: at('stopping'),
    keepAlive: at('keep-alive'),
    libraries: at('lib'),
  };
}

/** How to run the server's programs on this cluster. */
export interface Programs {
  readonly user: ServerUser;
  readonly binaries: Binaries;
  readonly environment: NodeJS.ProcessEnv;
}

/** PostgreSQL major version of the data, or undefined when there are none. */
export function clusterMajor(paths: ClusterPaths): number | undefined {
  const file = join(paths.data, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/**
 * Makes the `db` folder if needed and says which user runs the server.
 * Throws DatabaseFolderForeign, PostgresRefusesRoot, PostgresMissing.
 */
export function openFolder(settings: DatabaseSettings, paths: ClusterPaths): ServerUser {
  if (process.platform === 'win32') {
    throw databaseErrors.PostgresMissing({ platform: 'Windows', tried: 'the private server does not run there yet' });
  }
  mkdirSync(settings.home, { recursive: true, mode: 0o700 });
  mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
  const { uid } = statSync(paths.folder);
  const user = chooseServerUser([paths.folder, settings.home]);
  if (user.drops && uid === 0) handOver(paths.folder, user);
  return user;
}

/** In a sandbox whose only user is root, the folder cannot be given away. */
function handOver(folder: string, user: ServerUser): void {
  try {
    chownSync(folder, user.uid, user.gid);
  } catch (error) {
    throw spawnFailure(error as NodeJS.ErrnoException, user);
  }
}

/**
 * Finds the programs and what they need to run as `user`.
 * Throws PostgresMissing, PostgresMajorMismatch, DatabaseFolderUnreachable.
 */
export function choosePrograms(settings: DatabaseSettings, paths: ClusterPaths, user: ServerUser): Programs {
  const major = clusterMajor(paths);
  const binaries = findBinaries(settings.binaries, major === undefined ? undefined : { folder: paths.data, major });
  const environment = binaries.packageRoot ? libraryEnvironment(binaries.packageRoot, paths.libraries) : {};
  return { user: reaching(user, [paths.folder, binaries.folder]), binaries, environment };
}

/** Writes a small file that belongs to the server's user, so that root and that user can take turns. */
export function writeOwned(paths: ClusterPaths, file: string, content: string, durably = false): void {
  writeFileSync(file, content, { mode: 0o600, flush: durably });
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(paths.folder);
    chownSync(file, uid, gid);
  }
}

/**
 * Creates the data folder: `initdb` in a folder of its own, flushed to disk, then renamed into place, so that a kill at
 * any moment leaves either no data folder or a whole one. Throws ClusterCreationFailed, PostgresUserUnknown.
 */
export async function createCluster(paths: ClusterPaths, programs: Programs): Promise<void> {
  if (!existsSync(paths.password)) writeOwned(paths, paths.password, randomBytes(32).toString('base64url'), true);
  const draft = `${paths.data}.tmp.${process.pid}`;
  await initialise(paths, programs, draft);
  // The password goes as it is over a socket where the server alone can answer: a start needs no cryptography for it.
  writeOwned(paths, join(draft, 'pg_hba.conf'), 'local all all password\n', true);
  renameSync(draft, paths.data);
  flush(paths.folder);
}

async function initialise(paths: ClusterPaths, programs: Programs, draft: string): Promise<void> {
  const reasons: string[] = [];
  const flushing = process.platform === 'linux' && programs.binaries.major >= 17 ? ['--sync-method=syncfs'] : [];
  for (const locale of LOCALES.filter(({ oldest }) => programs.binaries.major >= oldest)) {
    const owner = ['-U', ROLE, `--pwfile=${paths.password}`, '--auth=scram-sha-256'];
    const args = ['-D', draft, '-E', 'UTF8', ...owner, ...flushing, ...locale.args];
    const result = await runAs(programs.user, join(programs.binaries.folder, 'initdb'), args, programs.environment);
    if (result.code === 0) return;
    if (result.output.includes('could not look up effective user ID')) {
      throw databaseErrors.PostgresUserUnknown({ uid: programs.user.uid });
    }
    reasons.push(result.output.split('\n').slice(-6).join('\n'));
    rmSync(draft, { recursive: true, force: true });
  }
  const reason = reasons.join('\n');
  throw spaceFailure(paths.folder, reason) ?? databaseErrors.ClusterCreationFailed({ folder: paths.folder, reason });
}

/**
 * Upper and lower case of accented letters must fold, and sorting must not change with the machine. The builtin
 * provider does both (PostgreSQL 17 on); before it, the C library's C.UTF-8, or ICU where that locale is missing.
 */
const LOCALES: readonly { readonly oldest: number; readonly args: readonly string[] }[] = [
  {
    oldest: 17,
    args: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '-c', 'scram_iterations=1'],
  },
  { oldest: 15, args: ['--locale=C.UTF-8'] },
  { oldest: 15, args: ['--locale-provider=icu', '--icu-locale=und', '--locale=C'] },
];

/**
 * Removes the data folders of creations that were killed. The `initdb` of a killed process may still be writing: what
 * cannot be removed now is at a later start.
 */
export function removeLeftovers(paths: ClusterPaths): void {
  for (const name of readdirSync(paths.folder)) {
    const pid = Number(/^data\.tmp\.(\d+)$/.exec(name)?.[1]);
    if (pid !== process.pid && (Number.isNaN(pid) || isAlive(pid))) continue;
    try {
      rmSync(join(paths.folder, name), { recursive: true, force: true });
    } catch {
      // not empty any more
    }
  }
}

function flush(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
