/** What holds of every ledger: the order of the input, the cuts of time, and that no tax is lost. */

import { describe, expect, it } from 'vitest';
import { elementsOf } from '../../../../src/services/vat/engine/elements.ts';
import type {
  DeclaredShare,
  PeriodShare,
  VatElement,
  VatEntry,
  VatLedger,
  VatLine,
} from '../../../../src/services/vat/engine/model.ts';
import { periodShares, unmatchedPayments } from '../../../../src/services/vat/engine/shares.ts';
import fc from '../../../support/property.ts';
import { account, FOLDER, ledger } from './ledger.ts';

const accounts = [
  account('701000 VT_PREST _20 OnReceipts'),
  account('702000 VT_PREST _10 OnReceipts'),
  account('703000 VT_PREST _055 OnDebits'),
  account('706000 VT_PREST - OnReceipts'),
  account('708000 EXPORT_HORS_UE - OnReceipts'),
  account('445712 - _20'),
  account('419100 - _20'),
  account('409100 - _10'),
  account('604000 DED_AUTRES - OnReceipts'),
  account('622000 AUTOLIQ_PREST_INTRACOM _20'),
  account('215000 AUTOLIQ_ACQUI_INTRACOM_IMMO _10 OnReceipts'),
  { accountNumber: '401000', label: '', includeUnletteredPayments: true },
];

type Line = Omit<VatLine, 'lineId'>;

const amount = fc.integer({ min: 1, max: 500_000 }).map(BigInt);
const thirdParty = fc.record({
  subAccount: fc.constantFrom('X', 'Y', undefined),
  letter: fc.constantFrom('A', 'B', 'C', undefined),
});
/** A line whose side is that of the account in an invoice, or the other one in a credit note. */
const line = (...numbers: string[]) => fc.record({ accountNumber: fc.constantFrom(...numbers), amount });

const sides = (side: 'debit' | 'credit', value: bigint): Pick<Line, 'debit' | 'credit'> =>
  side === 'debit' ? { debit: value, credit: 0n } : { debit: 0n, credit: value };

const other = { debit: 'credit', credit: 'debit' } as const;

interface Document {
  readonly bases: readonly { accountNumber: string; amount: bigint }[];
  readonly taxes: readonly { accountNumber: string; amount: bigint }[];
  readonly party: { subAccount?: string | undefined; letter?: string | undefined };
  readonly isCreditNote: boolean;
}

const document = (bases: readonly string[], taxes: readonly string[]): fc.Arbitrary<Document> =>
  fc.record({
    bases: fc.array(line(...bases), { minLength: 1, maxLength: 3 }),
    taxes: fc.array(line(...taxes), { maxLength: 2 }),
    party: thirdParty,
    isCreditNote: fc.boolean(),
  });

const linesOf =
  (accountNumber: string, side: 'debit' | 'credit') =>
  ({ bases, taxes, party, isCreditNote }: Document): Line[] => {
    const own = isCreditNote ? other[side] : side;
    const all = [...bases, ...taxes];
    const total = all.reduce((sum, one) => sum + one.amount, 0n);
    return [
      { accountNumber, ...party, ...sides(own, total) },
      ...all.map((one) => ({ accountNumber: one.accountNumber, ...sides(other[own], one.amount) })),
    ];
  };

const payment = (accountNumber: string) =>
  fc
    .record({
      party: thirdParty,
      amount,
      isDebit: fc.boolean(),
      against: fc.constantFrom('512000', '419100', '409100'),
    })
    .map(({ party, amount: value, isDebit, against }): Line[] => [
      { accountNumber, ...party, ...sides(isDebit ? 'debit' : 'credit', value) },
      { accountNumber: against, subAccount: party.subAccount, ...sides(isDebit ? 'credit' : 'debit', value) },
    ]);

const sold = document(['701000', '702000', '703000', '706000', '708000', '419100'], ['445710', '445712']);
const bought = document(['604000', '622000', '215000', '409100'], ['445660', '445620']);

const entryLines = fc.oneof(
  sold.map(linesOf('411000', 'debit')),
  sold.map(linesOf('512000', 'debit')),
  bought.map(linesOf('401000', 'credit')),
  payment('411000'),
  payment('401000'),
);
const day = fc
  .integer({ min: 0, max: 180 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));

const entries = fc.array(fc.record({ date: day, lines: entryLines }), { maxLength: 12 }).map((all): VatEntry[] =>
  all.map(({ date, lines }, place) => ({
    entryId: place + 1,
    journal: 'OD',
    date,
    lines: lines.map((one, at) => ({ ...one, lineId: at + 1 })),
  })),
);

const anyLedger = fc
  .record({
    entries,
    advancePaymentMode: fc.constantFrom('TaxIncluded' as const, 'TaxExcluded' as const),
    deductionCoefficient: fc.constantFrom(100n, 37n),
  })
  .map(({ entries: all, ...folder }) => ledger(all, { accounts, folder: { ...FOLDER, ...folder } }));

const END = '2026-12-31';
const FIRST = '2026-01-01';
const whole = { startDate: FIRST, endDate: END, firstDay: FIRST, declared: [] };

const keyOf = ({ entryId, lineId, side, rate }: VatElement | DeclaredShare) => `${entryId}/${lineId} ${side} ${rate}`;

/** What periods that follow each other declare of each element. */
function declaredOver(one: VatLedger, cuts: readonly string[]): Map<string, bigint> {
  const book = elementsOf(one);
  const ends = [...new Set(cuts)].sort();
  const declared: (DeclaredShare & PeriodShare['toDeclare'])[] = [];
  for (const [place, endDate] of [...ends, END].entries()) {
    const startDate = place === 0 ? FIRST : dayAfter(ends[place - 1] ?? FIRST);
    const shares = periodShares(book, { startDate, endDate, firstDay: FIRST, declared: [...declared] });
    declared.push(...shares.map(({ element, toDeclare }) => ({ ...element, ...toDeclare })));
  }
  return totals(declared);
}

const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

function totals(shares: readonly DeclaredShare[]): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const share of shares) {
    const key = keyOf(share);
    found.set(key, (found.get(key) ?? 0n) + share.tax);
    found.set(`${key} base`, (found.get(`${key} base`) ?? 0n) + share.taxExcluded);
  }
  for (const [key, value] of found) if (value === 0n) found.delete(key);
  return found;
}

describe('every ledger', () => {
  it('gives the same figures in any order of entries and lines', () => {
    const shuffled = anyLedger.chain((one) =>
      fc
        .tuple(
          fc.shuffledSubarray([...one.entries], { minLength: one.entries.length }),
          ...one.entries.map(({ lines }) => fc.shuffledSubarray([...lines], { minLength: lines.length })),
        )
        .map(([order, ...lines]) => ({
          one,
          two: { ...one, entries: order.map((entry) => ({ ...entry, lines: lines[entry.entryId - 1] ?? [] })) },
        })),
    );
    fc.assert(
      fc.property(shuffled, ({ one, two }) => {
        const [a, b] = [elementsOf(one), elementsOf(two)];
        expect(b.elements).toEqual(a.elements);
        expect(b.issues).toEqual(a.issues);
        expect(periodShares(b, whole)).toEqual(periodShares(a, whole));
        const ids = (book: typeof a) =>
          unmatchedPayments(book, whole).map(({ entryId, lineId }) => `${entryId} ${lineId}`);
        expect(ids(b).sort()).toEqual(ids(a).sort());
      }),
    );
  });

  it('declares as much over any cut of time', () => {
    fc.assert(
      fc.property(anyLedger, fc.array(day, { maxLength: 6 }), (one, cuts) => {
        expect(declaredOver(one, cuts)).toEqual(declaredOver(one, []));
      }),
    );
  });

  it('declares, or defers, all the tax of its elements', () => {
    fc.assert(
      fc.property(anyLedger, (one) => {
        const book = elementsOf(one);
        const sum = (amounts: readonly bigint[]) => amounts.reduce((total, value) => total + value, 0n);
        const shares = periodShares(book, whole);
        expect(sum(shares.map(({ toDeclare, deferredTax }) => toDeclare.tax + deferredTax))).toBe(
          sum(book.elements.map(({ tax }) => tax)),
        );
      }),
    );
  });

  it('gives all the tax of the books to its elements, or raises an issue', () => {
    fc.assert(
      fc.property(anyLedger, ({ folder, ...rest }) => {
        const { elements, issues } = elementsOf({ ...rest, folder: { ...folder, deductionCoefficient: 100n } });
        const spoiled = new Set(issues.map(({ entryId }) => entryId));
        for (const { entryId, lines } of rest.entries.filter((one) => !spoiled.has(one.entryId)))
          for (const { lineId, accountNumber, debit, credit } of lines.filter((one) =>
            /^445/.test(one.accountNumber),
          )) {
            const own = elements.filter((one) => one.entryId === entryId).flatMap(({ held }) => held);
            const total = own.filter((one) => one.lineId === lineId).reduce((sum, { amount: part }) => sum + part, 0n);
            expect(total).toBe(accountNumber.startsWith('4457') ? credit - debit : debit - credit);
          }
      }),
    );
  });

  it('holds the tax of a due element whole, or not at all', () => {
    fc.assert(
      fc.property(anyLedger, (one) => {
        for (const { tax, held, side } of elementsOf(one).elements.filter((element) => element.held.length > 0)) {
          const total = held.reduce((sum, { amount: part }) => sum + part, 0n);
          if (side === 'Due') expect(total).toBe(tax);
        }
      }),
    );
  });
});
