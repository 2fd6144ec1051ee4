/** The forms of VAT on paper: marks, frames, base and tax side by side. */
import type { Labels } from '../../kernel/errors.ts';
import { allBoxes, type VatBox } from '../vat-boxes.ts';
import type { BoxValue, FormBoxes } from '../vat-sheets.ts';
import type { PaperCell, PaperColumn, PaperForm, PaperRow, PaperSection, PaperValue } from './paper.ts';
import { titleOf } from './words.ts';

interface Frame {
  readonly title: Labels;
  readonly kinds: readonly string[];
}

/** In the order of the CA3; kinds that none names go last, with the result. */
const FRAMES: readonly Frame[] = [
  { title: { en: 'A. Taxed operations', fr: 'A. Opérations imposables' }, kinds: ['operationTaxed'] },
  { title: { en: 'A. Operations without tax', fr: 'A. Opérations non imposables' }, kinds: ['operationUntaxed'] },
  { title: { en: 'B. Gross tax', fr: 'B. TVA brute' }, kinds: ['base', 'tax'] },
  { title: { en: 'B. Deductible tax', fr: 'B. TVA déductible' }, kinds: ['deductible', 'percent'] },
];
const RESULT: Labels = { en: 'Result', fr: 'Résultat' };
const BESIDE = ['mark', 'text', 'address', 'bank', 'date'];

const CONTENT: PaperColumn = { name: { en: 'Content', fr: 'Contenu' }, isText: true };
const BASE: PaperColumn = { name: { en: 'Base', fr: 'Base' }, isText: false };
const AMOUNT: PaperColumn = { name: { en: 'Amount', fr: 'Montant' }, isText: false };

export interface VatPaper {
  readonly form: string;
  /** Last two digits of its edition. */
  readonly millesime: number;
  readonly values: FormBoxes;
  /** Zones that a person filled. */
  readonly typed?: ReadonlySet<string>;
  readonly period?: PaperForm['period'];
}

/** Every line that the edition prints, those without published zone too. */
export function vatPaper({ form, millesime, values, period, typed = new Set() }: VatPaper): PaperForm {
  const boxes = allBoxes().filter((box) => box.form === form && box.from <= millesime && millesime <= box.to);
  const paper = { boxes, values, typed };
  const framed = boxes.filter(({ kind }) => !BESIDE.includes(kind));
  const kinds = new Map(framed.map((box) => [box, frameKind(box, framed)]));
  const inFrame = (frame: Frame) => framed.filter((box) => frame.kinds.includes(kinds.get(box) ?? ''));
  const left = framed.filter((box) => !FRAMES.some((frame) => frame.kinds.includes(kinds.get(box) ?? '')));
  const sections = [
    besideSection(
      paper,
      boxes.filter(({ kind }) => BESIDE.includes(kind)),
    ),
    ...FRAMES.map((frame) => frameSection(paper, frame.title, inFrame(frame))),
    frameSection(paper, RESULT, left),
  ];
  return { form, period, title: titleOf(form), sections: sections.filter(({ rows }) => rows.length > 0) };
}

interface Paper {
  readonly boxes: readonly VatBox[];
  readonly values: FormBoxes;
  readonly typed: ReadonlySet<string>;
}

const besideSection = (paper: Paper, boxes: readonly VatBox[]): PaperSection => ({
  title: undefined,
  columns: [CONTENT],
  rows: boxes.map((box) => rowOf(box, [cellOf(paper, box)])),
});

/** A total, and what is repeated of one, stand in the frame of the boxes before them. */
function frameKind(box: VatBox, boxes: readonly VatBox[]): string {
  if (box.kind !== 'total' && box.kind !== 'ofWhich') return box.kind;
  const before = boxes.slice(0, boxes.indexOf(box)).findLast(({ kind }) => kind !== 'total' && kind !== 'ofWhich');
  return before?.kind ?? box.kind;
}

/** Boxes of one column of their own: bases without tax. */
const BASES = ['base', 'operationTaxed', 'operationUntaxed'];

/** A base and its tax are one row. */
function frameSection(paper: Paper, title: Labels, boxes: readonly VatBox[]): PaperSection {
  const pairs = new Map(boxes.flatMap((box) => (box.kind === 'tax' ? pairOf(box, boxes) : [])));
  const taxes = new Set(pairs.values());
  const rows = boxes.flatMap((box) => {
    if (taxes.has(box)) return [];
    const [own, pair] = [cellOf(paper, box), pairs.get(box)];
    const tax = pair && { ...cellOf(paper, pair), code: '' };
    return [rowOf(box, BASES.includes(box.kind) ? [own, tax] : [undefined, own])];
  });
  return { title, ...withoutEmptyColumns([BASE, AMOUNT], rows) };
}

function withoutEmptyColumns(columns: readonly PaperColumn[], rows: readonly PaperRow[]) {
  const isUsed = (_: unknown, place: number) => rows.some(({ cells }) => cells[place] !== undefined);
  return {
    columns: columns.filter(isUsed),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter(isUsed) })),
  };
}

/** The base of a tax stands on the same line; a line with two bases is that of the first. */
function pairOf(tax: VatBox, boxes: readonly VatBox[]): (readonly [base: VatBox, tax: VatBox])[] {
  const base = boxes.find(({ kind, line }) => kind === 'base' && line !== '' && line === tax.line);
  return base ? [[base, tax]] : [];
}

const rowOf = (box: VatBox, cells: PaperRow['cells']): PaperRow => ({
  line: box.line || box.zone,
  label: labelOf(box),
  isTotal: box.kind === 'total',
  cells,
});

/** What the columns say is not repeated in the label. */
function labelOf({ names, kind, rate }: VatBox): Labels {
  const { en, fr } = { en: short(names.en), fr: short(names.fr) };
  if (kind !== 'base' || rate === '') return { en, fr };
  return { en: `${en} ${rate} %`, fr: `${fr} ${rate.replace('.', ',')} %` };
}

const short = (name: string): string => name.replace(/ ?: (base|taxe|tax)$/, '');

function cellOf({ boxes, values, typed }: Paper, { zone, printed, formula, repeats }: VatBox): PaperCell {
  const isTyped = typed.has(zone);
  return {
    zone,
    code: printed,
    value: zone === '' ? undefined : paperValue(values.get(zone)),
    isTyped,
    formula: formula && !isTyped && !repeats ? `max(0, ${spelled(formula.text, boxes)})` : undefined,
  };
}

const paperValue = (value: BoxValue | undefined): PaperValue | undefined =>
  typeof value === 'object' ? value.map(String).join(' / ') : value;

/** No box is below 0 (fillForms). `$tax` and `$similarTax` are the sums of the boxes of that kind. */
const spelled = (text: string, boxes: readonly VatBox[]): string =>
  text.replace(/\$(tax|similarTax)\b/g, (_, kind: string) => {
    const zones = boxes.filter((box) => box.kind === kind && box.zone !== '').map(({ zone }) => zone);
    return `(${zones.join('+') || '0'})`;
  });
