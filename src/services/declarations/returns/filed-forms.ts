/** Which forms a return has: `always`, nil where they hold nothing; `filled`, when they hold something; or a condition. */
import { type Condition, parseCondition } from '../../forms/formula.ts';
import type { Sheets } from '../../forms/sheets.ts';
import { readTable } from '../../kernel/package-file.ts';

export type Regime = 'normal' | 'simplified';

/** Tax on the result: of companies, or of persons. */
export type ResultTax = 'IS' | 'IR';

interface FiledForm {
  readonly form: string;
  readonly regime: string;
  readonly tax: string;
  readonly when: 'always' | 'filled' | Condition;
}

const whenOf = (text: string): FiledForm['when'] =>
  text === 'always' || text === 'filled' ? text : parseCondition(text);

const FILED: readonly FiledForm[] = readTable('src/services/declarations/returns/filed-forms.tsv', [
  'form',
  'regime',
  'tax',
  'when',
]).map((row) => ({ ...row, when: whenOf(row.when) }));

const formsOf = (regime: Regime, tax: ResultTax): FiledForm[] =>
  FILED.filter((row) => (row.regime === 'both' || row.regime === regime) && (row.tax === 'both' || row.tax === tax));

/** Every form that the return may have, in their order. */
export const possibleForms = (regime: Regime, tax: ResultTax): string[] => formsOf(regime, tax).map(({ form }) => form);

/** Which of these forms are of the other regime alone. */
export const formsOfOtherRegime = (regime: Regime, tax: ResultTax, names: readonly string[]): string[] => {
  const own = possibleForms(regime, tax);
  const others = possibleForms(regime === 'normal' ? 'simplified' : 'normal', tax);
  return names.filter((name) => others.includes(name) && !own.includes(name));
};

export interface FilledForms {
  readonly sheets: Sheets;
  readonly holdsSomething: (form: string) => boolean;
  readonly declared: readonly string[];
}

/** Those that it has, filled. */
export function filedForms(regime: Regime, tax: ResultTax, filled: FilledForms): string[] {
  const { sheets, holdsSomething, declared } = filled;
  const isFiled = ({ form, when }: FiledForm): boolean => {
    if (when === 'always' || declared.includes(form)) return true;
    return when === 'filled' ? holdsSomething(form) : when.isMet(sheets.scope(form));
  };
  return [
    ...new Set([
      ...formsOf(regime, tax)
        .filter(isFiled)
        .map(({ form }) => form),
      ...declared,
    ]),
  ];
}
