/** Small ledgers of cash sales, and what a simulation of them takes. */
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { VatEntry, VatLedger } from '../../../src/services/vat/engine/model.ts';
import type { SimulationInput } from '../../../src/services/vat/simulate.ts';
import { folder } from './return/shares.ts';

export const period = (startDate: string, endDate: string) => ({
  startDate: startDate as PlainDate,
  endDate: endDate as PlainDate,
  userBoxes: {},
  instalments: [],
  payments: [],
});
export const MAY = period('2026-05-01', '2026-05-31');
export const JUNE = period('2026-06-01', '2026-06-30');

export const sale = (entryId: number, date: string): VatEntry => ({
  entryId,
  journal: 'VT',
  date,
  lines: [
    { lineId: 1, accountNumber: '512000', debit: 12000n, credit: 0n },
    { lineId: 2, accountNumber: '707000', debit: 0n, credit: 10000n, rate: '_20' },
    { lineId: 3, accountNumber: '445710', debit: 0n, credit: 2000n },
  ],
});
export const ledger = (entries: readonly VatEntry[]): VatLedger => ({
  folder,
  accounts: [],
  thirdParties: [],
  entries,
});
export const input = (change: Partial<SimulationInput> = {}): SimulationInput => ({
  ledger: ledger([sale(1, '2026-05-04'), sale(2, '2026-06-04')]),
  form: '3310CA3',
  periods: [MAY],
  previousProcedures: [],
  autoFillRates: false,
  ...change,
});
