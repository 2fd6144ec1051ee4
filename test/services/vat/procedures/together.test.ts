/** Two people at one draft: what each did is there, or one of them is refused by name; nothing is half written. */
import { expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { recomputeDraft } from '../../../../src/services/vat/drafts/draft.ts';
import { setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { followUp } from '../../../../src/services/vat/procedures/follow-up.ts';
import { deleteGroup, listGroups } from '../../../../src/services/vat/procedures/groups.ts';
import { deleteProcedure, getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
let folders = 0;

async function draft() {
  folders += 1;
  const { id: folderId } = await createFolder(ctx, undefined, { name: `ALPHA ${folders}`, vatSystem: 'RealNormal' });
  const period = { beginDate: day('2025-03-01'), endDate: day('2025-03-31') };
  const open = () => assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  const group = await open();
  return { folderId, id: group.procedures[0]?.id ?? 0, groupId: group.id, open };
}

const type = (folderId: number, id: number, zone: string, value: number) =>
  setBox(ctx, folderId, id, { form: '3310CA3', zone, value });

/** Codes of those that were refused; anything else than a named error fails. */
async function refused(work: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work);
  return settled.flatMap((one) => {
    if (one.status === 'fulfilled') return [];
    if (one.reason instanceof TaxopsError) return [one.reason.code];
    throw one.reason;
  });
}

it('boxes that several people type are all kept', async () => {
  const { folderId, id } = await draft();
  const zones = ['HA', 'HB', 'HC', 'KS', 'CA', 'CB'];
  expect(await refused(zones.map((zone, at) => type(folderId, id, zone, at + 1)))).toEqual([]);
  const { typedBoxes, boxes } = await getProcedure(ctx, folderId, id);
  expect(typedBoxes['3310CA3']).toEqual({ HA: 1, HB: 2, HC: 3, KS: 4, CA: 5, CB: 6 });
  expect(boxes?.['3310CA3']).toMatchObject({ HA: 1, HB: 2, HC: 3 });
});

it('of one box the last value stands, never a mixture', async () => {
  const { folderId, id } = await draft();
  const values = [11, 12, 13, 14];
  expect(await refused(values.map((value) => type(folderId, id, 'HB', value)))).toEqual([]);
  const { typedBoxes, boxes } = await getProcedure(ctx, folderId, id);
  expect(values).toContain(typedBoxes['3310CA3']?.HB);
  expect(boxes?.['3310CA3']?.HB).toBe(typedBoxes['3310CA3']?.HB);
});

it('a draft is deleted once, whoever else works on it', async () => {
  const { folderId, id, groupId } = await draft();
  const codes = await refused([
    type(folderId, id, 'HB', 1),
    recomputeDraft(ctx, folderId, id),
    deleteProcedure(ctx, folderId, id),
    deleteProcedure(ctx, folderId, id),
    type(folderId, id, 'HC', 1),
  ]);
  expect(new Set(codes)).toEqual(new Set(['ProcedureNotFound']));
  await expect(getProcedure(ctx, folderId, id)).rejects.toMatchObject({ code: 'ProcedureNotFound' });
  expect(await refused([deleteGroup(ctx, folderId, groupId), deleteGroup(ctx, folderId, groupId)])).toEqual([
    'ProcedureGroupNotFound',
  ]);
});

it('what is sent while another types is sent with the box or without it', { tags: 'long' }, async () => {
  const { folderId, id } = await draft();
  await type(folderId, id, 'HB', 100);
  const codes = await refused([
    setSentDate(ctx, folderId, id, day('2025-04-19')),
    type(folderId, id, 'HB', 200),
    recomputeDraft(ctx, folderId, id),
  ]);
  expect(codes.every((code) => code === 'ProcedureNotInDraftStatus')).toBe(true);
  const { status, typedBoxes, boxes } = await getProcedure(ctx, folderId, id);
  expect(status).toBe('Sent');
  expect(boxes?.['3310CA3']).toMatchObject({ HB: typedBoxes['3310CA3']?.HB });
});

it('a period is opened once, and a refund asked once', async () => {
  const { folderId, id, open } = await draft();
  expect(await refused([open(), open()])).toEqual(['PeriodAlreadyDeclared', 'PeriodAlreadyDeclared']);
  await type(folderId, id, 'HB', 900);
  const ask = () => followUp(ctx, folderId, id, { amount: 80_000n });
  expect(await refused([ask(), ask(), ask()])).toEqual(['PeriodAlreadyDeclared', 'PeriodAlreadyDeclared']);
  const [group] = await listGroups(ctx, folderId);
  expect(group?.procedures.map(({ form }) => form)).toEqual([null, '3519']);
});
