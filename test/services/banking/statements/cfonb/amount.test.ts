import { describe, expect, it } from 'vitest';
import {
  AMOUNT_LIMIT,
  ExactSum,
  formatUnits,
  readAmount,
  readDigits,
  writeAmount,
} from '../../../../../src/services/banking/statements/cfonb/amount.ts';
import fc from '../../../../support/property.ts';

const read = (text: string): number => readAmount(Buffer.from(text, 'latin1'), 0);

describe('signed amounts', () => {
  it.each([
    ['0000000001904}', 2, '-190.40'],
    ['0000000000322J', 2, '-32.21'],
    ['0000000002059G', 2, '205.97'],
    ['0000000015000{', 0, '150000'],
    ['0000000000100J', 3, '-1.001'],
    ['0000000000000}', 2, '0.00'],
    ['0000000000000{', 2, '0.00'],
    ['0000000000000R', 2, '-0.09'],
    ['9999999999999I', 2, '999999999999.99'],
    ['9999999999999R', 2, '-999999999999.99'],
  ])('%s with %i decimals is %s', (text, decimals, value) => {
    expect(formatUnits(read(text), decimals)).toBe(value);
    expect(Object.is(read(text), -0)).toBe(false);
  });

  it('reads every last character of the table, its lower case and its 7-bit forms, and nothing else', () => {
    const expected = new Map<string, number>();
    for (const [alphabet, sign] of [
      ['{ABCDEFGHI', 1],
      ['}JKLMNOPQR', -1],
      ['éabcdefghi', 1],
      ['èjklmnopqr', -1],
    ] as const) {
      [...alphabet].forEach((character, digit) => {
        expected.set(character, sign * digit + 0);
      });
    }
    for (let byte = 0; byte < 256; byte++) {
      const character = String.fromCharCode(byte);
      expect([character, read(`0000000000000${character}`)]).toEqual([
        character,
        expected.get(character) ?? Number.NaN,
      ]);
    }
  });

  it.each(['            0{', '000000000000-{', '00000000000000', '0000000000 00A', '+000000000000A', '0000000,00000A'])(
    'refuses %j',
    (text) => expect(read(text)).toBeNaN(),
  );

  it('refuses what ends before it is complete', () => {
    expect(readAmount(Buffer.from('0000000000000'), 0)).toBeNaN();
    expect(readDigits(Buffer.from('123'), 0, 4)).toBeNaN();
  });

  it('reads back what it writes', () =>
    fc.assert(
      fc.property(fc.integer({ min: -AMOUNT_LIMIT, max: AMOUNT_LIMIT }), (units) => {
        expect(read(writeAmount(units))).toBe(units + 0);
        expect(writeAmount(units)).toHaveLength(14);
      }),
    ));

  it.each([AMOUNT_LIMIT + 1, -AMOUNT_LIMIT - 1, 0.5, Number.NaN])('does not write %s', (units) =>
    expect(() => writeAmount(units)).toThrow(RangeError),
  );
});

describe('sums', () => {
  it('are exact beyond the safe integers', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(AMOUNT_LIMIT, -AMOUNT_LIMIT, AMOUNT_LIMIT - 1, 1, 7, -3), { maxLength: 500 }),
        (amounts) => {
          const sum = new ExactSum();
          for (const units of amounts) sum.add(units);
          expect(sum.total).toBe(amounts.reduce((total, units) => total + BigInt(units), 0n));
        },
      ),
    ));

  it('keep the last cent of a thousand largest amounts', () => {
    const sum = new ExactSum();
    for (let count = 0; count < 1000; count++) sum.add(AMOUNT_LIMIT);
    expect(sum.total).toBe(99_999_999_999_999_000n);
  });
});
