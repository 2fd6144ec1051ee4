import * as z from 'zod';
import { getFolder, listFolders } from '../../services/folders/folders.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { decimal, flag, int, maybe, text } from '../operation/outputs.ts';
import { from } from '../operation/wire.ts';
import { ADDRESS_OUTPUT } from './address.ts';
import { bookOperation, ROUTE } from './family.ts';

export const Folder = z
  .object({
    Id: int('Id'),
    CompanyId: int('Cabinet'),
    Name: text('Nom'),
    Siren: maybe(text('SIREN')),
    Siret: maybe(text('SIRET')),
    LegalForm: maybe(text('Forme juridique')),
    Department: maybe(text('Département')),
    Naf: maybe(text('NAF')),
    TaxRegime: maybe(text('Régime fiscal')),
    VatSystem: maybe(text('Régime de TVA')),
    ExternalId: maybe(text('N° externe')),
    IsActive: flag('Active'),
    ...ADDRESS_OUTPUT,
    ResultRegime: maybe(text('Régime du résultat')),
    TaxpayerKind: maybe(text('Redevable')),
    Territory: maybe(text('Territoire')),
    FamilyName: maybe(text('Nom de famille')),
    DeductionCoefficient: maybe(decimal('Coefficient de déduction')),
    VatDeadlineDay: maybe(int('Jour de TVA')),
    SubjectToCVAE: from('subjectToCvae', maybe(flag('CVAE'))),
    CVAEAdvanceDeposit: from('cvaeAdvanceDeposit', maybe(flag('Acomptes de CVAE'))),
    ISBalance: from('isBalance', maybe(flag('Solde d’IS'))),
  })
  .meta({ id: 'Folder' });

export const folderList = defineOperation({
  id: 'folder.list',
  summary: { en: 'List the folders', fr: 'Lister les dossiers' },
  policy: { right: 'read', of: { company: 'companyId' } },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops folder list', 'taxops folder list --search alpha --json'] },
  query: z.object({
    companyId: identifier().optional(),
    search: z.string().max(100).optional().describe('Part of the name, or the SIREN'),
  }),
  output: z.array(Folder),
  columns: ['Id', 'Name', 'Siren', 'LegalForm', 'TaxRegime', 'VatSystem', 'IsActive'],
  run: (ctx, { companyId, search }) => listFolders(ctx, { companyId, search }),
});

export const folderShow = bookOperation({
  id: 'folder.show',
  summary: { en: 'Show a folder', fr: 'Montrer un dossier' },
  http: { method: 'GET', path: '' },
  cli: { args: ['accountingFolderId'], examples: ['taxops folder show 12'] },
  output: Folder,
  run: (ctx, { folderId }) => getFolder(ctx, folderId),
});
