import * as z from 'zod';
import {
  createCreditNote,
  deleteCreditNote,
  noteOn,
  readCreditNote,
  updateCreditNote,
} from '../../services/assets/register/credit-note-book.ts';
import { vatRate } from '../../services/assets/simulation/facts.ts';
import { defineOperation } from '../operation/operation.ts';
import { day, decimal, optional, positive } from './simulation-input.ts';
import { AssetPath, CreditNote, FOLDER_ROUTE } from './wire.ts';

const ROUTE = `${FOLDER_ROUTE}/assets/{assetId}/credit-notes`;
const NotePath = AssetPath.extend({ effectiveDate: day() });

const amounts = {
  VatRate: decimal().describe('20 or 0.2 for 20 %'),
  AmountExcludingTax: positive(),
  PeriodEnd: day().describe('End of the period under way; no figure depends on it'),
  QuantityToBeDeducted: optional(z.int().min(0).max(2_147_483_647)),
};

const NOTE_ERRORS = [
  'FolderNotFound',
  'AssetNotFound',
  'AssetIsTransferred',
  'CreditNoteBeforeAcquisition',
  'CreditNoteAfterRetirement',
  'CreditNoteWithoutAmount',
  'CreditNoteVatRateOutOfRange',
  'CreditNoteDateTaken',
  'CreditNoteExceedsRemainingValue',
  'CreditNoteQuantityExceedsRemaining',
] as const;

const RULE =
  'Unique per asset and effective date, never above the net acquisition value before it. Refused on an asset in progress that went into another.';

interface NoteBody {
  readonly VatRate: z.output<ReturnType<typeof decimal>>;
  readonly AmountExcludingTax: bigint;
  readonly QuantityToBeDeducted: number | undefined;
}

const noteFrom = (date: z.output<ReturnType<typeof day>>, body: NoteBody) => ({
  date,
  amount: body.AmountExcludingTax,
  vatRate: vatRate(body.VatRate),
  quantity: body.QuantityToBeDeducted,
});

export const creditNoteCreate = defineOperation({
  id: 'asset.credit-note.create',
  ref: 'B9',
  summary: { en: 'Create a credit note on an asset', fr: 'Créer un avoir sur une immobilisation' },
  description: `${RULE} It lowers the base of amortization from its effective date on.`,
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: [
      'taxops asset credit-note create --folder 12 --asset 7 --effective-date 2025-07-01 --vat-rate 20 --amount-excluding-tax 1050 --period-end 2025-12-31',
    ],
  },
  params: AssetPath,
  body: z
    .strictObject({ EffectiveDate: day(), ...amounts })
    .refine((note) => note.PeriodEnd >= note.EffectiveDate, { error: 'precedes EffectiveDate', path: ['PeriodEnd'] }),
  output: CreditNote,
  errors: [...NOTE_ERRORS],
  run: async (ctx, { accountingFolderId, assetId, body }) => {
    const note = noteFrom(body.EffectiveDate, body);
    const { facts } = await createCreditNote(await ctx.db(), accountingFolderId, assetId, note, ctx.clock.now());
    return noteOn(facts.creditNotes, note.date);
  },
});

export const creditNoteGet = defineOperation({
  id: 'asset.credit-note.get',
  ref: 'B10',
  summary: { en: 'Get a credit note of an asset', fr: 'Obtenir un avoir d’une immobilisation' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${ROUTE}/{effectiveDate}` },
  cli: { args: ['effectiveDate'], examples: ['taxops asset credit-note get 2025-07-01 --folder 12 --asset 7'] },
  params: NotePath,
  output: CreditNote,
  errors: ['FolderNotFound', 'AssetNotFound', 'CreditNoteNotFound'],
  run: async (ctx, { accountingFolderId, assetId, effectiveDate }) =>
    readCreditNote(await ctx.db(), accountingFolderId, assetId, effectiveDate),
});

export const creditNoteUpdate = defineOperation({
  id: 'asset.credit-note.update',
  ref: 'B11',
  summary: { en: 'Update a credit note of an asset', fr: 'Modifier un avoir d’une immobilisation' },
  description: `${RULE} The date may change too; the asset is computed again from its original value.`,
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PUT', path: ROUTE },
  cli: { examples: ['taxops asset credit-note update --folder 12 --asset 7 --body note.json'] },
  params: AssetPath,
  body: z
    .strictObject({ OldEffectiveDate: day(), NewEffectiveDate: day(), ...amounts })
    .refine((note) => note.PeriodEnd >= note.NewEffectiveDate, {
      error: 'precedes NewEffectiveDate',
      path: ['PeriodEnd'],
    }),
  output: CreditNote,
  errors: [...NOTE_ERRORS, 'CreditNoteNotFound'],
  run: async (ctx, { accountingFolderId, assetId, body }) => {
    const note = noteFrom(body.NewEffectiveDate, body);
    const [db, old, now] = [await ctx.db(), body.OldEffectiveDate, ctx.clock.now()];
    const { facts } = await updateCreditNote(db, accountingFolderId, assetId, old, note, now);
    return noteOn(facts.creditNotes, note.date);
  },
});

export const creditNoteDelete = defineOperation({
  id: 'asset.credit-note.delete',
  ref: 'B12',
  summary: { en: 'Delete a credit note of an asset', fr: 'Supprimer un avoir d’une immobilisation' },
  description: 'The plan is again what it was without it, to the cent. It cannot be undone.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'DELETE', path: `${ROUTE}/{effectiveDate}`, status: 204 },
  cli: {
    args: ['effectiveDate'],
    confirm: true,
    examples: ['taxops asset credit-note delete 2025-07-01 --folder 12 --asset 7'],
  },
  params: NotePath,
  output: z.void(),
  errors: ['FolderNotFound', 'AssetNotFound', 'AssetIsTransferred', 'CreditNoteNotFound'],
  run: async (ctx, { accountingFolderId, assetId, effectiveDate }) => {
    await deleteCreditNote(await ctx.db(), accountingFolderId, assetId, effectiveDate, ctx.clock.now());
  },
});
