/**
 * The check of a FEC: every deviation of the file with its code, line and column, and the figures of its ledger.
 * Streaming: memory depends on the distinct entries, accounts and letterings, not on the size of the file.
 */
import { isSiren } from '../../folders/siren.ts';
import { type PlainDate, parsePlainDate } from '../../kernel/dates.ts';
import type { Language } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { type ByteSource, toByteSource } from './byte-source.ts';
import { FEC_FORMS, type FecForm } from './columns.ts';
import { toPlainDate } from './day.ts';
import { decoderOf, detectEncoding, type FecEncoding } from './encoding.ts';
import type { Entries } from './entries.ts';
import { fecErrors } from './errors.ts';
import { type Exercise, usualExercise } from './exercise.ts';
import { parseFecName } from './file-name.ts';
import { type FecFinding, FindingLog } from './findings.ts';
import { shorten } from './line.ts';
import { DEFAULT_MEMORY_LIMIT, LimitReached, MemoryBudget } from './memory.ts';
import { RecordReader } from './records.ts';
import { Row } from './row.ts';
import { Scan, type ScanSettings } from './scan.ts';
import { sniff } from './sniff.ts';

export interface FecOptions {
  /** Nine digits; else taken from the file name. */
  readonly siren?: string | undefined;
  /** Last day of the exercise; else taken from the file name. */
  readonly closing?: PlainDate | undefined;
  /** First day of the exercise; else found from the entries. */
  readonly opening?: PlainDate | undefined;
  readonly form?: FecForm | undefined;
  /** Turns the warnings that the tax administration's tool refuses or reports into errors. */
  readonly strict?: boolean | undefined;
  /** Name under which the file was given, when it is not that of the path. */
  readonly fileName?: string | undefined;
  readonly language?: Language | undefined;
  /** Bytes for the tables of distinct entries, accounts and letterings: 1 GiB by default. */
  readonly memoryLimit?: number | undefined;
  /** Told how many bytes were read so far. */
  readonly progress?: ((bytes: number) => void) | undefined;
}

export interface FecFigures {
  readonly entries: number;
  readonly lines: number;
  readonly accounts: number;
  readonly subAccounts: number;
  readonly journals: number;
  readonly totalDebit: Cents;
  readonly totalCredit: Cents;
  readonly letterGroups: number;
  readonly partialLetterGroups: number;
  readonly siren: string | null;
  readonly exerciseStart: PlainDate | null;
  readonly exerciseEnd: PlainDate | null;
}

export interface FecCheck {
  readonly verdict: 'Accepted' | 'Refused';
  /** By line (those of the whole file first), then code, then the order found; at most 1,000 per code. */
  readonly findings: readonly FecFinding[];
  /** Full number of findings per code. */
  readonly counts: Readonly<Record<string, number>>;
  readonly figures: FecFigures;
  /** An opening journal, or an option, gives the start of the exercise; the first entry otherwise. */
  readonly isStartTold: boolean;
}

/** What a check leaves for a second reading of the same file. */
export interface FecAnalysis {
  readonly check: FecCheck;
  readonly source: ByteSource;
  readonly stamp: string;
  readonly exercise: Exercise | undefined;
  /** Undefined when the lines were not read to the end. */
  readonly body: FecBody | undefined;
}

export interface FecBody {
  readonly scan: Scan;
  readonly entries: Entries;
  readonly separator: number;
  readonly encoding: FecEncoding;
}

/** Throws FileUnreadable, FecFileChanged, FecOptionInvalid. A refused file is a result. */
export async function checkFec(source: string | ByteSource, options: FecOptions = {}): Promise<FecCheck> {
  const { check } = await analyseFec(source, options, false);
  return check;
}

/** The check, with what `readFec` needs; `indexed` keeps the place of every line. */
export async function analyseFec(
  given: string | ByteSource,
  options: FecOptions,
  indexed: boolean,
): Promise<FecAnalysis> {
  const source = toByteSource(given);
  const identity = identityOf(options.fileName ?? source.name, options);
  const log = new FindingLog(options.strict ?? false, options.language ?? 'en');
  const stamp = await source.stamp();
  const sniffed = await sniff(source.chunks());
  const isFec = 'separator' in sniffed;
  if (!isFec) log.report(sniffed.key, sniffed.key.startsWith('FEC002') ? 1 : null, null, () => sniffed.params);
  const isNamed = options.closing === undefined && options.opening === undefined;
  const read = isFec
    ? await readLines(source, sniffed.separator, { ...options, closing: identity.closing, indexed, isNamed }, log)
    : undefined;
  if (isFec) reportIdentity(identity, read?.scan.days, log);
  if ((await source.stamp()) !== stamp) throw fecErrors.FecFileChanged({ path: source.path });
  const exercise = read?.scan.exercise ?? usualExercise(identity.closing, options.opening);
  const isStartTold = options.opening !== undefined || read?.scan.isStartTold === true;
  const check: FecCheck = {
    verdict: log.refused ? 'Refused' : 'Accepted',
    findings: log.sorted(),
    counts: log.counts(),
    figures: figuresOf(read, identity, exercise),
    isStartTold,
  };
  return { check, source, stamp, exercise, body: read?.entries && { ...read, entries: read.entries } };
}

/** Who the file is of, and when its exercise ends. */
interface Identity {
  readonly name: string;
  readonly isNameLegal: boolean;
  readonly siren: string | undefined;
  readonly closing: PlainDate | undefined;
}

/** Options win over the file name: a name may be wrong. */
function identityOf(name: string, options: FecOptions): Identity {
  checkOptions(options);
  const parsed = parseFecName(name);
  return {
    name,
    isNameLegal: parsed !== undefined,
    siren: options.siren ?? parsed?.siren,
    closing: options.closing ?? parsed?.closing,
  };
}

function checkOptions({ siren, closing, opening, form }: FecOptions): void {
  const refuse = (option: string, value: string) => fecErrors.FecOptionInvalid({ option, value });
  if (siren !== undefined && !/^\d{9}$/.test(siren)) throw refuse('siren', siren);
  if (closing !== undefined && !isUsualDay(closing)) throw refuse('closing', closing);
  if (opening !== undefined && (!isUsualDay(opening) || (closing !== undefined && opening > closing)))
    throw refuse('opening', opening);
  if (form !== undefined && !FEC_FORMS.includes(form)) throw refuse('form', form);
}

const isUsualDay = (day: string): boolean => parsePlainDate(day) !== undefined && day >= '1900' && day < '2100';

/** With what an import of the file would ask for, all at once. */
function reportIdentity(
  { name, isNameLegal, siren, closing }: Identity,
  days: { readonly first: number; readonly last: number } | undefined,
  log: FindingLog,
): void {
  if (!isNameLegal) reportName({ name, siren, closing }, days, log);
  if (siren !== undefined && !isSiren(siren)) log.report('FEC091', null, null, () => ({ siren }));
}

function reportName(
  { name, siren, closing }: Omit<Identity, 'isNameLegal'>,
  days: { readonly first: number; readonly last: number } | undefined,
  log: FindingLog,
): void {
  const options = [siren === undefined ? '--siren' : '', closing === undefined ? '--closing' : ''].filter(Boolean);
  if (siren !== undefined && closing !== undefined)
    log.report('FEC001.told', null, null, () => ({ name: shorten(name), siren, closing }));
  else if (!days || days.last <= 0) log.report('FEC001', null, null, () => ({ name: shorten(name) }));
  else
    log.report('FEC001.needs', null, null, () => ({
      name: shorten(name),
      options: options.join(' '),
      first: toPlainDate(days.first),
      last: toPlainDate(days.last),
    }));
}

interface ReadBody extends Omit<FecBody, 'entries'> {
  /** Undefined when reading stopped before the end. */
  readonly entries: Entries | undefined;
}

async function readLines(
  source: ByteSource,
  separator: number,
  options: FecOptions & Pick<ScanSettings, 'indexed' | 'isNamed'>,
  log: FindingLog,
): Promise<ReadBody> {
  const encoding = await detectEncoding(() => source.chunks());
  if (encoding === 'windows-1252') log.add('FEC009', null);
  const limit = options.memoryLimit ?? DEFAULT_MEMORY_LIMIT;
  const { form = 'general', opening, closing, indexed, isNamed } = options;
  const settings = { form, decode: decoderOf(encoding), closing, opening, indexed, isNamed };
  const scan = new Scan(settings, log, new MemoryBudget(limit));
  const row = new Row(separator, encoding);
  const entries = await withinLimits(scan, limit, log, async () => {
    await feed(source, row, scan, options.progress);
    return scan.isOver ? undefined : scan.finish();
  });
  return { scan, entries, separator, encoding };
}

async function feed(source: ByteSource, row: Row, scan: Scan, progress: FecOptions['progress']): Promise<void> {
  const reader = new RecordReader(row, scan);
  let bytes = 0;
  for await (const chunk of source.chunks()) {
    reader.push(chunk);
    if (scan.isOver) return;
    bytes += chunk.length;
    progress?.(bytes);
  }
  reader.end();
}

/** A limit of this program is a finding, not a failure: the file is refused with its reason. */
async function withinLimits<T>(
  scan: Scan,
  limit: number,
  log: FindingLog,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof LimitReached)) throw cause;
    log.report(`FEC099.${cause.limit}`, scan.currentLine, null, () => ({ limit: Math.floor(limit / 1024 ** 2) }));
    return undefined;
  }
}

function figuresOf(read: ReadBody | undefined, { siren }: Identity, exercise: Exercise | undefined): FecFigures {
  const scan = read?.scan;
  return {
    entries: read?.entries?.groups.size ?? 0,
    lines: scan?.lineCount ?? 0,
    accounts: scan?.tables.accounts.size ?? 0,
    subAccounts: scan?.accounts.subAccounts.size ?? 0,
    journals: scan?.journals.count ?? 0,
    totalDebit: scan?.debit.cents ?? 0n,
    totalCredit: scan?.credit.cents ?? 0n,
    letterGroups: scan?.letterings.groups.size ?? 0,
    partialLetterGroups: scan?.letterings.partialCount ?? 0,
    siren: siren ?? null,
    exerciseStart: exercise?.start ?? null,
    exerciseEnd: exercise?.end ?? null,
  };
}
