import { describe, expect, it } from 'vitest';
import { checkLedger } from '../../../src/services/vat/check-ledger.ts';
import { checkPeriods } from '../../../src/services/vat/check-simulation.ts';
import { checkPayments } from '../../../src/services/vat/filing/payments.ts';
import { checkVatForms, type SimulationInput, simulateVat } from '../../../src/services/vat/simulate.ts';
import { input, JUNE, ledger, MAY, period, sale } from './ledgers.ts';

const previous = (startDate: string, endDate: string, status = 'Sent', credit = 0n) => ({
  ...period(startDate, endDate),
  form: '3310CA3',
  status,
  boxes: new Map([['JC', credit]]),
  declaredLines: [],
});
const instalment = (month: string) => ({ month, paidAmount: 1n, remainingAmount: 0n });
const refusal = (code: string) => expect.objectContaining({ code });

describe('a chain of periods', () => {
  it('declares each amount once, in the first period that holds it', () => {
    const boxes = (periods: SimulationInput['periods']) =>
      simulateVat(input({ periods })).returns.map(({ filled }) => filled.forms.get('3310CA3')?.get('GP'));
    expect(boxes([MAY, JUNE])).toEqual([20n, 20n]);
    expect(boxes([period('2026-05-01', '2026-06-30')])).toEqual([40n]);
    expect(boxes([JUNE])).toEqual([20n]);
  });

  it('takes the credit of whatever return ended last', () => {
    const april = previous('2026-04-01', '2026-04-30', 'Sent', 41n);
    const draft = previous('2026-04-01', '2026-04-30', 'Draft', 99n);
    const march = previous('2026-03-01', '2026-03-31', 'Sent', 7n);
    const { returns } = simulateVat(input({ periods: [MAY, JUNE], previousProcedures: [april, march, draft] }));
    expect(returns.map(({ filled }) => filled.forms.get('3310CA3')?.get('HD'))).toEqual([41n, 21n]);
    expect(returns.map(({ carried }) => [carried.credit, carried.toPay])).toEqual([
      [21n, 0n],
      [1n, 0n],
    ]);
  });

  it('leaves out what was declared before, and declares again what a rejected return had', () => {
    const declaredLines = [
      { entryId: 1, lineId: 2, side: 'Due', rate: '_20', taxExcluded: 10000n, tax: 2000n },
    ] as const;
    const of = (status: string) => {
      const before = { ...previous('2026-04-01', '2026-04-30', status), declaredLines };
      return simulateVat(input({ previousProcedures: [before] })).returns[0]?.carried.toPay;
    };
    expect([of('Sent'), of('Rejected')]).toEqual([0n, 20n]);
  });
});

describe('what is refused', () => {
  it.each([
    [{ periods: [] }, 'PeriodInvalid'],
    [{ periods: [period('2026-05-02', '2026-05-01')] }, 'PeriodInvalid'],
    [{ periods: [MAY], previousProcedures: [previous('2026-04-30', '2026-04-01')] }, 'PeriodInvalid'],
    [{ periods: [{ ...MAY, instalments: [instalment('2025-07'), instalment('2025-07')] }] }, 'ValueUnknown'],
    [{ periods: [MAY, MAY] }, 'PeriodsOverlap'],
    [{ periods: [JUNE, MAY] }, 'PeriodsOverlap'],
    [{ previousProcedures: [previous('2026-05-31', '2026-06-30')] }, 'PeriodAlreadyDeclared'],
  ] as const)('periods, case %#', (change, code) => {
    expect(() => checkPeriods(input(change))).toThrow(refusal(code));
  });

  it.each(['Draft', 'Rejected', 'Cancelled'])('nothing of a previous return that is %s', (status) =>
    expect(() =>
      checkPeriods(input({ previousProcedures: [previous('2026-05-01', '2026-05-31', status)] })),
    ).not.toThrow(),
  );

  it('an entry twice, a line twice, both sides, an entry that is not balanced', () => {
    const one = sale(1, '2026-05-04');
    const changed = (change: object) => ({
      ...one,
      lines: one.lines.map((line, index) => (index === 0 ? { ...line, ...change } : line)),
    });
    expect(() => checkLedger(ledger([one, one]))).toThrow(refusal('EntryIdTwice'));
    expect(() => checkLedger(ledger([changed({ lineId: 2 })]))).toThrow(refusal('EntryIdTwice'));
    expect(() => checkLedger(ledger([changed({ credit: 1n })]))).toThrow(refusal('AmountInvalid'));
    expect(() => checkLedger(ledger([changed({ debit: 12001n })]))).toThrow(refusal('EntryNotBalanced'));
  });

  it('payments that are too many, empty, or do not sum', () => {
    const pay =
      (...amounts: bigint[]) =>
      () =>
        checkPayments(
          amounts.map((amount) => ({ amount })),
          40n,
        );
    expect(pay()).not.toThrow();
    expect(pay(3000n, 500n, 500n)).not.toThrow();
    for (const wrong of [pay(1000n, 1000n, 1000n, 1000n), pay(4000n, 0n), pay(3999n)]) {
      expect(wrong).toThrow(refusal('PaymentsInvalid'));
    }
  });
});

describe('the month of an instalment of the simplified regime', () => {
  const [IN_TIME, NEVER]: readonly string[][] = [[], ['162']];
  const found = (startDate: string, endDate: string) => {
    const year = { ...previous('2025-01-01', '2025-12-31'), form: '3517SCA12', boxes: new Map([['VA', 8437n]]) };
    const notice = { ...period(startDate, endDate), userBoxes: { '3514': { HA: 500 } } };
    const made = simulateVat(input({ form: '3514', periods: [notice], previousProcedures: [year] }));
    return made.returns.flatMap(({ filled }) => filled.findings).map(({ code }) => code);
  };
  it.each([
    ['2026-07-01', '2026-07-31', IN_TIME],
    ['2026-12-01', '2026-12-31', IN_TIME],
    ['2026-05-01', '2026-05-31', NEVER],
    ['2026-01-01', '2026-06-30', NEVER],
  ] as const)('from %s to %s', (start, end, codes) => expect(found(start, end)).toEqual(codes));
});

it('tests forms that were filled elsewhere against the last return', () => {
  const found = checkVatForms({
    boxes: { '3310CA3': { HD: 40 } },
    periods: [MAY],
    previousProcedures: [previous('2026-04-01', '2026-04-30', 'Sent', 41n)],
  });
  expect(found.map(({ code }) => code)).toEqual(['T01']);
});
