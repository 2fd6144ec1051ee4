import * as z from 'zod';
import { createCompany, getCompany, listCompanies, updateCompany } from '../../services/folders/companies.ts';
import { ADDRESS_INPUT, ADDRESS_OUTPUT, given } from '../folder/address.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { int, maybe, text } from '../operation/outputs.ts';
import { fields } from '../operation/wire.ts';

const Company = z
  .object({
    Id: int('Id'),
    Name: text('Nom'),
    Siren: maybe(text('SIREN')),
    Siret: maybe(text('SIRET')),
    ...ADDRESS_OUTPUT,
  })
  .meta({ id: 'Company' });
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
/** The firm writes what its folders file: filings repeat its SIRET and its address. */
const IDENTITY = {
  Siren: given('Nine digits of the company register', 9),
  Siret: given('Fourteen digits of the office that files', 14),
  ...ADDRESS_INPUT,
};

export const companyCreate = defineOperation({
  id: 'company.create',
  summary: { en: 'Create an accounting firm', fr: 'Créer un cabinet comptable' },
  policy: { right: 'administer', of: 'nobody' },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: [
      'taxops company create --name "Cabinet Alpha"',
      'taxops company create --name "Cabinet Alpha" --siret 77788899100018 --street "1 rue du Bac" --post-code 69002 --town Lyon',
    ],
  },
  body: fields({ Name, ...IDENTITY }),
  output: Company,
  errors: ['SirenInvalid', 'SiretInvalid', 'CountryUnknown'],
  run: (ctx, { body }) => createCompany(ctx, body),
});

export const companyUpdate = defineOperation({
  id: 'company.update',
  summary: { en: 'Change an accounting firm', fr: 'Modifier un cabinet comptable' },
  policy: { right: 'administer', of: { company: 'companyId' } },
  http: { method: 'PATCH', path: `${ROUTE}/{companyId}` },
  cli: {
    args: ['companyId'],
    examples: [
      'taxops company update 1 --name "Cabinet Bêta"',
      'taxops company update 1 --siret 77788899100018 --street "1 rue du Bac" --post-code 69002 --town Lyon',
    ],
  },
  params: CompanyPath,
  body: fields({ Name: Name.optional(), ...IDENTITY }),
  output: Company,
  errors: ['CompanyNotFound', 'SirenInvalid', 'SiretInvalid', 'CountryUnknown'],
  run: (ctx, { companyId, body }) => updateCompany(ctx, companyId, body),
});
