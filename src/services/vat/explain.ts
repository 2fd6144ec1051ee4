/** The reason of a figure of a return: the entry lines or the boxes that it is the sum of, and the rule. */
import { type VatBox, vatEdition } from '../forms/vat-boxes.ts';
import type { BoxValue } from '../forms/vat-sheets.ts';
import type { Labels } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import { AccountRules } from './account-rule.ts';
import type { VatEntry, VatLedger } from './engine/model.ts';
import { vatErrors } from './errors.ts';
import { RULES } from './explanations.ts';
import type { FilledReturn } from './return/fill-return.ts';
import { euros, type ReturnPeriod } from './return/inputs.ts';
import type { Simulation } from './simulate.ts';

/** An entry line behind a figure. */
export interface ExplainedLine {
  readonly entryId: number;
  readonly lineId: number;
  readonly date: string;
  readonly journal: string;
  /** What the line, or its entry, is called. */
  readonly reference: string;
  readonly accountNumber: string;
  /** Account and sub-account of the first third party of the entry. */
  readonly thirdParty: string | undefined;
  readonly amount: Cents;
}

export interface ExplainedPart {
  readonly zone: string;
  readonly line: string;
  readonly label: Labels;
  readonly value: bigint;
}

export interface ExplainedFigure {
  readonly startDate: string;
  readonly endDate: string;
  readonly form: string;
  readonly zone: string;
  readonly line: string;
  readonly label: Labels;
  readonly value: BoxValue;
  /** Before rounding, when elements feed the box. */
  readonly exact: Cents | undefined;
  readonly rule: Labels;
  readonly formula: string | undefined;
  readonly parts: readonly ExplainedPart[];
  readonly lines: readonly ExplainedLine[];
}

/** The boxes of a zone (`FP`) or of a line (`08`), in every period. Throws BoxNotFound. */
export function explainBoxes({ returns }: Simulation, ledger: VatLedger, name: string): ExplainedFigure[] {
  const entries = new Map(ledger.entries.map((entry) => [entry.entryId, entry]));
  const rules = new AccountRules(ledger.folder, ledger.accounts);
  return explained(returns, name, (traced) => knownOf(traced, entries.get(traced.entryId), rules));
}

/** The boxes of a zone or of a line in returns that are filled. Throws BoxNotFound. */
export function explained(returns: readonly Explained[], name: string, known: Known): ExplainedFigure[] {
  const figures = returns.flatMap((made) => figuresOf(made, name, known));
  if (figures.length === 0) throw vatErrors.BoxNotFound({ name });
  return figures;
}

/** What a return must say of itself to be explained. */
export interface Explained {
  readonly period: Pick<ReturnPeriod, 'startDate' | 'endDate' | 'userBoxes'>;
  readonly filled: Pick<FilledReturn, 'forms' | 'exact' | 'layout' | 'adjustments'>;
}

type Place = Pick<ExplainedLine, 'entryId' | 'lineId'>;

/** What the books say of a line. */
export type Known = (traced: Place) => Pick<ExplainedLine, 'date' | 'journal' | 'reference' | 'thirdParty'>;

function figuresOf(made: Explained, name: string, books: Known): ExplainedFigure[] {
  const edition = vatEdition(made.period.endDate);
  return [...made.filled.forms.keys()].flatMap((form) =>
    [...(edition.get(form)?.values() ?? [])]
      .filter(({ zone, line }) => zone === name.toUpperCase() || line.toUpperCase() === name.toUpperCase())
      .map((box) => figureOf(box, made, books)),
  );
}

function figureOf(box: VatBox, made: Explained, books: Known): ExplainedFigure {
  const { filled, period } = made;
  const isFed = box.form === filled.layout.form && filled.exact.zones().includes(box.zone);
  return {
    startDate: period.startDate,
    endDate: period.endDate,
    form: box.form,
    zone: box.zone,
    line: box.line,
    label: box.names,
    value: filled.forms.get(box.form)?.get(box.zone) ?? 0n,
    exact: isFed ? filled.exact.amount(box.zone) : undefined,
    rule: ruleOf(box, made, isFed),
    formula: box.formula?.text,
    parts: partsOf(box, made),
    lines: isFed ? linesOf(box.zone, made, books) : [],
  };
}

function ruleOf({ form, zone, kind, formula }: VatBox, { period, filled }: Explained, isFed: boolean): Labels {
  if (period.userBoxes.get(form)?.has(zone)) return RULES.typed;
  if (filled.adjustments.some((one) => one.zone === zone)) return RULES.adjusted;
  if (formula) return RULES.formula;
  if (!isFed) return RULES.carried;
  return RULES[kind as keyof typeof RULES] ?? RULES.fed;
}

/** The boxes that a formula reads and that hold something. */
function partsOf({ form, formula }: VatBox, { filled, period }: Explained): ExplainedPart[] {
  const boxes = vatEdition(period.endDate).get(form);
  const named = new Set((formula?.refs ?? []).filter((ref) => ref.form === '').map(({ cell }) => cell));
  const read = [...(boxes?.values() ?? [])].filter(
    ({ zone, kind }) => named.has(zone) || formula?.parameters.includes(kind) === true,
  );
  return read.flatMap(({ zone, line, names }) => {
    const value = euros(filled.forms.get(form), zone);
    return value === 0n ? [] : [{ zone, line, label: names, value }];
  });
}

const linesOf = (zone: string, { filled }: Explained, known: Known): ExplainedLine[] =>
  filled.exact.trace(zone).map((traced) => ({ ...traced, ...known(traced) }));

function knownOf({ lineId }: Place, entry: VatEntry | undefined, rules: AccountRules): ReturnType<Known> {
  const line = entry?.lines.find((one) => one.lineId === lineId);
  const third = entry?.lines.find(({ accountNumber }) => rules.of(accountNumber).role === 'thirdParty');
  return {
    date: entry?.date ?? '',
    journal: entry?.journal ?? '',
    reference: line?.label ?? entry?.label ?? '',
    thirdParty: third && [third.accountNumber, third.subAccount].filter(Boolean).join(' '),
  };
}
