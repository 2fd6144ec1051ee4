/** The table of assets and of their amortization, in the rows and columns of forms 2054 and 2055. */
import type { Knex } from 'knex';
import type { DocumentTable, TableBatch, TableColumn } from '../../documents/table.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Exercise } from '../engine/calendar.ts';
import type { FolderBasis } from '../register/basis.ts';
import { FORM_ROWS, type FormRow, formRow, SECTION_LABELS } from './form-rows.ts';
import { MOVEMENTS, type Movement } from './movements.ts';
import { CHARGES, type Charge, eachMovement } from './row-movements.ts';

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

const ROWS = { gross: formRow, amortized: formRow };

/** Reads every asset once, in batches. The figures of the window must be kept. */
export async function sumForms(knex: Knex, basis: FolderBasis, window: Exercise): Promise<FormSums> {
  const gross = new Ledger(MOVEMENTS);
  const amortized = new Ledger(CHARGES);
  await eachMovement(
    knex,
    { basis, window, rows: ROWS },
    {
      gross: (_, row, movement, amount) => gross.post(row, movement, amount),
      amortized: (_, row, charge, amount) => amortized.post(row, charge, amount),
    },
  );
  return { gross: gross.rows, amortized: amortized.rows };
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

/** One batch per section, in the order of the form; empty rows are listed too, as the form has them. */
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
