import * as z from 'zod';
import { explainParsed } from '../../services/assets/explain/explain.ts';
import { compareParsed } from '../../services/assets/simulation/compare.ts';
import { simulationSchema } from '../../services/assets/simulation/schema.ts';
import { simulateParsed } from '../../services/assets/simulation/simulate.ts';
import { amountText } from '../operation/fields.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { Explanations, explanationView, planView, Simulation } from './schedule-view.ts';

const Scenario = z.looseObject({
  Name: z.string(),
  EconomicNetBookValue: amountText(),
  FiscalNetBookValue: amountText(),
  TotalTaxableEffect: amountText(),
  DifferenceWithFirst: amountText(),
});
const Comparison = z.object({ Scenarios: z.array(Scenario) }).meta({ id: 'AssetComparison' });
type Answer = z.output<typeof Simulation> | z.output<typeof Comparison> | z.output<typeof Explanations>;

export const assetSimulate = defineOperation({
  id: 'asset.simulate',
  summary: { en: 'Compute every figure of one asset', fr: 'Calculer tous les chiffres d’une immobilisation' },
  description:
    'No database: the asset in the field names of the specification, with Exercises, TaxRegime and Windows. Amounts are JSON numbers or decimal strings, answers have two decimals. compare puts scenarios side by side (a sale now or a year later, linear or declining, or the Scenarios of the body); explain gives the rule, the inputs and the arithmetic of the figures whose name begins so, such as Economic[2025-12-31].',
  policy: { kind: 'public' },
  http: { method: 'POST', path: '/api/fixed-assets/simulations' },
  cli: {
    examples: [
      'taxops asset simulate --body asset.json --json',
      'taxops asset simulate --body asset.json --compare',
      'taxops asset simulate --body asset.json --explain Economic',
    ],
  },
  query: z.object({
    compare: z.boolean().default(false).describe('Scenarios side by side'),
    explain: z.string().max(100).optional().describe('Beginning of the figures to explain; "" for all'),
  }),
  body: simulationSchema,
  output: z.union([Explanations, Comparison, Simulation]),
  errors: ['FigureNotFound'],
  view,
  run: async ({ language }, { compare, explain, body }) => {
    if (explain !== undefined)
      return { Figures: explainParsed(body, explain, language).map((one) => ({ ...one, Inputs: { ...one.Inputs } })) };
    if (compare) return { Scenarios: compareParsed(body).map((scenario) => ({ ...scenario })) };
    return { ...simulateParsed(body, language) } as unknown as z.input<typeof Simulation>;
  },
});

function* view(answer: Answer): Generator<Block> {
  if ('Figures' in answer) yield* explanationView((answer as z.output<typeof Explanations>).Figures);
  else if ('Scenarios' in answer) yield scenarioTable((answer as z.output<typeof Comparison>).Scenarios);
  else yield* planView(answer as z.output<typeof Simulation>);
}

const scenarioTable = (scenarios: readonly z.output<typeof Scenario>[]): Block => ({
  kind: 'table',
  columns: [
    { name: 'Name' },
    ...(['EconomicNetBookValue', 'FiscalNetBookValue', 'TotalTaxableEffect', 'DifferenceWithFirst'] as const).map(
      (name) => ({
        name,
        type: 'amount' as const,
      }),
    ),
  ],
  rows: scenarios.map((one) => [
    one.Name,
    one.EconomicNetBookValue,
    one.FiscalNetBookValue,
    one.TotalTaxableEffect,
    one.DifferenceWithFirst,
  ]),
});
