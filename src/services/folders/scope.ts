/** Which folders a piece of work is about: one, those of a firm, or all that the caller sees. */

import { visibleFolders } from '../operation/actor.ts';
import { type Context, readOnce } from '../operation/context.ts';
import { getFolder } from './folders.ts';
import { type Folder, folders } from './store.ts';

export interface WorkScope {
  readonly folderId?: number | undefined;
  readonly companyId?: number | undefined;
}

/** What work over many folders reads of each, with its columns. */
export const WORK_COLUMNS = {
  id: 'id',
  name: 'name',
  siren: 'siren',
  legalForm: 'legal_form',
  department: 'department',
  postCode: 'post_code',
  country: 'country',
  taxRegime: 'tax_regime',
  vatSystem: 'vat_system',
  taxpayerKind: 'taxpayer_kind',
  familyName: 'family_name',
  vatDeadlineDay: 'vat_deadline_day',
  subjectToCvae: 'subject_to_cvae',
  cvaeAdvanceDeposit: 'cvae_advance_deposit',
  isBalance: 'is_balance',
} as const;

export type WorkFolder = Pick<Folder, keyof typeof WORK_COLUMNS>;

/** Inactive folders are left out unless asked for by identifier. Throws FolderNotFound. */
export async function foldersOf(ctx: Context, { folderId, companyId }: WorkScope): Promise<readonly WorkFolder[]> {
  if (folderId !== undefined) return [await getFolder(ctx, folderId)];
  const visible = visibleFolders(ctx.actor);
  const ids = visible === 'all' ? null : [...visible];
  return readOnce(ctx, `work of ${companyId} ${ids}`, async () => {
    const query = folders((await ctx.db()).knex)
      .where({ is_active: true })
      .orderBy('id')
      .select(WORK_COLUMNS);
    if (ids) query.whereIn('id', ids);
    if (companyId !== undefined) query.where({ company_id: companyId });
    return query;
  });
}
