import * as z from 'zod';
import { fieldTotals } from '../../../services/vat/procedures/elements.ts';
import { identifier } from '../../operation/fields.ts';
import { euros, text } from '../../operation/outputs.ts';
import { vatOperation } from '../vat-operation.ts';

export const vatFormTotals = vatOperation({
  id: 'vat.form.totals',
  ref: 'D44',
  summary: {
    en: 'Show the exact totals of the boxes of a VAT return',
    fr: 'Montrer les totaux exacts des cases d’une déclaration de TVA',
  },
  description:
    'What the books sum in each box before rounding: a box of an operation holds a base, a box of tax its tax.',
  http: { method: 'GET', path: '/procedures/{procedureId}/form-totals' },
  cli: { args: ['procedureId'], examples: ['taxops vat form totals 4 --folder 1'] },
  params: { procedureId: identifier().describe('VAT return') },
  output: z.array(
    z.object({
      Field: text('Case'),
      TotalTaxExcludedAmount: euros('Base HT'),
      TotalVatAmount: euros('TVA'),
    }),
  ),
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => fieldTotals(ctx, folderId, procedureId),
});
