/** Amortization of a component that was always one, on an account of its own: counted once, whatever was posted before. */
import { expect } from 'vitest';
import { yearEntries } from '../../../src/services/assets/ledger/year-entries.ts';
import { createAsset } from '../../../src/services/assets/register/change-asset.ts';
import { decomposeAsset } from '../../../src/services/assets/register/decompose.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { eachOf } from '../../support/length.ts';
import { addAccounts } from '../ledger/books.ts';
import { folderWith, inputOf } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as PlainDate;

/** Credits less debits of 28155 over the exercises, to the end of the life of the component. */
async function amortized(folderId: number, years: readonly number[]): Promise<bigint> {
  let total = 0n;
  for (const year of years) {
    const { entries } = await yearEntries(ctx, folderId, day(`${year}-06-01`), true);
    for (const { account, debit, credit } of entries.flatMap(({ lines }) => lines))
      if (account.startsWith('28155')) total += credit - debit;
  }
  return total;
}

eachOf(
  [
    ['the exercises before are open: they have its own entries', 2024, '2025-01-01', 2_000_00n],
    ['it is of the first exercise', 2024, '2024-01-01', 2_000_00n],
    // 400 of the 2,400 that another program posted in 2024, then what its own plan has for 2025 and 2026.
    ['the exercise before was posted elsewhere', 2025, '2025-01-01', 1_733_33n],
  ],
  1,
)('when %s', async (_, first, start, wanted) => {
  const folderId = await folderWith(db, first, 2026);
  await addAccounts(db, folderId, ['2154', '2155', '28154', '28155', '6811', '404', '44562']);
  const { id } = await createAsset(ctx, folderId, inputOf());
  await decomposeAsset(ctx, folderId, id, {
    date: undefined,
    exercise: { start: day(start), end: day(`${start.slice(0, 4)}-12-31`) },
    groupId: undefined,
    groupName: 'Moteur',
    updatedValue: 10_000_00n,
    components: [{ label: 'Moteur', months: 36, value: 2_000_00n, account: { accountNumber: 2155 } as never }],
  });
  expect(await amortized(folderId, first === 2024 ? [2024, 2025, 2026] : [2025, 2026])).toBe(wanted);
});
