import * as z from 'zod';
import { explainFigures } from '../../services/assets/explain/explain.ts';
import { compareScenarios } from '../../services/assets/simulation/compare.ts';
import { simulate, studySimulation } from '../../services/assets/simulation/simulate.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { explanationView, planView } from './schedule-view.ts';
import { simulationBody } from './simulation-input.ts';
import { Comparison, Explanations, Simulation } from './simulation-wire.ts';

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
  body: simulationBody,
  output: z.union([Explanations, Comparison, Simulation]),
  errors: ['FigureNotFound'],
  view,
  run: async ({ language }, { compare, explain, body }) => {
    if (explain !== undefined) return { figures: explainFigures(studySimulation(body), explain, language) };
    return compare ? { scenarios: compareScenarios(body) } : simulate(body, language);
  },
});

function* view(answer: Answer, language: Language): Generator<Block> {
  if ('Figures' in answer) yield* explanationView(answer.Figures, language);
  else if ('Scenarios' in answer) yield scenarioTable(answer.Scenarios);
  else yield* planView(answer);
}

const SHOWN = ['EconomicNetBookValue', 'FiscalNetBookValue', 'TotalTaxableEffect', 'DifferenceWithFirst'] as const;

export const scenarioTable = (scenarios: z.output<typeof Comparison>['Scenarios']): Block => ({
  kind: 'table',
  columns: [{ name: 'Name' }, ...SHOWN.map((name) => ({ name, type: 'amount' as const }))],
  rows: scenarios.map((one) => [one.Name, ...SHOWN.map((name) => one[name])]),
});
