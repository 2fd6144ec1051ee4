/** What a draft brings to its file, and what is kept of it encrypted. */
import { expect, it } from 'vitest';
import { newReference } from '../../../../src/services/filing/reference.ts';
import { reseal } from '../../../../src/services/secrets/reseal.ts';
import { computedOf } from '../../../../src/services/vat/drafts/computed.ts';
import { encodeExact } from '../../../../src/services/vat/drafts/exact-json.ts';
import { formOf } from '../../../../src/services/vat/drafts/stored-return.ts';
import { draftOf } from '../../../../src/services/vat/filing/draft.ts';
import { registerVatNotice } from '../../../../src/services/vat/filing/notices.ts';
import { VAT_COLUMNS } from '../../../../src/services/vat/filing/sealed-columns.ts';
import { testDatabase } from '../../../support/database.ts';
import { IBAN, world } from './world.ts';

const db = await testDatabase();
const w = world(db);

it('has its forms apart from the identification, and the payments that were typed', async () => {
  const folderId = await w.newFolder();
  const id = await w.newReturn(folderId);
  const draft = await draftOf(w.ctx, folderId, id);
  expect([...draft.forms.keys()]).toEqual(['3310CA3']);
  expect(draft.form).toBe(formOf(draft));
  expect(draft.computed).toEqual(computedOf(draft.procedure));
  expect(draft.millesimeOf('3310A')).toBe(26);
  expect(draft.identification.payments).toEqual([{ iban: IBAN, bic: 'PSSTFRPPXXX', holder: 'ALPHA', amount: 20000n }]);
  const payments = encodeExact([{ iban: IBAN, amount: 100n }]);
  await db.knex('vat_procedure').where({ folder_id: folderId, id }).update({ payments });
  expect((await draftOf(w.ctx, folderId, id)).identification.payments).toEqual([{ iban: IBAN, amount: 100n }]);
});

it('gets a new reference each time, which leaves place for that of a refund', () => {
  const references = [newReference(w.ctx), newReference(w.ctx)];
  expect(new Set(references).size).toBe(2);
  for (const reference of references) expect(reference).toMatch(/^INFENT[A-Z0-9]{1,25}$/);
});

it('has its notices under the newest key after a change of keys', async () => {
  const folderId = await w.newFolder();
  const notice = { numeroAds: 'R1', typeAccuse: 'Ars', codeRetour: '00', rawXml: '<avis/>' } as const;
  await registerVatNotice(w.ctx, folderId, notice);
  const [column] = VAT_COLUMNS;
  if (!column) throw new Error('no column');
  expect(await reseal(db.knex, await w.ctx.secrets(), column)).toMatchObject({ table: 'vat_notice', rows: 1 });
});
