import { isUtf8 } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { isCalendarDay, parsePlainDate } from '../../../../src/services/kernel/dates.ts';
import { AmountReader } from '../../../../src/services/ledger/fec/amount.ts';
import { memorySource } from '../../../../src/services/ledger/fec/byte-source.ts';
import { ByteTable } from '../../../../src/services/ledger/fec/byte-table.ts';
import { checkFec } from '../../../../src/services/ledger/fec/check.ts';
import { OTHER_FORM, readDay } from '../../../../src/services/ledger/fec/day.ts';
import { encodeLatin9 } from '../../../../src/services/ledger/fec/encoding.ts';
import type { FecRow } from '../../../../src/services/ledger/fec/fec-row.ts';
import { MemoryBudget } from '../../../../src/services/ledger/fec/memory.ts';
import { readFec } from '../../../../src/services/ledger/fec/read.ts';
import { TupleTable } from '../../../../src/services/ledger/fec/tuple-table.ts';
import { writeFec } from '../../../../src/services/ledger/fec/write.ts';
import { sized } from '../../../support/length.ts';
import fc, { anyText } from '../../../support/property.ts';
import { entry, fecText, HEADER, LEGAL_NAME } from './fec-text.ts';
import { damagedFile, expectSound, fuzz, seeded } from './mutation.ts';

const runs = () => ({ numRuns: sized(30, 300) });

/** What a writer leaves as it is: no control character, no no-break space, no space outside. */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\u00a0\u2007\u202f]/gu, '').replace(/^ +| +$/g, '');
const text = anyText({ maxLength: 12 }).map(clean);
const filled = text.filter((value) => value !== '');
const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => {
  const parsed = parsePlainDate(date.toISOString().slice(0, 10));
  if (parsed === undefined) throw new Error('no day');
  return parsed;
});
const dayOrNull = fc.option(day);
const cents = fc.bigInt({ min: -999_999_999_999n, max: 999_999_999_999n });

const lineFields = fc.record({
  account: filled,
  accountLabel: filled,
  auxiliary: text,
  auxiliaryLabel: text,
  documentReference: text,
  documentDate: dayOrNull,
  label: filled,
  lettering: text,
  letteringDate: dayOrNull,
  validationDate: dayOrNull,
  currencyAmount: fc.option(cents),
  currency: text,
});

/** Entries of two lines, each with its own number. */
const rows = fc
  .array(
    fc.record({
      journalCode: text,
      journalLabel: text,
      entryDate: day,
      amount: cents,
      lines: fc.tuple(lineFields, lineFields),
    }),
    {
      maxLength: 8,
      minLength: 1,
    },
  )
  .map((entries) =>
    entries.flatMap(({ lines, amount, ...shared }, index): FecRow[] => {
      const head = { ...shared, entryNumber: `N${index}` };
      return [
        { ...lines[0], ...head, debit: amount, credit: 0n },
        { ...lines[1], ...head, debit: 0n, credit: amount },
      ];
    }),
  );

async function writtenAndRead(given: readonly FecRow[], encoding: 'utf-8' | 'iso-8859-15') {
  const chunks: Buffer[] = [];
  for await (const chunk of writeFec(given, { encoding })) chunks.push(chunk);
  const { check, ledger } = await readFec(memorySource(LEGAL_NAME, chunks), { closing: '2024-12-31' as never });
  const read: FecRow[] = [];
  for await (const batch of ledger?.batches() ?? []) for (const { lines } of batch) read.push(...lines);
  return { bytes: Buffer.concat(chunks), check, read };
}

describe('written files', () => {
  it('are accepted and read back identical', { tags: 'sized' }, () =>
    fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const { check, read } = await writtenAndRead(given, 'utf-8');
        expect(check.verdict).toBe('Accepted');
        expect(read.length).toBe(given.length);
        read.forEach((row, index) => {
          expect(row).toMatchObject(given[index] ?? {});
        });
      }),
      runs(),
    ),
  );

  it('are read back identical in ISO 8859-15, but for texts that are UTF-8 by accident', { tags: 'sized' }, () =>
    fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const latin = (value: string) =>
          clean(
            encodeLatin9(value)
              .toString('latin1')
              .replace(/[^\x20-\x7e\xa1-\xa3]/g, ''),
          ) || 'é';
        const plain = given.map((row) => ({ ...row, label: latin(row.label), accountLabel: 'Société € œ' }));
        const { bytes, read } = await writtenAndRead(
          plain.map((row) => ({
            ...row,
            account: '401',
            auxiliary: '',
            auxiliaryLabel: '',
            journalCode: 'A',
            journalLabel: 'A',
            documentReference: '',
            lettering: '',
            currency: '',
          })),
          'iso-8859-15',
        );
        fc.pre(!isUtf8(bytes));
        expect(read.map(({ label, accountLabel }) => [label, accountLabel])).toEqual(
          plain.map((row) => [row.label, 'Société € œ']),
        );
      }),
      { numRuns: sized(10, 100) },
    ),
  );
});

describe('any bytes', () => {
  const header = `${HEADER.join('\t')}\r\n`;
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .constantFrom(
        '\t',
        '\r',
        '\n',
        '\r\n',
        '\r\r\n',
        '20240101',
        '12,00',
        'é',
        '\xa0',
        '\u202f',
        ...fecText(entry()).split('\t'),
      )
      .map((value) => Buffer.from(value)),
  );
  const body = fc.array(piece, { maxLength: 80 }).map((pieces) => Buffer.concat(pieces));

  it('give a sound result', { tags: 'sized' }, () =>
    fc.assert(
      fc.asyncProperty(fc.boolean(), body, async (withHeader, bytes) => {
        const content = withHeader ? Buffer.concat([Buffer.from(header), bytes]) : bytes;
        expectSound(await checkFec(memorySource(LEGAL_NAME, [content])), false);
      }),
      runs(),
    ),
  );

  it('give the same result however they are cut into chunks', { tags: 'sized' }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 ** 30 }),
        fc.array(fc.nat(2000), { maxLength: 30 }),
        async (seed, cuts) => {
          const { bytes, options } = damagedFile(seeded(seed));
          const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
          const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
          const whole = await checkFec(memorySource(LEGAL_NAME, [bytes]), options);
          expect(await checkFec(memorySource(LEGAL_NAME, chunks), options)).toEqual(whole);
        },
      ),
      runs(),
    ),
  );

  it('give the same result byte by byte', async () => {
    const bytes = Buffer.from(fecText(entry({ EcritureLib: 'L’œuvre\u202f' }), { end: '\r\r\n' }));
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(await checkFec(memorySource(LEGAL_NAME, single))).toEqual(await checkFec(memorySource(LEGAL_NAME, [bytes])));
  });

  it('of damaged fixtures give a sound result, and accepted ones read and write', async () => {
    expect(await fuzz(1, 400)).toBeGreaterThan(20); // enough accepted files to read and write
  });
});

type AmountByRule = { cents: bigint } | { fault: string };

/** The rule of amounts said once more, with patterns. */
function amountByRule(value: string): AmountByRule {
  const signed = /^([+-]?)(.*)$/.exec(value);
  const isFirst = signed?.[1] !== '';
  const inner = isFirst ? (signed?.[2] ?? '') : value.replace(/[+-]$/, '');
  if (value === '') return { cents: 0n };
  if (!/^[\d ,.]*\d[\d ,.]*$/.test(inner)) return { fault: 'FEC042' };
  if (inner.includes(' ')) return { fault: /^\d.*[\d,.]$/.test(inner) ? 'FEC041' : 'FEC042' };
  return numberByRule(inner, isFirst ? value.startsWith('-') : value.endsWith('-'));
}

function numberByRule(inner: string, isNegative: boolean): AmountByRule {
  const [whole = '', decimals = '', ...more] = inner.split(/[,.]/);
  if (more.length > 0) return { fault: 'FEC041' };
  if (BigInt(whole) > 9_999_999_999_999n) return { fault: 'FEC042.large' };
  const cut = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'));
  const magnitude = /^\d\d[5-9]/.test(decimals) ? cut + 1n : cut;
  return { cents: isNegative ? -magnitude : magnitude };
}

describe('the readers of bytes', () => {
  it('read amounts by the rule', { tags: 'sized' }, () => {
    const reader = new AmountReader();
    const characters = fc.constantFrom(...'0123456789', ...'0123456789', ',', '.', ',', ' ', '+', '-', 'e', "'");
    const values = fc.string({ unit: characters, maxLength: 18 }).map((value) => value.trim());
    fc.assert(
      fc.property(values, (value) => {
        const bytes = Buffer.from(value);
        reader.read(bytes, 0, bytes.length);
        const read = reader.fault === undefined ? { cents: BigInt(reader.cents) } : { fault: reader.fault };
        expect(read).toEqual(amountByRule(value));
      }),
      { numRuns: sized(300, 6000) },
    );
  });

  it('read eight digits as a day of the calendar', { tags: 'sized' }, () => {
    const parts = fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 15 }),
      fc.integer({ min: 0, max: 35 }),
    );
    fc.assert(
      fc.property(parts, ([year, month, dayOfMonth]) => {
        const value = year * 10_000 + month * 100 + dayOfMonth;
        const bytes = Buffer.from(String(value).padStart(8, '0'));
        const legal = year > 0 && isCalendarDay(year, month, dayOfMonth) ? value : value === 0 ? 0 : -1;
        const end = value % 10_000; // JJMMAAAA of 1900 to 2099
        const [day, middle] = [Math.floor(year / 100), year % 100];
        const isFrench = end >= 1900 && end < 2100 && isCalendarDay(end, middle, day);
        expect(readDay(bytes, 0, 8)).toBe(
          legal < 0 && isFrench ? OTHER_FORM + end * 10_000 + middle * 100 + day : legal,
        );
      }),
      { numRuns: sized(200, 4000) },
    );
  });

  it('number texts and triples by first appearance', { tags: 'sized' }, () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '0', '1'), maxLength: 5 }), { maxLength: 400 });
    fc.assert(
      fc.property(words, (list) => {
        const budget = new MemoryBudget(10_000_000);
        const [table, triples] = [new ByteTable(budget), new TupleTable(budget)];
        const words = [...new Set(list)];
        const tripleOf = (word: string) => [word.length, word.indexOf('a'), word.indexOf('0')] as const;
        const distinct = [...new Set(list.map((word) => tripleOf(word).join()))];
        for (const word of list) {
          const bytes = Buffer.from(`..${word}..`);
          expect(table.idOf(bytes, 2, bytes.length - 2)).toBe(words.indexOf(word));
          expect(triples.idOf(...tripleOf(word))).toBe(distinct.indexOf(tripleOf(word).join()));
        }
        expect(words.map((_, id) => table.text(id, (bytes, from, to) => bytes.toString('utf8', from, to)))).toEqual(
          words,
        );
      }),
      runs(),
    );
  });
});
