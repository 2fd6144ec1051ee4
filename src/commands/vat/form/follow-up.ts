import * as z from 'zod';
import { followUp } from '../../../services/vat/procedures/follow-up.ts';
import { amount, identifier } from '../../operation/fields.ts';
import { int } from '../../operation/outputs.ts';
import { fields } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';

export const vatFormFollowUp = vatOperation({
  id: 'vat.form.follow-up',
  ref: 'D49',
  summary: {
    en: 'Ask the refund, or open the instalment, that a VAT return calls for',
    fr: 'Demander le remboursement, ou ouvrir l’acompte, qu’appelle une déclaration de TVA',
  },
  description:
    'Amount in whole euros. A credit: line 26 of the draft holds Amount, and a return 3519 in Draft is made beside a CA3, whose identifier is the answer; on a CA12 the annex 3517-DDR asks for it, and the answer is the return itself. Otherwise the instalment 3515-SD, 3514 or 3525-BIS that comes next is made in Draft. CorrespondenceText: the largest invoices of a first request, or a message.',
  http: { method: 'POST', path: '/procedures/{procedureId}/follow-up', status: 201 },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat form follow-up 4 --folder 1 --amount 1520 --correspondence-text "Facture 112, PAPYRUS"'],
  },
  params: { procedureId: identifier().describe('VAT return') },
  body: fields({
    Amount: amount().describe('Whole euros'),
    CorrespondenceText: z.string().max(512).nullish(),
  }),
  output: int('Déclaration'),
  errors: [
    'ProcedureNotFound',
    'AmountNotWhole',
    'AmountInvalid',
    'RefundInvalid',
    'ProcedureNotInDraftStatus',
    'NotSupportedProcedureType',
    'PeriodAlreadyDeclared',
  ],
  run: (ctx, { folderId, procedureId, body }) => followUp(ctx, folderId, procedureId, body),
});
