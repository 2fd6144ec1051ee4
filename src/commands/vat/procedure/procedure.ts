import * as z from 'zod';
import { workpaper } from '../../../services/vat/drafts/workpaper.ts';
import { showProcedure } from '../../../services/vat/filing/files.ts';
import { deleteProcedure, existingReturns, procedureTemplates } from '../../../services/vat/procedures/procedures.ts';
import type { Template } from '../../../services/vat/procedures/store.ts';
import { setBox } from '../../../services/vat/procedures/typed-box.ts';
import { day, identifier } from '../../operation/fields.ts';
import { date, file, flag, maybe, text } from '../../operation/outputs.ts';
import { computed, fields, from, headed } from '../../operation/wire.ts';
import { form, formCode } from '../form-code.ts';
import { procedureOperation } from '../procedure-operation.ts';
import { FormTemplate } from '../template/wire.ts';
import { ProcedureItemShape } from './wire.ts';

const ROUTE = '/procedures';
const ProcedurePath = { procedureId: identifier().describe('VAT return') };

export const vatProcedureShow = procedureOperation({
  id: 'vat.procedure.show',
  ref: 'D68',
  summary: { en: 'Show a VAT return', fr: 'Montrer une déclaration de TVA' },
  description:
    'RawFormContent: what its boxes hold, computed and typed, as JSON by form then zone; null while empty. ReceiveContent: the notices on it, shown here alone.',
  http: { method: 'GET', path: `${ROUTE}/{procedureId}` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure show 4 --folder 1'] },
  params: ProcedurePath,
  output: ProcedureItemShape,
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => showProcedure(ctx, folderId, procedureId),
});

export const vatProcedureWorkpaper = procedureOperation({
  id: 'vat.procedure.workpaper',
  summary: {
    en: 'Write the workpaper of a VAT return: the entry lines behind each box',
    fr: 'Écrire la feuille de travail d’une déclaration de TVA : les lignes d’écriture de chaque case',
  },
  description:
    'A workbook with two sheets: a row for each entry line behind each box, and the forms, whose boxes are sums over those rows and formulas. Amounts before rounding on the first sheet, whole euros on the second.',
  http: { method: 'GET', path: `${ROUTE}/{procedureId}/workpaper` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure workpaper 4 --folder 1 --output tva.xlsx'] },
  params: ProcedurePath,
  output: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  errors: ['ProcedureNotFound'],
  audited: true,
  run: (ctx, { folderId, procedureId }) => workpaper(ctx, folderId, procedureId),
});

export const vatProcedureDelete = procedureOperation({
  id: 'vat.procedure.delete',
  summary: { en: 'Delete a VAT return', fr: 'Supprimer une déclaration de TVA' },
  description: 'Drafts and rejected returns only. Its group stays: taxops vat procedure-group delete.',
  http: { method: 'DELETE', path: `${ROUTE}/{procedureId}`, status: 204 },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure delete 4 --folder 1 --yes'], confirm: true },
  params: ProcedurePath,
  output: z.void(),
  errors: ['ProcedureNotFound', 'ProcedureNotInDraftStatus'],
  run: (ctx, { folderId, procedureId }) => deleteProcedure(ctx, folderId, procedureId),
});

export const vatProcedureBoxSet = procedureOperation({
  id: 'vat.procedure.box.set',
  summary: { en: 'Type a box of a VAT return', fr: 'Saisir une case d’une déclaration de TVA' },
  description:
    'Of a draft, in the edition of its frozen form. What is typed stands over what is computed; without Value the box is emptied. Totals and results cannot be typed.',
  http: { method: 'PUT', path: `${ROUTE}/{procedureId}/boxes` },
  cli: {
    args: ['procedureId'],
    examples: [
      'taxops vat procedure box set 4 --folder 1 --form-code _3310CA3 --zone HC --value 120',
      "taxops vat procedure box set 4 --folder 1 --form-code _3310TER --zone DM --value '[1400, 0]'",
    ],
  },
  params: ProcedurePath,
  body: fields({
    FormCode: from('form', formCode()),
    Zone: z.string().trim().min(1).max(10),
    Value: boxValue()
      .nullish()
      .describe('Whole euros, X for a mark, text; a list where the box repeats, such as [1400, 0]'),
  }),
  output: ProcedureItemShape,
  errors: [
    'ProcedureNotFound',
    'ProcedureNotInDraftStatus',
    'BoxUnknown',
    'BoxIsComputed',
    'AmountNotWhole',
    'AmountInvalid',
    'ValueUnknown',
  ],
  run: (ctx, { folderId, procedureId, body }) => setBox(ctx, folderId, procedureId, body),
});

function boxValue() {
  const one = z.union([z.number(), z.string().max(2600)]);
  return z.union([...one.options, z.array(one).max(500)]);
}

export const vatProcedureExisting = procedureOperation({
  id: 'vat.procedure.existing',
  ref: 'D74',
  summary: {
    en: 'Say which forms have a draft or were sent in a window',
    fr: 'Dire quels formulaires ont un brouillon ou sont envoyés sur une plage',
  },
  description: 'Returns of which the period has a day in the window; rejected and cancelled ones are neither.',
  http: { method: 'GET', path: `${ROUTE}/existing` },
  cli: {
    examples: [
      'taxops vat procedure existing --folder 1 --start-date 2026-01-01 --end-date 2026-01-31 --form-names _3310CA3',
    ],
  },
  query: z.object({ startDate: day(), endDate: day(), formNames: z.array(formCode()).min(1).max(50) }),
  output: z.object({
    HasDraftProcedures: computed(flag('Brouillons'), ({ draftForms }: Existing) => draftForms.length > 0),
    HasSentProcedures: computed(flag('Envoyées'), ({ sentForms }: Existing) => sentForms.length > 0),
    DraftFormNames: computed(
      headed(z.array(form('Brouillons')), 'Formulaires en brouillon'),
      ({ draftForms }: Existing) => draftForms,
    ),
    SentFormNames: computed(
      headed(z.array(form('Envoyées')), 'Formulaires envoyés'),
      ({ sentForms }: Existing) => sentForms,
    ),
    StartDate: date('Du'),
    EndDate: date('Au'),
  }),
  errors: ['PeriodInvalid'],
  run: async (ctx, { folderId, startDate, endDate, formNames: forms }) => ({
    ...(await existingReturns(ctx, folderId, { startDate, endDate, forms })),
    startDate,
    endDate,
  }),
});

interface Existing {
  readonly draftForms: readonly string[];
  readonly sentForms: readonly string[];
}

const window = {
  beginDate: day().optional().describe('First day of the period'),
  endDate: day()
    .optional()
    .describe('Last day of the period: the newest forms that serve it; the frozen ones unless given'),
};

export const vatProcedureTemplates = procedureOperation({
  id: 'vat.procedure.templates',
  ref: 'D86a',
  summary: { en: 'List the form templates of a VAT return', fr: 'Lister les modèles d’une déclaration de TVA' },
  http: { method: 'GET', path: `${ROUTE}/{procedureId}/templates` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure templates 4 --folder 1'] },
  params: ProcedurePath,
  query: z.object(window),
  output: z.array(FormTemplate),
  columns: ['Id', 'Name', 'FormCodeDgfip', 'Millesime', 'FormVersion'],
  errors: ['ProcedureNotFound', 'FormTemplateNotFound', 'PeriodInvalid'],
  run: (ctx, { folderId, ...query }) => procedureTemplates(ctx, folderId, query),
});

export const vatProcedureAmountFields = procedureOperation({
  id: 'vat.procedure.amount-fields',
  ref: 'D86b',
  summary: {
    en: 'Say which boxes of a VAT return hold what is declared and paid',
    fr: 'Dire quelles cases d’une déclaration de TVA portent le déclaré et le payé',
  },
  description: 'Zones of the principal form; null when it has none.',
  http: { method: 'GET', path: `${ROUTE}/{procedureId}/amount-fields` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure amount-fields 4 --folder 1'] },
  params: ProcedurePath,
  query: z.object(window),
  output: z.object({ DeclaredAmountField: maybe(text('Déclaré')), PaidAmountField: maybe(text('Payé')) }),
  errors: ['ProcedureNotFound', 'FormTemplateNotFound', 'PeriodInvalid'],
  run: async (ctx, { folderId, ...query }) => amountFields(await procedureTemplates(ctx, folderId, query)),
});

const amountFields = ([principal]: readonly Template[]) => ({
  declaredAmountField: principal?.declaredAmountField,
  paidAmountField: principal?.paidAmountField,
});
