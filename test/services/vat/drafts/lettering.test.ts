/** A letter given by hand moves the draft of the return that is on receipts. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { letterLines, undoLettering } from '../../../../src/services/ledger/letters/change.ts';
import { findLines } from '../../../../src/services/ledger/lines.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import type { VatEntry } from '../../../../src/services/vat/engine/model.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { ledger } from '../ledgers.ts';
import { storeLedger } from './stored-ledger.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;

const invoice: VatEntry = {
  entryId: 1,
  journal: 'OD',
  date: '2026-01-10',
  lines: [
    { lineId: 1, accountNumber: '411000', subAccount: 'ALFA', debit: 12000n, credit: 0n },
    { lineId: 2, accountNumber: '706000', debit: 0n, credit: 10000n, rate: '_20' },
    { lineId: 3, accountNumber: '445710', debit: 0n, credit: 2000n },
  ],
};
const payment: VatEntry = {
  entryId: 2,
  journal: 'OD',
  date: '2026-02-10',
  lines: [
    { lineId: 1, accountNumber: '512000', debit: 12000n, credit: 0n },
    { lineId: 2, accountNumber: '411000', subAccount: 'ALFA', debit: 0n, credit: 12000n },
  ],
};

it('an invoice on receipts is due once it is lettered with its payment, and no more when that is undone', async () => {
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem: 'MiniReal' });
  const services = { accountNumber: '706000', label: '', category: 'VT_PREST', exigibility: 'OnReceipts' } as const;
  await storeLedger(db.knex, folderId, { ...ledger([invoice, payment]), accounts: [services] });
  const group = await assistGroup(ctx, folderId, {
    procedureType: 'Liquidation',
    beginDate: day('2026-01-01'),
    endDate: day('2026-03-31'),
  });
  const boxes = async () => (await openReturn(ctx, folderId, group.procedures[0]?.id ?? 0)).procedure.computed_boxes;
  const before = await boxes();
  const lineIds = (await findLines(ctx, folderId, { accounts: ['411'] })).map(({ id }) => id);
  const { id } = await letterLines(ctx, folderId, { lineIds, isPartial: false });
  const lettered = await boxes();
  expect(lettered).not.toEqual(before);
  expect(JSON.stringify(lettered)).toContain('"GP"');
  await undoLettering(ctx, folderId, id);
  expect(await boxes()).toEqual(before);
});
