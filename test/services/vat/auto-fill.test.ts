import { expect, it } from 'vitest';
import { autoFilledRates } from '../../../src/services/vat/auto-fill.ts';
import type { VatAccount, VatEntry } from '../../../src/services/vat/engine/model.ts';
import { account, entry, FOLDER, type LineText, ledger } from './engine/ledger.ts';

const entries = (...all: readonly (readonly LineText[])[]): VatEntry[] =>
  all.map((lines, place) => entry(place + 1, '2026-05-04', ...lines));
const told = (all: readonly VatEntry[], accounts: readonly VatAccount[] = []) =>
  autoFilledRates(ledger(all, { accounts })).map(
    ({ accountNumber, isFilled, detectedRate, skipReason }) =>
      `${accountNumber} ${isFilled} ${detectedRate ?? '-'} ${skipReason ?? '-'}`,
  );
const sale = (base: string, tax: string): LineText[] => [`411000 D 1`, `707000 C ${base}`, `445710 C ${tax}`];

it.each([
  ['the rate of all', [sale('100', '20'), sale('50', '10')], '707000 true _20 -'],
  ['two cents of gap', [sale('100', '20.02')], '707000 true _20 -'],
  ['three cents of gap', [sale('100', '20.03')], '707000 false - AmbiguousRates'],
  ['a thousandth of the tax', [sale('10000', '2002')], '707000 true _20 -'],
  ['beyond a thousandth of the tax', [sale('10000', '2002.01')], '707000 false - AmbiguousRates'],
  ['the nearest of two', [sale('0.40', '0.02')], '707000 true _055 -'],
  ['nine tenths of the amounts', [sale('900', '180'), sale('100', '5.5')], '707000 true _20 -'],
  ['less than nine tenths', [sale('899', '179.80'), sale('101', '10.10')], '707000 true MultipleRates -'],
  [
    'no two rates with a tenth',
    [sale('890', '178'), sale('55', '5.50'), sale('55', '3.03')],
    '707000 false - AmbiguousRates',
  ],
  ['an amount that has no rate apart', [sale('100', '20'), sale('10000', '1')], '707000 true _20 -'],
  ['a credit note', [['411000 C 120', '707000 D 100', '445710 D 20']], '707000 true _20 -'],
  ['a purchase', [['606000 D 100', '445660 D 5.5', '401000 C 105.5']], '606000 true _055 -'],
  ['no line of tax', [['411000 D 100', '707000 C 100']], '707000 false - NoVatLine'],
  ['an account that is no tax', [['411000 D 120', '707000 C 100', '445870 C 20']], '707000 false - NoVatLine'],
  ['two lines of tax', [['411000 D 1', '707000 C 100', '445711 C 10', '445712 C 10']], '707000 false - AmbiguousRates'],
] as const)('%s', (_, lines, expected) => {
  expect(told(entries(...lines))).toEqual([expected]);
});

it('says nothing of accounts that are configured, and that others do not move', () => {
  const accounts = [account('706000 - _20'), account('708000 - MultipleRates'), account('707000 - Unknown')];
  expect(told(entries(sale('100', '20')), [...accounts, account('411000'), account('622000')])).toEqual([
    '622000 false - NoEntries',
    '706000 false - AlreadyConfigured',
    '707000 true _20 -',
    '708000 false - AlreadyConfigured',
  ]);
});

it('looks at entries of one base line, none of opening, and at the rates of the territory', () => {
  const two: LineText[] = ['411000 D 1', '707000 C 100', '701000 C 100', '445710 C 40'];
  expect(told(entries(two))).toEqual(['701000 false - AmbiguousRates', '707000 false - AmbiguousRates']);
  const opening = entries(sale('100', '20')).map((one) => ({ ...one, journalType: 'Opening' }));
  expect(told(opening)).toEqual([]);
  const overseas = ledger(entries(sale('100', '20')), { folder: { ...FOLDER, territory: 'Overseas' } });
  expect(autoFilledRates(overseas)[0]?.skipReason).toBe('AmbiguousRates');
});
