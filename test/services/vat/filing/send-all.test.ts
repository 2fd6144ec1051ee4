/** Which drafts a job sends, and what it passes over. */
import { expect, it } from 'vitest';
import { draftsToSend, sendValidated } from '../../../../src/services/vat/filing/send-all.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { violatedControls } from '../../../../src/services/vat/procedures/validation.ts';
import { testDatabase } from '../../../support/database.ts';
import { day } from './deposits.ts';
import { BOXES, type World, world } from './world.ts';

const db = await testDatabase();

it('sends a draft of a period that has ended once, and no other', async () => {
  const w = world(db);
  const folderId = await w.newFolder();
  const procedureId = await w.newReturn(folderId);
  const [draft, ...others] = await draftsToSend(w.ctx, { folderId }, false);
  expect([draft, others]).toMatchObject([{ folderId, procedureId, form: '3310CA3', endDate: '2026-03-31' }, []]);
  expect(await sendValidated(w.ctx, { folderId, procedureId }, false)).toBeUndefined();
  expect(await sendValidated(w.ctx, { folderId, procedureId }, false)).toContain('ProcedureNotInDraftStatus');
  expect([await draftsToSend(w.ctx, { folderId }, false), w.b.filings.length]).toEqual([[], 1]);
  await expect(draftsToSend(w.ctx, {}, true)).rejects.toMatchObject({ code: 'ChannelModeMismatch' });
});

it('keeps a return back while the one before it, whose credit it carries, was never filed', async () => {
  const w = world(db);
  const folderId = await w.newFolder();
  const march = await w.newReturn(folderId, { ...BOXES, HB: 300 });
  for (const zone of ['GA', 'HA']) await setBox(w.ctx, folderId, march, { form: 'T-IDENTIF', zone, value: null });
  const april = await draftOf(w, folderId);
  const said = async () =>
    (await violatedControls(w.ctx, folderId, april)).find(({ code }) => code === 'EarlierNotFiled');
  expect(await said()).toMatchObject({
    zones: ['HD'],
    severity: 'warning',
    message: {
      en: expect.stringContaining(`taxops vat procedure send ${march} --folder ${folderId}`),
      fr: expect.stringContaining('le crédit de 100 n’est pas reporté'),
    },
  });
  expect(await sendValidated(w.ctx, { folderId, procedureId: april }, false)).toContain('EarlierNotFiled');
  expect(await sendValidated(w.ctx, { folderId, procedureId: march }, false)).toBeUndefined();
  expect(await said()).toBeUndefined();
  const { boxes } = await getProcedure(w.ctx, folderId, april);
  expect(boxes?.['3310CA3']).toMatchObject({ HD: 100, KE: 50 });
});

/** Of April: 150 of tax. */
async function draftOf(w: World, folderId: number): Promise<number> {
  const period = { beginDate: day('2026-04-01'), endDate: day('2026-04-30') };
  const { procedures } = await assistGroup(w.ctx, folderId, { procedureType: 'Liquidation', ...period });
  const id = procedures[0]?.id ?? 0;
  for (const [zone, value] of Object.entries({ CA: 750, FP: 750, GP: 150 }))
    await setBox(w.ctx, folderId, id, { form: '3310CA3', zone, value });
  return id;
}
