import { camelRow, snakeRow } from '../db/rows.ts';
import { accessErrors } from '../operation/actor.ts';
import type { Context, Reader } from '../operation/context.ts';

import { checkIdentity, withSiren } from './identity.ts';
import { type Company, type CompanyRow, companies } from './store.ts';

/** What a caller may change of a firm: undefined keeps, null empties. */
type CompanyChange = { readonly [K in keyof Omit<Company, 'id'>]?: Company[K] | undefined };

/** The firms that the caller may see: that of a user's token, all of them on the command line. */
export async function listCompanies(ctx: Context): Promise<Company[]> {
  const all = companies((await ctx.db()).knex).orderBy('id');
  if (ctx.actor.kind === 'user') all.where({ id: ctx.actor.companyId ?? 0 });
  return (await all).map(camelRow);
}

/** Throws CompanyNotFound. */
export async function getCompany(ctx: Reader, companyId: number): Promise<Company> {
  const { knex } = await ctx.db();
  const row = await companies(knex).where({ id: companyId }).first();
  if (!row) throw accessErrors.CompanyNotFound({ companyId });
  return camelRow(row);
}

/** Throws SirenInvalid, SiretInvalid, CountryUnknown. */
export async function createCompany(ctx: Reader, company: CompanyChange & { readonly name: string }): Promise<Company> {
  checkIdentity(company);
  const { knex } = await ctx.db();
  const [made] = await companies(knex)
    .insert(snakeRow(withSiren(company)))
    .returning('*');
  return camelRow(made as CompanyRow);
}

/** Changes the fields given, keeps the others. Throws CompanyNotFound, SirenInvalid, SiretInvalid, CountryUnknown. */
export async function updateCompany(ctx: Reader, companyId: number, change: CompanyChange): Promise<Company> {
  return (await ctx.db()).transaction(async (trx) => {
    const row = await companies(trx).where({ id: companyId }).forUpdate().first();
    if (!row) throw accessErrors.CompanyNotFound({ companyId });
    const changes = snakeRow(change);
    const after = withSiren(camelRow({ ...row, ...changes }));
    checkIdentity(after);
    if (Object.keys(changes).length > 0)
      await companies(trx)
        .where({ id: companyId })
        .update({ ...changes, siren: after.siren });
    return after;
  });
}
