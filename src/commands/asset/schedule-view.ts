/** Plans and explanations as people read them: a table, and a bar for what is left. */
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import type { Block } from '../operation/operation.ts';
import { explainedInput } from './explain-words.ts';
import type { Explanations, Simulation } from './simulation-wire.ts';

export function* explanationView(
  figures: z.output<typeof Explanations>['Figures'],
  language: Language,
): Generator<Block> {
  for (const { Figure: name, Rule, Reference, Inputs, Arithmetic, Result } of figures) {
    const inputs = Object.entries(Inputs).map(([input, value]) => `    ${explainedInput(input, value, language)}`);
    yield {
      kind: 'text',
      text: [`${name} = ${Result}`, `  ${Rule} (${Reference})`, ...inputs, `  ${Arithmetic} = ${Result}`, ''].join(
        '\n',
      ),
    };
  }
}

const BAR = 24;

/** Both plans, or one when they are the same, as tables, with a bar for what is left of the value at each closing. */
export function* planView(answer: z.output<typeof Simulation>): Generator<Block> {
  const isSame = isDeepStrictEqual(answer.Economic, answer.Fiscal);
  for (const title of isSame ? (['Economic'] as const) : (['Economic', 'Fiscal'] as const)) {
    const lines = answer[title];
    const whole = Number(lines[0]?.NetBookValue ?? 0) + Number(lines[0]?.Cumulated ?? 0);
    yield {
      kind: 'table',
      title,
      columns: [
        { name: 'Start', fr: 'Début', type: 'day' },
        { name: 'End', fr: 'Fin', type: 'day' },
        { name: 'Annuity', fr: 'Dotation', type: 'amount' },
        { name: 'Cumulated', fr: 'Cumul', type: 'amount' },
        { name: 'NetBookValue', fr: 'Valeur nette', type: 'amount' },
        { name: '' },
      ],
      rows: lines.map((line) => {
        // A picture, not a figure: the share only sets the length of a bar.
        const share = whole > 0 ? Math.round((BAR * Number(line.NetBookValue)) / whole) : 0;
        return [line.Start, line.End, line.Annuity, line.Cumulated, line.NetBookValue, '█'.repeat(Math.max(0, share))];
      }),
    };
  }
  const { Retirement, Errors } = answer;
  if (Retirement) {
    yield {
      kind: 'table',
      title: 'Retirement',
      columns: [
        { name: 'Field', fr: 'Champ' },
        { name: 'Value', fr: 'Valeur', type: 'amount' },
      ],
      rows: Object.entries(Retirement),
    };
  }
  for (const { ErrorMessage } of Errors) yield { kind: 'text', text: `! ${ErrorMessage}` };
}
