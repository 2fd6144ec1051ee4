/** What became of the result of the year before (2058-C). */
import { expect, it } from 'vitest';
import { distributionReadings } from '../../../../../src/services/declarations/returns/annexes/distribution.ts';
import fc from '../../../../support/property.ts';
import { moved } from './fixtures.ts';

const RESULT = moved('120000 -15000 15000 0');
const at = (account: string, net: bigint) => ({ account, label: '', net });
const valuesOf = (...input: Parameters<typeof distributionReadings>) =>
  Object.fromEntries(Object.entries(distributionReadings(...input)).map(([name, { value }]) => [name, value]));

it('sorts what the entries on account 12 credit', () => {
  const entries = [
    at('106100', -750_00n),
    at('106800', -1000_00n),
    at('110000', -3000_00n),
    at('120000', 15_000_00n),
    at('457000', -10_000_00n),
    at('467000', -250_00n),
  ];
  expect(valuesOf(entries, RESULT)).toEqual({
    fromReserves: 0n,
    toLegalReserve: 750n,
    toOtherReserves: 1000n,
    toDividends: 10_000n,
    toRetained: 3000n,
    toOthers: 250n,
  });
});

it('reads reserves that were debited as taken from them', () => {
  const found = valuesOf([at('106800', 500_00n), at('120000', 15_000_00n), at('457000', -15_500_00n)], RESULT);
  expect(found).toMatchObject({ fromReserves: 500n, toOtherReserves: 0n, toDividends: 15_500n, toRetained: 0n });
});

it('retains the whole result when nothing was distributed', () => {
  expect(valuesOf([], RESULT)).toMatchObject({ toRetained: 15_000n, toDividends: 0n });
});

it('adds up in euros whenever the entries share the result to the cent', () => {
  const share = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(share, share, share, share, (legal, other, dividends, retained) => {
      const total = BigInt(legal + other + dividends + retained);
      const opening = [{ account: '120000', opening: -total, debit: total, credit: 0n, balance: 0n }];
      const found = valuesOf(
        [
          at('120000', total),
          at('106100', -BigInt(legal)),
          at('106800', -BigInt(other)),
          at('457000', -BigInt(dividends)),
          at('110000', -BigInt(retained)),
        ],
        opening,
      );
      const { toLegalReserve = 0n, toOtherReserves = 0n, toDividends = 0n, toRetained = 0n } = found;
      expect(toLegalReserve + toOtherReserves + toDividends + toRetained).toBe((total + 50n) / 100n);
    }),
  );
});
