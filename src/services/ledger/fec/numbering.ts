/**
 * Continuity of EcritureNum. A number is its trailing integer within what precedes it: `VE-2024-0012` is 12 of
 * `VE-2024-`. Within one prefix of one sequence, sorted integers must follow each other.
 *
 * Whether numbers run through the file or restart in each journal is written nowhere. When a number is used in several
 * journals, both readings are tried and the one with fewer gaps and repetitions is kept; a tie keeps the file's.
 */
import { ByteTable } from './byte-table.ts';
import type { Entries } from './entries.ts';
import { type FindingLog, MAX_FINDINGS_PER_CODE } from './findings.ts';
import { shorten } from './line.ts';
import type { MemoryBudget } from './memory.ts';
import type { TextTables } from './tables.ts';
import { TupleTable } from './tuple-table.ts';

/** More digits than this go to the prefix: integers stay exact. */
const MAX_DIGITS = 15;

/** Prefix (-1 without a trailing integer) and integer of each distinct number. */
interface ReadNumbers {
  readonly prefixes: Int32Array;
  readonly integers: Float64Array;
}

function readNumbers(numbers: ByteTable, budget: MemoryBudget): ReadNumbers {
  budget.take(numbers.size * 12);
  const known = new ByteTable(budget);
  const prefixes = new Int32Array(numbers.size).fill(-1);
  const integers = new Float64Array(numbers.size);
  for (let number = 0; number < numbers.size; number++) {
    const bytes = numbers.bytesOf(number);
    const digits = trailingDigits(bytes);
    if (digits === 0) continue;
    const cut = bytes.length - digits;
    prefixes[number] = known.idOf(bytes, 0, cut);
    for (let i = cut; i < bytes.length; i++) {
      integers[number] = (integers[number] as number) * 10 + (bytes[i] as number) - 0x30;
    }
  }
  return { prefixes, integers };
}

function trailingDigits(bytes: Uint8Array): number {
  let digits = 0;
  while (digits < Math.min(bytes.length, MAX_DIGITS) && isDigit(bytes[bytes.length - 1 - digits] as number)) digits++;
  return digits;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** A gap between two integers of a series, or a repetition when they are equal. */
interface Break {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** The entries of one reading, as series of sorted integers. */
interface Reading {
  readonly seriesOf: (entry: number) => number;
  readonly breaks: readonly Break[];
  /** All of them, of which `breaks` are the first. */
  readonly breakCount: number;
}

function readSeries(
  entries: Entries,
  read: ReadNumbers,
  sequenceOf: (entry: number) => number,
  budget: MemoryBudget,
): Reading {
  const { size } = entries.groups;
  budget.take(size * 12);
  const table = new TupleTable(budget);
  const series = new Int32Array(size).fill(-1);
  const dated = datedNumbers(entries, read.prefixes.length);
  for (let entry = 0; entry < size; entry++) {
    if (entries.dateOf(entry) <= 0 && dated[entries.numberOf(entry)]) continue;
    const prefix = read.prefixes[entries.numberOf(entry)] as number;
    if (prefix >= 0) series[entry] = table.idOf(prefix, sequenceOf(entry), 0);
  }
  const { sorted, ends } = sortSeries(series, table.size, (entry) => read.integers[entries.numberOf(entry)] as number);
  return { seriesOf: (entry) => series[entry] as number, ...findBreaks(sorted, ends) };
}

/** Numbers of entries with a readable day: a line without one belongs to the entry of its number. */
function datedNumbers(entries: Entries, numberCount: number): Uint8Array {
  const dated = new Uint8Array(numberCount);
  for (let entry = 0; entry < entries.groups.size; entry++)
    if (entries.dateOf(entry) > 0) dated[entries.numberOf(entry)] = 1;
  return dated;
}

/** Integers of all series one after the other, each series sorted, and where each ends. */
function sortSeries(
  series: Int32Array,
  seriesCount: number,
  integerOf: (entry: number) => number,
): { sorted: Float64Array; ends: Int32Array } {
  const ends = new Int32Array(seriesCount);
  for (const one of series) if (one >= 0) ends[one] = (ends[one] as number) + 1;
  let total = 0;
  for (let one = 0; one < seriesCount; one++) {
    const count = ends[one] as number;
    ends[one] = total; // becomes the end while the series is filled
    total += count;
  }
  const sorted = new Float64Array(total);
  series.forEach((one, entry) => {
    if (one < 0) return;
    const at = ends[one] as number;
    sorted[at] = integerOf(entry);
    ends[one] = at + 1;
  });
  for (let one = 0; one < seriesCount; one++) sorted.subarray(one === 0 ? 0 : ends[one - 1], ends[one]).sort();
  return { sorted, ends };
}

function findBreaks(sorted: Float64Array, ends: Int32Array): { breaks: Break[]; breakCount: number } {
  const breaks: Break[] = [];
  let breakCount = 0;
  let start = 0;
  ends.forEach((end, series) => {
    for (let at = start + 1; at < end; at++) {
      const from = sorted[at - 1] as number;
      const to = sorted[at] as number;
      const isRepeatAgain = to === from && at - 2 >= start && sorted[at - 2] === from;
      if (to === from + 1 || isRepeatAgain) continue;
      breakCount++;
      if (breaks.length < MAX_FINDINGS_PER_CODE) breaks.push({ series, from, to });
    }
    start = end;
  });
  return { breaks, breakCount };
}

/** Reports FEC063 and FEC064. */
export function checkNumbering(entries: Entries, tables: TextTables, log: FindingLog, budget: MemoryBudget): void {
  if (entries.grouping === 'running-balance') reportSameNumber(entries, tables, log);
  else checkSequences(entries, tables, log, budget);
}

function checkSequences(entries: Entries, tables: TextTables, log: FindingLog, budget: MemoryBudget): void {
  const read = readNumbers(tables.numbers, budget);
  const wholeFile = readSeries(entries, read, () => 0, budget);
  const perJournal = isShared(entries, tables.numbers.size)
    ? readSeries(entries, read, entries.journalOf, budget)
    : undefined;
  const restarts = perJournal !== undefined && perJournal.breakCount < wholeFile.breakCount;
  if (restarts) log.add('FEC064', null);
  reportUnread(entries, read, tables, log);
  const chosen = restarts ? perJournal : wholeFile;
  reportBreaks({ entries, read, tables, isPerJournal: restarts }, chosen, log);
}

function reportSameNumber(entries: Entries, tables: TextTables, log: FindingLog): void {
  const value = tables.text(tables.numbers, entries.numberOf(0));
  log.report('FEC063.same', null, 'EcritureNum', () => ({ value: shorten(value) }));
}

/** Whether entries of several journals bear one number: the only trace of numbers that restart per journal. */
function isShared(entries: Entries, numberCount: number): boolean {
  const journals = new Int32Array(numberCount).fill(-1);
  for (let entry = 0; entry < entries.groups.size; entry++) {
    const number = entries.numberOf(entry);
    const known = journals[number] as number;
    if (known >= 0 && known !== entries.journalOf(entry)) return true;
    journals[number] = entries.journalOf(entry);
  }
  return false;
}

/** One finding for the file, at the first number without a trailing integer; a blank one is FEC020 already. */
function reportUnread(entries: Entries, read: ReadNumbers, tables: TextTables, log: FindingLog): void {
  for (let entry = 0; entry < entries.groups.size; entry++) {
    const number = entries.numberOf(entry);
    if (read.prefixes[number] !== -1 || tables.numbers.bytesOf(number).length === 0) continue;
    const line = entries.groups.firstLines.values[entry] as number;
    log.report('FEC063.none', line, 'EcritureNum', () => ({ value: shorten(tables.text(tables.numbers, number)) }));
    return;
  }
}

/** The numbers of the file, read over the whole of it or journal by journal. */
interface Numbers {
  readonly entries: Entries;
  readonly read: ReadNumbers;
  readonly tables: TextTables;
  readonly isPerJournal: boolean;
}

function reportBreaks({ entries, read, tables, isPerJournal }: Numbers, reading: Reading, log: FindingLog): void {
  if (reading.breakCount === 0) return;
  const entriesAt = locate(entries, read, reading);
  const name = (entry: number): string => shorten(tables.text(tables.numbers, entries.numberOf(entry)));
  for (const { series, from, to } of reading.breaks) {
    const before = entriesAt.get(series)?.get(from) ?? [];
    const after = entriesAt.get(series)?.get(to) ?? [];
    // The second bearer of a repeated number, or the first entry after the gap.
    const entry = (from === to ? after[1] : after[0]) ?? 0;
    const wording = from === to ? 'FEC063.repeat' : 'FEC063.gap';
    log.report(
      isPerJournal ? `${wording}InJournal` : wording,
      entries.groups.firstLines.values[entry] ?? null,
      'EcritureNum',
      () => ({
        from: name(before[0] ?? 0),
        to: name(entry),
        ...(isPerJournal && { journal: shorten(tables.text(tables.journals, entries.journalOf(entry))) }),
      }),
    );
  }
  log.countMore('FEC063', reading.breakCount - reading.breaks.length);
}

/** The first two entries, in file order, that bear each integer named by a break. */
function locate(entries: Entries, read: ReadNumbers, reading: Reading): Map<number, Map<number, number[]>> {
  const wanted = new Map<number, Map<number, number[]>>();
  for (const { series, from, to } of reading.breaks) {
    const integers = wanted.get(series) ?? new Map<number, number[]>();
    wanted.set(series, integers.set(from, []).set(to, []));
  }
  for (let entry = 0; entry < entries.groups.size; entry++) {
    const found = wanted.get(reading.seriesOf(entry))?.get(read.integers[entries.numberOf(entry)] as number);
    if (found !== undefined && found.length < 2) found.push(entry);
  }
  return wanted;
}
