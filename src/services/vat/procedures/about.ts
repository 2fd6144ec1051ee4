/** Whom a return is about: as its folder and its firm are while it is a draft, as they were when it left. */
import type { Knex } from 'knex';
import { camelRow } from '../../db/rows.ts';
import { companies, folders } from '../../folders/store.ts';
import type { OpenReturn } from '../drafts/stored-return.ts';
import { territoryOf } from '../territory.ts';
import type { About } from './store.ts';

/** What was kept counts but for a draft: one that was opened again follows its folder. */
export const aboutReturn = async (knex: Knex, { procedure, folder }: OpenReturn): Promise<About> =>
  (procedure.status === 'Draft' ? null : procedure.left_as) ?? aboutFolder(knex, folder.id);

/** As they are now. */
export async function aboutFolder(knex: Knex, folderId: number): Promise<About> {
  const row = await folders(knex).where({ id: folderId }).first();
  const firm = row && (await companies(knex).where({ id: row.company_id }).first());
  if (!row || !firm) throw new Error(`folder ${folderId} is gone`);
  return { company: firm.name, folder: row.name, siren: row.siren, territory: territoryOf(camelRow(row)) };
}
