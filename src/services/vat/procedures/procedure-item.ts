/** One return as callers see it. */
import { type Camel, camelRow } from '../../db/rows.ts';
import type { ProcedureRow, StoredBoxes } from './store.ts';

export interface ProcedureItem extends Camel<ProcedureRow> {
  /** Computed boxes with what was typed over them; null while there are none. */
  readonly boxes: StoredBoxes | null;
  /** Whether the period has no draft entry. */
  readonly areEntriesValidated: boolean;
}

export const itemOf = (row: ProcedureRow, areEntriesValidated: boolean): ProcedureItem => {
  const procedure = camelRow(row);
  return { ...procedure, boxes: filledBoxes(procedure), areEntriesValidated };
};

function filledBoxes({ computedBoxes, typedBoxes }: Camel<ProcedureRow>): StoredBoxes | null {
  const forms = new Set([...Object.keys(computedBoxes ?? {}), ...Object.keys(typedBoxes)]);
  if (forms.size === 0) return null;
  return Object.fromEntries(
    [...forms].map((form) => [form, Object.assign({}, computedBoxes?.[form], typedBoxes[form])]),
  );
}
