/** Bodies that a person broke: refused by name or computed, never a fault of the program. */
import { expect, it } from 'vitest';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import { CATEGORIES } from '../../../src/services/vat/categories.ts';
import { RATE_CODES } from '../../../src/services/vat/rates.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';
import { type Answer, simulate, workedExample } from './simulation.ts';

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
      Instalments: [],
      Payments: [],
    },
  ],
  ThirdParties: [{ AccountNumber: '411000', SubAccount: 'ALFA', ExigibilityMode: 'Mixed' }],
  Boxes: { _3310CA3: {} },
  AutoFillRates: true,
};
const all = places(whole);

const listed = (value: Answer): Answer[] => (Array.isArray(value) ? value : []);

/** Cents, when it is an amount as bodies may write it. */
function centsOf(value: Answer): bigint | undefined {
  if (value === undefined || value === null) return 0n;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [, whole = '', part = ''] = /^(\d{1,17})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === '' ? undefined : BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
}

const isDay = (value: Answer): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00:00Z`).toISOString?.().slice(0, 10) === value;

const isBalanced = ({ Lines }: Answer): boolean => {
  const sums = ['Debit', 'Credit'].map((side) => listed(Lines).map((line) => centsOf(line?.[side])));
  if (sums.flat().includes(undefined)) return false;
  const [debit, credit] = sums.map((amounts) => amounts.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n));
  return debit === credit;
};

/** What must not be computed, whatever else is wrong with it. */
function faultOf({ Entries, Periods, Accounts }: Answer): string | undefined {
  const ids = listed(Entries).map(({ EntryId }) => EntryId);
  const accounts = listed(Accounts);
  const faults = {
    'entry not balanced': !listed(Entries).every(isBalanced),
    'entry twice': new Set(ids).size !== ids.length,
    'no such day': !listed(Entries).every((entry) => isDay(entry.Date)),
    'no such period': !listed(Periods).every((one) => isDay(one.StartDate) && isDay(one.EndDate)),
    'period backwards': !listed(Periods).every(({ StartDate, EndDate }) => StartDate <= EndDate),
    'no such category': !accounts.every(({ VatCategory }) => VatCategory == null || CATEGORIES.has(VatCategory)),
    'no such rate': !accounts.every(({ VatRate }) => VatRate == null || RATE_CODES.includes(VatRate)),
  };
  return Object.entries(faults).find(([, isThere]) => isThere)?.[0];
}

it('computes what is not broken', async () => expect((await simulate(whole)).Periods).toHaveLength(1));

it('refuses or computes, whatever is put anywhere', { tags: 'sized' }, async () => {
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
      else expect([Object.keys(answer).length > 0, faultOf(body)]).toEqual([true, undefined]);
    }),
    { numRuns: sized(100, 2_000, 20_000) },
  );
});
