/** Which drafts a job sends, and what it passes over. */
import { expect, it } from 'vitest';
import { draftsToSend, sendValidated } from '../../../../src/services/vat/filing/send-all.ts';
import { testDatabase } from '../../../support/database.ts';
import { world } from './world.ts';

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
