/** Credit notes of an asset (B9 to B12): a list in order of date, from which the plans are always computed again. */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount, times } from '../../kernel/money.ts';
import { compare, ONE, ZERO } from '../../kernel/ratio.ts';
import type { AssetFacts, CreditNote } from './asset-facts.ts';
import { assetRuleErrors } from './errors.ts';

/** What a list of credit notes is checked against. */
export interface CreditedAsset {
  readonly acquisitionValue: Cents;
  readonly acquisitionDate: PlainDate;
  /** Units acquired; undefined when quantities are not followed. */
  readonly quantity?: number | undefined;
}

export interface CreditNoteAmounts {
  readonly vatAmount: Cents;
  readonly amountInclTax: Cents;
}

/** Section 5: VatAmount = round(amount × rate), AmountInclTax = their sum. */
export function creditNoteAmounts({ amount, vatRate }: CreditNote): CreditNoteAmounts {
  const vatAmount = times(amount, vatRate, 'halfUp');
  return { vatAmount, amountInclTax: amount + vatAmount };
}

/** VAT of an asset on a day: that of credit notes is given back on what was deducted first, then on what was not. */
export function netVat({ creditNotes, deductibleVat, nonDeductibleVat }: AssetFacts, date: PlainDate) {
  const back = creditNotes
    .filter((note) => note.date <= date)
    .reduce((sum, note) => sum + creditNoteAmounts(note).vatAmount, 0n);
  return {
    deductible: positive(deductibleVat - back),
    lost: positive(nonDeductibleVat - positive(back - deductibleVat)),
  };
}

const positive = (amount: Cents): Cents => (amount > 0n ? amount : 0n);

/** The list in order of date. Throws when two share a date, one precedes the asset, is nothing, or is above what remains. */
export function checkCreditNotes(asset: CreditedAsset, notes: readonly CreditNote[]): CreditNote[] {
  const sorted = [...notes].sort((a, b) => (a.date < b.date ? -1 : 1));
  let remaining = asset.acquisitionValue;
  let quantity = asset.quantity;
  for (const [index, note] of sorted.entries()) {
    checkDate(asset, note, sorted[index - 1]);
    checkAmounts(note);
    if (note.amount > remaining)
      throw assetRuleErrors.CreditNoteExceedsRemainingValue({
        amount: formatAmount(note.amount),
        date: note.date,
        remaining: formatAmount(remaining),
      });
    remaining -= note.amount;
    quantity = quantityAfter(note, quantity);
  }
  return sorted;
}

function checkDate({ acquisitionDate }: CreditedAsset, { date }: CreditNote, previous: CreditNote | undefined): void {
  if (previous?.date === date) throw assetRuleErrors.CreditNoteDateTaken({ date });
  if (date < acquisitionDate) throw assetRuleErrors.CreditNoteBeforeAcquisition({ date, acquisition: acquisitionDate });
}

function checkAmounts({ date, amount, vatRate }: CreditNote): void {
  if (amount <= 0n) throw assetRuleErrors.CreditNoteWithoutAmount({ date });
  if (compare(vatRate, ZERO) < 0 || compare(vatRate, ONE) > 0)
    throw assetRuleErrors.CreditNoteVatRateOutOfRange({ date });
}

function quantityAfter({ date, quantity: deducted = 0 }: CreditNote, remaining: number | undefined) {
  if (remaining === undefined) return undefined;
  if (deducted > remaining)
    throw assetRuleErrors.CreditNoteQuantityExceedsRemaining({ date, quantity: deducted, remaining });
  return remaining - deducted;
}

/** B9. */
export const addCreditNote = (asset: CreditedAsset, notes: readonly CreditNote[], note: CreditNote): CreditNote[] =>
  checkCreditNotes(asset, [...notes, note]);

/** B12: the plan computed without it is the original one to the cent. */
export function removeCreditNote(notes: readonly CreditNote[], date: PlainDate): CreditNote[] {
  const kept = notes.filter((note) => note.date !== date);
  if (kept.length === notes.length) throw assetRuleErrors.CreditNoteNotFound({ date });
  return kept;
}

/** B11: delete then create. */
export const replaceCreditNote = (
  asset: CreditedAsset,
  notes: readonly CreditNote[],
  date: PlainDate,
  note: CreditNote,
): CreditNote[] => addCreditNote(asset, removeCreditNote(notes, date), note);
