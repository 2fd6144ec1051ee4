/** What was typed of T-IDENTIF: accounts to debit with their amounts, events, the obligation. */

import type { FormBoxes } from '../../forms/vat-sheets.ts';
import { type PlainDate, parsePlainDate } from '../../kernel/dates.ts';
import { vatErrors } from '../errors.ts';
import { euros, type Payment } from '../return/inputs.ts';
import { partsOf } from '../return/refund-account.ts';

export interface Identification {
  readonly payments: readonly Payment[];
  readonly rof: string | undefined;
  readonly closing: PlainDate | undefined;
  readonly reorganisation: PlainDate | undefined;
  readonly isGroupHead: boolean;
}

const textOf = (boxes: FormBoxes, zone: string): string | undefined => {
  const value = boxes.get(zone);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const dayOf = (boxes: FormBoxes, zone: string): PlainDate | undefined =>
  parsePlainDate((textOf(boxes, zone) ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));

/** Throws PaymentsInvalid when an amount has no account, or an account no amount. */
export const identificationOf = (boxes: FormBoxes): Identification => ({
  payments: ['A', 'B', 'C'].flatMap((letter) => paymentOf(boxes, letter)),
  rof: textOf(boxes, 'KD'),
  closing: dayOf(boxes, 'BB'),
  reorganisation: dayOf(boxes, 'KE'),
  isGroupHead: textOf(boxes, 'BC') !== undefined,
});

function paymentOf(boxes: FormBoxes, letter: string): Payment[] {
  const account = textOf(boxes, `G${letter}`);
  const amount = euros(boxes, `H${letter}`);
  if (account === undefined && amount === 0n) return [];
  if (account === undefined) throw lacking(`T_IDENTIF.H${letter}`, 'account', 'compte');
  if (amount === 0n) throw lacking(`T_IDENTIF.G${letter}`, 'amount', 'montant');
  const [iban, bic, holder] = partsOf(account);
  return [{ iban, bic, holder, amount: amount * 100n, reference: textOf(boxes, `K${letter}`) }];
}

const lacking = (zone: string, en: string, fr: string) =>
  vatErrors.PaymentsInvalid({ detail: { en: `${zone} has no ${en}`, fr: `${zone} n’a pas de ${fr}` } });
