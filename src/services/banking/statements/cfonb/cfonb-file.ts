/** Opens a CFONB file of either family: its statements or sequences as a lazy stream, its accounts and its findings. */
import { AccountRegister } from './account-register.ts';
import { type ByteSource, ByteWindow } from './byte-window.ts';
import { detectFormat } from './detect.ts';
import { FindingLog } from './findings.ts';
import { type GroupReading, readGroups } from './group-reader.ts';
import type { Movement } from './movement.ts';
import { CFONB_120 } from './record-format.ts';
import { RecordScanner } from './record-scanner.ts';
import type { ReturnedOperation, SequenceHead, SequenceTail } from './sequence.ts';
import { SequenceParser } from './sequence-parser.ts';
import type { Account, StatementHead, StatementTail } from './statement.ts';
import { StatementParser } from './statement-parser.ts';

export interface ReadOptions {
  /** Reading stops with TOO_LARGE at this many bytes. Default 4 GiB. */
  readonly maxBytes?: number;
  /** Default 100,000. */
  readonly maxAccounts?: number;
  /** Complements (05) of one movement that are kept. Default 1,000. */
  readonly maxComplements?: number;
  readonly signal?: AbortSignal;
}

const LIMITS = { maxBytes: 4 * 1024 ** 3, maxAccounts: 100_000, maxComplements: 1000 } as const;

/** One statement: `head` at once, `items()` gives its movements in batches, `finish()` its end. */
export type StatementReading = GroupReading<StatementHead, Movement, StatementTail>;
export type SequenceReading = GroupReading<SequenceHead, ReturnedOperation, SequenceTail>;

interface Opened {
  /** Complete once the stream has been read to its end. */
  readonly log: FindingLog;
  /** Frees the file; needed only when the stream is not read to its end. */
  close(): Promise<void>;
}

export type CfonbFile =
  | (Opened & {
      readonly format: 'cfonb120';
      /** To be iterated once. */
      readonly statements: AsyncGenerator<StatementReading>;
      /** Accounts named so far, in order of appearance. */
      accounts(): readonly Account[];
    })
  | (Opened & { readonly format: 'cfonb240'; readonly sequences: AsyncGenerator<SequenceReading> })
  /** Refused: `log` says why. */
  | (Opened & { readonly format: null });

/**
 * Reads enough of a file to know what it is. What cannot be read as CFONB is no exception but `format: null` with a
 * finding; an unreadable path throws the error of the file system, an aborted signal its reason.
 */
export async function openCfonb(source: ByteSource, options: ReadOptions = {}): Promise<CfonbFile> {
  const limits = { ...LIMITS, ...options };
  const log = new FindingLog();
  const window = new ByteWindow(source, limits.maxBytes, options.signal);
  const opened = { log, close: window.close };
  const found = await detectFormat(window).catch(async (error: unknown) => {
    await window.close();
    throw error;
  });
  if (found.format === null) {
    log.add(found.message, found.params ? { params: found.params } : {});
    await window.close();
    return { ...opened, format: null };
  }
  const scanner = new RecordScanner(window, found.format, found.isUtf8);
  if (found.format !== CFONB_120) {
    const parser = new SequenceParser(window, scanner, log, limits);
    return { ...opened, format: 'cfonb240', sequences: closing(window, readGroups(window, parser)) };
  }
  const register = new AccountRegister(limits.maxAccounts);
  const parser = new StatementParser(window, scanner, { log, register, limits });
  return {
    ...opened,
    format: 'cfonb120',
    statements: closing(window, readGroups(window, parser)),
    accounts: () => register.accounts,
  };
}

/** Closes the source when the stream ends, fails or is left. */
async function* closing<T>(window: ByteWindow, groups: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* groups;
  } finally {
    await window.close();
  }
}
