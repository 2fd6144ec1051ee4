import * as z from 'zod';
import { getFolder } from '../../../services/folders/folders.ts';
import {
  createDefinition,
  getDefinition,
  listDefinitions,
  listFolderDefinitions,
  updateDefinition,
} from '../../../services/vat/procedures/definitions.ts';
import { NATURES, PROCEDURE_TYPES } from '../../../services/vat/procedures/store.ts';
import { day, identifier, line } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { choice, date, flag, int, maybe, text } from '../../operation/outputs.ts';
import { fields, headed } from '../../operation/wire.ts';
import { form, formCode } from '../form-code.ts';
import { vatOperation } from '../vat-operation.ts';

const ROUTE = '/api/vat-reporting/procedure-definitions';
const CATEGORIES = ['TVA'] as const;

const Definition = z
  .object({
    Id: int('Id'),
    Vats: int('Régimes').describe('Sum of 1 RealNormal, 2 MiniReal, 4 Simplified, 8 SimplifiedFarm'),
    Category: choice(CATEGORIES, 'Catégorie'),
    Nature: choice(NATURES, 'Nature'),
    PrincipalForm: text('Formulaire'),
    IdentificationForm: text('Identification'),
    Annexe: headed(z.array(text('Annexes')), 'Annexe'),
    ActivationDate: date('Du'),
    ExpirationDate: maybe(date('Au')),
    IsAgricultural: flag('Agricole'),
    Type: choice(PROCEDURE_TYPES, 'Type'),
    PrincipalFormCode: form('Code'),
    IdentificationFormCode: headed(form(), 'Formulaire d’identification'),
    AnnexeFormCodes: headed(z.array(form('Codes des annexes')), 'Annexes'),
    StructureActivationDate: date('Structure active du'),
  })
  .meta({ id: 'VatProcedureDefinition' });

const COLUMNS = ['Id', 'PrincipalForm', 'Type', 'Nature', 'Vats', 'IsAgricultural', 'ActivationDate', 'ExpirationDate'];

const BODY = {
  Vats: z.int().min(0).max(15).describe('Sum of 1 RealNormal, 2 MiniReal, 4 Simplified, 8 SimplifiedFarm'),
  Category: z.enum(CATEGORIES),
  Nature: z.enum(NATURES),
  PrincipalForm: line(100),
  IdentificationForm: line(100),
  Annexe: z.array(line(100)).max(50),
  ActivationDate: day(),
  ExpirationDate: day().nullable().describe('Null while it serves'),
  IsAgricultural: z.boolean(),
  Type: z.enum(PROCEDURE_TYPES),
  PrincipalFormCode: formCode(),
  IdentificationFormCode: formCode(),
  AnnexeFormCodes: z.array(formCode()).max(50).optional(),
  StructureActivationDate: day().optional().describe('ActivationDate unless given'),
};

const FILTER = {
  category: z.enum(CATEGORIES).optional(),
  nature: z.enum(NATURES).optional(),
  activeOnly: z.boolean().default(false).describe('Those that serve today, or in the window'),
  beginDate: day().optional(),
  endDate: day().optional(),
  isAgricultural: z.boolean().optional(),
  vatSystemId: z
    .int()
    .min(1)
    .max(6)
    .optional()
    .describe('1 RealNormal, 2 MiniReal, 3 Simplified, 4 SimplifiedFarm, 5 Franchise, 6 NotLiable'),
};

export const vatDefinitionList = defineOperation({
  id: 'vat.definition.list',
  ref: 'D87b',
  summary: { en: 'List what VAT returns are made of', fr: 'Lister la composition des déclarations de TVA' },
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops vat definition list --active-only --vat-system 1'] },
  query: z.object(FILTER),
  output: z.array(Definition),
  columns: COLUMNS,
  errors: ['PeriodInvalid'],
  run: (ctx, { category: _, ...filter }) => listDefinitions(ctx, filter),
});

export const vatDefinitionOfFolder = vatOperation({
  id: 'vat.definition.of-folder',
  ref: 'D87c',
  summary: {
    en: 'List what the VAT returns of a folder are made of',
    fr: 'Lister la composition des déclarations de TVA d’un dossier',
  },
  description: 'Those of the VAT system of the folder; of the normal one when it does not say its own.',
  http: { method: 'GET', path: '/procedure-definitions' },
  cli: { examples: ['taxops vat definition of-folder --folder 1 --procedure-type Liquidation'] },
  query: z.object({ ...FILTER, procedureType: z.enum(PROCEDURE_TYPES).optional() }),
  output: z.array(Definition),
  columns: COLUMNS,
  errors: ['PeriodInvalid'],
  run: async (ctx, { folderId, category: _, procedureType: type, ...filter }) =>
    listFolderDefinitions(ctx, await getFolder(ctx, folderId), { ...filter, type }),
});

export const vatDefinitionAll = defineOperation({
  id: 'vat.definition.all',
  ref: 'D87d',
  summary: {
    en: 'List what all VAT returns are made of',
    fr: 'Lister la composition de toutes les déclarations de TVA',
  },
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: `${ROUTE}/all` },
  cli: { examples: ['taxops vat definition all'] },
  output: z.array(Definition),
  columns: COLUMNS,
  run: (ctx) => listDefinitions(ctx),
});

export const vatDefinitionShow = defineOperation({
  id: 'vat.definition.show',
  ref: 'D87e',
  summary: { en: 'Show what a VAT return is made of', fr: 'Montrer la composition d’une déclaration de TVA' },
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: `${ROUTE}/{id}` },
  cli: { args: ['id'], examples: ['taxops vat definition show 1'] },
  params: z.object({ id: identifier() }),
  output: Definition,
  errors: ['ProcedureDefinitionNotFound'],
  run: (ctx, { id }) => getDefinition(ctx, id),
});

export const vatDefinitionCreate = defineOperation({
  id: 'vat.definition.create',
  ref: 'D87a',
  summary: { en: 'Create a definition of VAT returns', fr: 'Créer une définition de déclarations de TVA' },
  policy: { right: 'administer', of: 'nobody' },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops vat definition create --body definition.json'] },
  body: fields(BODY),
  output: Definition,
  errors: ['PeriodInvalid'],
  run: (ctx, { body }) => createDefinition(ctx, body),
});

export const vatDefinitionUpdate = defineOperation({
  id: 'vat.definition.update',
  ref: 'D87f',
  summary: { en: 'Change a definition of VAT returns', fr: 'Modifier une définition de déclarations de TVA' },
  description: 'Returns that were made keep the forms that they have.',
  policy: { right: 'administer', of: 'nobody' },
  http: { method: 'PUT', path: `${ROUTE}/{id}` },
  cli: { args: ['id'], examples: ['taxops vat definition update 1 --body definition.json'] },
  params: z.object({ id: identifier() }),
  body: fields(BODY),
  output: Definition,
  errors: ['ProcedureDefinitionNotFound', 'PeriodInvalid'],
  run: (ctx, { id, body }) => updateDefinition(ctx, id, body),
});
