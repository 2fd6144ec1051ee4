import { describe, expect, it } from 'vitest';
import { AMOUNT_LIMIT } from '../../../../../src/services/banking/statements/cfonb/amount.ts';
import { OPERATION_CODES } from '../../../../../src/services/banking/statements/cfonb/codes.ts';
import { addDays, type PlainDate } from '../../../../../src/services/kernel/dates.ts';
import { sized } from '../../../../support/length.ts';
import fc from '../../../../support/property.ts';
import {
  type MovementDraft,
  type StatementDraft,
  type WriteOptions,
  writeCfonb120,
} from '../../../../support/write-120.ts';
import { ACCOUNT, day, readAll } from './support.ts';

/** Text as it comes back: no blank at its ends, so that trimming changes nothing. */
const text = (alphabet: string, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), maxLength }).map((value) => value.trim());
const WORDS = "ABCXYZabcxyz0189 éèàçÉ&'-./*{}";
const optional = (values: fc.Arbitrary<string>): fc.Arbitrary<string | null> => values.map((value) => value || null);
const date: fc.Arbitrary<PlainDate> = fc
  .integer({ min: 0, max: 29_000 })
  .map((offset) => addDays(day('2000-01-01'), offset));
const units = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.constantFrom(0, AMOUNT_LIMIT, -AMOUNT_LIMIT),
);

const movement = fc.record({
  operationDate: date,
  valueDate: fc.option(date),
  units,
  label: text(WORDS, 31),
  operationCode: fc.constantFrom(...OPERATION_CODES.keys()),
  internalCode: optional(text('ABC012', 4)),
  rejectCode: fc.option(fc.constantFrom('12', '20', '99')),
  entryNumber: fc.option(fc.constantFrom('0000001', '1234567', '42')),
  reference: optional(text(WORDS, 16)),
  isCommissionExempt: fc.boolean(),
  isUnavailable: fc.boolean(),
  details: fc.array(
    fc.record({ qualifier: fc.constantFrom('LIB', 'NPY', '   ', 'REF', 'LCC'), text: text(WORDS, 70) }),
    { maxLength: 4 },
  ),
});

const account = fc.record({
  bankCode: fc.constantFrom('98765', '91234'),
  branchCode: fc.constantFrom('00042', '01005'),
  accountNumber: fc.constantFrom('00012345678', '0500013M026'),
  currencyCode: fc.constantFrom('EUR', 'XPF', 'TND'),
  decimals: fc.integer({ min: 0, max: 4 }),
});

const statements = fc.array(
  fc.record({
    account,
    start: fc.record({ date, units }),
    end: fc.record({ date, units }),
    period: fc.option(fc.record({ start: date, end: date })),
    movements: fc.array(movement, { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 4 },
);

const options: fc.Arbitrary<WriteOptions> = fc.record({
  lineBreak: fc.constantFrom('\r\n' as const, '\n' as const, '\r' as const, '' as const),
  encoding: fc.constantFrom('latin1' as const, 'utf8' as const),
});

/** What the reader gives, in the form of what was written. */
async function readBack(bytes: Buffer): Promise<readonly StatementDraft[]> {
  return (await readAll(bytes)).statements.map(({ head, movements, tail }) => {
    const { iban: _, ...own } = head.account;
    return {
      account: own,
      start: { date: head.startBalance.date ?? day(''), units: head.startBalance.units ?? Number.NaN },
      end: { date: tail.endBalance?.date ?? day(''), units: tail.endBalance?.units ?? Number.NaN },
      period: head.period,
      movements: movements.map(
        ({
          record: _,
          decimals: _1,
          currencyCode: _2,
          complements: _3,
          counterpartyName: _4,
          counterpartyIban: _5,
          ...rest
        }) => ({
          ...rest,
          operationDate: rest.operationDate ?? day(''),
          units: rest.units ?? Number.NaN,
        }),
      ),
    };
  });
}

describe('writer', () => {
  it('decode(encode(x)) = x, in every encoding and with every line break', { tags: 'sized' }, () =>
    fc.assert(
      fc.asyncProperty(statements, options, async (written, how) => {
        expect(await readBack(writeCfonb120(written, how))).toEqual(written);
      }),
      { numRuns: sized(40, 200) },
    ),
  );

  const draft = (movement: Partial<MovementDraft>): StatementDraft => ({
    account: ACCOUNT,
    start: { date: day('2026-03-02'), units: 0 },
    end: { date: day('2026-03-03') },
    movements: [{ operationDate: day('2026-03-03'), units: 1, label: 'X', ...movement }],
  });

  it('computes the new balance', () =>
    expect(
      writeCfonb120([draft({})])
        .toString('latin1')
        .split('\r\n')[2]
        ?.slice(90, 104),
    ).toBe('0000000000000A'));

  it.each<Partial<MovementDraft>>([
    { label: 'X'.repeat(32) },
    { reference: 'X'.repeat(17) },
    { units: AMOUNT_LIMIT + 1 },
    { operationDate: day('1979-01-01') },
    { label: 'DEUX\nLIGNES' },
    { details: [{ qualifier: 'LIBX', text: '' }] },
    { details: [{ qualifier: 'LIB', text: 'X'.repeat(71) }] },
  ])('refuses %j', (movement) => expect(() => writeCfonb120([draft(movement)])).toThrow(RangeError));
});
