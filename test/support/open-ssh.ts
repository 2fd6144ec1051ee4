/** A real OpenSSH server on loopback, without any right of the system: its own keys, port and configuration. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from './scratch.ts';

const SSHD = '/usr/sbin/sshd';

export const hasOpenSsh = (): boolean => existsSync(SSHD);

export interface OpenSsh {
  readonly port: number;
  readonly user: string;
  /** Folder that the account sees as `inbox`, by its absolute path. */
  readonly inbox: string;
  readonly privateKey: string;
  readonly fingerprint: string;
  close(): Promise<void>;
}

/** It must not run as root, which would want the system's own folders: as `nobody` then. */
const asNobody = () => (process.getuid?.() === 0 ? { name: 'nobody', uid: 65_534, gid: 65_534 } : undefined);

export async function startOpenSsh(): Promise<OpenSsh> {
  const nobody = asNobody();
  const home = temporaryFolder('sshd');
  const inbox = join(home, 'inbox');
  mkdirSync(inbox);
  const keyed = (name: string): string => {
    const path = join(home, name);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', path]);
    return path;
  };
  const [hostKey, userKey] = [keyed('host'), keyed('user')];
  const port = await freePort();
  const config = join(home, 'config');
  writeFileSync(config, configuration(port, hostKey, `${userKey}.pub`));
  if (nobody) for (const path of [home, inbox, hostKey]) chownSync(path, nobody.uid, nobody.gid);
  chmodSync(home, 0o755);
  const identity = nobody ? { uid: nobody.uid, gid: nobody.gid } : {};
  const server = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'], ...identity });
  await listening(server);
  return {
    port,
    inbox,
    user: nobody?.name ?? userInfo().username,
    privateKey: readFileSync(userKey, 'utf8'),
    fingerprint: execFileSync('ssh-keygen', ['-l', '-f', `${hostKey}.pub`], { encoding: 'utf8' }).split(' ')[1] ?? '',
    close: async () => {
      server.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Through PAM, because only root may look up by itself whether an account is locked. */
const configuration = (port: number, hostKey: string, authorized: string): string => `
ListenAddress 127.0.0.1
Port ${port}
HostKey ${hostKey}
AuthorizedKeysFile ${authorized}
PidFile none
StrictModes no
UsePAM yes
PasswordAuthentication no
KbdInteractiveAuthentication no
Subsystem sftp internal-sftp
ForceCommand internal-sftp
`;

async function listening(server: ChildProcess): Promise<void> {
  let said = '';
  server.stderr?.on('data', (text) => {
    said += text;
  });
  for (let tries = 0; tries < 200; tries++) {
    if (said.includes('Server listening')) return;
    if (server.exitCode !== null) break;
    await pause(50);
  }
  throw new Error(`sshd did not start: ${said}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
