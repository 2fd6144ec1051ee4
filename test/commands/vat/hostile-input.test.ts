/** Bodies that somebody broke: refused by name or computed, never a fault of the program. */
import { expect, it } from 'vitest';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import fc from '../../support/property.ts';
import { type Answer, simulate, workedExample } from './simulation.ts';

const runs = process.env.SOAK === undefined ? 400 : 20_000;

const odd = fc.constantFrom<unknown>(
  ...[null, '', 'x', '_20', 'VT_PREST', 'MultipleRates', 'Mixed', 'OnReceipts', 'Opening', 'Overseas', 'TaxExcluded'],
  ...[0, -1, 1.005, 1e21, 2 ** 53, '1e3', '12', '0.01', '99999999999999999999', true, [], {}, [[]], { a: 1 }],
  ...['2026-05-31', '2026-02-30', '0000-00-00', 'AUTOLIQ_PREST_INTRACOM', 'REGUL_TVA_DED', 'REGUL_OPERATION_IMP'],
  ...['_3517SCA12', '_3514', 'Check', '445660', '419100', '411000', '707000', 'constructor', '__proto__'],
);

/** Every place of a body. */
function places(value: Answer, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => places(inner, [...path, name]))];
}

function replaced(body: Answer, path: readonly (string | number)[], value: unknown): Answer {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const copy = Array.isArray(body) ? [...body] : { ...body };
  copy[name] = replaced(copy[name], rest, value);
  return copy;
}

const whole = {
  ...workedExample(),
  Periods: [
    {
      StartDate: '2026-05-01',
      EndDate: '2026-05-31',
      PreparedOn: '2026-06-05',
      UserBoxes: { _3310CA3: { KS: 5, BC: 'X' }, _3310A: { ND: 100 }, _3310TER: { DM: [1, 2] } },
      Refund: { Amount: 10, Reason: 'First', EventDate: '2026-05-31' },
      Instalments: [{ Month: '2026-07', PaidAmount: 5 }],
      Payments: [],
    },
  ],
  ThirdParties: [{ AccountNumber: '411000', SubAccount: 'ALFA', ExigibilityMode: 'Mixed' }],
  Boxes: { _3310CA3: { CA: 5 } },
  AutoFillRates: true,
};
const all = places(whole);

it('computes what is not broken', async () => expect((await simulate(whole)).Periods).toHaveLength(1));

it('refuses or computes, whatever is put anywhere', async () => {
  const broken = fc.array(fc.tuple(fc.constantFrom(...all), odd), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(broken, async (changes) => {
      const body = changes.reduce((one, [path, value]) => {
        try {
          return replaced(one, path, value);
        } catch {
          return one; // an earlier change took the place away
        }
      }, whole as Answer);
      const answer = await simulate(body).catch((error: unknown) => error);
      if (answer instanceof Error) expect(answer).toBeInstanceOf(TaxopsError);
      else expect(Object.keys(answer)).not.toEqual([]);
    }),
    { numRuns: runs },
  );
});
