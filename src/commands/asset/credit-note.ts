import * as z from 'zod';
import {
  createCreditNote,
  deleteCreditNote,
  readCreditNote,
  updateCreditNote,
} from '../../services/assets/register/credit-note-book.ts';
import { fields, from } from '../operation/wire.ts';
import { AssetPath, assetOperation } from './asset-operation.ts';
import { TOLD, tellDifferences } from './held-balances.ts';
import { day, optional, positive, rate } from './simulation-input.ts';
import { CreditNote } from './wire.ts';

const ROUTE = '/assets/{assetId}/credit-notes';
const NotePath = { ...AssetPath, effectiveDate: day() };

const amounts = {
  VatRate: rate().describe('20 or 0.2 for 20 %'),
  AmountExcludingTax: from('amount', positive()),
  PeriodEnd: day().describe('End of the period under way; no figure depends on it'),
  QuantityToBeDeducted: from('quantity', optional(z.int().min(0).max(2_147_483_647))),
};

const NOTE_ERRORS = [
  'AssetNotFound',
  'AssetIsTransferred',
  'AssetInClosedExercise',
  'CreditNoteBeforeAcquisition',
  'CreditNoteAfterRetirement',
  'CreditNoteWithoutAmount',
  'CreditNoteVatRateOutOfRange',
  'CreditNoteDateTaken',
  'CreditNoteExceedsRemainingValue',
  'CreditNoteQuantityExceedsRemaining',
] as const;

const RULE =
  'Unique per asset and effective date, never above the net acquisition value before it. Refused on an asset in progress that went into another, and in a closed exercise: date it in the open one.';

export const creditNoteCreate = assetOperation({
  id: 'asset.credit-note.create',
  ref: 'B9',
  summary: { en: 'Create a credit note on an asset', fr: 'Créer un avoir sur une immobilisation' },
  description: `${RULE} It lowers the base of amortization from its effective date on. ${TOLD}`,
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: [
      'taxops asset credit-note create --folder 12 --asset 7 --effective-date 2025-07-01 --vat-rate 20 --amount-excluding-tax 1050 --period-end 2025-12-31',
    ],
  },
  params: AssetPath,
  body: fields({ EffectiveDate: from('date', day()), ...amounts }).refine(({ periodEnd, date }) => periodEnd >= date, {
    error: 'precedes EffectiveDate',
    path: ['PeriodEnd'],
  }),
  output: CreditNote,
  errors: [...NOTE_ERRORS],
  run: async (ctx, { folderId, assetId, body: { periodEnd: _, ...note } }) => {
    const created = await createCreditNote(ctx, folderId, assetId, note);
    await tellDifferences(ctx, folderId, [assetId]);
    return created;
  },
});

export const creditNoteGet = assetOperation({
  id: 'asset.credit-note.get',
  ref: 'B10',
  summary: { en: 'Get a credit note of an asset', fr: 'Obtenir un avoir d’une immobilisation' },
  http: { method: 'GET', path: `${ROUTE}/{effectiveDate}` },
  cli: { args: ['effectiveDate'], examples: ['taxops asset credit-note get 2025-07-01 --folder 12 --asset 7'] },
  params: NotePath,
  output: CreditNote,
  errors: ['AssetNotFound', 'CreditNoteNotFound'],
  run: (ctx, { folderId, assetId, effectiveDate }) => readCreditNote(ctx, folderId, assetId, effectiveDate),
});

export const creditNoteUpdate = assetOperation({
  id: 'asset.credit-note.update',
  ref: 'B11',
  summary: { en: 'Update a credit note of an asset', fr: 'Modifier un avoir d’une immobilisation' },
  description: `${RULE} The date may change too; the asset is computed again from its original value. ${TOLD}`,
  http: { method: 'PUT', path: ROUTE },
  cli: { examples: ['taxops asset credit-note update --folder 12 --asset 7 --body note.json'] },
  params: AssetPath,
  body: fields({
    OldEffectiveDate: from('oldDate', day()),
    NewEffectiveDate: from('date', day()),
    ...amounts,
  }).refine(({ periodEnd, date }) => periodEnd >= date, { error: 'precedes NewEffectiveDate', path: ['PeriodEnd'] }),
  output: CreditNote,
  errors: [...NOTE_ERRORS, 'CreditNoteNotFound'],
  run: async (ctx, { folderId, assetId, body: { periodEnd: _, oldDate, ...note } }) => {
    const updated = await updateCreditNote(ctx, folderId, assetId, { oldDate, note });
    await tellDifferences(ctx, folderId, [assetId]);
    return updated;
  },
});

export const creditNoteDelete = assetOperation({
  id: 'asset.credit-note.delete',
  ref: 'B12',
  summary: { en: 'Delete a credit note of an asset', fr: 'Supprimer un avoir d’une immobilisation' },
  description: `The plan is again what it was without it, to the cent. It cannot be undone. ${TOLD}`,
  http: { method: 'DELETE', path: `${ROUTE}/{effectiveDate}`, status: 204 },
  cli: {
    args: ['effectiveDate'],
    confirm: true,
    examples: ['taxops asset credit-note delete 2025-07-01 --folder 12 --asset 7'],
  },
  params: NotePath,
  output: z.void(),
  errors: ['AssetNotFound', 'AssetIsTransferred', 'AssetInClosedExercise', 'CreditNoteNotFound'],
  run: async (ctx, { folderId, assetId, effectiveDate }) => {
    await deleteCreditNote(ctx, folderId, assetId, effectiveDate);
    await tellDifferences(ctx, folderId, [assetId]);
  },
});
