/** What `asset proposal accept` leaves to a person is said, and its exit code tells it. */
import { expect, test } from 'vitest';
import { assetProposalAccept } from '../../../src/commands/asset/purchase.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { folderWith } from '../../services/assets/folder.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);

async function booked(folderId: number, account: string, cents: bigint): Promise<void> {
  const [debit, credit] = cents > 0n ? [cents, 0n] : [0n, -cents];
  await createEntry(db, folderId, {
    journal: 'OD',
    date: '2025-03-04' as PlainDate,
    label: 'Achat',
    lines: [
      { account, debit, credit },
      { account: '404000', debit: credit, credit: debit },
    ],
  });
}

async function folderWithAccounts(): Promise<number> {
  const folderId = await folderWith(db, 2025, 2025);
  for (const number of ['211000', '215400', '404000']) await createAccount(db, folderId, { number, label: number });
  await createJournal(db, folderId, { code: 'OD', label: 'OD', type: 'Miscellaneous' });
  return folderId;
}

async function accepted(folderId: number) {
  const body = { from: undefined, to: undefined, lineIds: undefined };
  const rows = await assetProposalAccept.run(ctx, { folderId, body, files: [] });
  const blocks = assetProposalAccept.view?.(rows, 'en', rows) ?? [];
  const notes = [...(blocks as Iterable<{ readonly note?: string }>)].map(({ note }) => note);
  return { outcome: await assetProposalAccept.outcome?.(rows), notes };
}

test('land, and a credit on equipment, are left to a person: how many is said, and the command is partial', async () => {
  const folderId = await folderWithAccounts();
  await booked(folderId, '211000', 50_000_00n);
  await booked(folderId, '215400', 12_000_00n);
  await booked(folderId, '215400', -300_00n);
  const { outcome, notes } = await accepted(folderId);
  expect(outcome).toBe('partial');
  expect(notes).toEqual([
    expect.stringMatching(/^Left to a person \(Look\): 2\. See them: taxops asset proposal list/),
  ]);
});

test('a purchase taken back whole leaves nothing to do', async () => {
  const folderId = await folderWithAccounts();
  for (const cents of [12_000_00n, -12_000_00n, 9_000_00n]) await booked(folderId, '215400', cents);
  expect(await accepted(folderId)).toEqual({ outcome: 'done', notes: [undefined] });
});
