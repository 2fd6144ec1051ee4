import { expect, it } from 'vitest';
import { letterLines } from '../../../../src/services/ledger/letters/change.ts';
import { keepingGroups } from '../../../../src/services/ledger/letters/keep-groups.ts';
import { findLines } from '../../../../src/services/ledger/lines.ts';
import { lines } from '../../../../src/services/ledger/store.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { importer } from '../books.ts';

const db = await testDatabase();
const ctx = testContext(db);

/** Two invoices and their payments: one pair is lettered here, the other by the file. */
const BOOKS = [
  { journal: 'VE', number: 1, date: '01-15', lines: ['411000/C1 120', '706000 -120'] },
  { journal: 'BQ', number: 2, date: '02-10', lines: ['512000 120', '411000/C1 -120'] },
  { journal: 'VE', number: 3, date: '01-20', lines: ['411000/C1 50', '706000 -50'], letter: 'A' },
  { journal: 'BQ', number: 4, date: '02-12', lines: ['512000 50', '411000/C1 -50'], letter: 'A' },
];

it('groups lettered here lose their letters with a line; those of a file are as the file says', async () => {
  const { folderId = 0, exerciseId = 0 } = (await importer(db)(BOOKS)).applied ?? {};
  const own = await findLines(ctx, folderId, { accounts: ['411'], isLettered: false });
  await letterLines(ctx, folderId, { lineIds: own.map(({ id }) => id), isPartial: false });
  const broken = await db.transaction((trx) =>
    keepingGroups(ctx, { trx, folderId, exerciseId }, async () => {
      const paid = { folder_id: folderId, letter: null };
      await lines(trx).where({ folder_id: folderId }).whereIn('entry_id', [2, 4]).whereNotNull('letter').update(paid);
    }),
  );
  const lost = { account: '411000 C1', letter: 'AAA', lineId: own[0]?.id, difference: 12_000n, isTakenOff: true };
  expect(broken).toEqual([lost]);
  const left = await findLines(ctx, folderId, { isLettered: true });
  expect(left.map(({ entryId, letter }) => [entryId, letter])).toEqual([[3, 'A']]);
});
