/** What a draft says of returns before it that were never filed. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { openReturn } from '../../../../src/services/vat/drafts/draft.ts';
import { earlierFindings } from '../../../../src/services/vat/drafts/earlier.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
let folderId = 0;

async function open(form: string, beginDate: string, endDate: string, depositNumber: number | null = null) {
  const procedureType = depositNumber === null ? 'Liquidation' : 'Deposit';
  const days = { beginDate: beginDate as never, endDate: endDate as never };
  const { procedures } = await assistGroup(ctx, folderId, { procedureType, form, depositNumber, ...days });
  return procedures[0]?.id ?? 0;
}
const newFolder = async (vatSystem: string) => {
  folderId = (await createFolder(ctx, undefined, { name: vatSystem, vatSystem })).id;
};
const said = async (id: number) =>
  (await earlierFindings(db.knex, await openReturn(ctx, folderId, id))).map(({ zones, message }) => [
    ...zones,
    message.en,
  ]);
const update = (id: number, change: object) =>
  db.knex('vat_procedure').where({ folder_id: folderId, id }).update(change);

it('names the oldest and how many they are, until they are filed or another is filed in their place', async () => {
  await newFolder('RealNormal');
  const january = await open('3310CA3', '2026-01-01', '2026-01-31');
  const february = await open('3310CA3', '2026-02-01', '2026-02-28');
  const march = await open('3310CA3', '2026-03-01', '2026-03-31');
  expect(await said(january)).toEqual([]);
  expect(await said(march)).toEqual([
    ['HD', expect.stringMatching(`^2 earlier returns, the oldest ${january} .*send ${january} `)],
  ]);
  await update(january, { status: 'Rejected' });
  expect(await said(february)).toEqual([['HD', expect.stringContaining(`reopen ${january} `)]]);
  const again = await open('3310CA3', '2026-01-01', '2026-01-31');
  await update(again, { status: 'Sent' });
  expect([await said(february), (await said(march)).length]).toEqual([[], 1]);
});

it('of an instalment is the yearly return that its base comes from', async () => {
  await newFolder('Simplified');
  const year = await open('3517SCA12', '2025-01-01', '2025-12-31');
  const july = await open('3514', '2026-01-01', '2026-12-31', 1);
  expect(await said(july)).toEqual([['HA', expect.stringContaining(`return ${year} `)]]);
});
