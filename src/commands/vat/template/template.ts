import * as z from 'zod';
import { TEMPLATE_TYPES } from '../../../services/vat/procedures/store.ts';
import {
  createTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from '../../../services/vat/procedures/templates.ts';
import { day, identifier, line } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { fields, from } from '../../operation/wire.ts';
import { formCode } from '../form-code.ts';
import { FormTemplate } from './wire.ts';

const ROUTE = '/api/vat-reporting/form-templates';
const COLUMNS = [
  'Id',
  'Name',
  'FormCodeDgfip',
  'Millesime',
  'FormVersion',
  'PeriodBeginDate',
  'PeriodEndDate',
  'IsDraft',
];

const field = (about: string) => z.string().trim().min(1).max(10).nullish().describe(about);
const BODY = {
  Name: line(200),
  PeriodBeginDate: day().describe('First day on which a period that it serves may end'),
  PeriodEndDate: day().nullable().describe('Last one; null until the next millésime'),
  Content: z.string().max(1_000_000).describe('JSON text: {"Rows": [{"Zone": "CA", …}]}'),
  Type: z.enum(TEMPLATE_TYPES),
  IsDraft: z.boolean(),
  DeclaredAmountField: field('Zone of what is declared'),
  PaidAmountField: field('Zone of what is paid'),
  FormCode: from('form', formCode().optional()).describe('The form that Name begins with unless given'),
  Millesime: z.int().min(0).max(99).optional().describe('Two digits; the year of PeriodBeginDate unless given'),
  FormVersion: z.int().min(1).max(999).optional().describe('The next one unless given'),
  FormActivationDate: day().optional().describe('PeriodBeginDate unless given'),
};
const ERRORS = ['PeriodInvalid', 'FormTemplateInvalid', 'FormTemplateTaken', 'BoxUnknown'];

export const vatTemplateList = defineOperation({
  id: 'vat.template.list',
  ref: 'D85b',
  summary: { en: 'List the templates of VAT forms', fr: 'Lister les modèles de formulaires de TVA' },
  description:
    'One for each form, millésime and version, made from the table of boxes. activeOnly: no draft, and serving today or in the window.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops vat template list --active-only'] },
  query: z.object({
    type: z.enum(TEMPLATE_TYPES).optional(),
    activeOnly: z.boolean().default(false),
    beginDate: day().optional(),
    endDate: day().optional(),
  }),
  output: z.array(FormTemplate),
  columns: COLUMNS,
  errors: ['PeriodInvalid'],
  run: (ctx, query) => listTemplates(ctx, query),
});

export const vatTemplateShow = defineOperation({
  id: 'vat.template.show',
  ref: 'D85c',
  summary: { en: 'Show a template of a VAT form', fr: 'Montrer un modèle de formulaire de TVA' },
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: `${ROUTE}/{id}` },
  cli: { args: ['id'], examples: ['taxops vat template show 6'] },
  params: z.object({ id: identifier() }),
  output: FormTemplate,
  errors: ['FormTemplateNotFound'],
  run: (ctx, { id }) => getTemplate(ctx, id),
});

export const vatTemplateCreate = defineOperation({
  id: 'vat.template.create',
  ref: 'D85a',
  summary: { en: 'Create a template of a VAT form', fr: 'Créer un modèle de formulaire de TVA' },
  description: 'Every Zone of Content is a box of the form in that year.',
  policy: { right: 'administer', of: 'nobody' },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops vat template create --body template.json'] },
  bodyBytes: 8 * 1024 ** 2,
  body: fields(BODY),
  output: FormTemplate,
  errors: ERRORS,
  run: (ctx, { body }) => createTemplate(ctx, body),
});

export const vatTemplateUpdate = defineOperation({
  id: 'vat.template.update',
  ref: 'D85d',
  summary: { en: 'Change a template of a VAT form', fr: 'Modifier un modèle de formulaire de TVA' },
  description:
    'A template that a return uses stays as it is: the change becomes its next FormVersion, which is answered.',
  policy: { right: 'administer', of: 'nobody' },
  http: { method: 'PUT', path: ROUTE },
  cli: { examples: ['taxops vat template update --body template.json'] },
  bodyBytes: 8 * 1024 ** 2,
  body: fields({ Id: identifier(), ...BODY }),
  output: FormTemplate,
  errors: ['FormTemplateNotFound', ...ERRORS],
  run: (ctx, { body: { id, ...input } }) => updateTemplate(ctx, id, input),
});
