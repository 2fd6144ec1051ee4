/** Starts database clients as processes of their own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll } from 'vitest';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { scratchFolder } from './scratch.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Bundles the client once per test file: plain Node starts it three times faster than a TypeScript loader.
 * Its libraries are those of the folder it is put in.
 */
async function bundle(cache: string): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'taxops-client-'));
  chmodSync(folder, 0o755); // other users run it too
  const outfile = join(folder, 'client.mjs');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const entry = fileURLToPath(new URL('./database-client.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return outfile;
}

interface ClientProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Lines written so far. */
  readonly lines: readonly string[];
  /** Resolves once so many lines are out; rejects with the error output when the process ends before. */
  reached(lines: number): Promise<void>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
  readonly errors: () => string;
}

interface ClientOptions {
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Command that the client runs under. */
  readonly sandbox?: readonly string[];
}

export type StartClient = (args: readonly string[], options?: ClientOptions) => ClientProcess;

export async function databaseClients(folder = join(ROOT, 'node_modules/.cache')): Promise<StartClient> {
  const file = await bundle(folder);
  return (args, { env, sandbox = [], ...ids } = {}) => {
    const [program = '', ...rest] = [...sandbox, process.execPath, file, ...args];
    const child = spawn(program, rest, {
      ...ids,
      cwd: '/',
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    return follow(child);
  };
}

function follow(child: ChildProcessWithoutNullStreams): ClientProcess {
  const lines: string[] = [];
  let rest = '';
  let errors = '';
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  child.stdin.on('error', () => {});
  child.stderr.on('data', (data) => {
    errors += data;
  });
  child.stdout.on('data', (data) => {
    const parts = (rest + data).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    child.emit('lines');
  });
  const reached = async (wanted: number): Promise<void> => {
    while (lines.length < wanted) {
      const more = once(child, 'lines').then(() => true);
      if (!(await Promise.race([more, exit.then(() => false)])) && lines.length < wanted) {
        throw new Error(`the client ended after ${lines.length} lines: ${errors}`);
      }
    }
  };
  return { child, lines, reached, ended: () => exit, errors: () => errors };
}

/** A data folder for a private server, stopped and removed after the test file. */
export function temporaryHome(name = '', parent = scratchFolder()): string {
  const home = mkdtempSync(join(parent, `taxops-home-${process.pid}-${name}`)); // a later run knows it by this name
  afterAll(async () => {
    await stopPrivateServer({ home, migrations: '' });
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}
