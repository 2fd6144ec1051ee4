/** Previous returns of later periods, and a CA12 that is still to be filed, in a simulation. */
import { expect, it } from 'vitest';
import { type Answer, lines, simulate } from './simulation.ts';

const FEBRUARY = { StartDate: '2026-02-01', EndDate: '2026-02-28' };
const ACCOUNTS = [{ AccountNumber: '706000', VatCategory: 'VT_PREST', VatRate: '_20', Exigibility: 'OnReceipts' }];
const invoice = (EntryId: number, day: string) => ({
  EntryId,
  Date: day,
  Lines: lines('D 411000 1200.00 Letter=A, C 706000 1000.00, C 445710 200.00'),
});
const paid = (EntryId: number, day: string) => ({
  EntryId,
  Date: day,
  Lines: lines('D 512000 600.00, C 411000 600.00 Letter=A'),
});
const boxesOf = async (given: Answer): Promise<Answer> => (await simulate(given)).Periods[0].Boxes._3310CA3;

it('what a later return declared is not taken back by the return of a month before it', async () => {
  const march = { StartDate: '2026-03-01', EndDate: '2026-03-31', Boxes: {} };
  const DeclaredLines = [{ EntryId: 1, LineId: 2, VatRate: '_20', TaxExcludedAmount: '1000.00', VatAmount: '200.00' }];
  const late = (declared: readonly object[]) => ({
    Periods: [FEBRUARY],
    Accounts: ACCOUNTS,
    Entries: [invoice(1, '2026-01-10'), paid(2, '2026-02-10'), paid(3, '2026-03-10')],
    PreviousProcedures: [
      { StartDate: '2026-01-01', EndDate: '2026-01-31', Boxes: {}, DeclaredLines: [] },
      { ...march, DeclaredLines: declared },
    ],
  });
  expect(await boxesOf(late(DeclaredLines))).toEqual({ KF: 'X' });
  expect(await boxesOf(late([]))).toMatchObject({ FP: 500, GP: 100, KE: 100 });
});

it('a year after the last CA12 is not of the first CA3; months after it are', async () => {
  const since = (StartDate: string, EndDate: string) => ({
    Periods: [FEBRUARY],
    Accounts: ACCOUNTS,
    Entries: [invoice(1, '2025-11-10'), paid(2, '2025-12-10'), paid(3, '2026-02-10')],
    PreviousProcedures: [{ Form: '_3517SCA12', StartDate, EndDate, Boxes: {}, DeclaredLines: [] }],
  });
  expect(await boxesOf(since('2024-02-01', '2025-01-31'))).toMatchObject({ FP: 500, GP: 100 });
  expect(await boxesOf(since('2024-07-01', '2025-06-30'))).toMatchObject({ FP: 1000, GP: 200 });
});
