import type { Database } from '../db/database.ts';
import { accessErrors } from '../operation/actor.ts';
import { folderErrors } from './errors.ts';
import { isSiren } from './siren.ts';
import { type CompanyRow, companies } from './store.ts';

export interface CompanyChange {
  readonly name?: string | undefined;
  readonly siren?: string | null | undefined;
}

export const listCompanies = async ({ knex }: Database): Promise<CompanyRow[]> => companies(knex).orderBy('id');

/** Throws CompanyNotFound. */
export async function getCompany({ knex }: Database, companyId: number): Promise<CompanyRow> {
  const row = await companies(knex).where({ id: companyId }).first();
  if (!row) throw accessErrors.CompanyNotFound({ companyId });
  return row;
}

/** Throws SirenInvalid. */
export async function createCompany(
  { knex }: Database,
  company: CompanyChange & { readonly name: string },
): Promise<CompanyRow> {
  checkSiren(company.siren);
  const [row] = await companies(knex)
    .insert({ name: company.name, siren: company.siren ?? null })
    .returning('*');
  return row as CompanyRow;
}

/** Changes the fields given, keeps the others. Throws CompanyNotFound, SirenInvalid. */
export async function updateCompany(db: Database, companyId: number, change: CompanyChange): Promise<CompanyRow> {
  checkSiren(change.siren);
  const before = await getCompany(db, companyId);
  const [row] = await companies(db.knex)
    .where({ id: companyId })
    .update({ name: change.name ?? before.name, siren: change.siren === undefined ? before.siren : change.siren })
    .returning('*');
  return row as CompanyRow;
}

function checkSiren(siren: string | null | undefined): void {
  if (siren && !isSiren(siren)) throw folderErrors.SirenInvalid({ siren });
}

/** The firm of that name, made when there is none. */
export async function companyNamed(db: Database, name: string): Promise<CompanyRow> {
  return (await companies(db.knex).where({ name }).orderBy('id').first()) ?? createCompany(db, { name });
}
