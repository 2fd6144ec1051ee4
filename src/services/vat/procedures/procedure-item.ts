/** One return as callers see it. */
import { type Camel, camelRow } from '../../db/rows.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Deadlines } from './period.ts';
import type { ProcedureRow, StoredBoxes } from './store.ts';

export interface ProcedureItem extends Camel<ProcedureRow> {
  /** Computed boxes with what was typed over them; null while there are none. */
  readonly boxes: StoredBoxes | null;
  /** Whether the period has no draft entry. */
  readonly areEntriesValidated: boolean;
  readonly deadlines: Deadlines;
  /** What the boxes that the form names hold; null while they are empty. */
  readonly declaredAmount: Cents | null;
  readonly paidAmount: Cents | null;
  /** Of the PDF that was last made; null while there is none. */
  readonly pdfFileName: string | null;
  /** Two digits of the year of its forms. */
  readonly millesime: number;
  /** The text of each notice, oldest first, where one return is shown. */
  readonly received?: readonly string[];
}

/** What a return has of its group: its principal form, and the boxes of the amounts there. */
export interface ItemFacts {
  readonly areEntriesValidated: boolean;
  readonly deadlines: Deadlines;
  readonly form: string;
  readonly millesime: number;
  /** Names of the PDF that are kept, by return. */
  readonly pdfs: ReadonlyMap<number, string>;
  readonly declaredField: string | null;
  readonly paidField: string | null;
}

export const itemOf = (
  row: ProcedureRow,
  { areEntriesValidated, deadlines, form, millesime, pdfs, ...fields }: ItemFacts,
): ProcedureItem => {
  const procedure = camelRow(row);
  const boxes = filledBoxes(procedure);
  return {
    ...procedure,
    boxes,
    deadlines,
    millesime,
    areEntriesValidated,
    pdfFileName: pdfs.get(row.id) ?? null,
    declaredAmount: amountIn(boxes?.[form]?.[fields.declaredField ?? '']),
    paidAmount: amountIn(boxes?.[form]?.[fields.paidField ?? '']),
  };
};

/** A box holds whole euros. */
const amountIn = (value: unknown): Cents | null => (typeof value === 'number' ? BigInt(value) * 100n : null);

/** Computed boxes with what was typed over them; null while there are none. */
export function filledBoxes({
  computedBoxes,
  typedBoxes,
}: Pick<Camel<ProcedureRow>, 'computedBoxes' | 'typedBoxes'>): StoredBoxes | null {
  const forms = new Set([...Object.keys(computedBoxes ?? {}), ...Object.keys(typedBoxes)]);
  if (forms.size === 0) return null;
  return Object.fromEntries(
    [...forms].map((form) => [form, Object.assign({}, computedBoxes?.[form], typedBoxes[form])]),
  );
}
