import * as z from 'zod';
import type { ExplainedFigure } from '../../../services/vat/explain.ts';
import { explainReturn } from '../../../services/vat/procedures/explain-return.ts';
import { identifier } from '../../operation/fields.ts';
import { explanationView, VatExplanations } from '../explanation.ts';
import { vatOperation } from '../vat-operation.ts';

interface Answer {
  readonly figures: readonly ExplainedFigure[];
}

export const vatFormExplain = vatOperation({
  id: 'vat.form.explain',
  summary: {
    en: 'Explain a box of a VAT return, down to its entry lines',
    fr: 'Expliquer une case d’une déclaration de TVA, jusqu’à ses lignes d’écriture',
  },
  description:
    'The rule of the box; for a total the boxes that it reads; else the entry lines that it sums, with what each declares. A return that left Draft is explained by what it declared then.',
  http: { method: 'GET', path: '/procedures/{procedureId}/explanations/{box}' },
  cli: { args: ['procedureId', 'box'], examples: ['taxops vat form explain 4 08 --folder 1'] },
  params: {
    procedureId: identifier().describe('VAT return'),
    box: z.string().trim().min(1).max(10).describe('A zone, such as FP, or a line, such as 08'),
  },
  output: VatExplanations,
  errors: ['ProcedureNotFound', 'BoxNotFound'],
  view: (_, language, answer) => explanationView((answer as Answer).figures, language),
  run: async (ctx, { folderId, procedureId, box }) => ({
    figures: await explainReturn(ctx, folderId, procedureId, box),
  }),
});
