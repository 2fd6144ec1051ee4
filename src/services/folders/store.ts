import type { Knex } from 'knex';

export interface CompanyRow {
  id: number;
  name: string;
  siren: string | null;
}

/** One folder as stored; every text but the name may be unknown. */
export interface FolderRow {
  id: number;
  company_id: number;
  name: string;
  siren: string | null;
  siret: string | null;
  legal_form: string | null;
  department: string | null;
  naf: string | null;
  tax_regime: string | null;
  vat_system: string | null;
  external_id: string | null;
  is_active: boolean;
}

export const companies = (db: Knex) => db<CompanyRow>('company');
export const folders = (db: Knex) => db<FolderRow>('folder');

/** The firm a folder joins when nobody names one: the first firm, made on first use. */
export async function defaultCompany(db: Knex, name: string): Promise<CompanyRow> {
  await db.raw('lock table company in share row exclusive mode');
  const first = await companies(db).orderBy('id').first();
  if (first) return first;
  const [made] = await companies(db).insert({ name }).returning('*');
  return made as CompanyRow;
}
