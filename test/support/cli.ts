import { PassThrough, Readable, Writable } from 'node:stream';
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
  /** Pretend that people sit there: tables are drawn. */
  readonly tty?: boolean;
  /** What they type when they are asked something; nothing is asked without. */
  readonly typed?: string;
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
    stdin: around.typed === undefined ? pipeOf(around.stdin) : keyboardOf(around.typed, stderr),
    stdout,
    stderr,
    signal: around.signal ?? new AbortController().signal,
    database: around.database ?? databaseOfCommands(around.env?.TAXOPS_DATABASE_URL ?? ''),
  });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text(), json: () => JSON.parse(stdout.text()) };
}

const pipeOf = (content: string | Uint8Array = '') =>
  Object.assign(Readable.from(content.length === 0 ? [] : [Buffer.from(content)]), { isTTY: false });

/** Typed once a question was asked: what is typed before is lost. */
function keyboardOf(typed: string, screen: Sink) {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  screen.once('asked', () => setImmediate(() => keyboard.write(`${typed}\r`)));
  return keyboard;
}

class Sink extends Writable implements Output {
  readonly isTTY: boolean;
  readonly columns = 100;
  readonly #chunks: Buffer[] = [];

  constructor(tty = false) {
    super();
    this.isTTY = tty;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    if (/\([yo]\/N\)/.test(chunk.toString())) this.emit('asked');
    done();
  }

  /** Stays open, as standard output and error do, whatever was piped into them. */
  override end(): this {
    return this;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
