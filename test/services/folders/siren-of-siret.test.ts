import { describe, expect, it } from 'vitest';
import { createCompany, updateCompany } from '../../../src/services/folders/companies.ts';
import { createFolder, updateFolder } from '../../../src/services/folders/folders.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const SIRET = '73282932000074';

describe('a SIRET alone', () => {
  it('gives a folder its SIREN, when it is made or changed', async () => {
    const made = await createFolder(db, undefined, { name: 'ALPHA', siret: SIRET });
    expect(made.siren).toBe('732829320');
    const later = await createFolder(db, undefined, { name: 'BETA' });
    expect(await updateFolder(db, later.id, { siret: '99812040600017' })).toMatchObject({ siren: '998120406' });
    expect(await updateFolder(db, later.id, { name: 'GAMMA' })).toMatchObject({ name: 'GAMMA', siren: '998120406' });
  });

  it('is refused where another folder of the firm has that SIREN', async () => {
    await expect(createFolder(db, undefined, { name: 'DELTA', siret: SIRET })).rejects.toMatchObject({
      code: 'SirenTaken',
    });
  });

  it('gives a firm its own', async () => {
    const firm = await createCompany(db, { name: 'CABINET' });
    expect(firm.siren).toBeNull();
    expect(await updateCompany(db, firm.id, { siret: SIRET })).toMatchObject({ siren: '732829320', siret: SIRET });
    expect(await createCompany(db, { name: 'AUTRE', siret: SIRET })).toMatchObject({ siren: '732829320' });
  });
});
