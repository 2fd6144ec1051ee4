import type { Database } from '../../services/db/database.ts';
import { bytesOf } from '../../services/kernel/utf8.ts';

/** The process as the program sees it, so that a test can be one. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted at the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** One that is open already and stays open, instead of the one that the settings name. */
  readonly database?: (() => Promise<Database>) | undefined;
}

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
}

/** Writes and waits until the reader took it: a slow pipe must not fill the memory. */
export const writeAll = (output: Output, chunk: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    output.write(typeof chunk === 'string' ? bytesOf(chunk) : chunk, (error) => (error ? reject(error) : resolve()));
  });
