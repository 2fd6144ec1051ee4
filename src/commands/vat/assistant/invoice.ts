/** An invoice of the assistant given back with its edits. */
import * as z from 'zod';
import { updateInvoice } from '../../../services/vat/assistant/update-invoice.ts';
import { amount, day, identifier } from '../../operation/fields.ts';
import { fields } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { categoryCode, VAT_RATES } from '../wire.ts';
import { elementIdentifier } from './edit.ts';
import { ProcedurePath, ROUTE } from './show.ts';
import { entriesView } from './view.ts';
import { Entry } from './wire.ts';

/** Comes back as it was shown, or is said by other fields. */
const shown = (schema: z.ZodType = z.unknown().optional()) =>
  schema.transform(() => undefined).meta({ readOnly: true });

const ElementGiven = fields({
  Id: elementIdentifier(),
  Category: categoryCode().nullable(),
  VatRate: z.enum(VAT_RATES),
  EntryLineId: shown(),
  DeclarationRatio: shown(),
  Type: shown(),
  TaxExcludedAmount: amount().optional(),
  VatAmount: amount().optional(),
  SystemCategory: shown(),
  UserCategory: categoryCode().nullable().optional(),
  Categories: shown(),
  AlreadyDeclared: z.boolean().optional(),
  IsReverse: shown(),
  TaxIncludedAmount: amount().optional(),
  ComputedRate: shown(),
});

const LineGiven = fields({
  Id: identifier(),
  Account: shown(),
  Label: shown(),
  CreditAmount: amount().optional(),
  DebitAmount: amount().optional(),
  VatRatesRepartition: z.array(fields({ VatRate: z.enum(VAT_RATES), Amount: amount() })).optional(),
  Lettering: shown(),
});

const InvoiceGiven = fields({
  EntryId: identifier(),
  ToSend: z.boolean(),
  Date: day(),
  Account: fields({
    AccountId: identifier(),
    SubAccountId: identifier().nullish(),
    AccountName: shown(),
    SubAccountName: shown(),
  }),
  Label: z.string(),
  DeclarationRatio: z.number(),
  Journal: z.string(),
  TaxExcludedAmount: amount(),
  TaxIncludedAmount: amount(),
  VatAmount: amount(),
  IsCategorized: z.boolean(),
  VatRatedEntryLines: z.array(LineGiven).max(1000),
  VatElements: z.array(ElementGiven).max(1000),
  Reference: z.string().nullish(),
  ProcedureDate: shown(),
  FileId: shown(z.null().optional()),
  Lettering: shown(),
  IsIgnored: z.boolean().optional(),
});

export const vatAssistantUpdateInvoice = vatOperation({
  id: 'vat.assistant.update-invoice',
  ref: 'D89',
  summary: { en: 'Update an invoice of a VAT return', fr: 'Modifier une facture d’une déclaration de TVA' },
  description:
    'The invoice as the lists give it. ToSend, and Category and VatRate of VatElements, are what may change; elements that are left out stay as they are. Whatever else is not as the books have it refuses the whole. Categories and rates are kept with the lines, for later returns too; only the entries concerned are computed again.',
  http: { method: 'PUT', path: `${ROUTE}/invoice` },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat assistant update-invoice 4 --folder 1 --body invoice.json'],
  },
  params: ProcedurePath,
  body: InvoiceGiven,
  output: Entry,
  errors: [
    ...['ProcedureNotFound', 'ProcedureNotInDraftStatus', 'EntryNotFound', 'EntryNotInReturn'],
    ...['AssistantEntryDiffers', 'VatElementNotFound', 'VatEntryNotDue', 'LineAlreadyDeclared'],
    ...['VatCategoryUnknown', 'VatCategoryNotPossible', 'VatCombinationInvalid'],
  ],
  view: (entry) => entriesView([entry]),
  run: (ctx, { folderId, procedureId, body }) => updateInvoice(ctx, { folderId, procedureId }, body),
});
