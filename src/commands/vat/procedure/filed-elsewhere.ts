import * as z from 'zod';
import { acknowledge, attachFile, setSentDate } from '../../../services/vat/filing/filed-elsewhere.ts';
import { day, identifier } from '../../operation/fields.ts';
import { fields } from '../../operation/wire.ts';
import { procedureOperation } from '../procedure-operation.ts';
import { ProcedureItemShape } from './wire.ts';

const ROUTE = '/procedures/{procedureId}';
const ProcedurePath = { procedureId: identifier().describe('VAT return') };

export const vatProcedureAttach = procedureOperation({
  id: 'vat.procedure.attach',
  ref: 'D70',
  summary: {
    en: 'Attach the file of a VAT return that was filed elsewhere',
    fr: 'Joindre le fichier d’une déclaration de TVA déposée ailleurs',
  },
  description:
    'A supporting document of the folder. The status does not change; a rejected or cancelled return takes none.',
  http: { method: 'PUT', path: `${ROUTE}/sent-file` },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat procedure attach 4 --folder 1 --file-send 7 --file-name ca3.pdf'],
  },
  params: ProcedurePath,
  body: fields({
    FileSendId: identifier().describe('Supporting document'),
    FileName: z.string().trim().min(1).max(255).describe('Name of the file, as it is shown'),
  }),
  output: ProcedureItemShape,
  errors: ['ProcedureNotFound', 'ProcedureNotInDraftStatus', 'SupportingDocumentNotFound'],
  run: (ctx, { folderId, procedureId, body }) => attachFile(ctx, folderId, procedureId, body),
});

export const vatProcedureSentDate = procedureOperation({
  id: 'vat.procedure.sent-date',
  ref: 'D71',
  summary: {
    en: 'Say when a VAT return was filed elsewhere',
    fr: 'Dire quand une déclaration de TVA a été déposée ailleurs',
  },
  description:
    'A draft becomes Sent, as the books are now: what it declares is frozen. Nothing is sent. The number that the authority gives is recorded then, or later: vat procedure acknowledge.',
  http: { method: 'PUT', path: `${ROUTE}/sent-date` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure sent-date 4 --folder 1 --sent-date 2026-02-19'] },
  params: ProcedurePath,
  body: fields({ SentDate: day().describe('From the beginning of the period to today') }),
  output: ProcedureItemShape,
  errors: ['ProcedureNotFound', 'ProcedureNotInDraftStatus', 'SentDateInvalid'],
  run: (ctx, { folderId, procedureId, body }) => setSentDate(ctx, folderId, procedureId, body.sentDate),
});

export const vatProcedureAcknowledge = procedureOperation({
  id: 'vat.procedure.acknowledge',
  ref: 'D72',
  summary: {
    en: 'Record what ChannelB answered to a VAT return filed elsewhere',
    fr: 'Enregistrer la réponse de ChannelB à une déclaration de TVA déposée ailleurs',
  },
  description:
    'Code 00: a draft, or a return being sent, becomes Sent; any other code: Rejected. Instead of the day (sent-date), or after it: a return filed by hand keeps its day and takes the number, until a notice tells of it.',
  http: { method: 'POST', path: `${ROUTE}/acknowledgments`, status: 204 },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat procedure acknowledge 4 --folder 1 --numero-piece 2602190001 --code-retour 00'],
  },
  params: ProcedurePath,
  body: fields({
    NumeroPiece: z.string().trim().min(1).max(40).describe('Number of the deposit'),
    CodeRetour: z.string().trim().min(1).max(10),
  }),
  output: z.void(),
  errors: ['ProcedureNotFound', 'ProcedureNotInDraftStatus', 'SentDateInvalid'],
  run: async (ctx, { folderId, procedureId, body }) => {
    await acknowledge(ctx, folderId, procedureId, body);
  },
});
