import * as z from 'zod';
import { createCompany, getCompany, listCompanies, updateCompany } from '../../services/folders/companies.ts';
import type { CompanyRow } from '../../services/folders/store.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

const Company = z.object({ Id: z.int(), Name: z.string(), Siren: z.string().nullable() }).meta({ id: 'Company' });
const CompanyPath = z.object({ companyId: identifier() });

const toWire = ({ id, name, siren }: CompanyRow) => ({ Id: id, Name: name, Siren: siren });

export const companyList = defineOperation({
  id: 'company.list',
  summary: { en: 'List the accounting firms', fr: 'Lister les cabinets comptables' },
  policy: { right: 'read', of: 'visible' },
  http: { method: 'GET', path: '/api/accounting/companies' },
  cli: { examples: ['taxops company list', 'taxops company list --json'] },
  output: z.array(Company),
  run: async (ctx) => {
    const all = await listCompanies(await ctx.db());
    const mine =
      ctx.actor.kind === 'user' ? all.filter(({ id }) => id === (ctx.actor as { companyId?: number }).companyId) : all;
    return mine.map(toWire);
  },
});

export const companyShow = defineOperation({
  id: 'company.show',
  summary: { en: 'Show an accounting firm', fr: 'Montrer un cabinet comptable' },
  policy: { right: 'read', of: { company: 'companyId' } },
  http: { method: 'GET', path: '/api/accounting/companies/{companyId}' },
  cli: { args: ['companyId'], examples: ['taxops company show 1'] },
  params: CompanyPath,
  output: Company,
  errors: ['CompanyNotFound'],
  run: async (ctx, { companyId }) => toWire(await getCompany(await ctx.db(), companyId)),
});

const name = z.string().trim().min(1).max(200);
const siren = z.string().nullish().describe('Nine digits of the company register');

export const companyCreate = defineOperation({
  id: 'company.create',
  summary: { en: 'Create an accounting firm', fr: 'Créer un cabinet comptable' },
  policy: { right: 'administer', of: 'nobody' },
  http: { method: 'POST', path: '/api/accounting/companies', status: 201 },
  cli: { examples: ['taxops company create --name "Cabinet Alpha"'] },
  body: z.strictObject({ Name: name, Siren: siren }),
  output: Company,
  errors: ['SirenInvalid'],
  run: async (ctx, { body }) => toWire(await createCompany(await ctx.db(), { name: body.Name, siren: body.Siren })),
});

export const companyUpdate = defineOperation({
  id: 'company.update',
  summary: { en: 'Change an accounting firm', fr: 'Modifier un cabinet comptable' },
  policy: { right: 'administer', of: { company: 'companyId' } },
  http: { method: 'PATCH', path: '/api/accounting/companies/{companyId}' },
  cli: { args: ['companyId'], examples: ['taxops company update 1 --name "Cabinet Bêta"'] },
  params: CompanyPath,
  body: z.strictObject({ Name: name.optional(), Siren: siren }),
  output: Company,
  errors: ['CompanyNotFound', 'SirenInvalid'],
  run: async (ctx, { companyId, body }) =>
    toWire(await updateCompany(await ctx.db(), companyId, { name: body.Name, siren: body.Siren })),
});
