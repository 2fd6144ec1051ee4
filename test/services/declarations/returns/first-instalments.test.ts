import { expect, it } from 'vitest';
import { firstInstalmentsDoubted } from '../../../../src/services/declarations/returns/first-instalments.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';

const exercise = { start: '2024-07-01' as PlainDate, end: '2024-12-31' as PlainDate };

it('the first two instalments after a first exercise make half of the yearly tax together', () => {
  // 20 000 at 15 % in six months: 6 000 a year.
  const [said] = firstInstalmentsDoubted({ exercise, normalBase: 0n, reducedBase: 20_000n });
  expect([said?.code, said?.message.en]).toEqual(['L44', expect.stringContaining('the second is 3000 ')]);
});

it('a tax that owes no instalment leaves nothing to doubt', () =>
  expect(firstInstalmentsDoubted({ exercise, normalBase: 0n, reducedBase: 9_999n })).toEqual([]));
