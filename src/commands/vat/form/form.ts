import * as z from 'zod';
import { FORM_FORMATS, FORM_MEDIA, formFile } from '../../../services/documents/form-document.ts';
import { filledOnly } from '../../../services/forms/paper/paper.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import { keptPdf, makePdf } from '../../../services/vat/procedures/return-pdf.ts';
import { PROCEDURE_STATUSES } from '../../../services/vat/procedures/store.ts';
import { returnDocument, type StoredPaper, storedPaper } from '../../../services/vat/procedures/stored-paper.ts';
import { type FrozenForms, frozenForms, type NewerVersion } from '../../../services/vat/procedures/versions.ts';
import { paperView } from '../../form/view.ts';
import { PaperFormShape } from '../../form/wire.ts';
import { identifier } from '../../operation/fields.ts';
import type { Block } from '../../operation/operation.ts';
import { choice, date, file, int, maybe, text, words } from '../../operation/outputs.ts';
import { computed, fields, from, headed } from '../../operation/wire.ts';
import { form } from '../form-code.ts';
import { FormTemplate } from '../template/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { pdfUrl } from './pdf-url.ts';

const ROUTE = '/procedures/{procedureId}';
const ProcedurePath = { procedureId: identifier().describe('VAT return') };

const Shown = z
  .object({
    ProcedureId: computed(int('Déclaration'), ({ opened }: StoredPaper) => opened.procedure.id),
    BeginDate: computed(date('Du'), ({ opened }: StoredPaper) => opened.group.begin_date),
    EndDate: computed(date('Au'), ({ opened }: StoredPaper) => opened.group.end_date),
    Status: computed(choice(PROCEDURE_STATUSES, 'État'), ({ opened }: StoredPaper) => opened.procedure.status),
    Forms: headed(z.array(PaperFormShape), 'Formulaires'),
    Warnings: computed(
      z
        .array(words('Avertissement', 'sentence'))
        .describe('Earlier returns that were never filed: none of them is carried here'),
      ({ warnings }: StoredPaper) => warnings.map(({ message }) => message),
    ),
  })
  .meta({ id: 'VatFormsOnPaper' });

export const vatFormShow = vatOperation({
  id: 'vat.form.show',
  summary: {
    en: 'Show the forms of a VAT return as on paper',
    fr: 'Montrer les formulaires d’une déclaration de TVA comme sur le papier',
  },
  description:
    'A draft is brought up to date with the books first. What was typed carries *. As a file, for the client, in French: marked as a draft until the return is accepted.',
  http: { method: 'GET', path: `${ROUTE}/forms` },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat form show 4 --folder 1 --filled-only', 'taxops vat form show 4 --folder 1 --output ca3.pdf'],
  },
  params: ProcedurePath,
  query: z.object({
    filledOnly: z.boolean().default(false).describe('Without the lines that hold nothing'),
    as: z.enum(FORM_FORMATS).optional().describe('A file; the name of --output tells it too'),
  }),
  output: z.union([Shown, file(...FORM_MEDIA)]),
  errors: ['ProcedureNotFound'],
  view: (_, language, answer) => view(answer as StoredPaper, language),
  audited: true,
  run: async (ctx, { folderId, procedureId, filledOnly: isShort, as }) => {
    const shown = await storedPaper(ctx, folderId, procedureId);
    const paper = isShort ? { ...shown, forms: shown.forms.map(filledOnly) } : shown;
    if (as === undefined) return paper;
    return formFile(await returnDocument(ctx, paper), as, `taxops-tva-${procedureId}`);
  },
});

function* view({ forms, warnings }: StoredPaper, language: Language): Generator<Block> {
  for (const paper of forms) yield* paperView(paper, language);
  for (const { message } of warnings) yield { kind: 'text', text: `! ${message[language]}` };
}

const html = (about: string) => z.string().max(100_000).optional().describe(about);

export const vatFormPdf = vatOperation({
  id: 'vat.form.pdf',
  ref: 'D47',
  summary: { en: 'Make the PDF of a VAT return', fr: 'Produire le PDF d’une déclaration de TVA' },
  description:
    'Its forms as on paper, kept beside the return in the place of the last one. Of texts in HTML nothing but the text is drawn; Style is accepted and changes nothing.',
  http: { method: 'POST', path: `${ROUTE}/pdf` },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat form pdf 4 --folder 1 --header-footer-enable-on-cover false --cover "Déclaration de mai"'],
  },
  params: ProcedurePath,
  body: fields({
    Header: html('Top of each page; firm, company and period by default'),
    Footer: html('Bottom of each page; the firm by default'),
    Cover: html('Text of a first page'),
    Style: html('Accepted, changes nothing'),
    HtmlFiles: z.array(z.string().max(100_000)).max(20).optional().describe('Texts after the forms, a page each'),
    FileName: z.string().trim().min(1).max(200).optional().describe('Name of the file; form and period by default'),
    HeaderFooterEnableOnCover: z.boolean(),
  }),
  output: z.object({ PdfDownloadUrl: text('Adresse'), FileName: text('Fichier') }),
  errors: ['ProcedureNotFound'],
  run: async (ctx, { folderId, procedureId, body }) => ({
    pdfDownloadUrl: pdfUrl({ folderId, id: procedureId }),
    ...(await makePdf(ctx, folderId, procedureId, body)),
  }),
});

export const vatFormDownload = vatOperation({
  id: 'vat.form.download',
  summary: { en: 'Download the PDF made of a VAT return', fr: 'Télécharger le PDF produit d’une déclaration de TVA' },
  http: { method: 'GET', path: `${ROUTE}/pdf` },
  cli: { args: ['procedureId'], examples: ['taxops vat form download 4 --folder 1 --output ca3.pdf'] },
  params: ProcedurePath,
  output: file('application/pdf'),
  errors: ['VatPdfNotThere'],
  audited: true,
  run: (ctx, { folderId, procedureId }) => keptPdf(ctx, folderId, procedureId),
});

const NewerVersionWarning = from(
  'newer',
  headed(
    z.array(
      z.object({
        FormCode: from('form', form('Formulaire')),
        Kind: choice(['Millesime', 'FormVersion'], 'Nouveauté'),
        SnapshotMillesime: computed(int('Millésime figé'), ({ frozen }: NewerVersion) => frozen.millesime),
        LatestMillesime: computed(int('Dernier millésime'), ({ latest }: NewerVersion) => latest.millesime),
        SnapshotFormVersion: computed(int('Version figée'), ({ frozen }: NewerVersion) => frozen.formVersion),
        LatestFormVersion: computed(int('Dernière version'), ({ latest }: NewerVersion) => latest.formVersion),
      }),
    ),
    'Versions plus récentes',
  ),
);

export const vatFormVersions = vatOperation({
  id: 'vat.form.versions',
  ref: 'D50',
  summary: {
    en: 'Show the frozen forms of a VAT return',
    fr: 'Montrer les formulaires figés d’une déclaration de TVA',
  },
  description: 'NewerVersionWarning: the forms of which a newer millésime or version serves the period.',
  http: { method: 'GET', path: `${ROUTE}/form-snapshots` },
  cli: { args: ['procedureId'], examples: ['taxops vat form versions 4 --folder 1'] },
  params: ProcedurePath,
  output: z.object({ Forms: headed(z.array(FormTemplate), 'Formulaires'), NewerVersionWarning }),
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => frozenForms(ctx, folderId, procedureId),
});

const Fields = z.object({ DeclaredAmountField: maybe(text('Déclaré')), PaidAmountField: maybe(text('Payé')) });

export const vatFormFields = vatOperation({
  id: 'vat.form.fields',
  ref: 'D51',
  summary: {
    en: 'Say which boxes of the frozen form hold what is declared and paid',
    fr: 'Dire quelles cases du formulaire figé portent le déclaré et le payé',
  },
  http: { method: 'GET', path: `${ROUTE}/amount-fields` },
  cli: { args: ['procedureId'], examples: ['taxops vat form fields 4 --folder 1'] },
  params: ProcedurePath,
  output: z.object({
    Fields: computed(headed(Fields, 'Champs'), ({ forms: [principal] }: FrozenForms) => ({
      declaredAmountField: principal?.declaredAmountField,
      paidAmountField: principal?.paidAmountField,
    })),
    NewerVersionWarning,
  }),
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => frozenForms(ctx, folderId, procedureId),
});
