import { Readable } from 'node:stream';
import * as z from 'zod';
import type { Output } from '../../src/commands/program/io.ts';
import { main } from '../../src/commands/program/main.ts';
import type { Database } from '../../src/services/db/database.ts';
import { databaseOfCommands } from './database.ts';
import { bareEnvironment } from './scratch.ts';

export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output read as JSON. */
  json<T = unknown>(): T;
}

export interface CliSurroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  /** Pretend that people sit there: tables are drawn, questions are asked. */
  readonly tty?: boolean;
  readonly signal?: AbortSignal;
  /** Else that of the URL, which the commands of a test file share where it is the file's own. */
  readonly database?: () => Promise<Database>;
}

/** Runs the program in this process as a shell would. */
export async function runCli(argv: readonly string[], around: CliSurroundings = {}): Promise<CliRun> {
  z.config(z.locales.en()); // a run in French sets it for its process
  const stdout = new Sink(around.tty);
  const stderr = new Sink(around.tty);
  const exitCode = await main({
    argv,
    env: { ...bareEnvironment(), ...around.env },
    cwd: around.cwd ?? process.cwd(),
    stdin: Object.assign(Readable.from(around.stdin === undefined ? [] : [Buffer.from(around.stdin)]), {
      isTTY: false,
    }),
    stdout,
    stderr,
    signal: around.signal ?? new AbortController().signal,
    database: around.database ?? databaseOfCommands(around.env?.TAXOPS_DATABASE_URL ?? ''),
  });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text(), json: () => JSON.parse(stdout.text()) };
}

class Sink implements Output {
  readonly isTTY: boolean;
  readonly columns = 100;
  readonly #chunks: Buffer[] = [];

  constructor(tty = false) {
    this.isTTY = tty;
  }

  write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): boolean {
    this.#chunks.push(Buffer.from(chunk as string));
    done?.();
    return true;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
