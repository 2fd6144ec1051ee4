/**
 * The server process: its state read from `postmaster.pid`, its start and its stop.
 *
 * `postmaster.pid` lines: pid, data folder, start time, port, socket folder, listen address, shared memory, status.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseErrors } from '../errors.ts';
import { type ClusterPaths, type Programs, writeOwned } from './cluster.ts';
import { spaceFailure } from './no-space.ts';
import { isAlive, runsIn } from './processes.ts';
import { spawnAs, spawnFailure } from './server-user.ts';
import { chooseSocketFolder, PORT } from './socket-folder.ts';

export interface Postmaster {
  readonly pid: number;
  /** Names this run of the server: pid, folder and start time. */
  readonly identity: string;
  readonly socketFolder: string;
  /** `ready`, `starting`, `stopping`; empty while the file is being written. */
  readonly status: string;
}

/** What `postmaster.pid` says; undefined when there is none. It may be the leftover of a dead server. */
export function readPostmaster(paths: ClusterPaths): Postmaster | undefined {
  try {
    const lines = readFileSync(join(paths.data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return {
      pid,
      identity: lines.slice(0, 3).join('\n'),
      socketFolder: lines[4]?.trim() ?? '',
      status: lines[7]?.trim() ?? '',
    };
  } catch {
    return undefined;
  }
}

/** Whether a server process works on the data folder now, whatever its status. */
export function isRunning(paths: ClusterPaths): boolean {
  const postmaster = readPostmaster(paths);
  return postmaster !== undefined && runsIn(postmaster.pid, paths.data);
}

/**
 * Durability is never traded for speed. Little write-ahead log is kept: a data folder stays near the size of its data.
 * No replication, so `minimal` lets COPY into a new table skip the log. Buffers are as many as PostgreSQL has by itself: the
 * indexes that a search of a folder of a million lines reads stay in them.
 */
const SERVER_SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'ISO, YMD',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  cluster_name: 'taxops',
  ...(process.platform === 'linux' && {
    recovery_init_sync_method: 'syncfs', // after a crash, one call flushes the file system instead of one per file
    dynamic_shared_memory_type: 'sysv', // containers give /dev/shm 64 MB, too little for a parallel query
  }),
};

const LOG_LIMIT_BYTES = 5_000_000;
/** Messages of a start that failed only because the previous server has not quite gone. */
const PASSING_FAILURE = /still in use|lock file ".*" (already exists|is empty)|could not bind Unix/;

/**
 * Starts the server and waits until it is ready. Returns false when the previous one was still going away: try again.
 * Throws DatabaseDiskFull, ServerStartFailed with the end of the log.
 */
export async function startServer(paths: ClusterPaths, programs: Programs, timeoutMs: number): Promise<boolean> {
  const socketFolder = chooseSocketFolder(paths.folder, programs.user);
  clearDeadRecords(paths, socketFolder);
  const settings = { ...SERVER_SETTINGS, unix_socket_directories: socketFolder, unix_socket_permissions: '0700' };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(paths);
  const logStart = statSync(paths.log).size;
  const child = spawnAs(programs.user, join(programs.binaries.folder, 'postgres'), ['-D', paths.data, ...args], {
    detached: true,
    stdio: ['ignore', log, log],
    env: programs.environment,
  });
  closeSync(log);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = spawnFailure(error, programs.user);
  });
  const ended = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  const ready = await waitFor(() => ended() || isReadyAs(paths, child.pid), timeoutMs);
  child.unref();
  if (failure) throw failure;
  if (ready && !ended()) return true;
  if (child.exitCode === 0) return false; // it served others, and the last of them stopped it before we looked
  const tail = logTail(paths, logStart);
  if (PASSING_FAILURE.test(tail)) return false;
  throw spaceFailure(paths.folder, tail) ?? databaseErrors.ServerStartFailed({ log: paths.log, tail });
}

const LAST_WORDS_BYTES = 64 * 1024;

/** What the server said since it was ready for the last time. */
export const lastWords = (paths: ClusterPaths): string =>
  logTail(paths, 0, LAST_WORDS_BYTES).split('ready to accept connections').at(-1) ?? '';

const isReadyAs = (paths: ClusterPaths, pid: number | undefined): boolean => {
  const postmaster = readPostmaster(paths);
  return postmaster?.pid === pid && postmaster?.status === 'ready';
};

/** Looks every millisecond at first, for a start takes about twenty, then every 50; false when the time is over. */
export async function waitFor(done: () => boolean, timeoutMs: number): Promise<boolean> {
  const start = performance.now();
  while (!done()) {
    const elapsed = performance.now() - start;
    if (elapsed > timeoutMs) return false;
    await pause(elapsed < 50 ? 1 : Math.min(elapsed / 10, 50));
  }
  return true;
}

/**
 * After a crash the number of the dead server may belong to a stranger, or to a zombie that nobody buried; PostgreSQL
 * would refuse to start. In `postmaster.pid` only the number is replaced, by one that no process can have: the rest lets
 * PostgreSQL check that no orphan of the dead server still uses its shared memory. The socket's lock guards nothing more.
 */
function clearDeadRecords(paths: ClusterPaths, socketFolder: string): void {
  const postmaster = readPostmaster(paths);
  if (postmaster && runsIn(postmaster.pid, paths.data)) return;
  rmSync(join(socketFolder, `.s.PGSQL.${PORT}.lock`), { force: true });
  if (!postmaster || !isAlive(postmaster.pid)) return;
  const file = join(paths.data, 'postmaster.pid');
  writeOwned(paths, file, readFileSync(file, 'utf8').replace(/^\d+/, String(0x7ffffffe)));
}

function openLog(paths: ClusterPaths): number {
  const size = statSync(paths.log, { throwIfNoEntry: false })?.size;
  if (size === undefined) writeOwned(paths, paths.log, '');
  if (size !== undefined && size > LOG_LIMIT_BYTES) {
    renameSync(paths.log, `${paths.log}.1`);
    writeOwned(paths, paths.log, '');
  }
  return openSync(paths.log, 'a');
}

function logTail(paths: ClusterPaths, from: number, bytes = 2000): string {
  const text = readFileSync(paths.log).subarray(from).toString('utf8').trim();
  return text.slice(-bytes) || '(nothing was written)';
}

/** Asks the server to end its connections and stop. Harmless when it is already stopping. */
export const requestStop = (paths: ClusterPaths, postmaster: Postmaster): void => signal(paths, postmaster, 'SIGINT');

function signal(paths: ClusterPaths, { pid }: Postmaster, name: NodeJS.Signals): void {
  if (!runsIn(pid, paths.data)) return;
  try {
    process.kill(pid, name);
  } catch {
    // it left by itself
  }
}

/** Stops the server and waits until it is gone; an obstinate one is made to leave as after a crash. */
export async function stopAndWait(paths: ClusterPaths, timeoutMs: number): Promise<void> {
  const postmaster = readPostmaster(paths);
  if (!postmaster) return;
  const gone = () => !runsIn(postmaster.pid, paths.data);
  requestStop(paths, postmaster);
  if (await waitFor(gone, timeoutMs)) return;
  signal(paths, postmaster, 'SIGQUIT'); // no data are lost: the next start replays the log
  await waitFor(gone, timeoutMs);
}

/** Removes the mark that keeps the server up. */
export const forgetKeepAlive = (paths: ClusterPaths): void => rmSync(paths.keepAlive, { force: true });
