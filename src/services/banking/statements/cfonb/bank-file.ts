/** Opens a file of statements or sequences: a lazy stream of them, its accounts and its findings. */
import { CamtReader } from '../camt/camt-reader.ts';
import type { CsvPlan } from '../csv/csv-reader.ts';
import type { CsvMapping } from '../csv/mapping.ts';
import { EventParser } from '../event-parser.ts';
import { OfxReader } from '../ofx/ofx-reader.ts';
import { AccountRegister } from './account-register.ts';
import { type ByteSource, ByteWindow } from './byte-window.ts';
import { type CamtFormat, detectFormat, type ElementFormat } from './detect.ts';
import { FindingLog } from './findings.ts';
import { type GroupParser, type GroupReading, readGroups } from './group-reader.ts';
import type { Movement } from './movement.ts';
import { CFONB_240, type RecordFormat } from './record-format.ts';
import { RecordScanner } from './record-scanner.ts';
import type { ReturnedOperation, SequenceHead, SequenceTail } from './sequence.ts';
import { SequenceParser } from './sequence-parser.ts';
import type { Account, StatementHead, StatementTail } from './statement.ts';
import { type StatementKeeping, StatementParser } from './statement-parser.ts';

export interface ReadOptions {
  /** Reading stops with TOO_LARGE at this many bytes. Default 4 GiB. */
  readonly maxBytes?: number;
  /** Default 100,000. */
  readonly maxAccounts?: number;
  /** Complements (05) of one movement that are kept. Default 1,000. */
  readonly maxComplements?: number;
  readonly signal?: AbortSignal;
  /** What is known of a CSV beforehand. */
  readonly csv?: CsvPlan | undefined;
}

const LIMITS = { maxBytes: 4 * 1024 ** 3, maxAccounts: 100_000, maxComplements: 1000 } as const;
const NO_PLAN: CsvPlan = {};

/** One statement: `head` at once, `items()` gives its movements in batches, `finish()` its end. */
export type StatementReading = GroupReading<StatementHead, Movement, StatementTail>;
export type SequenceReading = GroupReading<SequenceHead, ReturnedOperation, SequenceTail>;

interface Opened {
  /** Complete once the stream has been read to its end. */
  readonly log: FindingLog;
  /** Frees the file; needed only when the stream is not read to its end. */
  close(): Promise<void>;
}

/** What statements come in: the same movement in two of them is one. Of camt the version is known by its namespace. */
export type StatementFormat = 'cfonb120' | 'ofx' | 'csv' | CamtFormat;

export type StatementsFile = Opened & {
  readonly format: StatementFormat;
  /** To be iterated once. */
  readonly statements: AsyncGenerator<StatementReading>;
  /** Accounts named so far, in order of appearance. */
  accounts(): readonly Account[];
  /** How the columns of a CSV were read, once they were. */
  mapping?(): CsvMapping | undefined;
};

export type BankFile =
  | StatementsFile
  | (Opened & { readonly format: 'cfonb240'; readonly sequences: AsyncGenerator<SequenceReading> })
  /** Refused: `log` says why. */
  | (Opened & { readonly format: null });

/** Whether a file holds statements, in whatever format. */
export const hasStatements = (file: BankFile): file is StatementsFile => 'statements' in file;

/**
 * Reads enough of a file to know what it is. What cannot be read is no exception but `format: null` with a finding; an
 * unreadable path throws the error of the file system, an aborted signal its reason.
 */
export async function openBankFile(source: ByteSource, options: ReadOptions = {}): Promise<BankFile> {
  const limits = { ...LIMITS, ...options };
  const log = new FindingLog();
  const window = new ByteWindow(source, limits.maxBytes, options.signal);
  const opened = { log, close: window.close };
  const plan = limits.csv ?? NO_PLAN;
  const isCsv = async (head: Uint8Array) =>
    plan.mapping !== undefined || (await import('../csv/rows.ts')).isBankCsv(head);
  const found = await detectFormat(window, isCsv).catch(async (error: unknown) => {
    await window.close();
    throw error;
  });
  if (found.format === null) {
    log.add(found.message, found.params ? { params: found.params } : {});
    await window.close();
    return { ...opened, format: null };
  }
  if (found.format === CFONB_240) {
    const parser = new SequenceParser(window, new RecordScanner(window, CFONB_240, found.isUtf8), log, limits);
    return { ...opened, format: 'cfonb240', sequences: closing(window, readGroups(window, parser)) };
  }
  const register = new AccountRegister(limits.maxAccounts);
  const keeping = { log, register, limits };
  const accounts = () => register.accounts;
  const { format } = found;
  if ('name' in format && format.name === 'csv') {
    const { CsvReader } = await import('../csv/csv-reader.ts');
    const reader = new CsvReader(log, register, plan);
    const statements = closing(window, readGroups(window, new EventParser(window, reader)));
    return { ...opened, format: 'csv', statements, accounts, mapping: () => reader.mapping };
  }
  const parser = statementParser(window, { format, isUtf8: found.isUtf8 }, keeping);
  return {
    ...opened,
    format: 'codes' in format ? 'cfonb120' : format.name,
    statements: closing(window, readGroups(window, parser)),
    accounts,
  };
}

function statementParser(
  window: ByteWindow,
  { format, isUtf8 }: { readonly format: RecordFormat | ElementFormat; readonly isUtf8: boolean },
  keeping: StatementKeeping,
): GroupParser<StatementHead, Movement, StatementTail> {
  if ('codes' in format) return new StatementParser(window, new RecordScanner(window, format, isUtf8), keeping);
  const Reader = format.name === 'ofx' ? OfxReader : CamtReader;
  return new EventParser(window, new Reader(keeping.log, keeping.register, format.encoding));
}

/** Closes the source when the stream ends, fails or is left. */
async function* closing<T>(window: ByteWindow, groups: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* groups;
  } finally {
    await window.close();
  }
}
