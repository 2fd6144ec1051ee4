/** What a return takes from others of its folder: a refund from its CA3, a CA12 from the instalments that were paid. */
import type { Knex } from 'knex';
import type { VatFinding } from '../../forms/vat-controls.ts';
import { filledBoxes } from '../procedures/procedure-item.ts';
import { asksFirst, REFUND_FORM, refundBeside, returnBeside } from '../procedures/refunds.ts';
import type { StoredBoxes } from '../procedures/store.ts';
import type { Instalment } from '../return/inputs.ts';
import { CA3, CA12 } from '../return/layout.ts';
import { paidInstalments } from './instalments.ts';
import { formOf, type OpenReturn } from './stored-return.ts';

export interface Beside {
  /** A form whose boxes are looked at, and not stored here. */
  readonly form?: string;
  readonly boxes: StoredBoxes;
  readonly findings: readonly VatFinding[];
  readonly hasRefund: boolean;
  readonly instalments: readonly Instalment[];
}

const NOTHING: Beside = { boxes: {}, findings: [], hasRefund: false, instalments: [] };

export async function besideOf(trx: Knex.Transaction, opened: OpenReturn): Promise<Beside> {
  const form = formOf(opened);
  if (form === CA3) return { ...NOTHING, hasRefund: (await refundBeside(trx, opened)) !== undefined };
  if (form === CA12) return { ...NOTHING, instalments: await paidInstalments(trx, opened) };
  if (form !== REFUND_FORM) return NOTHING;
  const row = await returnBeside(trx, opened);
  const boxes = row && filledBoxes({ computedBoxes: row.computed_boxes, typedBoxes: row.typed_boxes });
  const own = boxes?.[CA3];
  return { ...NOTHING, form: CA3, boxes: own ? { [CA3]: own } : {}, findings: await firstTwice(trx, opened) };
}

/** A folder asks for the first time once. */
async function firstTwice(trx: Knex.Transaction, { folder, procedure }: OpenReturn): Promise<VatFinding[]> {
  if (procedure.typed_boxes[REFUND_FORM]?.DI !== 'X' || (await asksFirst(trx, folder.id))) return [];
  const message = {
    en: 'A first request was made before: this one has another reason',
    fr: 'Une première demande a déjà été faite : celle-ci a un autre motif',
  };
  return [{ code: 'FirstRequestTwice', form: REFUND_FORM, zones: ['DI'], severity: 'blocking', message }];
}
