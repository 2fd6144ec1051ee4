import { accessErrors } from '../operation/actor.ts';
import type { Context, Reader } from '../operation/context.ts';
import { databaseOf } from '../operation/context.ts';
import { folderErrors } from './errors.ts';
import { isSiren } from './siren.ts';
import { type Company, companies } from './store.ts';

export interface CompanyChange {
  readonly name?: string | undefined;
  readonly siren?: string | null | undefined;
}

/** The firms that the caller may see: that of a user's token, all of them on the command line. */
export async function listCompanies(ctx: Context): Promise<Company[]> {
  const { knex } = await ctx.db();
  const all = companies(knex).orderBy('id');
  return ctx.actor.kind === 'user' ? all.where({ id: ctx.actor.companyId ?? 0 }) : all;
}

/** Throws CompanyNotFound. */
export async function getCompany(ctx: Reader, companyId: number): Promise<Company> {
  const { knex } = await databaseOf(ctx);
  const company = await companies(knex).where({ id: companyId }).first();
  if (!company) throw accessErrors.CompanyNotFound({ companyId });
  return company;
}

/** Throws SirenInvalid. */
export async function createCompany(ctx: Reader, company: CompanyChange & { readonly name: string }): Promise<Company> {
  checkSiren(company.siren);
  const { knex } = await databaseOf(ctx);
  const [made] = await companies(knex)
    .insert({ name: company.name, siren: company.siren ?? null })
    .returning('*');
  return made as Company;
}

/** Changes the fields given, keeps the others. Throws CompanyNotFound, SirenInvalid. */
export async function updateCompany(ctx: Reader, companyId: number, change: CompanyChange): Promise<Company> {
  checkSiren(change.siren);
  const { name, siren } = await getCompany(ctx, companyId);
  const { knex } = await databaseOf(ctx);
  const [after] = await companies(knex)
    .where({ id: companyId })
    .update({ name: change.name ?? name, siren: change.siren === undefined ? siren : change.siren })
    .returning('*');
  return after as Company;
}

function checkSiren(siren: string | null | undefined): void {
  if (siren && !isSiren(siren)) throw folderErrors.SirenInvalid({ siren });
}

/** The firm of that name, made when there is none. */
export async function companyNamed(ctx: Reader, name: string): Promise<Company> {
  const { knex } = await databaseOf(ctx);
  return (await companies(knex).where({ name }).orderBy('id').first()) ?? createCompany(ctx, { name });
}
