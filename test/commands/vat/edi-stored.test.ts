/** The file that `vat simulate` writes is, byte for byte, the one that the stored return of the same books deposits. */
import { expect, it } from 'vitest';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { setBox } from '../../../src/services/vat/procedures/typed-box.ts';
import { fill, WRITER } from '../../services/filing/world.ts';
import { day } from '../../services/vat/filing/deposits.ts';
import { IBAN, world } from '../../services/vat/filing/world.ts';
import { testDatabase } from '../../support/database.ts';
import { lines, simulate } from './simulation.ts';

const db = await testDatabase();

it('simulated or stored, the bytes are the same', { tags: 'long' }, async () => {
  const { ctx, b, newFolder, newReturn, send } = world(db, 'stage');
  const folderId = await newFolder();
  await createExercise(db, folderId, { start: day('2026-01-01'), end: day('2026-12-31') });
  const sale = { '411000': 1_200_00n, '706000': -1_000_00n, '445710': -200_00n };
  await fill(db, folderId, sale, { journal: 'VE', date: '2026-03-10' });
  await fill(db, folderId, { '606300': 250_00n, '445660': 50_00n, '401000': -300_00n }, { date: '2026-03-12' });
  await db.knex.raw(
    `insert into vat_account_setting (folder_id, account_id, vat_category, vat_rate, exigibility, is_validated)
      select folder_id, id, 'VT_PREST', '_20', 'OnDebits', true from account where folder_id = ? and number = '706000'`,
    [folderId],
  );
  const id = await newReturn(folderId, { KS: 10, BA: 'Remise « exceptionnelle » de 5 €' });
  for (const [zone, value] of Object.entries({ GA: `${IBAN}, PSSTFRPPXXX`, HA: 160 }))
    await setBox(ctx, folderId, id, { form: 'T-IDENTIF', zone, value });
  await send(folderId, id);
  const [filing] = b.filings;

  const { siren, name, company_id: companyId } = await db.knex('folder').where({ id: folderId }).first();
  const company = await db.knex('company').where({ id: companyId }).first('name');
  const address = { Street: WRITER.street, PostCode: WRITER.postCode, Town: WRITER.town };
  const { Edi } = await simulate({
    Folder: { Siren: siren },
    Accounts: [{ AccountNumber: '706000', VatCategory: 'VT_PREST', VatRate: '_20', Exigibility: 'OnDebits' }],
    Entries: [
      { EntryId: 1, Date: '2026-03-10', Lines: lines('D 411000 1200.00, C 706000 1000.00, C 445710 200.00') },
      { EntryId: 2, Date: '2026-03-12', Lines: lines('D 606300 250.00, D 445660 50.00, C 401000 300.00') },
    ],
    Periods: [
      {
        StartDate: '2026-03-01',
        EndDate: '2026-03-31',
        UserBoxes: { _3310CA3: { KS: 10, BA: 'Remise « exceptionnelle » de 5 €' } },
        Payments: [{ Iban: IBAN, Bic: 'PSSTFRPPXXX', Amount: '160.00' }],
      },
    ],
    Edi: {
      Test: true,
      Reference: filing?.reference,
      Writer: { Siret: WRITER.siret, Name: company.name, ...address },
      Declarant: { Name: name, Street: '12 RUE DES LILAS', PostCode: '69002', Town: 'LYON', Rof: 'TVA1' },
    },
  });
  expect(Edi).toContain('<Zone id="KE"><Valeur>160</Valeur></Zone>');
  expect(Edi).toBe(Buffer.from(filing?.payload.content ?? []).toString('latin1'));
});
