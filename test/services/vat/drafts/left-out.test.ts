/** What a person leaves out of a return is declared by a later one. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { changeEntries } from '../../../../src/services/vat/assistant/send-entries.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import { setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { account, entry, ledger } from '../engine/ledger.ts';
import { storeLedger } from './stored-ledger.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2026-12-01T10:00:00.000Z' } });
const day = (text: string) => text as never;

it('an entry that was left out of July is in August, and in no return after it', async () => {
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'ALPHA', vatSystem: 'RealNormal' });
  const sales = [7, 8, 9].map((month) =>
    entry(month, `2026-0${month}-10`, '411000 D 1200.00', '706000 C 1000.00', '445710 C 200.00'),
  );
  await storeLedger(db.knex, folderId, ledger(sales, { accounts: [account('706000 VT_PREST _20 OnDebits')] }));
  const open = async (month: string, end: string) => {
    const period = { beginDate: day(`2026-${month}-01`), endDate: day(`2026-${month}-${end}`) };
    const { procedures } = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
    return procedures[0]?.id ?? 0;
  };
  const taxOf = async (id: number) =>
    (await openReturn(ctx, folderId, id)).procedure.computed_boxes?.['3310CA3']?.GP ?? 0;

  const july = await open('07', '31');
  expect(await taxOf(july)).toBe(200);
  await changeEntries(ctx, { folderId, procedureId: july }, { entryIds: [7], toSend: false });
  expect(await taxOf(july)).toBe(0);
  await setSentDate(ctx, folderId, july, day('2026-08-20'));
  const august = await open('08', '31');
  expect(await taxOf(august)).toBe(400);
  await setSentDate(ctx, folderId, august, day('2026-09-22'));
  expect(await taxOf(await open('09', '30'))).toBe(200);
});
