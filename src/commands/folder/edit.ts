import * as z from 'zod';
import { createFolder, updateFolder } from '../../services/folders/folders.ts';
import { TAX_SYSTEMS, TAXPAYER_KINDS, TERRITORIES, VAT_SYSTEMS } from '../../services/folders/store.ts';
import { type Actor, accessErrors } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import { identifier, numeral } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { fields, from } from '../operation/wire.ts';
import { ADDRESS_INPUT, given } from './address.ts';
import { bookOperation, ROUTE } from './family.ts';
import { Folder } from './folder.ts';

const RESULT_REGIMES = ['Normal', 'Simplified'] as const;

const coefficient = () =>
  numeral((text) => (/^(0(\.\d{1,2})?|1(\.0{1,2})?)$/.test(text) ? text : undefined), 'from 0.00 to 1.00');

const duty = (what: string) =>
  z.boolean().nullish().describe(`Whether it owes ${what}; as its regime and its returns say unless given`);

const IDENTITY = {
  Siren: given('Nine digits of the company register', 9),
  Siret: given('Fourteen digits of the head office', 14),
  LegalForm: given('SAS, SARL, EI…', 50),
  Department: given('Department number: 01 to 976, 2A, 2B; that of the post code unless given', 3),
  Naf: given('Activity code, such as 6920Z', 6),
  TaxRegime: z.enum(TAX_SYSTEMS).nullish().describe('Tax on the result'),
  VatSystem: z.enum(VAT_SYSTEMS).nullish().describe('VAT regime'),
  ExternalId: given('Identifier in another program'),
  IsActive: z.boolean().optional().describe('An inactive folder refuses imports'),
  ...ADDRESS_INPUT,
  ResultRegime: z.enum(RESULT_REGIMES).nullish().describe('Regime of the result; that of VAT unless given'),
  TaxpayerKind: z.enum(TAXPAYER_KINDS).nullish().describe('For VAT; that of the legal form unless given'),
  Territory: z.enum(TERRITORIES).nullish().describe('Of VAT rates; that of the department unless given'),
  FamilyName: given('Of a sole trader: the day of VAT returns depends on it'),
  DeductionCoefficient: coefficient().nullish().describe('VAT that is deductible, 0 to 1; all of it unless given'),
  VatDeadlineDay: z.int().min(15).max(24).nullish().describe('Day of VAT returns; that of the table unless given'),
  SubjectToCVAE: from('subjectToCvae', duty('CVAE returns')),
  CVAEAdvanceDeposit: from('cvaeAdvanceDeposit', duty('CVAE instalments')),
  ISBalance: from('isBalance', duty('company tax, instalments and balance')),
};
const Name = z.string().trim().min(1).max(200);

export const folderCreate = defineOperation({
  id: 'folder.create',
  summary: { en: 'Create a folder', fr: 'Créer un dossier' },
  description:
    'Without CompanyId the folder joins the firm of the token; on the command line the default firm, which is made on first use.',
  policy: { right: 'write', of: { company: 'body.companyId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: ['taxops folder create --name ALPHA --siren 999999998 --json', 'taxops folder create --body folder.json'],
  },
  body: fields({ Name, CompanyId: identifier().optional(), ...IDENTITY }),
  output: Folder,
  errors: ['CompanyNotFound', 'SirenInvalid', 'SiretInvalid', 'CountryUnknown', 'SirenTaken'],
  run: async (ctx, { body: { companyId = ownCompany(ctx.actor), ...identity } }) => {
    const folder = await createFolder(ctx, companyId, identity);
    if (folder.siren) await adopt(ctx, folder.siren);
    return folder;
  },
});

/** A user's folder joins his firm, never that of another person. Throws AccessDenied when his token names none. */
function ownCompany(actor: Actor): number | undefined {
  if (actor.kind !== 'user') return undefined;
  if (actor.companyId === undefined) throw accessErrors.AccessDenied();
  return actor.companyId;
}

/** Deliveries that waited for this company join its folder. Loaded only then: a listing of folders needs none of it. */
async function adopt(ctx: Context, siren: string): Promise<void> {
  const { adoptForSiren } = await import('../../services/declarations/receive.ts');
  await adoptForSiren(ctx, siren);
}

export const folderUpdate = bookOperation({
  id: 'folder.update',
  summary: { en: 'Change a folder', fr: 'Modifier un dossier' },
  description: 'Fields that are left out keep their value; null empties one. A SIRET gives its SIREN.',
  http: { method: 'PATCH', path: '' },
  cli: {
    args: ['accountingFolderId'],
    examples: [
      'taxops folder update 12 --legal-form SAS --vat-system RealNormal',
      'taxops folder update 12 --street "12 rue des Lilas" --post-code 69002 --town Lyon',
    ],
  },
  body: fields({ Name: Name.optional(), ...IDENTITY }),
  output: Folder,
  errors: ['SirenInvalid', 'SiretInvalid', 'CountryUnknown', 'SirenTaken'],
  run: async (ctx, { folderId, body }) => {
    const folder = await updateFolder(ctx, folderId, body);
    if (folder.siren && (body.siren || body.siret)) await adopt(ctx, folder.siren);
    return folder;
  },
});
