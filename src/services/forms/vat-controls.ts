/**
 * Controls of the VAT forms (vat-controls.tsv). `condition` (see formula.ts) says when one is violated; a control stands in
 * several rows when its conditions differ by form. Rows without a condition are not computed on a form: the authority
 * tests them on a deposit, they need the books (T02 to T05, T07: services/vat/drafts/book-controls.ts), or a form that is not
 * filed here (212).
 *
 * `{base}`, `{tax}` and `{rate}` stand for each pair of a base and a tax whose boxes name the control; a pair without a
 * rate counts as 100 %. `{total}` and `{formula}` stand for each total, result or carry that has a formula.
 */
import type { Labels } from '../kernel/errors.ts';
import { type Row, readTable } from '../kernel/package-file.ts';
import { type Condition, parseCondition } from './formula.ts';
import { type Edition, type VatBox, vatForms } from './vat-boxes.ts';
import { type FilledForms, occurrencesOf, type VatFacts, VatScope } from './vat-sheets.ts';

const COLUMNS = ['code', 'level', 'forms', 'zones', 'severity', 'condition', 'en', 'fr', 'source'] as const;

export const SEVERITIES = ['blocking', 'warning'] as const;

export interface VatFinding {
  readonly code: string;
  readonly form: string;
  readonly zones: readonly string[];
  /** A blocking finding stops the sending. */
  readonly severity: (typeof SEVERITIES)[number];
  readonly message: Labels;
}

interface VatControl extends Omit<VatFinding, 'message'> {
  readonly message: Labels;
  /** Read when its form is first tested: a return is of few forms, and reading all takes longer than filling one. */
  readonly condition: () => Condition;
  /** Tests a sum or a carry (code 156). */
  readonly isTotal: boolean;
}

export type ControlRow = Row<(typeof COLUMNS)[number]>;

export const controlRows = (): ControlRow[] => readTable('src/services/forms/vat-controls.tsv', COLUMNS);

/** 224i and 224p are ours alone: the authority has one code for the three groups. */
export const codeOf = ({ code }: Pick<ControlRow, 'code'>): string => code.replace(/[ip]$/, '');

const TOTALS = '156';
const SUMMED: readonly string[] = ['total', 'result', 'carry', 'sector', 'info', 'refund'];

const known = new WeakMap<Edition, readonly VatControl[]>();

function controlsOf(edition: Edition): readonly VatControl[] {
  const controls = known.get(edition) ?? controlRows().flatMap((row) => expand(row, edition));
  known.set(edition, controls);
  return controls;
}

function expand(row: ControlRow, edition: Edition): VatControl[] {
  const forms = row.forms === '*' ? vatForms() : row.forms.split(' ').filter(Boolean);
  return forms.flatMap((form) => {
    const boxes = [...(edition.get(form)?.values() ?? [])];
    return substitutions(row, boxes).map((values) => ({
      code: codeOf(row),
      form,
      zones: filled(row.zones, values).split(' ').filter(Boolean),
      severity: row.severity === 'warning' ? 'warning' : 'blocking',
      message: { en: row.en, fr: row.fr },
      condition: readOnce(filled(row.condition, values)),
      isTotal: row.code === TOTALS,
    }));
  });
}

function readOnce(text: string): () => Condition {
  let read: Condition | undefined;
  return () => {
    read ??= parseCondition(text);
    return read;
  };
}

/** What a control without a condition says when those that read the books find it violated. */
export function findingOf(code: string, form: string, zones: readonly string[]): VatFinding {
  const row = controlRows().find((one) => one.code === code);
  if (!row) throw new Error(`no control ${code}`);
  const severity = row.severity === 'warning' ? 'warning' : 'blocking';
  return { code, form, zones, severity, message: { en: row.en, fr: row.fr } };
}

type Substitution = Readonly<Record<string, string>>;

function substitutions({ code, condition }: ControlRow, boxes: readonly VatBox[]): Substitution[] {
  if (condition === '') return [];
  if (condition.includes('{total}')) {
    const totals = boxes.filter(({ kind, formula }) => formula && SUMMED.includes(kind));
    return totals.map(({ zone, formula }) => ({ total: zone, formula: formula?.text ?? '' }));
  }
  return condition.includes('{base}') ? pairs(boxes, code) : [{}];
}

const pairs = (boxes: readonly VatBox[], code: string): Substitution[] =>
  taxedLines(boxes, code).map(({ base, tax }) => ({ base: base.zone, tax: tax.zone, rate: base.rate || '100' }));

/** A base and its tax stand on one line and name 111 and 112. */
export function taxedLines(boxes: readonly VatBox[], code: string): { readonly base: VatBox; readonly tax: VatBox }[] {
  const bases = boxes.filter(({ controls }) => controls.includes('111'));
  return bases.map((base) => {
    const tax = boxes.find(({ line, controls }) => line === base.line && controls.includes('112'));
    if (!tax) throw new SyntaxError(`control ${code}: box ${base.form}.${base.zone} has no tax`);
    return { base, tax };
  });
}

const filled = (text: string, values: Substitution): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Every control that the forms violate, in the order of the table. `testsTotals`: sums and carries too (156). */
export function vatFindings(forms: FilledForms, facts: VatFacts, testsTotals: boolean): VatFinding[] {
  return controlsOf(facts.edition)
    .filter(({ form, isTotal }) => forms.has(form) && (testsTotals || !isTotal))
    .filter((control) => isViolated(control, forms, facts))
    .map(({ code, form, zones, severity, message }) => ({ code, form, zones, severity, message }));
}

/** About a box that repeats, a control is tested at each of its occurrences. */
function isViolated({ form, zones, condition, isTotal }: VatControl, forms: FilledForms, facts: VatFacts): boolean {
  const repeats = isTotal && zones.some((zone) => facts.edition.get(form)?.get(zone)?.repeats);
  if (!repeats) return condition().isMet(new VatScope(forms, form, facts));
  const count = occurrencesOf(forms.get(form) ?? new Map());
  return Array.from({ length: count }, (_, index) => index).some((index) =>
    condition().isMet(new VatScope(forms, form, facts, index)),
  );
}
