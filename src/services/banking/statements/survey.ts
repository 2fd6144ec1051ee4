/** First reading of a statement file: every record checked, nothing decoded, so that an import knows what it may keep. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { openOnly } from '../../documents/given-files.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Language } from '../../kernel/errors.ts';
import { fileErrors } from '../../kernel/file-errors.ts';
import { bankingErrors } from '../errors.ts';
import { type BankFile, hasStatements, openBankFile, type StatementsFile } from './cfonb/bank-file.ts';
import { type Finding, type FindingLog, findingText } from './cfonb/findings.ts';
import type { FindingKind } from './cfonb/messages.ts';
import { type Account, accountKey } from './cfonb/statement.ts';
import type { CsvPlan } from './csv/csv-reader.ts';
import type { CsvMapping } from './csv/mapping.ts';

/** A file of statements, by the name its sender gives it. */
export interface StatementFile {
  readonly name: string;
  readonly path: string;
}

export interface AccountSurvey {
  readonly account: Account;
  readonly key: string;
  /** Kinds of the errors in its statements. */
  readonly errors: Set<FindingKind>;
  statements: number;
  /** Days of its first and last balances; null where none can be read. */
  firstDay: PlainDate | null;
  lastDay: PlainDate | null;
}

export interface FileSurvey {
  readonly sha256: string;
  readonly bytes: number;
  /** By account key, in order of appearance. */
  readonly accounts: ReadonlyMap<string, AccountSurvey>;
  readonly findings: readonly Finding[];
  /** Account key of each statement with an error, by its number in the file. */
  readonly faulty: ReadonlyMap<number, string>;
  /** Of a CSV, how its columns were read. */
  readonly mapping?: CsvMapping | undefined;
}

export interface SurveyOptions {
  readonly signal: AbortSignal;
  readonly language: Language;
  readonly csv?: CsvPlan | undefined;
}

/** Beyond these nothing in the file can be trusted. */
const WHOLE_FILE: ReadonlySet<FindingKind> = new Set([
  'EMPTY_FILE',
  'BAD_XML',
  'BAD_CSV',
  'NOT_CFONB',
  'TOO_LARGE',
  'ENCODING',
]);
const CHUNK_BYTES = 256 * 1024;

/** The one file of an operation that reads one. Throws StatementFileMissing. */
export function requireOneFile(files: readonly StatementFile[]): StatementFile {
  const [file] = files;
  if (!file) throw bankingErrors.StatementFileMissing();
  return file;
}

/** Opens a file of any format, plain or alone in an archive. Throws FileUnreadable, and as `openOnly`. */
export const openStatementFile = (file: StatementFile, signal: AbortSignal): Promise<BankFile> =>
  readingFile(file, async () => openBankFile(await openOnly(file), { signal }));

/** Throws FileUnreadable, and StatementFileRefused when the file as a whole cannot be read as statements. */
export async function surveyFile(file: StatementFile, options: SurveyOptions): Promise<FileSurvey> {
  const { language } = options;
  return readingFile(file, async () => {
    await requireRegular(file.path);
    const hash = createHash('sha256');
    const counted = { bytes: 0 };
    const source = await openBankFile(hashed(file.path, hash, counted), options);
    if (!hasStatements(source)) throw await refusedFormat(file, source, language);
    const found = await surveyStatements(source);
    refuseWholeFile(file, source.log, found.accounts.size, language);
    return {
      ...found,
      findings: source.log.findings,
      sha256: hash.digest('hex'),
      bytes: counted.bytes,
      mapping: source.mapping?.(),
    };
  });
}

/** Failures of the file system become errors that name the file. */
export async function readingFile<T>({ name }: StatementFile, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw fileErrors.FileUnreadable({ file: name, reason: String(error.code) });
  }
}

/** A file is read twice, which a pipe cannot bear. */
async function requireRegular(path: string): Promise<void> {
  if ((await stat(path)).isFile()) return;
  throw Object.assign(new Error('not a regular file'), { syscall: 'read', code: 'not a regular file' });
}

async function* hashed(path: string, hash: Hash, counted: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    hash.update(chunk);
    counted.bytes += chunk.length;
    yield chunk;
  }
}

async function surveyStatements(source: StatementsFile) {
  const accounts = new Map<string, AccountSurvey>();
  const faulty = new Map<number, string>();
  for await (const reading of source.statements) {
    const { account, number, startBalance } = reading.head;
    const key = accountKey(account);
    const survey = accounts.get(key) ?? newSurvey(account, key);
    accounts.set(key, survey);
    survey.statements += 1;
    const { errors, endBalance } = await reading.finish();
    for (const balance of [startBalance, endBalance]) if (balance?.date) widen(survey, balance.date);
    if (errors.size > 0) faulty.set(number, key);
    for (const kind of errors) survey.errors.add(kind);
  }
  return { accounts, faulty };
}

export const newSurvey = (account: Account, key: string): AccountSurvey => ({
  account,
  key,
  errors: new Set<FindingKind>(),
  statements: 0,
  firstDay: null,
  lastDay: null,
});

function widen(survey: AccountSurvey, day: PlainDate): void {
  if (survey.firstDay === null || day < survey.firstDay) survey.firstDay = day;
  if (survey.lastDay === null || day > survey.lastDay) survey.lastDay = day;
}

/** A file that is none; one of advices is not brought here unless it changed meanwhile. */
export async function refusedFormat(file: StatementFile, source: BankFile, language: Language): Promise<Error> {
  await source.close();
  return source.format === null
    ? refused(file, source.log.findings, language)
    : bankingErrors.StatementFileChanged({ file: file.name });
}

export function refuseWholeFile(file: StatementFile, log: FindingLog, accounts: number, language: Language): void {
  const fatal = log.findings.filter(({ kind, group }) => WHOLE_FILE.has(kind) && group === null);
  if (fatal.length > 0) throw refused(file, fatal, language);
  if (accounts === 0) throw refused(file, log.findings, language);
}

/** The first findings as the issues of one error: record, field, what to do. */
function refused(file: StatementFile, findings: readonly Finding[], language: Language): Error {
  const issues = findings.slice(0, 50).map((finding) => ({
    path: [file.name, finding.place && `record ${finding.place.record}`, finding.field].filter(Boolean).join(', '),
    code: finding.kind,
    message: findingText(finding, language),
  }));
  return bankingErrors.StatementFileRefused({ file: file.name, reason: issues[0]?.message ?? '' }, issues);
}
