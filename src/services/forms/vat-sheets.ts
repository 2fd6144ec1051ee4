/** Filled VAT forms: what was typed or computed from the books, and the boxes that a formula gives. */
import { add, type Ratio, ratio, ZERO } from '../kernel/ratio.ts';
import type { CellRef, Scope } from './formula.ts';
import type { Edition, VatBox } from './vat-boxes.ts';

/** Whole euros, a number or a text. */
export type Scalar = bigint | string;
/** One value per occurrence where a box repeats. */
export type BoxValue = Scalar | readonly Scalar[];
/** Values by zone. */
export type FormBoxes = ReadonlyMap<string, BoxValue>;
/** By form; a form that is there takes part even when it is empty. */
export type FilledForms = ReadonlyMap<string, FormBoxes>;

export type VatParameters = Readonly<Record<string, Ratio>>;

const occurrences = (value: BoxValue | undefined): readonly Scalar[] =>
  value === undefined ? [] : typeof value === 'object' ? value : [value];

/** Digits of a text count as a number: the year of an instalment. */
function numberOf(value: Scalar | undefined): Ratio {
  if (typeof value === 'bigint') return ratio(value);
  return value !== undefined && /^\d+$/.test(value) ? ratio(BigInt(value)) : ZERO;
}

const isAbove0 = (value: Scalar): boolean => typeof value === 'bigint' && value > 0n;
const isZero = (value: Scalar): boolean => value === 0n || value === '';

/**
 * How the formulas and controls of `form` see filled forms. At an occurrence, boxes that repeat are read there; elsewhere
 * they are summed. `$amounts`: amounts above 0 on the form; `$filled`: boxes of it that hold something.
 */
export class VatScope implements Scope {
  private readonly forms: FilledForms;
  private readonly form: string;
  private readonly edition: Edition;
  private readonly parameters: VatParameters;
  private readonly occurrence: number | undefined;

  constructor(forms: FilledForms, form: string, facts: VatFacts, occurrence?: number) {
    this.forms = forms;
    this.form = form;
    this.edition = facts.edition;
    this.parameters = facts.parameters;
    this.occurrence = occurrence;
  }

  amount(ref: CellRef): Ratio {
    const values = this.values(ref);
    const repeats = this.edition.get(ref.form || this.form)?.get(ref.cell)?.repeats === true;
    if (repeats && this.occurrence !== undefined) return numberOf(values[this.occurrence]);
    return values.map(numberOf).reduce(add, ZERO);
  }

  lines(ref: CellRef): readonly Ratio[] {
    return this.values(ref).map(numberOf);
  }

  isSet(ref: CellRef): boolean {
    return this.values(ref).some((value) => typeof value === 'string' && value !== '');
  }

  parameter(name: string): Ratio {
    if (name === 'amounts') return ratio(this.boxesThat(({ type }, value) => type === 'MOA' && isAbove0(value)));
    if (name === 'filled') return ratio(this.boxesThat((_, value) => !isZero(value)));
    if (name === 'tax' || name === 'similarTax') return this.sumOfKind(name);
    const value = this.parameters[name];
    if (!value) throw new RangeError(`parameter $${name} is missing`);
    return value;
  }

  private boxesThat(fits: (box: VatBox, value: Scalar) => boolean): number {
    const boxes = [...(this.edition.get(this.form)?.values() ?? [])];
    return boxes.filter((box) =>
      occurrences(this.forms.get(this.form)?.get(box.zone)).some((value) => fits(box, value)),
    ).length;
  }

  private sumOfKind(kind: string): Ratio {
    const boxes = [...(this.edition.get(this.form)?.values() ?? [])].filter((box) => box.kind === kind);
    return boxes.map(({ zone }) => this.amount({ form: '', cell: zone })).reduce(add, ZERO);
  }

  private values({ form, cell }: CellRef): readonly Scalar[] {
    return occurrences(this.forms.get(form || this.form)?.get(cell));
  }
}

export interface VatFacts {
  readonly edition: Edition;
  readonly parameters: VatParameters;
}

/** How many occurrences the repeated boxes of a form have. */
export const occurrencesOf = (values: FormBoxes): number =>
  Math.max(0, ...[...values.values()].map((value) => (typeof value === 'object' ? value.length : 0)));

/**
 * Adds the boxes that formulas give, in the order they need each other; what is given stays, unless nobody may type it.
 * A result below 0 is held at 0, as no box may be negative (`heldResults` tells which); boxes equal to 0 are absent. Throws RangeError when a formula gives no whole number, or a circle: bugs of the table.
 */
export function fillForms(given: FilledForms, facts: VatFacts): Map<string, Map<string, BoxValue>> {
  const forms = new Map([...given].map(([form, values]) => [form, new Map(values)]));
  for (const form of inOrder([...forms.keys()])) fillForm(forms, form, facts);
  return new Map([...forms].map(([form, values]) => [form, inFormOrder(values, form, facts.edition)]));
}

/** As on the form. */
export const inFormOrder = <T>(values: ReadonlyMap<string, T>, form: string, edition: Edition): Map<string, T> =>
  new Map(
    [...(edition.get(form)?.keys() ?? [])].flatMap((zone) => {
      const value = values.get(zone);
      return value === undefined ? [] : [[zone, value] as const];
    }),
  );

/** An annex comes before the form that carries its total. */
const inOrder = (forms: readonly string[]): string[] =>
  [...forms].sort((a, b) => Number(isAnnex(b)) - Number(isAnnex(a)));
const isAnnex = (form: string): boolean => form === '3310A';

function fillForm(forms: Map<string, Map<string, BoxValue>>, form: string, facts: VatFacts): void {
  const values = forms.get(form);
  const boxes = facts.edition.get(form);
  if (!values || !boxes) return;
  const filled = new Set<string>();
  const fill = (box: VatBox): void => {
    if (filled.has(box.zone)) return;
    filled.add(box.zone);
    if (!box.formula || (values.has(box.zone) && !box.isComputed)) return;
    for (const part of partsOf(box, boxes)) fill(part);
    values.set(box.zone, boxValue(box, forms, facts));
  };
  for (const box of boxes.values()) fill(box);
  for (const zone of [...values.keys()]) if (occurrences(values.get(zone)).every(isZero)) values.delete(zone);
}

/** The boxes that a formula reads: those it names, and every box of a kind that it sums. */
function partsOf({ formula }: VatBox, boxes: ReadonlyMap<string, VatBox>): VatBox[] {
  const named = (formula?.refs ?? []).flatMap(({ form, cell }) => (form === '' ? (boxes.get(cell) ?? []) : []));
  return [...named, ...[...boxes.values()].filter(({ kind }) => formula?.parameters.includes(kind))];
}

export interface HeldResult {
  readonly form: string;
  readonly zone: string;
  /** Whole euros below 0 that the formula gives. */
  readonly amount: bigint;
}

/** The results of filled forms that are held at 0. */
export const heldResults = (forms: FilledForms, facts: VatFacts): HeldResult[] =>
  [...forms].flatMap(([form, values]) =>
    [...(facts.edition.get(form)?.values() ?? [])].flatMap((box) => {
      if (!box.formula || box.repeats || values.has(box.zone)) return [];
      const amount = whole(box, new VatScope(forms, form, facts));
      return amount < 0n ? [{ form, zone: box.zone, amount }] : [];
    }),
  );

function boxValue(box: VatBox, forms: FilledForms, facts: VatFacts): BoxValue {
  const at = (occurrence?: number) => heldAt0(whole(box, new VatScope(forms, box.form, facts, occurrence)));
  if (!box.repeats) return at();
  return Array.from({ length: occurrencesOf(forms.get(box.form) ?? new Map()) }, (_, index) => at(index));
}

const heldAt0 = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

function whole({ form, zone, formula }: VatBox, scope: Scope): bigint {
  const value = formula?.evaluate(scope) ?? ZERO;
  if (value.denominator !== 1n) throw new RangeError(`${form}.${zone} is not a whole euro`);
  return value.numerator;
}
