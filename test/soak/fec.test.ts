/** Long runs of the FEC reader: many damaged files, and files made to exhaust memory. */
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/services/ledger/fec/byte-source.ts';
import { checkFec } from '../../src/services/ledger/fec/check.ts';
import { entry, fecText, HEADER, LEGAL_NAME } from '../services/ledger/fec/fec-text.ts';
import { fuzz } from '../services/ledger/fec/mutation.ts';

/** Damaged files; and distinct values with the memory that is too small for them. */
const [SEEDS, VALUES, MEMORY_MIB] = process.env.SOAK ? [40_000, 1_000_000, 48] : [2_000, 250_000, 12];

describe('the FEC reader, at length', () => {
  it(`survives ${SEEDS} damaged files`, async () => {
    expect(await fuzz(1_000_000, SEEDS)).toBeGreaterThan(SEEDS / 20);
  });

  /** Lines that all differ, made as they are read. */
  const endless = (lineAt: (index: number) => string, count: number) => ({
    ...memorySource(LEGAL_NAME, []),
    async *chunks() {
      yield Buffer.from(`${HEADER.join('\t')}\r\n`);
      for (let index = 0; index < count; index += 1000) {
        yield Buffer.from(Array.from({ length: 1000 }, (_, offset) => lineAt(index + offset)).join(''));
      }
    },
  });
  const lineWith = (fields: Record<string, string>) => fecText(entry(fields)).split('\r\n')[1] ?? '';

  it.each([
    ['accounts', (index: number) => lineWith({ CompteNum: `401${index}` })],
    ['sub-accounts', (index: number) => lineWith({ CompAuxNum: `F${index}` })],
    ['letters', (index: number) => lineWith({ EcritureLet: `L${index}` })],
    ['labels', (index: number) => lineWith({ CompteLib: `Compte ${index}` })],
    ['journals', (index: number) => lineWith({ JournalCode: `J${index}` })],
    ['numbers', (index: number) => lineWith({ EcritureNum: `${index}` })],
    ['prefixes', (index: number) => lineWith({ EcritureNum: `${index}-1` })],
    ['days', (index: number) => lineWith({ EcritureDate: `${1900 + (index % 200)}0101` })],
  ])(`holds ${VALUES} different %s in the memory given, or says that it cannot`, async (_, lineAt) => {
    const before = process.memoryUsage.rss();
    const source = endless((index) => `${lineAt(index)}\r\n`, VALUES);
    const { verdict, counts } = await checkFec(source, { memoryLimit: MEMORY_MIB * 1024 * 1024 });
    expect(verdict).toBe('Refused');
    expect(Object.keys(counts).length).toBeGreaterThan(0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(500 * 1024 * 1024);
  });
});
