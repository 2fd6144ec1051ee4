/** The account of a refund is controlled with its form, before anything is sent. */
import { expect, it } from 'vitest';
import type { RefundRequest } from '../../../../src/services/vat/return/inputs.ts';
import { askedAccount } from '../../../../src/services/vat/return/refund-account.ts';
import { checkVatForms, simulateVat } from '../../../../src/services/vat/simulate.ts';
import { input, MAY } from '../ledgers.ts';

const RIGHT = 'FR1420041010050500013M02606';
const WRONG_KEY = 'FR1520041010050500013M02606';
const REQUEST = {
  ...({ amount: 800n, reason: 'Other', establishment: 'French', mode: 'Credit', applicant: { name: 'ANN' } } as const),
};

/** Controls of the form of a refund, about its account. */
const found = (refund: Partial<RefundRequest>, form = '3310CA3') => {
  const boxes = form === '3310CA3' ? { HB: 5000 } : { JA: 5000 };
  const period = { ...MAY, userBoxes: { [form]: boxes }, refund: { ...REQUEST, ...refund } };
  const findings = simulateVat(input({ form, periods: [period] })).returns.flatMap(({ filled }) => filled.findings);
  return findings
    .filter(({ zones }) => zones.includes('AA') || zones.includes('AK'))
    .map(({ code, form: of, zones, severity }) => [code, of, ...zones, severity].join(' '));
};

it.each([
  ['the key of its IBAN', { iban: WRONG_KEY }, '191'],
  ['its country', { iban: 'DE89370400440532013000' }, '065'],
  ['its BIC', { iban: RIGHT, bic: 'PSST' }, '192'],
] as const)('%s', (_, refund, code) => {
  expect(found(refund)).toEqual([`${code} 3519 AA blocking`]);
  expect(found(refund, '3517SCA12')).toEqual([`${code} 3517DDR AK blocking`]);
});

it('what is right, or not given, passes', () => {
  expect([found({ iban: RIGHT, bic: 'PSSTFRPPXXX' }), found({})]).toEqual([[], []]);
  expect(found({ iban: 'fr14 2004 1010 0505 0001 3M02 606' })).toEqual([]);
});

it('is that of the request, unless another is typed', () => {
  const request = { ...REQUEST, iban: RIGHT, bic: 'PSSTFRPPXXX', holder: 'ANN' };
  expect(askedAccount(RIGHT, request)).toEqual({ iban: RIGHT, bic: 'PSSTFRPPXXX', holder: 'ANN' });
  expect(askedAccount(`${WRONG_KEY}, PSST`, request)).toEqual({ iban: WRONG_KEY, bic: 'PSST', holder: undefined });
});

it('as typed on the form, IBAN first, BIC after it', () => {
  const codes = (AA: string) =>
    checkVatForms({ boxes: { '3519': { AA } }, periods: [MAY], previousProcedures: [] })
      .filter(({ zones }) => zones.includes('AA'))
      .map(({ code }) => code);
  expect(codes(`${WRONG_KEY}, PSSTFRPPXXX, ALPHA`)).toEqual(['191']);
  expect(codes(`${RIGHT}, PSST`)).toEqual(['192']);
  expect(codes(`${RIGHT}, PSSTFRPPXXX, ALPHA`)).toEqual([]);
});
