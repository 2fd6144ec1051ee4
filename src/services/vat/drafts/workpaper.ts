/**
 * The workpaper of a return: a row for each entry line behind each box, and the boxes as sums and formulas over them, so
 * that a reviser follows a figure down to the invoice, and a changed row changes the form.
 */

import { Calculated, type Sheet, writeXlsx } from '../../documents/xlsx.ts';
import { type Edition, type VatBox, vatEdition } from '../../forms/vat-boxes.ts';
import { type Cents, formatAmount, wholeEuros } from '../../kernel/money.ts';
import { FileResult } from '../../kernel/stream.ts';
import { type EntryLine, readLines } from '../../ledger/lines.ts';
import type { Context } from '../../operation/context.ts';
import type { PeriodShare } from '../engine/model.ts';
import { aboutReturn } from '../procedures/about.ts';
import { filledBoxes } from '../procedures/procedure-item.ts';
import type { StoredBoxes } from '../procedures/store.ts';
import type { ExactBoxes } from '../return/exact-boxes.ts';
import { isComputed } from '../return/fill-return.ts';
import { type Layout, layoutOf } from '../return/layout.ts';
import { leafBoxes } from '../return/leaf-boxes.ts';
import { openReturn } from './draft.ts';
import { excelFormula } from './excel-formula.ts';
import { readShares } from './share-store.ts';
import { formOf } from './stored-return.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Throws FolderNotFound, ProcedureNotFound. */
export async function workpaper(ctx: Context, folderId: number, procedureId: number): Promise<FileResult> {
  const opened = await openReturn(ctx, folderId, procedureId);
  const { knex } = await ctx.db();
  const form = formOf(opened);
  const edition = vatEdition(opened.group.end_date);
  const shares = await readShares(knex, { folderId, procedureId });
  const { territory } = await aboutReturn(knex, opened);
  const layout = layoutOf(form, edition);
  const leaf = leafBoxes(isComputed(form) ? shares : [], layout, territory);
  const { computed_boxes: computedBoxes, typed_boxes: typedBoxes } = opened.procedure;
  const boxes = filledBoxes({ computedBoxes, typedBoxes }) ?? {};
  const lines = await linesOf(ctx, folderId, shares);
  const rows = rowsOf(leaf.exact, { layout, edition, shares, lines });
  const figures = { form, edition, boxes, typed: typedBoxes, exact: leaf.exact };
  const name = `${form}_${opened.group.begin_date}_${opened.group.end_date}.xlsx`;
  return new FileResult(name, TYPE, writeXlsx([linesSheet(rows), formSheet(figures)]));
}

/** Identifiers asked for at once. */
const BATCH = 10_000;

async function linesOf(
  ctx: Context,
  folderId: number,
  shares: readonly PeriodShare[],
): Promise<ReadonlyMap<number, EntryLine>> {
  const { knex } = await ctx.db();
  const ids = [...new Set(shares.map(({ element }) => element.lineId))];
  const lines = new Map<number, EntryLine>();
  for (let from = 0; from < ids.length; from += BATCH) {
    for (const line of await readLines(knex, folderId, { ids: ids.slice(from, from + BATCH) }))
      lines.set(line.id, line);
  }
  return lines;
}

interface Around {
  readonly layout: Layout;
  readonly edition: Edition;
  readonly shares: readonly PeriodShare[];
  readonly lines: ReadonlyMap<number, EntryLine>;
}

const money = (cents: Cents): string => formatAmount(cents);

/** A row by box and entry line, in the order of the form. */
function rowsOf(exact: ExactBoxes, { layout, edition, shares, lines }: Around): readonly (readonly unknown[])[] {
  const byLine = groupedByLine(shares);
  const boxes = [...(edition.get(layout.form)?.values() ?? [])];
  return boxes.flatMap(({ zone, line: printed }) =>
    exact.trace(zone).map(({ entryId, lineId, accountNumber, amount }) => {
      const line = lines.get(lineId);
      const own = ofItsSide(zone, byLine.get(`${entryId} ${lineId}`) ?? [], layout);
      const sum = (of: (share: PeriodShare) => Cents) => money(own.reduce((total, share) => total + of(share), 0n));
      return [
        ...[
          zone,
          printed,
          line?.date,
          line?.journalCode,
          line?.docRef,
          accountNumber,
          line?.subAccountCode,
          line ? line.label : `Écriture ${entryId}, retirée des livres`,
        ],
        money(amount),
        sum(({ element }) => element.taxExcluded),
        sum(({ element }) => element.tax),
        sum(({ toDeclare }) => toDeclare.tax),
        sum(({ declared }) => declared.tax),
        sum(({ deferredTax }) => deferredTax),
        sum(({ prior }) => prior.tax),
      ];
    }),
  );
}

/** Zones of the CA3 where a reverse charge is deducted; its other boxes are those of the tax due. */
const DEDUCTED: readonly string[] = ['HA', 'HB', 'HF', 'HL', 'GG'];

/** Of a line that owes its tax and deducts it, what the box is about: both together would be twice the purchase. */
function ofItsSide(zone: string, shares: readonly PeriodShare[], layout: Layout): readonly PeriodShare[] {
  const isDeducted = DEDUCTED.some((ca3) => layout.zone(ca3) === zone);
  const own = shares.filter(({ element }) => (element.side === 'Deductible') === isDeducted);
  return own.length > 0 ? own : shares;
}

function groupedByLine(shares: readonly PeriodShare[]): ReadonlyMap<string, readonly PeriodShare[]> {
  const byLine = new Map<string, PeriodShare[]>();
  for (const share of shares) {
    const key = `${share.element.entryId} ${share.element.lineId}`;
    const known = byLine.get(key);
    if (known) known.push(share);
    else byLine.set(key, [share]);
  }
  return byLine;
}

const LINES = 'Lignes';

const linesSheet = (rows: readonly (readonly unknown[])[]): Sheet => ({
  name: LINES,
  columns: [
    { header: 'Case', width: 7 },
    { header: 'Ligne', width: 7 },
    { header: 'Date', width: 12 },
    { header: 'Journal', width: 9 },
    { header: 'Pièce', width: 16 },
    { header: 'Compte', width: 12 },
    { header: 'Auxiliaire', width: 14 },
    { header: 'Libellé', width: 36 },
    ...['Montant dans la case', 'Base HT', 'TVA', 'TVA déclarée', 'Déjà déclarée', 'Différée'].map(amountColumn),
    amountColumn('Dont périodes antérieures'),
  ],
  rows,
});

const amountColumn = (header: string) => ({ header, width: 16, isAmount: true });

interface FormFigures {
  readonly form: string;
  readonly edition: Edition;
  readonly boxes: StoredBoxes;
  readonly typed: StoredBoxes;
  readonly exact: ExactBoxes;
}

/** Place of a figure: columns of the sheet of the form. */
const VALUE = 'E';

/** The forms with their boxes: typed as they are, fed by lines as their rounded sum, the others by formula. */
function formSheet(figures: FormFigures): Sheet {
  const shown = Object.entries(figures.boxes).flatMap(([form, zones]) =>
    [...(figures.edition.get(form)?.values() ?? [])].filter(({ zone }) => Object.hasOwn(zones, zone)),
  );
  // The first row is that of the headings.
  const places = new Map(shown.map(({ form, zone }, index) => [`${form} ${zone}`, `${VALUE}${index + 2}`]));
  const cellOf = (form: string, zone: string) => places.get(`${form} ${zone}`);
  return {
    name: 'Formulaire',
    columns: [
      { header: 'Formulaire', width: 12 },
      { header: 'Ligne', width: 7 },
      { header: 'Case', width: 7 },
      { header: 'Libellé', width: 60 },
      { header: 'Montant', width: 14, isAmount: true },
      { header: 'Origine', width: 24 },
    ],
    rows: shown.map((box) => {
      const [value, origin] = figureOf(box, figures, cellOf);
      return [box.form, box.line, box.zone, box.names.fr, value, origin];
    }),
  };
}

function figureOf(
  box: VatBox,
  { form, edition, boxes, typed, exact }: FormFigures,
  cellOf: (form: string, zone: string) => string | undefined,
): readonly [unknown, string] {
  const { zone } = box;
  const value = boxes[box.form]?.[zone];
  if (typeof value !== 'number') return [value, typed[box.form]?.[zone] === undefined ? 'Report' : 'Saisie'];
  if (typed[box.form]?.[zone] !== undefined) return [value, 'Saisie'];
  if (box.form === form && exact.zones().includes(zone)) {
    const gap = BigInt(value) - wholeEuros(exact.amount(zone));
    const adjusted = gap === 0n ? '' : `${gap > 0n ? '+' : ''}${gap}`;
    const sum = `ROUND(SUMIFS(${LINES}!I:I,${LINES}!A:A,"${zone}"),0)${adjusted}`;
    return [new Calculated(sum, value), adjusted === '' ? 'Lignes' : 'Lignes, équilibre des bases'];
  }
  const written = excelFormula(box, edition.get(box.form)?.values() ?? [], cellOf);
  return written === undefined ? [value, 'Report'] : [new Calculated(written, value), 'Formule'];
}
