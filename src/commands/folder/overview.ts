import * as z from 'zod';
import { folderOverview, OVERVIEW_SORTS, OVERVIEW_WORK } from '../../services/dues/overview.ts';
import { TAX_SYSTEMS, VAT_SYSTEMS } from '../../services/folders/store.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { date, eurosText, flag, int, maybe, text } from '../operation/outputs.ts';

const Line = z
  .object({
    Id: int('Id'),
    CompanyId: int('Cabinet'),
    Name: text('Nom'),
    Siren: maybe(text('SIREN')),
    LegalForm: maybe(text('Forme juridique')),
    TaxRegime: maybe(text('Régime fiscal')),
    VatSystem: maybe(text('Régime de TVA')),
    IsActive: flag('Actif'),
    LastExercise: maybe(date('Dernier exercice')).describe('Its last day'),
    Drafts: int('Brouillons').describe('Entries that are not validated'),
    ToReconcile: int('À rapprocher').describe('Bank transactions that no entry books'),
    ToJustify: int('À justifier').describe(
      'Bank transactions that should have a document and whose documents do not make up the amount',
    ),
    ToJustifyAmount: maybe(eurosText('Montant à justifier')).describe('Null when they are of several currencies'),
    Late: int('En retard').describe('Declarations and VAT returns'),
    NextDue: maybe(date('Prochaine échéance')).describe('From today on'),
    NextForm: maybe(text('À déposer')).describe('What is due then'),
    Alerts: int('Alertes').describe('Assets to look at, at the end of the exercise under way'),
    AlertsFrom: maybe(date('Alertes du')).describe('The exercise over which they are counted'),
    AlertsTo: maybe(date('Alertes au')),
  })
  .meta({ id: 'FolderOverview' });

type Pascal<S extends string> = S extends `${infer First}${infer Rest}` ? `${Uppercase<First>}${Rest}` : S;
const pascal = <S extends string>(name: S) => (name.slice(0, 1).toUpperCase() + name.slice(1)) as Pascal<S>;
const camel = <S extends string>(name: Pascal<S>) => (name.slice(0, 1).toLowerCase() + name.slice(1)) as S;

/** Names of fields as callers know them, read as those of the service. */
const fieldName = <const S extends string>(names: readonly S[]) =>
  z.enum(names.map(pascal) as [Pascal<S>, ...Pascal<S>[]]).transform((name) => camel<S>(name as Pascal<S>));

export const folderOverviewList = defineOperation({
  id: 'folder.overview',
  summary: { en: 'Show every folder in a line', fr: 'Montrer chaque dossier sur une ligne' },
  description:
    'What each folder is, what is left to do in it and what is due next; of an inactive folder no duty is counted. Folders without the field that they are sorted by come last.',
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/folders/overview' },
  cli: {
    examples: [
      'taxops folder overview',
      'taxops folder overview --company 1 --sort ToJustifyAmount --descending',
      'taxops folder overview --having Late --sort NextDue',
    ],
  },
  query: z.object({
    accountingFolderId: identifier().optional().describe('Only this folder'),
    companyId: identifier().optional().describe('Only the folders of this firm'),
    search: z.string().max(100).optional().describe('Part of the name, or the SIREN'),
    isActive: z.boolean().optional().describe('Only active folders, or only the others'),
    taxRegime: z.enum(TAX_SYSTEMS).optional(),
    vatSystem: z.enum(VAT_SYSTEMS).optional(),
    having: fieldName(OVERVIEW_WORK).optional().describe('Only folders that have some of it'),
    sort: fieldName(OVERVIEW_SORTS).prefault('Id'),
    descending: z.boolean().default(false),
    ...paging,
  }),
  output: pageOf(Line),
  columns: [
    'Id',
    'Name',
    'Siren',
    'TaxRegime',
    'VatSystem',
    'LastExercise',
    'Drafts',
    'ToReconcile',
    'ToJustify',
    'ToJustifyAmount',
    'Late',
    'NextDue',
    'NextForm',
    'Alerts',
  ],
  errors: ['FolderNotFound'],
  run: (ctx, { page, limit, accountingFolderId: folderId, ...wanted }) =>
    folderOverview(ctx, { folderId, ...wanted }, { page, limit }),
});
