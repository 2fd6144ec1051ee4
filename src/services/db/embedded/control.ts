/** What a person may ask of the private server: how it is, start and stay, stop. */
import { existsSync } from 'node:fs';
import { databaseErrors } from '../errors.ts';
import { connectTimeoutMs, type DatabaseSettings } from '../settings.ts';
import { clusterMajor, clusterPaths, writeOwned } from './cluster.ts';
import { forgetKeepAlive, isRunning, readPostmaster, stopAndWait } from './postmaster.ts';
import { privateServer } from './private-server.ts';
import { tryStartLock } from './start-lock.ts';

export interface PrivateServerStatus {
  readonly engine: 'private';
  readonly folder: string;
  /** PostgreSQL major version of the data; undefined before the first use. */
  readonly major: number | undefined;
  readonly running: boolean;
  readonly pid: number | undefined;
  readonly socketFolder: string | undefined;
  /** Whether it stays up when its last client leaves. */
  readonly keptAlive: boolean;
  readonly log: string;
}

/** Looks without starting anything. */
export function privateServerStatus(settings: DatabaseSettings): PrivateServerStatus {
  const paths = clusterPaths(settings.home);
  const running = isRunning(paths);
  const postmaster = running ? readPostmaster(paths) : undefined;
  return {
    engine: 'private',
    folder: paths.folder,
    major: clusterMajor(paths),
    running,
    pid: postmaster?.pid,
    socketFolder: postmaster?.socketFolder,
    keptAlive: settings.keepAlive === true || existsSync(paths.keepAlive),
    log: paths.log,
  };
}

/** Starts the server, creating it if needed, and marks it to stay up until `stopPrivateServer`. */
export async function startPrivateServer(settings: DatabaseSettings): Promise<PrivateServerStatus> {
  const server = privateServer(settings);
  await server.reach();
  writeOwned(server.paths, server.paths.keepAlive, '');
  await server.leave();
  return privateServerStatus(settings);
}

/** Stops the server even while others use it; their work in progress is undone. Throws LockHeld while it is being started. */
export async function stopPrivateServer(settings: DatabaseSettings): Promise<void> {
  const paths = clusterPaths(settings.home);
  if (!existsSync(paths.folder)) return;
  const release = tryStartLock(paths.startLock);
  if (!release) throw databaseErrors.LockHeld({ name: paths.startLock });
  try {
    forgetKeepAlive(paths);
    if (isRunning(paths)) await stopAndWait(paths, connectTimeoutMs(settings));
  } finally {
    release();
  }
}
