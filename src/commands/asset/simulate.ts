import * as z from 'zod';
import { compareParsed } from '../../services/assets/compare.ts';
import { explainParsed } from '../../services/assets/explain/explain.ts';
import { simulateParsed } from '../../services/assets/simulate.ts';
import { simulationSchema } from '../../services/assets/simulation-schema.ts';
import { amountText, dayText } from '../../services/operation/fields.ts';
import { type Block, defineOperation } from '../../services/operation/operation.ts';

const ScheduleLine = z.object({
  Start: dayText(),
  End: dayText(),
  Annuity: amountText(),
  Cumulated: amountText(),
  NetBookValue: amountText(),
});

/** The parts that every answer has; the others (grants, retirement, entries…) are those of the asset. */
const Simulation = z
  .looseObject({ Economic: z.array(ScheduleLine), Fiscal: z.array(ScheduleLine) })
  .meta({ id: 'AssetSimulation' });
const Scenario = z.looseObject({
  Name: z.string(),
  EconomicNetBookValue: amountText(),
  FiscalNetBookValue: amountText(),
  TotalTaxableEffect: amountText(),
  DifferenceWithFirst: amountText(),
});
const Figure = z.object({
  Figure: z.string(),
  Rule: z.string(),
  Reference: z.string(),
  Inputs: z.record(z.string(), z.string()),
  Arithmetic: z.string(),
  Result: z.string(),
});

const Comparison = z.object({ Scenarios: z.array(Scenario) }).meta({ id: 'AssetComparison' });
const Explanations = z.object({ Figures: z.array(Figure) }).meta({ id: 'AssetExplanations' });

type Answer = z.output<typeof Simulation> | z.output<typeof Comparison> | z.output<typeof Explanations>;

export const assetSimulate = defineOperation({
  id: 'asset.simulate',
  summary: { en: 'Compute every figure of one asset', fr: 'Calculer tous les chiffres d’une immobilisation' },
  description:
    'No database: the asset in the field names of the specification, with Exercises, TaxRegime and Windows. Amounts are JSON numbers or decimal strings, answers have two decimals. compare puts scenarios side by side (a sale now or a year later, linear or declining, or the Scenarios of the body); explain gives the rule, the inputs and the arithmetic of the figures whose name begins so, such as Economic[2025-12-31].',
  policy: { kind: 'public' },
  http: { method: 'POST', path: '/api/fixed-assets/simulations' },
  cli: {
    path: ['asset', 'simulate'],
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

function* explanationView(figures: readonly z.output<typeof Figure>[]): Generator<Block> {
  for (const { Figure: name, Rule, Reference, Inputs, Arithmetic, Result } of figures) {
    const inputs = Object.entries(Inputs).map(([input, value]) => `    ${input} = ${value}`);
    yield {
      kind: 'text',
      text: [`${name} = ${Result}`, `  ${Rule} (${Reference})`, ...inputs, `  ${Arithmetic} = ${Result}`, ''].join(
        '\n',
      ),
    };
  }
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

const BAR = 24;

/** Both plans as tables, with a bar for what is left of the value at each closing. */
function* planView(answer: z.output<typeof Simulation>): Generator<Block> {
  for (const title of ['Economic', 'Fiscal'] as const) {
    const lines = answer[title];
    const whole = Number(lines[0]?.NetBookValue ?? 0) + Number(lines[0]?.Cumulated ?? 0);
    yield {
      kind: 'table',
      title,
      columns: [
        { name: 'Start', type: 'day' },
        { name: 'End', type: 'day' },
        { name: 'Annuity', type: 'amount' },
        { name: 'Cumulated', type: 'amount' },
        { name: 'NetBookValue', type: 'amount' },
        { name: '' },
      ],
      rows: lines.map((line) => {
        // A picture, not a figure: the share only sets the length of a bar.
        const share = whole > 0 ? Math.round((BAR * Number(line.NetBookValue)) / whole) : 0;
        return [line.Start, line.End, line.Annuity, line.Cumulated, line.NetBookValue, '█'.repeat(Math.max(0, share))];
      }),
    };
  }
  const { Retirement, Errors } = answer as {
    Retirement?: Record<string, string> | null;
    Errors?: { ErrorMessage: string }[];
  };
  if (Retirement) {
    yield {
      kind: 'table',
      title: 'Retirement',
      columns: [{ name: 'Field' }, { name: 'Value', type: 'amount' }],
      rows: Object.entries(Retirement),
    };
  }
  for (const { ErrorMessage } of Errors ?? []) yield { kind: 'text', text: `! ${ErrorMessage}` };
}
