/** The table of assets and of their amortization, in the rows and columns of forms 2054 and 2055. */
import type { Knex } from 'knex';
import type { DocumentTable, TableBatch, TableColumn } from '../../documents/table.ts';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import type { Exercise } from '../engine/calendar.ts';
import { accountAt } from '../engine/transfers.ts';
import type { FolderBasis } from '../register/basis.ts';
import { bookOf } from '../register/figures.ts';
import { type FigureRow, figures, loadAssets } from '../register/store.ts';
import { FORM_ROWS, type FormRow, formRow, SECTION_LABELS } from './form-rows.ts';
import { isHeldOn, MOVEMENTS, type Movement, postMovements } from './movements.ts';

/** Amortization: opening + charge − release = closing. */
export const CHARGES = ['opening', 'charge', 'release', 'closing'] as const;
export type Charge = (typeof CHARGES)[number];

/** Sums by row of the forms. */
export interface FormSums {
  readonly gross: ReadonlyMap<FormRow, Readonly<Record<Movement, Cents>>>;
  readonly amortized: ReadonlyMap<FormRow, Readonly<Record<Charge, Cents>>>;
}

class Ledger<K extends string> {
  readonly rows = new Map<FormRow, Record<K, Cents>>();
  readonly #kinds: readonly K[];

  constructor(kinds: readonly K[]) {
    this.#kinds = kinds;
  }

  post(row: FormRow, kind: K, amount: Cents): void {
    const sums = this.rows.get(row) ?? (Object.fromEntries(this.#kinds.map((one) => [one, 0n])) as Record<K, Cents>);
    sums[kind] += amount;
    this.rows.set(row, sums);
  }
}

/** Reads every asset once, in batches. The figures of the window must be kept. */
export async function sumForms(knex: Knex, basis: FolderBasis, window: Exercise): Promise<FormSums> {
  const { folderId } = basis;
  const gross = new Ledger(MOVEMENTS);
  const amortized = new Ledger(CHARGES);
  const parents = new Map<number, FormRow>();
  for await (const batch of loadAssets(knex, folderId)) {
    const rows = await figures(knex)
      .where({ folder_id: folderId, start_date: window.start, end_date: window.end })
      .whereIn(
        'asset_id',
        batch.map(({ id }) => id),
      );
    const byId = new Map(rows.map((row) => [row.asset_id, row]));
    for (const asset of batch) {
      rememberParent(parents, asset);
      const parentRow = asset.parentId === null ? undefined : parents.get(asset.parentId);
      postMovements(asset, window, parentRow, (row, movement, amount) => gross.post(row, movement, amount));
      const figure = byId.get(asset.id);
      if (figure) postAmortization({ asset, figure, basis, window, parentRow }, amortized);
    }
  }
  return { gross: gross.rows, amortized: amortized.rows };
}

/** Parents come before their components. Without a date, components are as old as their parent: nothing left it. */
function rememberParent(parents: Map<number, FormRow>, { id, facts }: Asset): void {
  const date = facts.decomposition?.date;
  if (date) parents.set(id, formRow(accountAt(facts, date)));
}

interface Amortized {
  readonly asset: Asset;
  readonly figure: FigureRow;
  readonly basis: FolderBasis;
  readonly window: Exercise;
  readonly parentRow: FormRow | undefined;
}

/**
 * What left with an exit, or went to another row or to components, is released; what came from another row is charged.
 * Between a parent and its component of the same row nothing moves.
 */
function postAmortization(one: Amortized, amortized: Ledger<Charge>): void {
  const { asset, figure, window, parentRow } = one;
  const before = addDays(window.start, -1);
  const [from, to] = [formRow(accountAt(asset.facts, before)), formRow(accountAt(asset.facts, window.end))];
  const opening = isHeldOn(asset, before) ? cumulatedOn(one, before) : 0n;
  const closing = isHeldOn(asset, window.end) ? figure.economic_cumulated_cents : 0n;
  const charge = figure.economic_current_cents;
  const gone = opening + charge - closing;
  amortized.post(from, 'opening', opening);
  amortized.post(to, 'closing', closing);
  amortized.post(to, 'charge', charge);
  if (from !== to) {
    amortized.post(from, 'release', opening);
    amortized.post(to, 'charge', opening);
  }
  // Less than nothing is gone from a component that took over amortization.
  if (gone >= 0n || parentRow === to) amortized.post(to, 'release', gone);
  else amortized.post(to, 'charge', -gone);
}

/** Figures of a period leave out, from its first day, what went to components during it. */
function cumulatedOn({ asset, figure, basis, window }: Amortized, before: PlainDate): Cents {
  const split = asset.facts.decomposition?.date;
  if (!split || split < window.start || split > window.end) return figure.economic_past_cents;
  return bookOf(asset, basis, [before]).economic.at(before);
}

const text = (name: string, en: string, fr: string, weight: number) => ({
  name,
  en,
  fr,
  type: 'text' as const,
  weight,
});
const money = (name: string, en: string, fr: string) => ({
  name,
  en,
  fr,
  type: 'amount' as const,
  weight: 2,
  isSummed: true,
});

const FIRST = [text('Row', 'Row', 'Rubrique', 5), text('Cells', 'Cells', 'Cases', 1)];

const COLUMNS_2054 = [
  ...FIRST,
  money('Opening', 'Opening', 'Début d’exercice'),
  money('Increase', 'Increases', 'Augmentations'),
  money('TransferOut', 'Transfers out', 'Virements'),
  money('Disposal', 'Disposals', 'Cessions'),
  money('Closing', 'Closing', 'Fin d’exercice'),
];

const COLUMNS_2055 = [
  ...FIRST,
  money('Opening', 'Opening', 'Début d’exercice'),
  money('Charge', 'Charges', 'Dotations'),
  money('Release', 'Releases', 'Diminutions'),
  money('Closing', 'Closing', 'Fin d’exercice'),
];

const NAMES: Readonly<Record<'gross' | 'amortized', Labels>> = {
  gross: { en: '2054 Fixed assets', fr: '2054 Immobilisations' },
  amortized: { en: '2055 Amortization', fr: '2055 Amortissements' },
};

const SECTION: Labels = { en: 'Section', fr: 'Cadre' };

export const formTables = ({ gross, amortized }: FormSums, language: Language): DocumentTable[] => [
  {
    name: NAMES.gross[language],
    columns: COLUMNS_2054.map((column): TableColumn => ({ ...column, header: column[language] })),
    sectionHeader: SECTION[language],
    batches: rowsOf(gross, MOVEMENTS, ({ cells2054 }) => cells2054, language),
  },
  {
    name: NAMES.amortized[language],
    columns: COLUMNS_2055.map((column): TableColumn => ({ ...column, header: column[language] })),
    sectionHeader: SECTION[language],
    batches: rowsOf(amortized, CHARGES, ({ cells2055 }) => cells2055, language),
  },
];

/** One batch per section, in the order of the form; rows where nothing is are told too, as the form has them. */
async function* rowsOf<K extends string>(
  sums: ReadonlyMap<FormRow, Readonly<Record<K, Cents>>>,
  kinds: readonly K[],
  cellsOf: (row: FormRow) => string | undefined,
  language: Language,
): AsyncGenerator<TableBatch> {
  for (const [section, label] of Object.entries(SECTION_LABELS)) {
    const rows = FORM_ROWS.filter((row) => row.section === section && (cellsOf(row) || sums.get(row)));
    const toRow = (row: FormRow) => [
      row.label[language],
      cellsOf(row) ?? '',
      ...kinds.map((kind) => String(sums.get(row)?.[kind] ?? 0n)),
    ];
    const shown = rows
      .map(toRow)
      .filter((row, index) => cellsOf(rows[index] as FormRow) || row.slice(2).some((cents) => cents !== '0'));
    if (shown.length > 0) yield { section: label[language], rows: shown };
  }
}
