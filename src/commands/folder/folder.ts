import * as z from 'zod';
import {
  createFolder,
  type FolderChange,
  getFolder,
  listFolders,
  updateFolder,
} from '../../services/folders/folders.ts';
import type { FolderRow } from '../../services/folders/store.ts';
import { type Actor, accessErrors, visibleFolders } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

const Folder = z
  .object({
    Id: z.int(),
    CompanyId: z.int(),
    Name: z.string(),
    Siren: z.string().nullable(),
    Siret: z.string().nullable(),
    LegalForm: z.string().nullable(),
    Department: z.string().nullable(),
    Naf: z.string().nullable(),
    TaxRegime: z.string().nullable(),
    VatSystem: z.string().nullable(),
    ExternalId: z.string().nullable(),
    IsActive: z.boolean(),
  })
  .meta({ id: 'Folder' });

const FolderPath = z.object({ accountingFolderId: identifier() });

const text = (about: string, max = 100) => z.string().trim().max(max).nullish().describe(about);

/** Tax regimes of the result and VAT systems, in the terms of the forms (2065, 2031, CA3, CA12). */
const TAX_REGIMES = ['CorporationTax', 'IncomeTax'] as const;
const VAT_SYSTEMS = ['RealNormal', 'MiniReal', 'Simplified', 'Franchise', 'NotLiable'] as const;

const fields = {
  Siren: text('Nine digits of the company register', 9),
  Siret: text('Fourteen digits of the head office', 14),
  LegalForm: text('SAS, SARL, EI…', 50),
  Department: text('Department number: 01 to 976, 2A, 2B', 3),
  Naf: text('Activity code, such as 6920Z', 6),
  TaxRegime: z.enum(TAX_REGIMES).nullish().describe('Tax on the result'),
  VatSystem: z.enum(VAT_SYSTEMS).nullish().describe('VAT regime'),
  ExternalId: text('Identifier in another program'),
  IsActive: z.boolean().optional().describe('An inactive folder refuses imports'),
};
const Name = z.string().trim().min(1).max(200);

type Body = { [K in keyof typeof fields]?: z.output<(typeof fields)[K]> } & { Name?: string | undefined };

const fromWire = (body: Body): FolderChange => ({
  name: body.Name,
  siren: body.Siren,
  siret: body.Siret,
  legal_form: body.LegalForm,
  department: body.Department,
  naf: body.Naf,
  tax_regime: body.TaxRegime,
  vat_system: body.VatSystem,
  external_id: body.ExternalId,
  is_active: body.IsActive,
});

const toWire = (row: FolderRow) => ({
  Id: row.id,
  CompanyId: row.company_id,
  Name: row.name,
  Siren: row.siren,
  Siret: row.siret,
  LegalForm: row.legal_form,
  Department: row.department,
  Naf: row.naf,
  TaxRegime: row.tax_regime,
  VatSystem: row.vat_system,
  ExternalId: row.external_id,
  IsActive: row.is_active,
});

export const folderList = defineOperation({
  id: 'folder.list',
  summary: { en: 'List the folders', fr: 'Lister les dossiers' },
  policy: { right: 'read', of: { company: 'companyId' } },
  http: { method: 'GET', path: '/api/accounting/accounting-folders' },
  cli: { examples: ['taxops folder list', 'taxops folder list --search alpha --json'] },
  query: z.object({
    companyId: identifier().optional(),
    search: z.string().max(100).optional().describe('Part of the name, or the SIREN'),
  }),
  output: z.array(Folder),
  columns: ['Id', 'Name', 'Siren', 'LegalForm', 'TaxRegime', 'VatSystem', 'IsActive'],
  run: async (ctx, { companyId, search }) => {
    const rows = await listFolders(await ctx.db(), { visible: visibleFolders(ctx.actor), companyId, search });
    return rows.map(toWire);
  },
});

export const folderShow = defineOperation({
  id: 'folder.show',
  summary: { en: 'Show a folder', fr: 'Montrer un dossier' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: '/api/accounting/accounting-folders/{accountingFolderId}' },
  cli: { args: ['accountingFolderId'], examples: ['taxops folder show 12'] },
  params: FolderPath,
  output: Folder,
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId }) => toWire(await getFolder(await ctx.db(), accountingFolderId)),
});

export const folderCreate = defineOperation({
  id: 'folder.create',
  summary: { en: 'Create a folder', fr: 'Créer un dossier' },
  description:
    'Without CompanyId the folder joins the firm of the token; on the command line the default firm, which is made on first use.',
  policy: { right: 'write', of: { company: 'body.CompanyId' } },
  http: { method: 'POST', path: '/api/accounting/accounting-folders', status: 201 },
  cli: {
    examples: ['taxops folder create --name ALPHA --siren 999999998 --json', 'taxops folder create --body folder.json'],
  },
  body: z.strictObject({ Name, CompanyId: identifier().optional(), ...fields }),
  output: Folder,
  errors: ['CompanyNotFound', 'SirenInvalid', 'SiretInvalid', 'SirenTaken'],
  run: async (ctx, { body }) => {
    const companyId = body.CompanyId ?? ownCompany(ctx.actor);
    const folder = await createFolder(await ctx.db(), companyId, { ...fromWire(body), name: body.Name });
    if (folder.siren) await adopt(ctx, folder.siren);
    return toWire(folder);
  },
});

/** A user's folder joins his firm, never that of somebody else. Throws AccessDenied when his token names none. */
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

export const folderUpdate = defineOperation({
  id: 'folder.update',
  summary: { en: 'Change a folder', fr: 'Modifier un dossier' },
  description: 'Fields that are left out keep their value; null empties one.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PATCH', path: '/api/accounting/accounting-folders/{accountingFolderId}' },
  cli: { args: ['accountingFolderId'], examples: ['taxops folder update 12 --legal-form SAS --vat-system RealNormal'] },
  params: FolderPath,
  body: z.strictObject({ Name: Name.optional(), ...fields }),
  output: Folder,
  errors: ['FolderNotFound', 'SirenInvalid', 'SiretInvalid', 'SirenTaken'],
  run: async (ctx, { accountingFolderId, body }) => {
    const folder = await updateFolder(await ctx.db(), accountingFolderId, fromWire(body));
    if (body.Siren) await adopt(ctx, body.Siren);
    return toWire(folder);
  },
});
