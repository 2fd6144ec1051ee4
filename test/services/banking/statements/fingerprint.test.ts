import { describe, expect, it } from 'vitest';
import { fingerprint, foldLabel, StatementDigest } from '../../../../src/services/banking/statements/fingerprint.ts';
import { day } from './world.ts';

const RECORD = {
  operationDate: day('03-04'),
  valueDate: day('03-05'),
  units: -250,
  decimals: 2,
  currencyCode: 'EUR',
  label: 'CB Café du Port',
  operationCode: '11',
  entryNumber: '0000042',
  reference: 'REF 7',
};
const DETAILS = [
  { qualifier: 'LIB', text: 'Premier' },
  { qualifier: 'LIB', text: 'Second' },
];
const of = (change: Partial<typeof RECORD> = {}, details = DETAILS) => fingerprint({ ...RECORD, ...change, details });

describe('a fingerprint', () => {
  it.each([
    ['the case, accents and blanks of the label', { label: '  CB  CAFE DU PORT' }],
    ['the case of the reference', { reference: 'ref  7' }],
  ])('does not depend on %s', (_, change) => {
    expect(of(change)).toBe(of());
  });

  it.each([
    ['the booking day', { operationDate: day('03-03') }],
    ['the value day', { valueDate: day('03-04') }],
    ['the amount', { units: 250 }],
    ['the decimals', { decimals: 3 }],
    ['the currency', { currencyCode: 'USD' }],
    ['the operation', { operationCode: '28' }],
    ['the label', { label: 'CB CAFE DU NORD' }],
    ['the entry number', { entryNumber: '0000043' }],
    ['the reference', { reference: 'REF 8' }],
  ])('depends on %s', (_, change) => {
    expect(of(change)).not.toBe(of());
  });

  it('depends on the complements and on their order', () => {
    expect(of({}, [])).not.toBe(of());
    expect(of({}, [...DETAILS].reverse())).not.toBe(of());
    expect(of({}, [{ qualifier: 'LIB', text: 'PREMIER  ' }, ...DETAILS.slice(1)])).toBe(of());
  });

  it('tells fields apart', () => {
    expect(of({ label: 'AB', entryNumber: 'C' })).not.toBe(of({ label: 'A', entryNumber: 'BC' }));
  });

  it('is 32 hexadecimal digits', () => {
    expect(of()).toMatch(/^[0-9a-f]{32}$/);
  });
});

it('folds what banks write differently', () => {
  expect(foldLabel('  Électricité\u00a0de   France  ')).toBe('ELECTRICITE DE FRANCE');
});

describe('the digest of a statement', () => {
  const start = { date: '2026-03-03', units: 100 };
  const end = { date: '2026-03-04', units: 90 };
  const digest = (movements: readonly string[], currency = 'EUR', to = end) => {
    const found = new StatementDigest();
    for (const movement of movements) found.add(movement);
    return found.finish(currency, start, to);
  };

  it('holds currency, balances and movements in order', () => {
    const own = digest(['a', 'b']);
    expect(digest(['a', 'b'])).toBe(own);
    expect(digest(['b', 'a'])).not.toBe(own);
    expect(digest(['a', 'b'], 'USD')).not.toBe(own);
    expect(digest(['a', 'b'], 'EUR', { ...end, units: 91 })).not.toBe(own);
  });
});
