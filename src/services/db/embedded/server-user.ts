/**
 * PostgreSQL refuses to run as root. Started by root, the server becomes the owner of its folder or of the one above,
 * else the user `taxops`, `postgres` or `nobody`. Where that user may not pass through a parent folder, `setpriv` leaves it one
 * capability, to read and search folders, instead of asking for their rights to be opened.
 */
import type { SpawnOptions } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { databaseErrors } from '../errors.ts';
import { childProcess } from './processes.ts';

/** Under which user the server's programs run, and how to become it. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  /** Set when root hands over to `uid`. */
  readonly drops: boolean;
  /** Command put before the program, when plain set-uid is not enough. */
  readonly prefix: readonly string[];
  /** The folder that makes the prefix necessary. */
  readonly closed?: string;
}

/**
 * Chooses the user for a `db` folder: root runs the server as the owner of the folder, else of the folder above.
 * Throws DatabaseFolderForeign, PostgresRefusesRoot.
 */
export function chooseServerUser([folder, above]: readonly [folder: string, above: string]): ServerUser {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const owner = statSync(folder);
  if (uid !== 0) {
    if (owner.uid !== uid) throw databaseErrors.DatabaseFolderForeign({ folder, owner: owner.uid, uid });
    return { uid, gid, drops: false, prefix: [] };
  }
  const held = capabilities();
  if (held !== undefined && (held & MAY_BECOME) !== MAY_BECOME) {
    throw databaseErrors.PostgresRefusesRoot({
      reason: { en: 'the capability to change user is missing', fr: 'le droit de changer d’utilisateur manque' },
    });
  }
  const user = [owner, statSync(above)].find((stat) => stat.uid !== 0) ?? namedUser() ?? { uid: 65534, gid: 65534 };
  return { uid: user.uid, gid: user.gid, drops: true, prefix: [] };
}

function namedUser(): { uid: number; gid: number } | undefined {
  const users = new Map(passwd().map((fields) => [fields[0], fields]));
  const found = ['taxops', 'postgres', 'nobody'].map((name) => users.get(name)).find((fields) => fields !== undefined);
  return found && { uid: Number(found[2]) >>> 0, gid: Number(found[3]) >>> 0 };
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}

/** The same user, with the `setpriv` prefix where a parent of one of `folders` is closed to it. */
export function reaching(user: ServerUser, folders: readonly string[]): ServerUser {
  if (!user.drops) return user;
  const closed = folders.flatMap(parents).find((folder) => !mayEnter(user, folder));
  if (closed === undefined) return user;
  const capability = heldCapability();
  if (!capability) throw databaseErrors.DatabaseFolderUnreachable({ uid: user.uid, folder: closed });
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return {
    ...user,
    closed,
    prefix: ['setpriv', ...ids, `--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, '--'],
  };
}

function parents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [...parents(parent), parent];
}

function mayEnter(user: ServerUser, folder: string): boolean {
  const stat = statSync(folder);
  const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
  return (stat.mode & bit) !== 0;
}

/** Bits of the kernel's capabilities: capabilities(7). */
const DAC_OVERRIDE = 1n << 1n;
const DAC_READ_SEARCH = 1n << 2n;
/** CAP_SETGID and CAP_SETUID. */
const MAY_BECOME = (1n << 6n) | (1n << 7n);

/** What this process may do beyond its user's rights; undefined where the kernel has no such notion. */
function capabilities(): bigint | undefined {
  try {
    const line = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return line?.[1] === undefined ? undefined : BigInt(`0x${line[1]}`);
  } catch {
    return undefined;
  }
}

/** The weakest capability this process holds that opens folders to the server. */
function heldCapability(): 'dac_read_search' | 'dac_override' | undefined {
  const held = capabilities() ?? 0n;
  if (held & DAC_READ_SEARCH) return 'dac_read_search';
  return held & DAC_OVERRIDE ? 'dac_override' : undefined;
}

/** Starts a program as the server's user, in its own session, with no variable that PostgreSQL could pick up. */
export function spawnAs(user: ServerUser, program: string, args: readonly string[], options: SpawnOptions) {
  const [command = program, ...rest] = [...user.prefix, program, ...args];
  const ids = user.drops && user.prefix.length === 0 ? { uid: user.uid, gid: user.gid } : {};
  return childProcess().spawn(command, rest, {
    cwd: '/',
    ...options,
    ...ids,
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...options.env },
  });
}

/** Runs a program to its end; gives its exit code and the last 4,000 characters of what it wrote. Throws PostgresRefusesRoot. */
export function runAs(
  user: ServerUser,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const keep = (data: Buffer) => {
      output = (output + data.toString('utf8')).slice(-4000);
    };
    const child = spawnAs(user, program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => reject(spawnFailure(error, user)));
    child.once('close', (code) => resolve({ code: code ?? -1, output: output.trim() }));
  });
}

/** A sandbox where root cannot become another user says EINVAL (one-user namespace) or EPERM (capability dropped). */
export function spawnFailure(error: NodeJS.ErrnoException, user: ServerUser): Error {
  if (user.drops && (error.code === 'EINVAL' || error.code === 'EPERM')) {
    return databaseErrors.PostgresRefusesRoot({ reason: error.code });
  }
  if (user.closed !== undefined && error.code === 'ENOENT') {
    return databaseErrors.DatabaseFolderUnreachable({ uid: user.uid, folder: user.closed }); // setpriv is not installed
  }
  return error;
}
