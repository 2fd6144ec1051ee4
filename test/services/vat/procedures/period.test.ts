import { describe, expect, it } from 'vitest';
import { vatErrors } from '../../../../src/services/vat/errors.ts';
import { checkPeriod, deadlinesOf, periodTypeOf } from '../../../../src/services/vat/procedures/period.ts';
import { taxpayerKindOf } from '../../../../src/services/vat/taxpayer.ts';

const days = (begin: string, end: string) => ({ beginDate: begin as never, endDate: end as never });

it.each([
  ['2026-02-01', '2026-02-28', 'Monthly'],
  ['2026-01-01', '2026-03-31', 'Quarterly'],
  ['2026-07-01', '2026-12-31', 'HalfYearly'],
  ['2025-10-01', '2026-09-30', 'Yearly'],
  ['2026-01-02', '2026-01-31', 'Free'],
])('from %s to %s is %s', (begin, end, type) => expect(periodTypeOf(days(begin, end))).toBe(type));

it('a period has twelve months at most, and ends after it starts', () => {
  checkPeriod(days('2025-03-01', '2026-02-28'));
  checkPeriod(days('2026-02-01', '2026-02-01'));
  expect(() => checkPeriod(days('2025-03-01', '2026-03-01'))).toThrow(
    vatErrors.PeriodTooLong({ start: '2025-03-01', end: '2026-03-01' }).message,
  );
  expect(() => checkPeriod(days('2026-02-02', '2026-02-01'))).toThrow(
    vatErrors.PeriodInvalid({ detail: 'it ends on 2026-02-01, before 2026-02-02, on which it begins' }).message,
  );
});

describe('deadlines', () => {
  const company = { taxpayerKind: 'Company', siren: '999999998', department: '69' };
  const month = days('2026-01-01', '2026-01-31');
  const year = days('2026-01-01', '2026-12-31');
  it.each([
    // 2026-02-21 is a Saturday: the next working day.
    ['3310CA3', month, null, company, '2026-02-23', '2026-02-23'],
    ['3310CA3', month, null, { ...company, vatDeadlineDay: 16 }, '2026-02-23', '2026-02-16'],
    ['3310CA3', month, null, { ...company, vatDeadlineDay: 24 }, '2026-02-23', '2026-02-23'],
    ['3310CA3', month, null, { taxpayerKind: 'SoleTrader' }, null, null],
    ['3310CA3', month, null, { taxpayerKind: 'SoleTrader', vatDeadlineDay: 17 }, '2026-02-17', '2026-02-17'],
    ['3514', year, 1, company, '2026-07-21', '2026-07-21'],
    ['3514', year, 2, company, '2026-12-21', '2026-12-21'],
    ['3525BIS', year, 1, company, '2026-05-05', '2026-05-05'],
    ['3525BIS', year, 4, company, '2027-02-05', '2027-02-05'],
    ['3517SCA12', days('2025-01-01', '2025-12-31'), null, company, '2026-05-05', '2026-05-05'],
  ] as const)('%s %j, instalment %s of %j', (form, period, depositNumber, taxpayer, filing, deposit) => {
    expect(deadlinesOf(form, { ...period, depositNumber }, taxpayer)).toMatchObject({ filing, deposit });
  });
});

describe('the day that a processing report gives', () => {
  const month = { ...days('2026-01-01', '2026-01-31'), depositNumber: null };
  const paris = { taxpayerKind: 'Company', siren: '552081317', department: '75' };
  it.each([
    [paris, undefined, { filing: '2026-02-19', deposit: '2026-02-19', day: 19 }],
    [paris, 24, { filing: '2026-02-24', deposit: '2026-02-24', day: 24 }],
    [{ ...paris, vatDeadlineDay: 17 }, 24, { filing: '2026-02-24', deposit: '2026-02-17', day: 24 }],
    [{ taxpayerKind: 'SoleTrader' }, 17, { filing: '2026-02-17', deposit: '2026-02-17', day: 17 }],
    [{ taxpayerKind: 'SoleTrader' }, undefined, { filing: null, deposit: null, day: null }],
  ] as const)('of %j, %s', (taxpayer, answered, expected) =>
    expect(deadlinesOf('3310CA3', month, taxpayer, answered)).toEqual(expected),
  );

  it('counts for forms of the taxpayer’s day only', () => {
    const year = { ...days('2025-01-01', '2025-12-31'), depositNumber: null };
    expect(deadlinesOf('3517SCA12', year, paris, 24)).toEqual({
      filing: '2026-05-05',
      deposit: '2026-05-05',
      day: null,
    });
    expect(deadlinesOf('3525BIS', { ...year, depositNumber: 2 }, paris, 24).day).toBeNull();
  });
});

it.each([
  ['EI', null, 'SoleTrader'],
  ['S.A.', null, 'PublicLimitedCompany'],
  ['SARL', null, 'Company'],
  ['SAS', null, 'Company'],
  ['Association', null, 'Other'],
  [null, null, 'Company'],
  ['EI', 'GroupHead', 'GroupHead'],
] as const)('of legal form %s, set to %s: %s', (legalForm, taxpayerKind, kind) =>
  expect(taxpayerKindOf({ legalForm, taxpayerKind })).toBe(kind),
);
