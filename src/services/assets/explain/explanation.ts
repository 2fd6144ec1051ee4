/** The reason of one figure: its rule, what it was computed from, and the arithmetic, which a reader can redo. */
import type { Labels } from '../../kernel/errors.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import { RULES, type RuleName } from './rules.ts';

export interface Explanation {
  /** Where the figure is in the answer: `Economic[2025-12-31].Annuity`. */
  readonly figure: string;
  /** Law, accounting rule or choice. */
  readonly reference: string;
  readonly rule: Labels;
  /** Names and values. */
  readonly inputs: Readonly<Record<string, string>>;
  /**
   * `+ - × /`, `min`, `max` and `round` (to the cent, halves away from zero), read like any formula:
   * `round(12000.00 × 140 / 1080)`.
   */
  readonly arithmetic: string;
  readonly result: string;
}

export type Inputs = Readonly<Record<string, Cents | number | string | undefined>>;

/** An amount inside an arithmetic: a negative one in brackets. */
export const money = (amount: Cents): string => (amount < 0n ? `(${formatAmount(amount)})` : formatAmount(amount));

/** An arithmetic and what it gives. */
type Equation = readonly [arithmetic: string, result: Cents];

export function explain(figure: string, rule: RuleName, inputs: Inputs, [arithmetic, result]: Equation): Explanation {
  const { reference, ...labels } = RULES[rule];
  return { figure, reference, rule: labels, inputs: inputTexts(inputs), arithmetic, result: formatAmount(result) };
}

function inputTexts(inputs: Inputs): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(inputs))
    if (value !== undefined) texts[name] = typeof value === 'bigint' ? formatAmount(value) : String(value);
  return texts;
}
