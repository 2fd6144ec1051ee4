/** What follows a return: the refund of its credit, asked with it, or the return of the next instalment. */
import type { Knex } from 'knex';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { computedOf } from '../drafts/computed.ts';
import { openReturn } from '../drafts/draft.ts';
import { encodeExact } from '../drafts/exact-json.ts';
import { formOf, lockDraft, type OpenReturn } from '../drafts/stored-return.ts';
import { vatErrors } from '../errors.ts';
import type { RefundRequest } from '../return/inputs.ts';
import { CA3, CA12 } from '../return/layout.ts';
import { assistGroup } from './create-group.ts';
import { type Instalment, instalmentAfter, leastRefund, takesRefund } from './proposal.ts';
import { asksFirst, REFUND_FORM, refundBeside } from './refunds.ts';
import { groups, procedures, type StoredBoxes } from './store.ts';
import { servingOn } from './templates.ts';

export interface FollowUp {
  readonly amount: Cents;
  readonly correspondenceText?: string | null | undefined;
}

/**
 * The identifier of the return that was made; that of the yearly return itself when its own annex asks for the refund.
 * Throws FolderNotFound, ProcedureNotFound, AmountNotWhole, AmountInvalid, RefundInvalid, ProcedureNotInDraftStatus,
 * NotSupportedProcedureType, PeriodAlreadyDeclared.
 */
export async function followUp(
  ctx: Context,
  folderId: number,
  procedureId: number,
  { amount, correspondenceText }: FollowUp,
): Promise<number> {
  if (amount % 100n !== 0n) throw vatErrors.AmountNotWhole({ detail: `Amount ${formatAmount(amount)}` });
  const asked: Asked = { euros: amount / 100n, text: correspondenceText?.trim() || undefined };
  await openReturn(ctx, folderId, procedureId);
  return (await ctx.db()).transaction(async (trx) => {
    const inside = within(ctx, trx);
    const opened = await openReturn(inside, folderId, procedureId);
    const instalment = asksRefund(opened) ? undefined : await instalmentAfter(trx, opened);
    if (instalment) return openInstalment(inside, trx, { folderId, instalment, asked });
    await lockDraft(trx, folderId, procedureId);
    return askRefund(inside, trx, opened, asked);
  });
}

interface Asked {
  readonly euros: bigint;
  readonly text: string | undefined;
}

/** A credit is asked back before anything is paid; what is set off against instalments is none. */
function asksRefund(opened: OpenReturn): boolean {
  const { credit = 0n, refundAsked = 0n } = computedOf(opened.procedure)?.carried ?? {};
  return takesRefund(opened) && credit + refundAsked > 0n;
}

interface AskedInstalment {
  readonly folderId: number;
  readonly instalment: Instalment;
  readonly asked: Asked;
}

const TEXT_ZONES: Readonly<Record<string, string>> = { '3514': 'CB', '3525BIS': 'DA' };

async function openInstalment(
  ctx: Context,
  trx: Knex.Transaction,
  { folderId, instalment, asked }: AskedInstalment,
): Promise<number> {
  if (asked.euros <= 0n) throw vatErrors.AmountInvalid({ detail: `Amount ${asked.euros}` });
  const { form, zone, beginDate, endDate, depositNumber = null } = instalment;
  const period = { beginDate, endDate, depositNumber };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Deposit', form, ...period });
  const id = group.procedures[0]?.id ?? 0;
  const text = TEXT_ZONES[form];
  const typed = { [zone]: Number(asked.euros), ...(text && asked.text && { [text]: asked.text }) };
  await typeBoxes(ctx, trx, { folderId, id, boxes: { [form]: typed } });
  return id;
}

const typeBoxes = (
  { clock }: Context,
  trx: Knex.Transaction,
  { folderId, id, boxes }: { readonly folderId: number; readonly id: number; readonly boxes: StoredBoxes },
) =>
  procedures(trx)
    .where({ folder_id: folderId, id })
    .update({ typed_boxes: boxes, saved_at: clock.now(), computed_version: null });

/** Lines 26 and 27 follow; a CA3 has the request beside it, a CA12 in its annex. */
async function askRefund(ctx: Context, trx: Knex.Transaction, opened: OpenReturn, asked: Asked): Promise<number> {
  const { folder, procedure, group } = opened;
  refuseRefund(opened, asked.euros);
  const before = await refundBeside(trx, opened);
  const { begin_date: start, end_date: end } = group;
  if (before) {
    const place = { folderId: folder.id, procedureId: before.id };
    throw vatErrors.PeriodAlreadyDeclared({ ...place, form: REFUND_FORM, start, end });
  }
  const isYearly = formOf(opened) === CA12;
  const request: RefundRequest = { amount: asked.euros, comment: asked.text, mode: isYearly ? 'Credit' : undefined };
  await procedures(trx)
    .where({ folder_id: folder.id, id: procedure.id })
    .update({ refund: encodeExact(request), saved_at: ctx.clock.now(), computed_version: null });
  return isYearly ? procedure.id : openRefund(ctx, trx, opened, asked);
}

/** By the controls that the tax authority would make. Throws RefundInvalid, NotSupportedProcedureType. */
function refuseRefund(opened: OpenReturn, amount: bigint): void {
  const form = formOf(opened);
  const maximum = computedOf(opened.procedure)?.refund.maximum ?? 0n;
  if (form !== CA3 && form !== CA12) throw vatErrors.NotSupportedProcedureType({ detail: form });
  const minimum = leastRefund(opened);
  const refused = (control: string, detail: string) =>
    vatErrors.RefundInvalid({ folderId: opened.folder.id, procedureId: opened.procedure.id, amount, control, detail });
  if (amount <= 0n) throw refused('219', '> 0');
  if (amount > maximum) throw refused(form === CA3 ? '131' : '132', `≤ ${maximum}`);
  if (amount < minimum) throw refused('225', `≥ ${minimum}`);
}

/** A first request lists its largest invoices; what is chosen here is typed, so that it can be changed. */
async function openRefund(ctx: Context, trx: Knex.Transaction, opened: OpenReturn, asked: Asked): Promise<number> {
  const { folder, group, procedure } = opened;
  const { form_snapshot: snapshot, end_date: endDate } = group;
  const serving = (await servingOn(trx, [REFUND_FORM], endDate)).get(REFUND_FORM);
  if (!serving) throw vatErrors.FormTemplateNotFound({ template: `${REFUND_FORM} ${endDate}` });
  const others = snapshot.annexes.filter(({ form }) => form !== REFUND_FORM);
  const { form, millesime, formVersion } = serving;
  const annexes = [...others, { form, millesime, formVersion }];
  await groups(trx)
    .where({ folder_id: folder.id, id: group.id })
    .update({ form_snapshot: { ...snapshot, annexes } });
  const reason = (await asksFirst(trx, folder.id)) ? 'DI' : 'DK';
  const boxes = { DN: Number(asked.euros), DD: 'X', [reason]: 'X', FK: 'X', ...(asked.text && { FJ: asked.text }) };
  const [made] = await procedures(trx)
    .insert({
      folder_id: folder.id,
      group_id: group.id,
      form: REFUND_FORM,
      type: procedure.type,
      status: 'Draft',
      is_from_assistant: procedure.is_from_assistant,
      typed_boxes: { [REFUND_FORM]: boxes },
      saved_at: ctx.clock.now(),
      created_at: ctx.clock.now(),
      created_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    })
    .returning('id');
  if (!made) throw new Error('an insert returned nothing');
  return made.id;
}
