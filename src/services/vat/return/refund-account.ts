/** The account that a refund goes to: what the form and the request say of it, and what the tax authority refuses of it. */
import { findingOf, type VatFinding } from '../../forms/vat-controls.ts';
import type { FilledForms } from '../../forms/vat-sheets.ts';
import { accountFault } from '../bank-account.ts';
import type { RefundRequest } from './inputs.ts';

export interface AskedAccount {
  readonly iban: string | undefined;
  readonly bic: string | undefined;
  readonly holder: string | undefined;
}

/** The parts of a box that was typed as the form names them: IBAN, BIC, holder; name, quality, place. */
export const partsOf = (text: string): (string | undefined)[] =>
  text.split(',').map((part) => part.trim() || undefined);

/** A box holds the IBAN of the request, or all that was typed. */
export function askedAccount(text: string, refund: RefundRequest | undefined): AskedAccount {
  const [iban, bic, holder] = text === refund?.iban ? [text, refund.bic, refund.holder] : partsOf(text);
  return { iban, bic, holder };
}

/** The box of the account. The yearly form computes none: the request has it. */
const BOXES = [
  { form: '3519', zone: 'AA' },
  { form: '3517DDR', zone: 'AK' },
] as const;

export function accountFindings(forms: FilledForms, refund: RefundRequest | undefined): VatFinding[] {
  return BOXES.flatMap(({ form, zone }) => {
    const text = forms.get(form) && (forms.get(form)?.get(zone) ?? refund?.iban);
    const fault = typeof text === 'string' ? accountFault(askedAccount(text, refund)) : undefined;
    return fault ? [findingOf(fault, form, [zone])] : [];
  });
}
