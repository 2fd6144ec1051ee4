import * as z from 'zod';
import { FORM_FORMATS, FORM_MEDIA, type FormFormat, formFile } from '../../services/documents/form-document.ts';
import type { VatFinding } from '../../services/forms/vat-controls.ts';
import type { Language } from '../../services/kernel/errors.ts';
import type { Context } from '../../services/operation/context.ts';
import type { ComparedReturn } from '../../services/vat/compare.ts';
import type { ExplainedFigure } from '../../services/vat/explain.ts';
import { checkVatForms, type Simulation, simulateVat } from '../../services/vat/simulate.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { file } from '../operation/outputs.ts';
import { comparisonView, explanationView, VatComparison, VatExplanations } from './explanation.ts';
import { checkInput, type SimulationBody, simulationBody, simulationInput } from './simulation-input.ts';
import { hasBoxes, requireOfCheck, requireOfCompute } from './simulation-mode.ts';
import { VatCheck, VatSimulation } from './simulation-output.ts';

export const vatSimulate = defineOperation({
  id: 'vat.simulate',
  summary: {
    en: 'Compute VAT returns of a small ledger',
    fr: 'Calculer les déclarations de TVA d’une petite comptabilité',
  },
  description:
    'No database: a folder with its VAT configuration, its entries and one or more periods, each carrying what the ones before it declared and left. Amounts are decimal strings with a point, or JSON numbers; boxes are whole euros by zone. Mode Check tests the Boxes given instead. Each mode refuses what asks for the other, and X-Vat-Unread names what a check does not read. Forms: _3310CA3 and its annexes, _3517SCA12, _3517AGRSD, _3514, _3515SD, _3525BIS, _3310TER.',
  policy: { kind: 'public' },
  http: { method: 'POST', path: '/api/vat-reporting/simulations' },
  cli: {
    examples: [
      'taxops vat simulate --body vat.json',
      'taxops vat simulate --body vat.json --json',
      'taxops vat simulate --body vat.json --explain 08',
      'taxops vat simulate --body vat.json --compare',
      'taxops vat simulate --body vat.json --output ca3.pdf',
    ],
  },
  query: z.object({
    explain: z.string().trim().min(1).max(10).optional().describe('A zone, such as FP, or a line, such as 08'),
    compare: z.boolean().default(false).describe('Everything on receipts beside everything on debits'),
    as: z.enum(FORM_FORMATS).optional().describe('The forms as a file; the name of --output tells it too'),
  }),
  bodyBytes: 32 * 1024 ** 2,
  body: simulationBody,
  output: z.union([VatExplanations, VatComparison, VatSimulation, VatCheck, file(...FORM_MEDIA)]),
  errors: [
    'PeriodInvalid',
    'PeriodsOverlap',
    'PeriodAlreadyDeclared',
    'EntryIdTwice',
    'EntryNotBalanced',
    'AmountInvalid',
    'ValueUnknown',
    'DistributionsDoNotSum',
    'BoxUnknown',
    'BoxIsComputed',
    'AmountNotWhole',
    'PaymentsInvalid',
    'EdiInvalid',
    'BoxNotFound',
  ],
  view: (_, language, answer) => viewOf(answer as Answer, language),
  run: async (ctx, { body, explain, compare, as }) => {
    if (body.mode === 'Check') return checked(ctx, requireOfCheck({ body, explain, compare, as }), body);
    requireOfCompute(body);
    const input = simulationInput(body);
    if (compare) return { periods: (await import('../../services/vat/compare.ts')).compareExigibilities(input) };
    const simulation = simulateVat(input);
    if (as !== undefined) return simulationFile(simulation, as, ctx.clock.now());
    if (explain === undefined) return simulation;
    return { figures: (await import('../../services/vat/explain.ts')).explainBoxes(simulation, input.ledger, explain) };
  },
});

function checked({ headers }: Context, unread: readonly string[], body: SimulationBody) {
  if (!hasBoxes(body)) headers.set('X-Vat-Checked', '0');
  if (unread.length > 0) headers.set('X-Vat-Unread', unread.join(', '));
  return { controls: checkVatForms(checkInput(body)) };
}

/** What draws forms is loaded when one is drawn: most calls ask for data. */
const forms = () => import('./form-view.ts');

const simulationFile = async (simulation: Simulation, as: FormFormat, now: string) =>
  formFile((await forms()).simulationDocument(simulation, now), as, 'taxops-tva');

type Answer =
  | Simulation
  | { readonly controls: readonly VatFinding[] }
  | { readonly figures: readonly ExplainedFigure[] }
  | { readonly periods: readonly ComparedReturn[] };

async function* viewOf(answer: Answer, language: Language): AsyncGenerator<Block> {
  if ('figures' in answer) yield* explanationView(answer.figures, language);
  else if ('periods' in answer) yield* comparisonView(answer.periods, language);
  else if ('returns' in answer) yield* (await forms()).simulationView(answer, language);
  else yield (await forms()).findingsTable(answer.controls, language);
}
