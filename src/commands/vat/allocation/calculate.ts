import * as z from 'zod';
import { calculateLine, calculateLines, processReturn } from '../../../services/vat/allocation/calculate.ts';
import { identifier } from '../../operation/fields.ts';
import type { Block, Outcome } from '../../operation/operation.ts';
import { flag, int, maybe, sentence } from '../../operation/outputs.ts';
import { fields, from } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { LinePath, ROUTE } from './search.ts';
import { lineView } from './view.ts';
import { Line } from './wire.ts';

const Result = z.object({
  IsSuccessful: flag('Réussi'),
  ErrorMessage: maybe(sentence('Erreur')),
  EntryLine: maybe(Line),
});
const Results = z.object({
  Results: z.array(Result),
  TotalProcessed: int('Traitées'),
  SuccessCount: int('Réussies'),
  FailureCount: int('En erreur'),
  IsSuccessful: flag('Réussi'),
});

const dryRun = z.boolean().default(false).describe('Computes without saving');
const STORES =
  'Stores with the line its tax-excluded amount, what is at no rate of it, and the VAT to declare, as computed; what a person set stays, and what is the same is not written.';
const COUNTS = ['TotalProcessed', 'SuccessCount', 'FailureCount'] as const;

function resultsView(result: z.output<typeof Results>): Block[] {
  const lines = result.Results.flatMap(({ EntryLine }) => EntryLine ?? []);
  const errors = result.Results.flatMap(({ ErrorMessage }) => ErrorMessage ?? []);
  return [
    ...lineView(lines),
    ...errors.map((text): Block => ({ kind: 'text', text })),
    { kind: 'table', columns: COUNTS.map((name) => ({ name })), rows: [COUNTS.map((name) => result[name])] },
  ];
}

const outcome = ({ IsSuccessful }: { readonly IsSuccessful: boolean }): Outcome => (IsSuccessful ? 'done' : 'partial');

export const vatAllocationCalculate = vatOperation({
  id: 'vat.allocation.calculate',
  ref: 'D58',
  summary: { en: 'Compute the VAT of an entry line', fr: 'Calculer la TVA d’une ligne d’écriture' },
  description: STORES,
  http: { method: 'POST', path: `${ROUTE}/{entryId}/{entryLineId}/calculate` },
  params: LinePath,
  query: z.object({ dryRun }),
  cli: { examples: ['taxops vat allocation calculate --folder 1 --entry 12 --entry-line 31 --dry-run'] },
  output: Result,
  errors: ['EntryNotFound', 'EntryLineNotFound'],
  outcome,
  view: ({ ErrorMessage, EntryLine }) => [
    ...lineView(EntryLine ? [EntryLine] : []),
    ...(ErrorMessage ? [{ kind: 'text', text: ErrorMessage } as const] : []),
  ],
  run: (ctx, { folderId, entryId, entryLineId: lineId, dryRun }) =>
    calculateLine(ctx, folderId, { entryId, lineId, dryRun }),
});

export const vatAllocationCalculateMany = vatOperation({
  id: 'vat.allocation.calculate-many',
  ref: 'D59',
  summary: { en: 'Compute the VAT of several entry lines', fr: 'Calculer la TVA de plusieurs lignes d’écriture' },
  description: `One result for each line, in the order given: a failure stops none of the others. 10,000 at most. ${STORES}`,
  http: { method: 'POST', path: `${ROUTE}/calculate` },
  query: z.object({ dryRun }),
  cli: { examples: ['taxops vat allocation calculate-many --folder 1 --body lines.json --dry-run'] },
  body: fields({
    EntryLines: from('lines', z.array(fields({ EntryId: identifier(), EntryLineId: from('lineId', identifier()) }))),
  }),
  output: Results,
  errors: ['BatchTooLarge'],
  outcome,
  view: resultsView,
  run: (ctx, { folderId, dryRun, body }) => calculateLines(ctx, folderId, { lines: body.lines, dryRun }),
});

export const vatAllocationProcess = vatOperation({
  id: 'vat.allocation.process',
  ref: 'D62',
  summary: {
    en: 'Compute the VAT of all the lines of a return',
    fr: 'Calculer la TVA de toutes les lignes d’une déclaration',
  },
  description: `Lines of third parties of the invoices of its period, by day. What is done stays when it stops half-way: ask again. ${STORES}`,
  http: { method: 'POST', path: `${ROUTE}/process` },
  query: z.object({ procedureId: identifier() }),
  cli: { examples: ['taxops vat allocation process --folder 1 --procedure 7'] },
  output: Results,
  errors: ['ProcedureNotFound', 'ProcedureNotInDraftStatus'],
  outcome,
  view: resultsView,
  run: (ctx, { folderId, procedureId }) => processReturn(ctx, folderId, procedureId),
});
