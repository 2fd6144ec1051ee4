/** VAT withheld on copyright (CGI art. 285 bis): the publisher owes it on the royalties that it buys. */
import { expect, it } from 'vitest';
import { elementsOf } from '../../../../src/services/vat/engine/elements.ts';
import { simulateVat } from '../../../../src/services/vat/simulate.ts';
import { input, MAY } from '../ledgers.ts';
import { account, entry, ledger, shown } from './ledger.ts';

const ROYALTY = ['651600 D 1000.00', '445660 D 100.00', '401000 C 1008.00', '445710 C 92.00'];
const REVERSED = ['651600 C 1000.00', '445660 C 100.00', '401000 D 1008.00', '445710 D 92.00'];
const accounts = [
  account('651600 AUTRE_OP_IMP_RET_AUT _10 OnDebits'),
  account('708000 AUTRE_OP_IMP_RET_AUT _10 OnDebits'),
];
const books = (...lines: string[]) => ledger([entry(1, '2026-05-04', ...lines)], { accounts });
const boxesOf = (...lines: string[]) => {
  const [made] = simulateVat(input({ ledger: books(...lines), periods: [MAY] })).returns;
  return Object.fromEntries(made?.filled.forms.get('3310CA3') ?? []);
};

it('royalties of 1,000: 10 % deducted, 9.2 % of it withheld and due', () => {
  expect(shown(elementsOf(books(...ROYALTY)).elements)).toEqual([
    '1/1 Due AUTRE_OP_IMP_RET_AUT _10 1000.00 92.00',
    '1/2 Deductible DED_AUTRES Unknown 0.00 100.00 HB',
  ]);
  const expected = { CB: 1000n, MG: 1000n, MD: 92n, GH: 92n, HB: 100n, HG: 100n, JA: 8n, JC: 8n };
  expect(boxesOf(...ROYALTY)).toEqual(expected);
});

it('a royalty that is taken back is a negative operation', () => {
  expect(boxesOf(...REVERSED)).toMatchObject({ CE: 1000n, HC: 92n, HH: 92n, GG: 100n });
});

it('on an account of sales, as sales', () => {
  expect(boxesOf('411000 D 1092.00', '708000 C 1000.00', '445710 C 92.00')).toMatchObject({ CB: 1000n, MD: 92n });
});

/** 4452 holds tax due on purchases; by itself it would be an intra-EU acquisition of 460. */
it('booked on the account of tax due on purchases, the same', () => {
  const expected = { CB: 1000n, MG: 1000n, MD: 92n, GH: 92n, HB: 100n, HG: 100n, JA: 8n, JC: 8n };
  expect(boxesOf('651600 D 1000.00', '445660 D 100.00', '401000 C 1008.00', '445200 C 92.00')).toEqual(expected);
  expect(boxesOf('651600 C 1000.00', '445660 C 100.00', '401000 D 1008.00', '445200 D 92.00')).toMatchObject({
    CE: 1000n,
    HC: 92n,
    HH: 92n,
    GG: 100n,
  });
});

it('beside a reverse charge, the tax due on purchases stays with it', () => {
  const lines = ['651600 D 1000.00', '445660 D 300.00', '401000 C 2008.00', '445710 C 92.00'];
  const both = [...lines, '622600 D 1000.00', '445200 C 200.00'];
  const intra = account('622600 AUTOLIQ_PREST_INTRACOM _20');
  const entries = ledger([entry(1, '2026-05-04', ...both)], { accounts: [...accounts, intra] });
  const [made] = simulateVat(input({ ledger: entries, periods: [MAY] })).returns;
  const boxes = Object.fromEntries(made?.filled.forms.get('3310CA3') ?? []);
  expect(boxes).toMatchObject({ CB: 1000n, KH: 1000n, MD: 92n, GP: 200n, HB: 300n });
});
