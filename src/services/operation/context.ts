import type { Database } from '../db/database.ts';
import type { Clock, Ids } from '../kernel/clock.ts';
import type { Language } from '../kernel/errors.ts';
import type { OpenPort } from '../kernel/port.ts';
import type { Settings } from '../kernel/settings.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Actor } from './actor.ts';

/** Everything an operation may take from outside, injected so that any run can be replayed in a test. */
export interface Context {
  readonly actor: Actor;
  readonly language: Language;
  readonly clock: Clock;
  readonly ids: Ids;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** Opens the database at the first call; operations that need none never pay for it. */
  readonly db: () => Promise<Database>;
  /** Encrypts and decrypts what must not be read from the database alone. */
  readonly secrets: () => Promise<SecretBox>;
  /** Partners, by the key of their domain: `ctx.open(channelsPort)`. */
  readonly open: OpenPort;
  readonly settings: Settings;
  /** Where produced files are written for a caller on this machine; undefined: the database keeps them for a day. */
  readonly producedFolder?: string | undefined;
  /** Said beside the result: headers of the HTTP answer, notes on a terminal. */
  readonly headers: Map<string, string>;
  /** What one that only reads has read already, as those of a page view do together. */
  readonly shared?: Reads | undefined;
  /** The same of one that writes, where what it reads changes by nobody's act but its own: the folder. */
  readonly found?: Reads | undefined;
  readonly progress: Progress;
  /** Aborted when the caller leaves (Ctrl-C, closed connection, time-out). */
  readonly signal: AbortSignal;
}

/** By what it names. */
type Reads = Map<string, Promise<unknown>>;

/** What a use case takes that only reads and writes the database. */
export type Reader = Pick<Context, 'db' | 'shared' | 'found'>;

/** What `key` names, read once by all that share their reads. */
export async function readOnce<T>(
  { shared }: Pick<Context, 'shared'>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const known = shared?.get(key) ?? read();
  shared?.set(key, known);
  return known as Promise<T>;
}

/** What a command that lives on this machine may use besides: the terminal. */
export interface TerminalContext extends Context {
  readonly terminal: Terminal;
}

export interface Terminal {
  /** Whether a person is there to answer. */
  readonly interactive: boolean;
  /** Writes progress or advice to standard error; standard output carries only the result. */
  note(text: string): void;
  /** Writes a piece of the result before the command ends (`serve`, `demo`). */
  print(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Where long work reports how far it is; drawn on a terminal, silent elsewhere. */
export interface Progress {
  step(event: { readonly label: string; readonly done: number; readonly total?: number }): void;
}

/** What draws a line must also take it away, whatever happened to the work. */
export interface DrawnProgress extends Progress {
  stop(): void;
}

export const silent: DrawnProgress = { step: () => {}, stop: () => {} };
