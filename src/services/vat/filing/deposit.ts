/**
 * A VAT return as it is deposited (EDI-TVA): the return with its annexes and payments, and the refund that it asks for,
 * two declarations of one file. Equal returns, equal bytes.
 */
import { type FilledForm, type VatFiling, vatDeclaration } from '../../edi/assemble.ts';
import { companionReference, type Declarant, type EdiDeclaration, type Party } from '../../edi/xml-edi.ts';
import { type WrittenEdi, writeXmlEdi } from '../../edi/xml-edi-write.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { vatErrors } from '../errors.ts';
import { carriedOut } from '../return/carried-out.ts';
import { formsOf } from '../return/fill-return.ts';
import type { Payment } from '../return/inputs.ts';
import { depositedPayments } from './payments.ts';
import { type SentForms, sentForms } from './zones.ts';

export interface VatDeposit extends SentForms {
  readonly isTest: boolean;
  /** `INFENT…`, 31 characters at most: that of a refund is longer by four. */
  readonly reference: string;
  readonly writer: Party;
  readonly declarant: Declarant;
  readonly period: { readonly start: PlainDate; readonly end: PlainDate };
  /** What the deposit is a return of: `3310CA3`, or `3519` when the refund goes alone. */
  readonly principal: string;
  readonly payments: readonly Payment[];
  /** When it is due: instalments name its month. */
  readonly due?: PlainDate | undefined;
  /** Day on which the business was closed or transferred. */
  readonly closing?: PlainDate | undefined;
  /** Day of reorganisation. */
  readonly reorganisation?: PlainDate | undefined;
  readonly isGroupHead?: boolean | undefined;
}

/** A refund of a CA3 is a declaration of its own; that of a CA12 is asked for on an annex. */
const REFUND_FORM = '3519';

const REFUND_UNPAID = { en: 'a refund has none', fr: 'un remboursement n’en a pas' };

/** They name the month in which they are due. */
const INSTALMENTS: readonly string[] = ['3514', '3525BIS'];

/** The VAT obligation of nearly every company. */
export const VAT_OBLIGATION = 'TVA1';

/** Throws BoxUnknown, PaymentsInvalid, EdiInvalid. */
export const vatDeposit = (deposit: VatDeposit): WrittenEdi =>
  writeXmlEdi({
    procedure: 'TVA',
    isTest: deposit.isTest,
    groups: [{ type: 'INFENT', declarations: declarationsOf(deposit) }],
  });

function declarationsOf(deposit: VatDeposit): EdiDeclaration[] {
  const { principal, reference, payments } = deposit;
  const forms = inOrder(principal, sentForms(deposit));
  const refund = forms.filter(({ form }) => form === REFUND_FORM);
  const asked = (own: string) => vatDeclaration({ ...filingOf(deposit, refund), type: 'RBT', reference: own });
  if (principal === REFUND_FORM) {
    if (payments.length > 0) throw vatErrors.PaymentsInvalid({ detail: REFUND_UNPAID });
    return [asked(reference)];
  }
  const returned = forms.filter(({ form }) => form !== REFUND_FORM);
  const main = vatDeclaration({ ...filingOf(deposit, returned), ...paid(deposit), type: 'IDT' });
  return refund.length > 0 ? [main, asked(companionReference(reference, 'RBT'))] : [main];
}

/** The principal form, then its annexes in the order of its year. */
function inOrder(principal: string, forms: readonly FilledForm[]): FilledForm[] {
  const order = formsOf(principal);
  const rank = ({ form }: FilledForm): number => (order.includes(form) ? order.indexOf(form) : order.length);
  return [...forms].sort((a, b) => rank(a) - rank(b));
}

function filingOf(deposit: VatDeposit, forms: readonly FilledForm[]): Omit<VatFiling, 'type'> {
  const { reference, writer, declarant, period, principal, due, closing, reorganisation, isGroupHead } = deposit;
  const dueMonth = INSTALMENTS.includes(principal) ? (due ?? period.end) : undefined;
  const events = { closing, reorganisation, isGroupHead };
  return { ...events, reference, writer, declarant, period, forms, dueMonth, payments: [], toPay: 0 };
}

function paid({ principal, forms, payments }: VatDeposit): Pick<VatFiling, 'payments' | 'toPay'> {
  const { toPay } = carriedOut(principal, forms.get(principal) ?? new Map());
  return { payments: depositedPayments(payments, toPay), toPay: Number(toPay) };
}
