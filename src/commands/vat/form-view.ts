/** A return as an accountant knows it: frames, lines, base and tax side by side, printed codes, totals underlined. */
import { type VatBox, vatEdition } from '../../services/forms/vat-boxes.ts';
import type { VatFinding } from '../../services/forms/vat-controls.ts';
import type { BoxValue, FormBoxes } from '../../services/forms/vat-sheets.ts';
import type { Labels, Language } from '../../services/kernel/errors.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import { clampedNegatives } from '../../services/vat/return/fill-return.ts';
import type { SimulatedReturn, Simulation } from '../../services/vat/simulate.ts';
import type { Block, Cell, Column } from '../operation/operation.ts';
import { decimal } from './boxes-wire.ts';
import { issueText } from './issue-text.ts';

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

export function* simulationView({ returns, issues, ...found }: Simulation, language: Language): Generator<Block> {
  for (const made of returns) yield* returnView(made, language);
  const invalid = found.invalidCombinations.map(
    ({ accountNumber, rate, category }) => `${accountNumber} ${category} ${rate}`,
  );
  const notes = [
    ...issues.map((issue) => `! ${issueText(issue)[language]} (${issue.entryId})`),
    ...invalid.map((text) => `! ${INVALID[language]} ${text}`),
    ...found.missingCategories.map((number) => `! ${MISSING[language]} ${number}`),
  ];
  if (notes.length > 0) yield { kind: 'text', text: notes.join('\n') };
  if (found.edi !== undefined) yield { kind: 'text', text: found.edi };
}

const INVALID: Labels = {
  en: 'Left out, its category does not bear its rate:',
  fr: 'Hors déclaration, sa catégorie n’admet pas son taux :',
};
const MISSING: Labels = { en: 'No VAT category:', fr: 'Sans catégorie de TVA :' };
const DUE: Labels = { en: 'due on', fr: 'à déposer le' };

function* returnView(made: SimulatedReturn, language: Language): Generator<Block> {
  const { period, deadline } = made;
  const day = (text: string) => (language === 'fr' ? text.split('-').reverse().join('/') : text);
  for (const [form, values] of made.filled.forms) {
    if (values.size === 0) continue;
    const until = deadline && form === made.form ? `, ${DUE[language]} ${day(deadline)}` : '';
    yield { kind: 'text', text: `${form}  ${day(period.startDate)} - ${day(period.endDate)}${until}` };
    yield* formView([...(vatEdition(period.endDate).get(form)?.values() ?? [])], values, language);
  }
  yield* movesView(made, language);
}

/** Frames of a form; one that holds nothing is left out. */
function* formView(boxes: readonly VatBox[], values: FormBoxes, language: Language): Generator<Block> {
  const shown = boxes.filter(({ zone }) => values.has(zone));
  const beside = shown.filter(({ kind }) => BESIDE.includes(kind));
  if (beside.length > 0) {
    const lines = beside.map(({ zone, names }) => `${names[language]}: ${text(values.get(zone))}`);
    yield { kind: 'text', text: lines.join('\n') };
  }
  const left = shown.filter(({ kind }) => !BESIDE.includes(kind));
  for (const { title, kinds } of FRAMES) {
    const own = left.filter((box) => kinds.includes(frameKind(box, boxes)));
    if (own.length > 0) yield* frameTable(title[language], rowsOf(own, values, language));
  }
  const result = left.filter((box) => !FRAMES.some(({ kinds }) => kinds.includes(frameKind(box, boxes))));
  if (result.length > 0) yield* frameTable(RESULT[language], rowsOf(result, values, language));
}

/** A total, and what is repeated of one, stand in the frame of the boxes before them. */
function frameKind(box: VatBox, boxes: readonly VatBox[]): string {
  if (box.kind !== 'total' && box.kind !== 'ofWhich') return box.kind;
  const before = boxes.slice(0, boxes.indexOf(box)).findLast(({ kind }) => kind !== 'total' && kind !== 'ofWhich');
  return before?.kind ?? box.kind;
}

interface Row {
  readonly cells: readonly Cell[];
  readonly isTotal: boolean;
}

const COLUMNS: readonly Column[] = [
  { name: 'Line', fr: 'Ligne' },
  { name: 'Label', fr: 'Libellé', type: 'sentence' },
  { name: 'Base', fr: 'Base', type: 'amount' },
  { name: 'Amount', fr: 'Montant', type: 'amount' },
  { name: 'Code', fr: 'Code' },
];

function* frameTable(title: string, rows: readonly Row[]): Generator<Block> {
  yield { kind: 'text', text: title };
  yield {
    kind: 'table',
    columns: COLUMNS,
    rows: rows.map(({ cells }) => cells),
    underlined: rows.flatMap(({ isTotal }, index) => (isTotal ? [index] : [])),
  };
}

/** Boxes of one column of their own: bases without tax. */
const BASES = ['base', 'operationTaxed', 'operationUntaxed'];

/** A base and its tax are one row. */
const rowsOf = (boxes: readonly VatBox[], values: FormBoxes, language: Language): Row[] =>
  boxes.flatMap((box) => {
    const pair = boxes.find(
      (other) => other !== box && other.line !== '' && other.line === box.line && isPair(box, other),
    );
    if (box.kind === 'tax' && pair) return [];
    const own = text(values.get(box.zone));
    const [base, amount] = BASES.includes(box.kind) ? [own, pair && text(values.get(pair.zone))] : [undefined, own];
    const name = box.names[language].replace(/ ?: (base|taxe|tax)$/, '');
    const label = box.kind === 'base' && box.rate !== '' ? `${name} ${decimal(box.rate, language)} %` : name;
    return [{ cells: [box.line || box.zone, label, base, amount, box.printed], isTotal: box.kind === 'total' }];
  });

const isPair = (a: VatBox, b: VatBox): boolean => [a.kind, b.kind].sort().join() === 'base,tax';

const text = (value: BoxValue | undefined): string =>
  value === undefined ? '' : typeof value === 'object' ? value.map(String).join(' / ') : String(value);

const MOVED: Labels = { en: 'Moved negatives', fr: 'Soldes négatifs déplacés' };
const CONTROLS: Labels = { en: 'Controls', fr: 'Contrôles' };
const NO_CONTROL: Labels = { en: 'No control is violated.', fr: 'Aucun contrôle en défaut.' };
const LOST: Labels = { en: 'Dropped', fr: 'Abandonné' };

function* movesView({ filled }: SimulatedReturn, language: Language): Generator<Block> {
  const { moved, adjustments, findings } = filled;
  for (const { zone, amount } of adjustments)
    yield { kind: 'text', text: `${zone} ${amount > 0n ? '+' : ''}${amount} (224)` };
  if (moved.length > 0) {
    yield {
      kind: 'table',
      title: MOVED[language],
      columns: [
        { name: 'From', fr: 'De' },
        { name: 'To', fr: 'Vers' },
        { name: 'Base', fr: 'Base', type: 'amount' },
        { name: 'Tax', fr: 'Taxe', type: 'amount' },
      ],
      rows: moved.map(({ operationZone, baseZone, taxZone, toZone, taxExcluded, vat }) => [
        [operationZone, baseZone, taxZone].filter(Boolean).join(' '),
        toZone,
        formatAmount(taxExcluded),
        formatAmount(vat),
      ]),
    };
  }
  for (const { tag, lostTaxExcluded, lostVat, reason } of clampedNegatives(filled)) {
    yield {
      kind: 'text',
      text: `! ${LOST[language]} ${tag} ${formatAmount(lostTaxExcluded + lostVat)}: ${reason[language]}`,
    };
  }
  yield findings.length === 0 ? { kind: 'text', text: NO_CONTROL[language] } : findingsTable(findings, language);
}

export const findingsTable = (findings: readonly VatFinding[], language: Language): Block => ({
  kind: 'table',
  title: CONTROLS[language],
  columns: [
    { name: 'Code', fr: 'Code' },
    { name: 'Form', fr: 'Formulaire' },
    { name: 'Zones', fr: 'Zones' },
    { name: 'Message', fr: 'Message', type: 'sentence' },
  ],
  rows: findings.map(({ code, form, zones, message }) => [code, form, zones.join(' '), message[language]]),
});
