import { expect, it } from 'vitest';
import { compareExigibilities } from '../../../src/services/vat/compare.ts';
import { explainBoxes } from '../../../src/services/vat/explain.ts';
import { RULES } from '../../../src/services/vat/explanations.ts';
import { simulateVat } from '../../../src/services/vat/simulate.ts';
import { input, sale } from './ledgers.ts';

const explained = (name: string, change: Parameters<typeof input>[0] = {}) => {
  const given = input(change);
  return explainBoxes(simulateVat(given), given.ledger, name);
};

it('says what makes a figure', () => {
  expect(explained('fp')).toMatchObject([
    {
      zone: 'FP',
      line: '08',
      value: 100n,
      exact: 10000n,
      rule: RULES.base,
      parts: [],
      lines: [{ entryId: 1, amount: 10000n }],
    },
  ]);
  expect(explained('16')).toMatchObject([
    { zone: 'GH', rule: RULES.formula, parts: [{ zone: 'GP', value: 20n }], lines: [] },
  ]);
  expect(explained('HD')).toMatchObject([{ value: 0n, rule: RULES.carried, exact: undefined }]);
  const [period] = input().periods;
  if (!period) throw new Error('no period');
  const typed = { periods: [{ ...period, userBoxes: { '3310CA3': { GP: 21 } } }] };
  expect(explained('GP', typed)).toMatchObject([{ value: 21n, exact: 2000n, rule: RULES.typed }]);
});

it('knows no other box', () => expect(() => explained('ZZ')).toThrow(expect.objectContaining({ code: 'BoxNotFound' })));

it('compares what is due on receipts with what is due on debits', () => {
  const unpaid = {
    ...sale(1, '2026-05-04'),
    lines: sale(1, '2026-05-04').lines.map((line) => ({
      ...line,
      accountNumber: line.accountNumber.replace('512', '411'),
    })),
  };
  const given = input();
  const [may] = compareExigibilities({ ...given, ledger: { ...given.ledger, entries: [unpaid] } });
  expect(may?.compared.find(({ zone }) => zone === 'GP')).toMatchObject({
    onReceipts: 0n,
    onDebits: 20n,
    difference: -20n,
  });
});
