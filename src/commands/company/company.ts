import * as z from 'zod';
import { createCompany, getCompany, listCompanies, updateCompany } from '../../services/folders/companies.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { int, maybe, text } from '../operation/outputs.ts';
import { fields } from '../operation/wire.ts';

const Company = z.object({ Id: int('Id'), Name: text('Nom'), Siren: maybe(text('SIREN')) }).meta({ id: 'Company' });
const CompanyPath = z.object({ companyId: identifier() });
const ROUTE = '/api/accounting/companies';

export const companyList = defineOperation({
  id: 'company.list',
  summary: { en: 'List the accounting firms', fr: 'Lister les cabinets comptables' },
  policy: { right: 'read', of: 'visible' },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops company list', 'taxops company list --json'] },
  output: z.array(Company),
  run: (ctx) => listCompanies(ctx),
});

export const companyShow = defineOperation({
  id: 'company.show',
  summary: { en: 'Show an accounting firm', fr: 'Montrer un cabinet comptable' },
  policy: { right: 'read', of: { company: 'companyId' } },
  http: { method: 'GET', path: `${ROUTE}/{companyId}` },
  cli: { args: ['companyId'], examples: ['taxops company show 1'] },
  params: CompanyPath,
  output: Company,
  errors: ['CompanyNotFound'],
  run: (ctx, { companyId }) => getCompany(ctx, companyId),
});

const Name = z.string().trim().min(1).max(200);
const Siren = z.string().nullish().describe('Nine digits of the company register');

export const companyCreate = defineOperation({
  id: 'company.create',
  summary: { en: 'Create an accounting firm', fr: 'Créer un cabinet comptable' },
  policy: { right: 'administer', of: 'nobody' },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops company create --name "Cabinet Alpha"'] },
  body: fields({ Name, Siren }),
  output: Company,
  errors: ['SirenInvalid'],
  run: (ctx, { body }) => createCompany(ctx, body),
});

export const companyUpdate = defineOperation({
  id: 'company.update',
  summary: { en: 'Change an accounting firm', fr: 'Modifier un cabinet comptable' },
  policy: { right: 'administer', of: { company: 'companyId' } },
  http: { method: 'PATCH', path: `${ROUTE}/{companyId}` },
  cli: { args: ['companyId'], examples: ['taxops company update 1 --name "Cabinet Bêta"'] },
  params: CompanyPath,
  body: fields({ Name: Name.optional(), Siren }),
  output: Company,
  errors: ['CompanyNotFound', 'SirenInvalid'],
  run: (ctx, { companyId, body }) => updateCompany(ctx, companyId, body),
});
