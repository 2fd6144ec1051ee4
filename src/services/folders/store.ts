import type { Knex } from 'knex';
import type { Camel } from '../db/rows.ts';

/** An accounting firm. */
export interface Company {
  id: number;
  name: string;
  siren: string | null;
}

/** The table; every text but the name may be unknown. */
interface FolderRow {
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

/** A folder: the books of one client of a firm. */
export type Folder = Camel<FolderRow>;

export const companies = (db: Knex) => db<Company>('company');
export const folders = (db: Knex) => db<FolderRow>('folder');

/** The firm a folder joins when nobody names one: the first firm, made on first use. */
export async function defaultCompany(db: Knex, name: string): Promise<Company> {
  await db.raw('lock table company in share row exclusive mode');
  const first = await companies(db).orderBy('id').first();
  if (first) return first;
  const [made] = await companies(db).insert({ name }).returning('*');
  return made as Company;
}
