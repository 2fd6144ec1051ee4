/** Boxes that people type on a draft: kept apart from what is computed, over which they stand. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { vatEdition } from '../../forms/vat-boxes.ts';
import type { BoxValue } from '../../forms/vat-sheets.ts';
import type { Context } from '../../operation/context.ts';
import { notDraft } from '../drafts/stored-return.ts';
import { vatErrors } from '../errors.ts';
import { formsOf } from '../return/fill-return.ts';
import { type RawBox, typedBoxes } from '../return/typed-boxes.ts';
import type { ProcedureItem } from './procedure-item.ts';
import { getProcedure } from './procedures.ts';
import { IDENTIFICATION } from './seeds.ts';
import {
  type FormSnapshot,
  type FrozenForm,
  frozenForms,
  groups,
  type ProcedureRow,
  procedures,
  type StoredBoxes,
} from './store.ts';

export interface TypedBox {
  /** Such as `3310CA3`. */
  readonly form: string;
  readonly zone: string;
  /** Null or undefined empties it: what is computed shows again. */
  readonly value?: RawBox | null | undefined;
}

/**
 * Types one box of a draft. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, BoxUnknown,
 * BoxIsComputed, AmountNotWhole, AmountInvalid, ValueUnknown.
 */
export async function setBox(
  ctx: Context,
  folderId: number,
  procedureId: number,
  box: TypedBox,
): Promise<ProcedureItem> {
  await getFolder(ctx, folderId);
  await (await ctx.db()).transaction(async (trx) => {
    const key = { folder_id: folderId, id: procedureId };
    const row = await procedures(trx).where(key).forUpdate().first();
    if (!row) throw vatErrors.ProcedureNotFound({ folderId, procedureId });
    if (row.status !== 'Draft') throw notDraft(row);
    const typed_boxes = withBox(row.typed_boxes, box, await storedValue(trx, row, box));
    await procedures(trx).where(key).update({ typed_boxes, saved_at: ctx.clock.now(), computed_version: null });
  });
  return getProcedure(ctx, folderId, procedureId);
}

/** Read by the frozen edition of the form; undefined for a box to empty. */
async function storedValue(trx: Knex.Transaction, row: ProcedureRow, { form, zone, value }: TypedBox) {
  const group = await groups(trx).where({ folder_id: row.folder_id, id: row.group_id }).first('form_snapshot');
  const frozen = group && formsOn(row, group.form_snapshot).find((one) => one.form === form);
  if (!frozen) throw vatErrors.BoxUnknown({ boxes: `_${form}` });
  const edition = vatEdition(`20${String(frozen.millesime).padStart(2, '0')}-12-31`);
  if (value === null || value === undefined) {
    if (!edition.get(form)?.has(zone)) throw vatErrors.BoxUnknown({ boxes: `_${form}.${zone}` });
    return undefined;
  }
  const read = typedBoxes({ [form]: { [zone]: value } }, { edition, forms: [form], allowsComputed: false });
  return jsonValue(read.get(form)?.get(zone) ?? '');
}

/** Those of the group, and the refund that goes with its return; a return of its own form has that one. */
function formsOn({ form }: ProcedureRow, snapshot: FormSnapshot): FrozenForm[] {
  const frozen = frozenForms(snapshot);
  const own = form ?? snapshot.principal.form;
  const annexes = formsOf(own).filter((name) => frozen.every((one) => one.form !== name));
  const all = [...frozen, ...annexes.map((name) => ({ ...snapshot.principal, form: name }))];
  return form === null ? all : all.filter((one) => one.form === form || one.form === IDENTIFICATION);
}

const jsonScalar = (value: bigint | string) => (typeof value === 'bigint' ? Number(value) : value);
const jsonValue = (value: BoxValue): unknown => (typeof value === 'object' ? value.map(jsonScalar) : jsonScalar(value));

/** Without `value` the box is left out, and so is a form without boxes. */
function withBox(boxes: StoredBoxes, { form, zone }: TypedBox, value: unknown): StoredBoxes {
  const { [zone]: _, ...others } = boxes[form] ?? {};
  const { [form]: __, ...forms } = boxes;
  const zones = value === undefined ? others : { ...others, [zone]: value };
  return Object.keys(zones).length === 0 ? forms : { ...forms, [form]: zones };
}
