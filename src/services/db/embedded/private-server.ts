/** The private server as one object: reach it (creating and starting it when needed), hold it, let it go. */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { TaxopsError } from '../../kernel/errors.ts';
import { databaseErrors } from '../errors.ts';
import { connectTimeoutMs, type DatabaseSettings } from '../settings.ts';
import {
  type ClusterPaths,
  choosePrograms,
  clusterMajor,
  clusterPaths,
  createCluster,
  openFolder,
  removeLeftovers,
} from './cluster.ts';
import { addressOfKept, type Lease, type ServerAddress, takeLease } from './lease.ts';
import { spaceFailure } from './no-space.ts';
import { isRunning, lastWords, type Postmaster, readPostmaster, startServer, stopAndWait } from './postmaster.ts';
import { runsIn } from './processes.ts';
import { isOfServer } from './socket-folder.ts';
import { tryStartLock } from './start-lock.ts';

export interface PrivateServer {
  readonly paths: ClusterPaths;
  /** Where one that stays up says it answers; it may have died since, which `reach` then heals. */
  kept(): ServerAddress | undefined;
  /** Where the server answers, started if it was not. Called before every new connection: it heals after a crash. */
  reach(): Promise<ServerAddress>;
  /** Why its connections broke, where that is known. */
  whyLost(): Error | undefined;
  /** Gives the lease back; the last process to do so stops the server. */
  leave(): Promise<void>;
}

export function privateServer(settings: DatabaseSettings): PrivateServer {
  const paths = clusterPaths(settings.home);
  let lease: Lease | undefined;
  let joining: Promise<void> | undefined;
  const join = async (): Promise<void> => {
    lease = await joinServer(settings, paths).catch((error) => {
      throw folderFailure(paths, error) ?? error;
    });
  };
  const reach = async (): Promise<ServerAddress> => {
    while (!lease?.alive()) {
      // Connections opened at the same time share one new lease.
      joining ??= join().finally(() => {
        joining = undefined;
      });
      await joining;
    }
    return lease.address;
  };
  const leave = async (): Promise<void> => {
    await joining?.catch(() => undefined);
    const held = lease;
    lease = undefined;
    await held?.leave(settings.keepAlive === true || existsSync(paths.keepAlive));
  };
  return {
    paths,
    kept: () => addressOfKept(paths),
    reach,
    whyLost: () => spaceFailure(paths.folder, lastWords(paths)),
    leave,
  };
}

/** What the file system refuses (rights, space, a file in the way) is about the folder, not a bug. */
function folderFailure(paths: ClusterPaths, error: NodeJS.ErrnoException): Error | undefined {
  if (error.syscall === undefined) return undefined;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return databaseErrors.DatabaseDiskFull({ folder: paths.folder });
  return databaseErrors.DatabaseFolderUnusable({ folder: paths.folder, reason: error.message });
}

/** Failures of a server that is starting, stopping or recovering: the next try may succeed. */
const PASSING_CODES = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

export const isPassing = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return PASSING_CODES.has(code ?? '') || /Connection terminated|timeout expired/.test(message ?? '');
};

/** Takes a lease, doing whatever it needs first: create, start, wait, repair. */
async function joinServer(settings: DatabaseSettings, paths: ClusterPaths): Promise<Lease> {
  const end = performance.now() + connectTimeoutMs(settings);
  const seenFor = stopwatch();
  for (let delay = 2; performance.now() < end; delay = Math.min(delay * 1.5, 50)) {
    const postmaster = readPostmaster(paths);
    const tried = await tryLease(paths, postmaster, end - performance.now());
    if (tried instanceof Object) return tried;
    const sameMs = seenFor(`${tried} ${postmaster?.status} ${postmaster?.identity}`);
    const started =
      mustStart(paths, postmaster, tried, sameMs) &&
      (await underStartLock(settings, paths, postmaster, end - performance.now()));
    if (!started) await pause(delay);
  }
  throw databaseErrors.DatabaseUnavailable({
    reason: {
      en: `the private server did not get ready; see ${paths.log}`,
      fr: `le serveur privé n’a pas fini de démarrer ; voir ${paths.log}`,
    },
  });
}

/** A lease on a ready server, or why there is none: it refused the connection, or is busy starting or stopping. */
async function tryLease(
  paths: ClusterPaths,
  postmaster: Postmaster | undefined,
  timeoutMs: number,
): Promise<Lease | 'refused' | 'busy'> {
  if (postmaster?.status !== 'ready') return 'busy';
  if (!isOfServer(postmaster.socketFolder, paths.folder)) return 'refused';
  try {
    return (await takeLease(paths, postmaster, Math.max(timeoutMs, 1))) ?? 'busy';
  } catch (error) {
    if (error instanceof TaxopsError) throw error;
    if (!isPassing(error)) throw databaseErrors.DatabaseUnavailable({ reason: (error as Error).message });
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'refused' : 'busy';
  }
}

/** A live server that refuses connections for this long has lost its socket: only a restart gives it one again. */
const DEAF_MS = 1000;
/**
 * A server said to be starting or stopping whose process cannot be seen died at it, or lives in another container that
 * shares the folder: it is given this long to finish.
 */
const UNSEEN_MS = 5000;

/** Whether to start the server, when `postmaster` is what its record says and this was seen for so long. */
function mustStart(
  paths: ClusterPaths,
  postmaster: Postmaster | undefined,
  tried: 'refused' | 'busy',
  seenMs: number,
): boolean {
  if (!postmaster) return true;
  const here = runsIn(postmaster.pid, paths.data);
  if (tried === 'refused') return !here || seenMs > DEAF_MS;
  return postmaster.status !== 'ready' && !here && seenMs > UNSEEN_MS;
}

/** Tells for how many milliseconds the same thing has been seen. */
function stopwatch(): (what: string) => number {
  let last: string | undefined;
  let since = 0;
  return (what) => {
    if (what !== last) [last, since] = [what, performance.now()];
    return performance.now() - since;
  };
}

/**
 * Starts the server if its record still is `seen`; a server that runs has lost its socket and is stopped first. False
 * when it must be tried again, or another process is at it.
 */
async function underStartLock(
  settings: DatabaseSettings,
  paths: ClusterPaths,
  seen: Postmaster | undefined,
  timeoutMs: number,
): Promise<boolean> {
  const user = openFolder(settings, paths);
  const release = tryStartLock(paths.startLock);
  if (!release) return false;
  try {
    if (readPostmaster(paths)?.identity !== seen?.identity) return false;
    if (isRunning(paths)) await stopAndWait(paths, 10_000);
    removeLeftovers(paths);
    const programs = choosePrograms(settings, paths, user);
    if (clusterMajor(paths) === undefined) await createCluster(paths, programs);
    return await startServer(paths, programs, timeoutMs);
  } finally {
    release();
  }
}
