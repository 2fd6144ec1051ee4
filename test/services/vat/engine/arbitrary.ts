/** Ledgers of every kind of entry: invoices, credit notes, cash, advances, reverse charge, payments by letter or without. */
import type { VatEntry, VatLine } from '../../../../src/services/vat/engine/model.ts';
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
export const day = fc
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

export const anyLedger = fc
  .record({
    entries,
    advancePaymentMode: fc.constantFrom('TaxIncluded' as const, 'TaxExcluded' as const),
    deductionCoefficient: fc.constantFrom(100n, 37n),
  })
  .map(({ entries: all, ...folder }) => ledger(all, { accounts, folder: { ...FOLDER, ...folder } }));
