/** Seeded damage to files, as transfers, editors and hostile hands do it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { memorySource } from '../../../../src/services/ledger/fec/byte-source.ts';
import type { FecCheck, FecOptions } from '../../../../src/services/ledger/fec/check.ts';
import type { FecCode } from '../../../../src/services/ledger/fec/codes.ts';
import { FEC_CODES, severityOf } from '../../../../src/services/ledger/fec/codes.ts';
import { FEC_FORMS, type FecForm } from '../../../../src/services/ledger/fec/columns.ts';
import { type FecLedger, type FecLine, readFec } from '../../../../src/services/ledger/fec/read.ts';
import { writeFec } from '../../../../src/services/ledger/fec/write.ts';
import { LEGAL_NAME } from './fec-text.ts';

const FOLDER = new URL('../../../../fixtures/fec/', import.meta.url);

export type Random = (below: number) => number;

/** Park-Miller. */
export function seeded(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  for (let step = 0; step < 5; step++) state = (state * 48_271) % 2_147_483_647; // seeds that are close part ways
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const NASTY = [
  '',
  ' ',
  '0',
  '00000000',
  '20240230',
  '-1',
  '1.234,56',
  '1 234,56',
  ',',
  '9'.repeat(30),
  '99999999999999,99',
  '1e9',
  '\0',
  '\x1a',
  '\t',
  '|',
  '\r',
  '\n',
  '\r\r\n',
  '"',
  '\xa0',
  '\ufeff',
  '\u202f',
  'é',
  '💶',
  'nouveau',
  '512',
  'AN',
  'D',
  '+1',
  '20241231',
  '2024-12-31',
] as const;

type Mutation = (bytes: Buffer, random: Random) => Uint8Array;

const splice = (bytes: Buffer, at: number, removed: number, added: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);

/** Start and end of a line drawn at random, its end bytes included. */
function someLine(bytes: Buffer, random: Random): [number, number] {
  const at = random(bytes.length + 1);
  const start = bytes.lastIndexOf(0x0a, Math.max(at - 1, 0)) + 1;
  const end = bytes.indexOf(0x0a, at);
  return [Math.min(start, at), end < 0 ? bytes.length : end + 1];
}

const MUTATIONS: readonly Mutation[] = [
  (bytes, random) => splice(bytes, random(bytes.length + 1), 1, Buffer.from([random(256)])),
  (bytes, random) => splice(bytes, random(bytes.length + 1), random(40), Buffer.alloc(0)),
  (bytes, random) => splice(bytes, random(bytes.length + 1), 0, Buffer.from(NASTY[random(NASTY.length)] ?? '')),
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => {
    const [start, end] = someLine(bytes, random);
    return splice(bytes, start, 0, bytes.subarray(start, end));
  },
  (bytes, random) => {
    const [start, end] = someLine(bytes, random);
    return splice(bytes, start, end - start, Buffer.alloc(0));
  },
  (bytes, random) => {
    const [start, end] = someLine(bytes, random);
    const fields = bytes.subarray(start, end).toString('latin1').split('\t');
    fields[random(fields.length)] = NASTY[random(NASTY.length)] ?? '';
    return splice(bytes, start, end - start, Buffer.from(fields.join('\t'), 'latin1'));
  },
  (bytes, random) => {
    const fields = bytes.toString('latin1').split('\t');
    const [a, b] = [random(fields.length), random(fields.length)];
    [fields[a], fields[b]] = [fields[b] ?? '', fields[a] ?? ''];
    return Buffer.from(fields.join('\t'), 'latin1');
  },
];

const fixtures = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => ({ name, bytes: readFileSync(new URL(name, FOLDER)) }));
const goodFixtures = fixtures.filter(({ name }) => !name.startsWith('bad-'));

const formOf = (name: string): FecForm => FEC_FORMS.find((form) => name.startsWith(form.toLowerCase())) ?? 'general';

export interface Damaged {
  readonly bytes: Buffer;
  readonly options: FecOptions;
}

/** Mostly one wound on a good file: those are the ones that nearly pass. */
export function damagedFile(random: Random): Damaged {
  const files = random(4) > 0 ? goodFixtures : fixtures;
  const { name, bytes: whole } = files[random(files.length)] ?? { name: '', bytes: Buffer.alloc(0) };
  let bytes: Buffer = whole;
  for (let left = random(2) * random(4); left >= 0; left--) {
    bytes = Buffer.from(MUTATIONS[random(MUTATIONS.length)]?.(bytes, random) ?? bytes);
  }
  const form = random(8) > 0 ? formOf(name) : FEC_FORMS[random(FEC_FORMS.length)];
  const language = random(2) === 0 ? 'en' : 'fr';
  return { bytes, options: { form, strict: random(8) === 0, fileName: LEGAL_NAME, language } };
}

/** What holds for the result of any file. */
export function expectSound({ verdict, findings, counts }: FecCheck, strict: boolean): void {
  const codes = Object.keys(counts) as FecCode[];
  const isRefused = codes.some((code) => severityOf(code, strict) === 'error');
  expect(verdict).toBe(isRefused ? 'Refused' : 'Accepted');
  for (const code of codes) {
    const kept = findings.filter((finding) => finding.code === code).length;
    expect([code, kept]).toEqual([code, Math.min(counts[code] ?? 0, 1000)]);
    expect(FEC_CODES[code]).toBeDefined();
  }
  for (const { message, line } of findings) {
    expect(message).not.toMatch(/undefined|NaN|\{\w+\}/);
    expect(line === null || line >= 1).toBe(true);
  }
}

/** An accepted file reads to balanced entries, and what is written of them is accepted with the same totals. */
async function expectReadable(check: FecCheck, ledger: FecLedger, options: FecOptions): Promise<void> {
  const lines: FecLine[] = [];
  for await (const batch of ledger.batches()) {
    for (const entry of batch) {
      expect(entry.lines.length).toBe(entry.lineCount);
      expect(entry.lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
      lines.push(...entry.lines);
    }
  }
  expect(lines.length).toBe(check.figures.lines);
  const written: Buffer[] = [];
  for await (const chunk of writeFec(lines, { form: options.form })) written.push(chunk);
  const again = await readFec(memorySource(LEGAL_NAME, written), { ...options, strict: false });
  expect(again.check.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(again.check.figures).toMatchObject({
    lines: check.figures.lines,
    accounts: check.figures.accounts,
    totalDebit: check.figures.totalDebit,
    totalCredit: check.figures.totalCredit,
  });
}

/** Reads damaged files made from consecutive seeds; a failure names its seed. */
export async function fuzz(firstSeed: number, count: number): Promise<number> {
  let accepted = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { bytes, options } = damagedFile(seeded(seed));
    try {
      const { check, ledger } = await readFec(memorySource(LEGAL_NAME, [bytes]), options);
      expectSound(check, options.strict ?? false);
      if (ledger === null) continue;
      accepted++;
      await expectReadable(check, ledger, options);
    } catch (cause) {
      throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
  return accepted;
}
