/** Everything that the file of a return is made of: its boxes as forms, its period, who it is about and who writes it. */
import { getCompany } from '../../folders/companies.ts';
import type { Company } from '../../folders/store.ts';
import type { FilledForms, FormBoxes } from '../../forms/vat-sheets.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { type Computed, computedOf } from '../drafts/computed.ts';
import { openReturn } from '../drafts/draft.ts';
import { decodeExact } from '../drafts/exact-json.ts';
import { sheetsOf } from '../drafts/previous.ts';
import { formOf, type OpenReturn } from '../drafts/stored-return.ts';
import { type Deadlines, deadlinesOf } from '../procedures/period.ts';
import { filledBoxes } from '../procedures/procedure-item.ts';
import { IDENTIFICATION } from '../procedures/seeds.ts';
import { type FrozenForm, frozenForms } from '../procedures/store.ts';
import type { Payment, RefundRequest } from '../return/inputs.ts';
import { vatTaxpayerOf } from '../taxpayer.ts';
import { type Identification, identificationOf } from './identification.ts';
import { depositedPayments } from './payments.ts';

export interface VatDraft extends OpenReturn {
  readonly company: Company;
  /** Its own form: `3310CA3`. */
  readonly form: string;
  /** Without the identification. */
  readonly forms: FilledForms;
  readonly identification: Identification;
  readonly refund: RefundRequest | undefined;
  readonly computed: Computed | undefined;
  readonly deadlines: Deadlines;
  readonly millesimeOf: (form: string) => number;
}

/** A draft is brought up to date with the books first. Throws FolderNotFound, ProcedureNotFound, PaymentsInvalid. */
export async function draftOf(ctx: Context, folderId: number, procedureId: number): Promise<VatDraft> {
  const opened = await openReturn(ctx, folderId, procedureId);
  const { folder, procedure, group } = opened;
  const boxes = { computedBoxes: procedure.computed_boxes, typedBoxes: procedure.typed_boxes };
  const sheets = sheetsOf(filledBoxes(boxes) ?? {});
  const form = formOf(opened);
  const frozen = frozenForms(group.form_snapshot);
  const period = { beginDate: group.begin_date, endDate: group.end_date, depositNumber: group.deposit_number };
  return {
    ...opened,
    form,
    company: await getCompany(ctx, folder.companyId),
    forms: new Map([...sheets].filter(([name]) => name !== IDENTIFICATION)),
    identification: identified(sheets.get(IDENTIFICATION) ?? new Map(), procedure.payments),
    refund: procedure.refund ? decodeExact<RefundRequest>(procedure.refund) : undefined,
    computed: computedOf(procedure),
    deadlines: deadlinesOf(form, period, vatTaxpayerOf(folder)),
    millesimeOf: (name) => millesimeIn(frozen, name),
  };
}

/** Payments that were stored go before those that were typed. */
function identified(typed: FormBoxes, payments: unknown): Identification {
  const identification = identificationOf(typed);
  return payments ? { ...identification, payments: decodeExact<readonly Payment[]>(payments) } : identification;
}

/** Whether a send would take them: of the boxes by form, or those that were stored. */
export function arePaymentsRight(sheets: FilledForms, stored: unknown, toPay: bigint): boolean {
  try {
    const { payments } = identified(sheets.get(IDENTIFICATION) ?? new Map(), stored);
    return depositedPayments(payments, toPay).length > 0 || toPay === 0n;
  } catch (error) {
    if (error instanceof TaxopsError) return false;
    throw error;
  }
}

/** A form that was not frozen with the group goes by the year of the principal one. */
const millesimeIn = (frozen: readonly FrozenForm[], form: string): number =>
  (frozen.find((one) => one.form === form) ?? frozen[0])?.millesime ?? 0;
