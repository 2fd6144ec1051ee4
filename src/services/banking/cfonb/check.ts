/** Checks a CFONB file of either family: a report of it, or the whole of it as streamed JSON. Nothing is stored. */
import type { Language } from '../../kernel/errors.ts';
import type { ByteSource } from './byte-window.ts';
import {
  type CfonbFile,
  openCfonb,
  type ReadOptions,
  type SequenceReading,
  type StatementReading,
} from './cfonb-file.ts';
import type { Finding, FindingLog } from './findings.ts';
import type { FindingKind } from './messages.ts';
import type { SequenceHead, SequenceTail } from './sequence.ts';
import type { Account, StatementHead, StatementTail } from './statement.ts';
import {
  accountToWire,
  findingToWire,
  movementToWire,
  returnedToWire,
  sequenceHeadToWire,
  sequenceTailToWire,
  statementHeadToWire,
  statementTailToWire,
} from './wire.ts';

/** Called as each group ends; a table is printed from it without keeping the file in memory. */
export interface CheckVisitor {
  statement?(head: StatementHead, tail: StatementTail): void | Promise<void>;
  sequence?(head: SequenceHead, tail: SequenceTail): void | Promise<void>;
}

export interface CheckOutcome {
  /** Null when the file was refused. */
  readonly format: CfonbFile['format'];
  readonly accounts: readonly Account[];
  /** Statements, or sequences in CFONB 240. */
  readonly groups: number;
  /** Movements, or returned operations in CFONB 240. */
  readonly items: number;
  readonly errors: number;
  /** How often each kind was found; findings keep the first thousand of each. */
  readonly counts: ReadonlyMap<FindingKind, number>;
  readonly findings: readonly Finding[];
}

export interface CheckJsonOptions extends ReadOptions {
  readonly language?: Language;
}

/** Takes the next piece of text; what it returns is awaited, so a slow reader holds the file back. */
export type TextSink = (text: string) => void | Promise<void>;

/** Reads the whole file without decoding its movements. */
export async function checkCfonb(
  source: ByteSource,
  options: ReadOptions = {},
  visitor: CheckVisitor = {},
): Promise<CheckOutcome> {
  const file = await openCfonb(source, options);
  const tally = new Tally();
  if (file.format === 'cfonb120') {
    for await (const reading of file.statements) {
      const tail = await reading.finish();
      tally.add(tail.movements);
      await visitor.statement?.(reading.head, tail);
    }
  } else if (file.format === 'cfonb240') {
    for await (const reading of file.sequences) {
      const tail = await reading.finish();
      tally.add(tail.records);
      await visitor.sequence?.(reading.head, tail);
    }
  }
  return tally.outcome(file);
}

/**
 * Writes `{Statements, Accounts, Findings, Counts}` (CFONB 120, and files that are neither) or `{Sequences, Findings,
 * Counts}` (CFONB 240) as it reads.
 */
export async function writeCheckJson(
  source: ByteSource,
  sink: TextSink,
  options: CheckJsonOptions = {},
): Promise<CheckOutcome> {
  const language = options.language ?? 'en';
  const file = await openCfonb(source, options);
  const tally = new Tally();
  await sink(file.format === 'cfonb240' ? '{"Sequences":[' : '{"Statements":[');
  if (file.format === 'cfonb120') await writeStatements(file.statements, sink, language, tally);
  if (file.format === 'cfonb240') await writeSequences(file.sequences, sink, language, tally);
  const outcome = tally.outcome(file);
  const accounts =
    file.format === 'cfonb240' ? '' : `"Accounts":${JSON.stringify(outcome.accounts.map(accountToWire))},`;
  await sink(`],${accounts}"Findings":[`);
  await writeFindings(file.log, sink, language);
  await sink(`],"Counts":${JSON.stringify(Object.fromEntries(outcome.counts))}}\n`);
  return outcome;
}

async function writeStatements(
  statements: AsyncIterable<StatementReading>,
  sink: TextSink,
  language: Language,
  tally: Tally,
): Promise<void> {
  for await (const reading of statements) {
    const { decimals } = reading.head.account;
    await sink(`${tally.comma()}${open(statementHeadToWire(reading.head))},"Transactions":[`);
    let comma = '';
    for await (const movements of reading.items()) {
      await sink(comma + movements.map((movement) => JSON.stringify(movementToWire(movement, language))).join(','));
      comma = ',';
    }
    const tail = await reading.finish();
    tally.add(tail.movements);
    await sink(`],${close(statementTailToWire(tail, decimals))}`);
  }
}

async function writeSequences(
  sequences: AsyncIterable<SequenceReading>,
  sink: TextSink,
  language: Language,
  tally: Tally,
): Promise<void> {
  for await (const reading of sequences) {
    const { account, operationCode } = reading.head;
    await sink(`${tally.comma()}${open(sequenceHeadToWire(reading.head, language))},"Records":[`);
    let comma = '';
    for await (const records of reading.items()) {
      await sink(
        comma + records.map((record) => JSON.stringify(returnedToWire(record, operationCode, language))).join(','),
      );
      comma = ',';
    }
    const tail = await reading.finish();
    tally.add(tail.records);
    await sink(`],${close(sequenceTailToWire(tail, account.decimals))}`);
  }
}

async function writeFindings(log: FindingLog, sink: TextSink, language: Language): Promise<void> {
  let comma = '';
  for (const finding of log.findings) {
    await sink(comma + JSON.stringify(findingToWire(finding, language)));
    comma = ',';
  }
}

/** The JSON of an object without its closing brace, and without its opening one. */
const open = (value: object): string => JSON.stringify(value).slice(0, -1);
const close = (value: object): string => JSON.stringify(value).slice(1);

class Tally {
  #groups = 0;
  #items = 0;

  /** What separates the next group from the one before it. */
  comma(): string {
    return this.#groups === 0 ? '\n' : ',\n';
  }

  add(items: number): void {
    this.#groups += 1;
    this.#items += items;
  }

  outcome(file: CfonbFile): CheckOutcome {
    return {
      format: file.format,
      accounts: file.format === 'cfonb120' ? file.accounts() : [],
      groups: this.#groups,
      items: this.#items,
      errors: file.log.errors,
      counts: file.log.counts,
      findings: file.log.findings,
    };
  }
}
