import { fileURLToPath } from 'node:url';
import { openBankFile, type ReadOptions } from '../../../../../src/services/banking/statements/cfonb/bank-file.ts';
import type { ByteSource } from '../../../../../src/services/banking/statements/cfonb/byte-window.ts';
import type { Finding } from '../../../../../src/services/banking/statements/cfonb/findings.ts';
import type { GroupReading } from '../../../../../src/services/banking/statements/cfonb/group-reader.ts';
import type { FindingKind } from '../../../../../src/services/banking/statements/cfonb/messages.ts';
import type { Movement } from '../../../../../src/services/banking/statements/cfonb/movement.ts';
import type {
  ReturnedOperation,
  SequenceHead,
  SequenceTail,
} from '../../../../../src/services/banking/statements/cfonb/sequence.ts';
import type { StatementHead, StatementTail } from '../../../../../src/services/banking/statements/cfonb/statement.ts';
import type { PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { type MovementDraft, statementRecords } from '../../../../support/write-120.ts';

export const FIXTURES = fileURLToPath(new URL('../../../../../fixtures/cfonb/', import.meta.url));

export const day = (text: string): PlainDate => text as PlainDate;

export const ACCOUNT = {
  bankCode: '98765',
  branchCode: '00042',
  accountNumber: '00012345678',
  currencyCode: 'EUR',
  decimals: 2,
} as const;

interface ReadStatement {
  readonly head: StatementHead;
  readonly movements: readonly Movement[];
  readonly tail: StatementTail;
}

interface ReadSequence {
  readonly head: SequenceHead;
  readonly records: readonly ReturnedOperation[];
  readonly tail: SequenceTail;
}

export interface WholeFile {
  readonly statements: readonly ReadStatement[];
  readonly sequences: readonly ReadSequence[];
  readonly findings: readonly Finding[];
}

/** Everything in a file, with its movements. A string is the text of the file, in ISO-8859-1. */
export async function readAll(data: Buffer | string, options: ReadOptions = {}): Promise<WholeFile> {
  return readChunks([typeof data === 'string' ? Buffer.from(data, 'latin1') : data], options);
}

export async function readChunks(chunks: Iterable<Uint8Array>, options: ReadOptions = {}): Promise<WholeFile> {
  const file = await openBankFile(chunks, options);
  const statements: ReadStatement[] = [];
  const sequences: ReadSequence[] = [];
  if (file.format === 'cfonb120') {
    for await (const { head, ...rest } of readGroups(file.statements)) statements.push({ head, ...rest });
  } else if (file.format === 'cfonb240') {
    for await (const { head, movements, tail } of readGroups(file.sequences)) {
      sequences.push({ head, records: movements, tail });
    }
  }
  return { statements, sequences, findings: file.log.findings };
}

async function* readGroups<Head, Item, Tail>(
  groups: AsyncIterable<GroupReading<Head, Item, Tail>>,
): AsyncGenerator<{ head: Head; movements: Item[]; tail: Tail }> {
  for await (const reading of groups) {
    const movements: Item[] = [];
    for await (const batch of reading.items()) movements.push(...batch);
    yield { head: reading.head, movements, tail: await reading.finish() };
  }
}

/** `ERROR_KIND@record` of each finding. */
export const kinds = (findings: readonly Finding[]): string[] =>
  findings.map((finding) => `${finding.kind}@${finding.place?.record ?? '-'}`);

/** What a reader that asks for no movement sees. */
export interface SkippedFile {
  readonly groups: number;
  readonly items: number;
  readonly findings: readonly Finding[];
  readonly counts: ReadonlyMap<FindingKind, number>;
}

/** Reads a file without decoding its movements. */
export async function readSkipping(source: ByteSource, options: ReadOptions = {}): Promise<SkippedFile> {
  const file = await openBankFile(source, options);
  let groups = 0;
  let items = 0;
  if (file.format === 'cfonb120') {
    for await (const reading of file.statements) {
      groups += 1;
      items += (await reading.finish()).movements;
    }
  } else if (file.format === 'cfonb240') {
    for await (const reading of file.sequences) {
      groups += 1;
      items += (await reading.finish()).records;
    }
  }
  return { groups, items, findings: file.log.findings, counts: file.log.counts };
}

/** The records of one balanced statement of the usual account, from 2 to 6 March 2026. */
export const statement = (movements: readonly Partial<MovementDraft>[], account = {}): string[] => [
  ...statementRecords({
    account: { ...ACCOUNT, ...account },
    start: { date: day('2026-03-02'), units: 100_000 },
    end: { date: day('2026-03-06') },
    movements: movements.map((movement) => ({
      operationDate: day('2026-03-03'),
      units: 100,
      label: 'VIR SEPA',
      operationCode: '05',
      ...movement,
    })),
  }),
];

export const lines = (records: readonly string[], lineBreak = '\r\n'): string =>
  records.map((record) => record + lineBreak).join('');

/** The record with `text` from a position counted from 1. */
export const put = (record: string, position: number, text: string): string =>
  record.slice(0, position - 1) + text + record.slice(position - 1 + text.length);
