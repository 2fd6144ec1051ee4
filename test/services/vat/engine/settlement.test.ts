import { describe, expect, it } from 'vitest';
import { elementsOf } from '../../../../src/services/vat/engine/elements.ts';
import type { VatEntry, VatLedger } from '../../../../src/services/vat/engine/model.ts';
import { periodShares, unmatchedPayments } from '../../../../src/services/vat/engine/shares.ts';
import { account, cents, declaredBy, entry, ledger, told } from './ledger.ts';

const ACCOUNTS = [account('706000 VT_PREST _20 OnReceipts'), account('604000 DED_AUTRES - OnReceipts')];
const FIRST = '2026-01-01';

/** Tax to declare of each element at the end of each month, from January on, as periods that follow each other. */
function monthly(entries: readonly VatEntry[], months: number, rest: Partial<VatLedger> = {}): string[] {
  const book = elementsOf(ledger(entries, { accounts: ACCOUNTS, ...rest }));
  const declared = [];
  const told = [];
  for (let month = 1; month <= months; month++) {
    const name = `2026-${String(month).padStart(2, '0')}`;
    const shares = periodShares(book, { startDate: `${name}-01`, endDate: `${name}-31`, firstDay: FIRST, declared });
    declared.push(...shares.map(({ element, toDeclare }) => ({ ...element, ...toDeclare })));
    const moved = shares.filter(({ toDeclare }) => toDeclare.tax !== 0n);
    told.push(moved.map(({ element, toDeclare }) => `${element.entryId}: ${Number(toDeclare.tax) / 100}`).join(', '));
  }
  return told;
}

const invoice = (id: number, date: string, letter = 'A') =>
  entry(id, date, `411000/X D 1200.00 ${letter}`, '706000 C 1000.00', '445710 C 200.00');
const creditNote = (id: number, date: string, letter = 'A') =>
  entry(id, date, `411000/X C 240.00 ${letter}`, '706000 D 200.00', '445710 D 40.00');
const paid = (id: number, date: string, amount: string, letter = 'A') =>
  entry(id, date, `512000 D ${amount}`, `411000/X C ${amount} ${letter}`);
const refunded = (id: number, date: string, amount: string, letter = 'A') =>
  entry(id, date, `512000 C ${amount}`, `411000/X D ${amount} ${letter}`);

it('what is due by its date belongs to the period from its first day to its last', () => {
  const accounts = [account('707000 VT_PREST _20 OnDebits')];
  const sold = (id: number, date: string) => entry(id, date, '411000/X D 120.00', '707000 C 100.00', '445710 C 20.00');
  const days = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'];
  const entries = days.map((date, index) => sold(index + 1, date));
  const book = elementsOf(ledger(entries, { accounts }));
  const period = { startDate: '2026-02-01', endDate: '2026-02-28', firstDay: '2026-01-01', declared: [] };
  expect(declaredBy(periodShares(book, period))).toEqual([
    '1/2 Due _20 100.00 20.00 before 0.00 deferred 0.00 prior 20.00',
    '2/2 Due _20 100.00 20.00 before 0.00 deferred 0.00 prior 0.00',
    '3/2 Due _20 100.00 20.00 before 0.00 deferred 0.00 prior 0.00',
  ]);
});

describe('what is settled', () => {
  it('closes to the cent over three payments', () => {
    const sale = entry(1, '2026-01-05', '411000/X D 100.00 A', '706000 C 83.33', '445710 C 16.67');
    const payments = [paid(2, '2026-01-10', '33.33'), paid(3, '2026-02-10', '33.33'), paid(4, '2026-03-10', '33.34')];
    expect(monthly([sale, ...payments], 3)).toEqual(['1: 5.56', '1: 5.55', '1: 5.56']);
  });

  it('shares a payment of an invoice at two rates', () => {
    const accounts = [account('706000 VT_PREST _20 OnReceipts'), account('706100 VT_PREST _10 OnReceipts')];
    const sale = entry(
      1,
      '2026-01-12',
      '411000/X D 1750.00 A',
      '706000 C 1000.00',
      '706100 C 500.00',
      '445710 C 200.00',
      '445711 C 50.00',
    );
    const entries = [sale, paid(2, '2026-01-20', '700.00'), paid(3, '2026-03-15', '1050.00')];
    expect(monthly(entries, 3, { accounts })).toEqual(['1: 80, 1: 20', '', '1: 120, 1: 30']);
  });

  it('settles the oldest invoice first, whatever the order of the entries', () => {
    const entries = [invoice(1, '2026-02-20'), invoice(2, '2026-01-05'), paid(3, '2026-01-10', '1800.00')];
    expect(monthly(entries, 2)).toEqual(['2: 200', '1: 100']);
    expect(monthly(entries.toReversed(), 2)).toEqual(['2: 200', '1: 100']);
  });

  it('sets a credit note against the open invoice, and both cancel', () => {
    const entries = [invoice(1, '2026-01-05'), creditNote(2, '2026-01-08'), paid(3, '2026-02-10', '900.00')];
    expect(monthly(entries, 2)).toEqual(['1: 40, 2: -40', '1: 150']);
  });

  it('keeps a credit note on a paid invoice waiting for its refund', () => {
    const entries = [invoice(1, '2026-01-05'), paid(2, '2026-01-10', '1200.00'), creditNote(3, '2026-02-03')];
    expect(monthly([...entries, refunded(4, '2026-03-04', '240.00')], 3)).toEqual(['1: 200', '', '3: -40']);
  });

  it('opens the invoice of a bounced payment again from that day', () => {
    const entries = [invoice(1, '2026-01-05'), paid(2, '2026-01-10', '1200.00'), refunded(3, '2026-02-02', '1200.00')];
    expect(monthly([...entries, paid(4, '2026-03-01', '600.00')], 3)).toEqual(['1: 200', '1: -200', '1: 100']);
  });

  it('takes back first what had settled nothing, then the newest invoice of the latest payment', () => {
    const invoices = [invoice(1, '2026-01-05'), invoice(2, '2026-01-06')];
    const entries = [...invoices, paid(3, '2026-01-10', '600.00'), paid(4, '2026-01-11', '2000.00')];
    expect(monthly([...entries, refunded(5, '2026-02-01', '800.00')], 2)).toEqual(['1: 200, 2: 200', '2: -100']);
  });

  it('does not count what is dated or lettered later', () => {
    const payment = entry(2, '2026-01-10', '512000 D 1200.00', ['411000/X C 1200.00 A', { letterDate: '2026-02-20' }]);
    const book = elementsOf(ledger([invoice(1, '2026-01-05'), payment], { accounts: ACCOUNTS }));
    const january = { startDate: FIRST, endDate: '2026-01-31', firstDay: FIRST, declared: [] };
    const at = (preparedOn: string | undefined) => declaredBy(periodShares(book, { ...january, preparedOn }))[0];
    expect(at('2026-02-15')).toContain('0.00 0.00 before 0.00 deferred 200.00');
    expect(at('2026-02-20')).toContain('1000.00 200.00');
    expect(at(undefined)).toContain('1000.00 200.00');
  });

  it('shows a payment lettered after its period as prior, and brings back what a cancelled letter undoes', () => {
    const book = elementsOf(
      ledger([invoice(1, '2026-01-05'), paid(2, '2026-01-10', '1200.00')], { accounts: ACCOUNTS }),
    );
    const march = { startDate: '2026-03-01', endDate: '2026-03-31', firstDay: FIRST, declared: [] };
    expect(declaredBy(periodShares(book, march))).toEqual([
      '1/2 Due _20 1000.00 200.00 before 0.00 deferred 0.00 prior 200.00',
    ]);
    const before = { entryId: 1, lineId: 2, side: 'Due', rate: '_20', taxExcluded: cents('1000'), tax: cents('200') };
    const open = elementsOf(ledger([invoice(1, '2026-01-05', '')], { accounts: ACCOUNTS }));
    expect(declaredBy(periodShares(open, { ...march, declared: [{ ...before, side: 'Due' }] }))).toEqual([
      '1/2 Due _20 -1000.00 -200.00 before 200.00 deferred 200.00 prior -200.00',
    ]);
  });

  it('leaves what is dated before the first day to those who declared it', () => {
    const entries = [invoice(1, '2026-01-05'), paid(2, '2026-01-10', '300.00'), paid(3, '2026-03-10', '900.00')];
    const book = elementsOf(ledger(entries, { accounts: ACCOUNTS }));
    const march = { startDate: '2026-03-01', endDate: '2026-03-31', firstDay: '2026-03-01', declared: [] };
    expect(declaredBy(periodShares(book, march))).toEqual([
      '1/2 Due _20 750.00 150.00 before 50.00 deferred 0.00 prior 0.00',
    ]);
  });

  it('deducts as the supplier is paid', () => {
    const entries = [
      entry(1, '2026-01-05', '604000 D 1000.00', '445660 D 200.00', '401000/F C 1200.00 A'),
      entry(2, '2026-02-05', '401000/F D 300.00 A', '512000 C 300.00'),
    ];
    expect(monthly(entries, 2)).toEqual(['', '1: 50']);
  });

  it('takes an advance that the invoice takes off as settled on its date', () => {
    const accounts = [...ACCOUNTS, account('419100 - _20')];
    const entries = [
      entry(1, '2026-01-15', '512000 D 1200.00', '419100/X C 1200.00'),
      entry(2, '2026-02-10', '411000/X D 4800.00 A', '419100/X D 1200.00', '706000 C 5000.00', '445710 C 1000.00'),
      paid(3, '2026-03-10', '4800.00'),
    ];
    expect(monthly(entries, 3, { accounts })).toEqual(['1: 200', '2: -200, 2: 200', '2: 800']);
  });

  it('keeps two third parties with one letter apart, and entries paid at once out', () => {
    const entries = [
      invoice(1, '2026-01-05'),
      entry(2, '2026-01-06', '512000 D 1200.00', '411000/Y C 1200.00 A'),
      entry(3, '2026-01-07', '512000 D 1200.00', '411000/X C 600.00 A', '706000 C 500.00', '445710 C 100.00'),
    ];
    expect(monthly(entries, 1)).toEqual(['3: 100']);
  });
});

describe('payments without letter', () => {
  const entries = [
    invoice(1, '2026-01-05', ''),
    paid(2, '2026-01-10', '1200.00', ''),
    paid(3, '2026-01-12', '50.00', ''),
  ];

  it('wait unless the third party takes them', () => {
    expect(monthly(entries, 1)).toEqual(['']);
    for (const subAccount of ['X', undefined]) {
      const thirdParties = [{ accountNumber: '411000', subAccount, includeUnletteredPayments: true }];
      expect(monthly(entries, 1, { thirdParties })).toEqual(['1: 200']);
    }
    const accounts = [...ACCOUNTS, { accountNumber: '411000', label: '', includeUnletteredPayments: true }];
    expect(monthly(entries, 1, { accounts })).toEqual(['1: 200']);
    const thirdParties = [{ accountNumber: '411000', subAccount: 'X', includeUnletteredPayments: false }];
    expect(monthly(entries, 1, { accounts, thirdParties })).toEqual(['']);
  });

  it('are shown when their entry bears a cost of its own, which makes it one paid at once', () => {
    const withFee = entry(2, '2026-01-20', '512000 D 1190.00', '627000 D 10.00', '411000/X C 1200.00 A');
    const book = elementsOf(ledger([invoice(1, '2026-01-05'), withFee]));
    expect(told(unmatchedPayments(book, { endDate: '2026-01-31' }))).toEqual(['UnmatchedPayment 411000 2']);
    expect(told(unmatchedPayments(book, { endDate: '2026-01-19' }))).toEqual([]);
  });

  it('are shown when they find no invoice', () => {
    const thirdParties = [{ accountNumber: '411000', includeUnletteredPayments: true }];
    const book = elementsOf(ledger(entries, { thirdParties }));
    expect(told(unmatchedPayments(book, { endDate: '2026-01-31' }))).toEqual(['UnmatchedPayment 411000 3']);
    expect(told(unmatchedPayments(book, { endDate: '2026-01-11' }))).toEqual([]);
  });
});
