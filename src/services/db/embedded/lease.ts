/**
 * The private server runs while a process uses it. Every process keeps one connection that holds a shared advisory lock:
 * its lease. The process that leaves last gets the exclusive lock, writes down which run of the server it is stopping,
 * and stops it. A newcomer that slips in meanwhile sees that its server is the one being stopped, leaves and starts
 * another. A killed process loses its connection and so its lease.
 */
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { databaseErrors } from '../errors.ts';
import { type ClusterPaths, DATABASE, ROLE, writeOwned } from './cluster.ts';
import { type Postmaster, readPostmaster, requestStop } from './postmaster.ts';
import { runsIn } from './processes.ts';
import { isOfServer, PORT } from './socket-folder.ts';

/** Advisory lock of the leases. */
const LEASE_LOCK = '8387227064517493';

/** How to reach a database of the private server. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

const addressOf = (paths: ClusterPaths, postmaster: Postmaster): ServerAddress => ({
  host: postmaster.socketFolder,
  port: PORT,
  user: ROLE,
  password: readPassword(paths),
});

function readPassword(paths: ClusterPaths): string {
  try {
    return readFileSync(paths.password, 'utf8');
  } catch (error) {
    throw databaseErrors.DatabaseFolderUnusable({ folder: paths.folder, reason: (error as Error).message });
  }
}

export interface Lease {
  readonly address: ServerAddress;
  /** False once the server or the connection went away. */
  alive(): boolean;
  /** Gives the lease back and, when it was the last one, stops the server. Never throws. */
  leave(keepServer: boolean): Promise<void>;
}

/**
 * Where a server that a person asked to stay up answers: a person alone stops it, so nobody needs a lease, and a command is
 * spared a connection. Undefined when there is none, or it does not say that it is ready. Throws DatabaseFolderUnusable.
 */
export function addressOfKept(paths: ClusterPaths): ServerAddress | undefined {
  const postmaster = existsSync(paths.keepAlive) ? readPostmaster(paths) : undefined;
  const isReady =
    postmaster?.status === 'ready' &&
    isOfServer(postmaster.socketFolder, paths.folder) &&
    !isBeingStopped(paths, postmaster);
  return isReady ? addressOf(paths, postmaster) : undefined;
}

/** Takes a lease on a ready server. Throws what `pg` throws; undefined when that server is being stopped. */
export async function takeLease(
  paths: ClusterPaths,
  postmaster: Postmaster,
  timeoutMs: number,
): Promise<Lease | undefined> {
  const address = addressOf(paths, postmaster);
  const client = new pg.Client({
    ...address,
    database: DATABASE,
    ssl: false,
    options: `-c statement_timeout=0 -c lock_timeout=${Math.ceil(timeoutMs)}`,
    application_name: 'taxops lease',
    connectionTimeoutMillis: timeoutMs,
  });
  let alive = true;
  const lost = () => {
    alive = false;
  };
  client.on('error', lost).on('end', lost);
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${LEASE_LOCK})`);
    const now = readPostmaster(paths);
    if (now && now.identity === postmaster.identity && !isBeingStopped(paths, now)) {
      return {
        address,
        alive: () => alive,
        leave: (keep) => leave(paths, client, now, keep),
      };
    }
    // Whoever wrote the stamp may have been killed before it could stop the server: finish its work.
    if (now && isBeingStopped(paths, now)) requestStop(paths, now);
  } catch (error) {
    await close(client);
    throw error;
  }
  await close(client);
  return undefined;
}

function isBeingStopped(paths: ClusterPaths, postmaster: Postmaster): boolean {
  try {
    return readFileSync(paths.stopping, 'utf8') === postmaster.identity;
  } catch {
    return false;
  }
}

async function leave(
  paths: ClusterPaths,
  client: pg.Client,
  postmaster: Postmaster,
  keepServer: boolean,
): Promise<void> {
  try {
    // A server that runs in another container is left to the processes there.
    const ours = runsIn(postmaster.pid, paths.data) && readPostmaster(paths)?.identity === postmaster.identity;
    if (!keepServer && ours && (await isLast(client))) {
      writeOwned(paths, paths.stopping, postmaster.identity);
      const gone = new Promise((resolve) => client.once('end', resolve));
      requestStop(paths, postmaster);
      // The lock is kept until the server drops the connection: nobody else may join it in between.
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 2000).unref())]);
    }
  } catch {
    // the server is gone already
  }
  await close(client);
}

/** Takes the exclusive lock if no other lease is held. A person connected with another program counts as a user too. */
async function isLast(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_advisory_unlock_shared(${LEASE_LOCK}), pg_try_advisory_lock(${LEASE_LOCK}) as alone,
       exists (select from pg_stat_activity
               where backend_type = 'client backend' and application_name not like 'taxops%') as visited`,
  );
  return rows[0].alone && !rows[0].visited;
}

const close = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);
