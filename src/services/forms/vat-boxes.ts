/**
 * The boxes of the VAT forms (vat-boxes.tsv), one row per box and span of editions. `from` and `to` are the first and last
 * edition, by the two digits of its year; a period takes the edition of the year in which it ends. `zone` is the EDI code,
 * blank where none is published. `formula`: see formula.ts; `$tax` and `$similarTax` are the sums of the boxes of that
 * kind. `computed`: a total or result that nobody types; the other formulas give way to what is typed. `repeats`: one value
 * per sector or per place. A new year of the forms is a file `vat-years/NN.tsv` of the same columns: the rows of the boxes that
 * it changes. Sources and certainty are those of the shared table, named in fixtures/edi/README.md.
 */
import type { Labels, Language } from '../kernel/errors.ts';
import { type Row, readTable, tablesIn } from '../kernel/package-file.ts';
import { type Formula, parseFormula } from './formula.ts';

const COLUMNS = [
  ...([
    'form',
    'from',
    'to',
    'line',
    'zone',
    'printed',
    'type',
    'kind',
    'label',
    'en',
    'rate',
    'formula',
    'computed',
  ] as const),
  ...(['repeats', 'controls', 'source', 'certainty'] as const),
] as const;

export interface VatBox {
  readonly form: string;
  /** As printed, such as `08`; blank for marks. */
  readonly line: string;
  readonly zone: string;
  /** The four digits beside the box. */
  readonly printed: string;
  /** MOA whole euros, QTY a quantity, PCD a percentage, DTM… a date, CCI a mark, FTX NAD FII RFF texts. */
  readonly type: string;
  /** base, tax, deductible, ofWhich, total, result, carry, mark, text… */
  readonly kind: string;
  /** French as on the form; English where it has been translated, French elsewhere: lines of rare taxes. */
  readonly names: Labels;
  /** In percent, when the line has one. */
  readonly rate: string;
  readonly formula?: Formula | undefined;
  readonly isComputed: boolean;
  readonly repeats: boolean;
  readonly controls: readonly string[];
  /** First and last edition. */
  readonly from: number;
  readonly to: number;
}

let rows: readonly VatBox[] | undefined;

const YEARS = 'src/services/forms/vat-years';

/** Every box of every edition, in the order of the forms: those of the table, changed by the file of each later year. */
export function allBoxes(): readonly VatBox[] {
  rows ??= tablesIn(YEARS)
    .map((path) => readTable(path, COLUMNS).map(boxOf))
    .reduce(withYear, readTable('src/services/forms/vat-boxes.tsv', COLUMNS).map(boxOf));
  return rows;
}

const boxOf = (row: Row<(typeof COLUMNS)[number]>): VatBox => ({
  form: row.form,
  line: row.line,
  zone: row.zone,
  printed: row.printed,
  type: row.type,
  kind: row.kind,
  names: { fr: row.label, en: row.en || row.label },
  rate: row.rate,
  formula: row.formula === '' ? undefined : parseFormula(row.formula),
  isComputed: row.computed !== '',
  repeats: row.repeats !== '',
  controls: row.controls === '' ? [] : row.controls.split(','),
  from: Number(row.from),
  to: row.to === '' ? Number.POSITIVE_INFINITY : Number(row.to),
});

/**
 * Boxes as the file of a year changes them. A row stands in the place of the box of its form and zone, which ends with the
 * year before; one of another zone follows the row above it, or ends its form. A box that is gone has a row whose `to` is
 * the year before its `from`.
 */
export function withYear(boxes: readonly VatBox[], changes: readonly VatBox[]): VatBox[] {
  const all = [...boxes];
  let above: VatBox | undefined;
  for (const change of changes) {
    const isSame = ({ form, zone, line }: VatBox) =>
      form === change.form && zone === change.zone && (zone !== '' || line === change.line);
    const former = all.findLastIndex((box) => isSame(box) && box.to >= change.from);
    const before = all[former];
    if (before) all[former] = { ...before, to: change.from - 1 };
    const follows =
      above?.form === change.form ? all.indexOf(above) : all.findLastIndex(({ form }) => form === change.form);
    all.splice((before ? former : follows < 0 ? all.length - 1 : follows) + 1, 0, change);
    above = change;
  }
  return all;
}

/** The boxes that have a zone, by form then zone, in the order of the form. */
export type Edition = ReadonlyMap<string, ReadonlyMap<string, VatBox>>;

const editions = new Map<number, Edition>();

/** The forms for periods that end on `endDate`. */
export const vatEdition = (endDate: string): Edition => vatEditionOf(Number(endDate.slice(2, 4)));

/** The forms of a year, by its last two digits. */
export function vatEditionOf(year: number): Edition {
  const known = editions.get(year) ?? editionOf(year);
  editions.set(year, known);
  return known;
}

function editionOf(year: number): Edition {
  const forms = new Map<string, Map<string, VatBox>>();
  for (const box of allBoxes()) {
    const zones = forms.get(box.form) ?? new Map<string, VatBox>();
    forms.set(box.form, zones);
    if (box.zone !== '' && box.from <= year && year <= box.to) zones.set(box.zone, box);
  }
  return forms;
}

/** Codes of forms on the wire: `_3310CA3`. T-IDENTIF goes with a deposit, not with a computation. */
export const vatForms = (): string[] =>
  [...new Set(allBoxes().map(({ form }) => form))].filter((form) => /^\d/.test(form));

/** Of more, the first ones tell where it is. */
const MOST_NAMED = 3;

/** Where on the forms: `3310CA3, line B2 (CC) Acquisitions within the EU`. */
export function placeOf(
  { form, zones }: { readonly form: string; readonly zones: readonly string[] },
  edition: Edition,
): Labels {
  const boxes = zones.map((zone) => edition.get(form)?.get(zone) ?? { zone, line: '', names: { en: '', fr: '' } });
  const named = (language: Language) =>
    boxes.slice(0, MOST_NAMED).map(({ zone, line, names }) => {
      const place = line === '' ? zone : `${LINE[language]} ${line} (${zone})`;
      return `${place} ${names[language]}`.trimEnd();
    });
  const joined = (language: Language) =>
    `${form}, ${[...named(language), ...(boxes.length > MOST_NAMED ? ['…'] : [])].join('; ')}`;
  return { en: joined('en'), fr: joined('fr') };
}

const LINE: Labels = { en: 'line', fr: 'ligne' };
