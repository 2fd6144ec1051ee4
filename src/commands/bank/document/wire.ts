/** Supporting documents in wire names. */
import * as z from 'zod';
import type { SupportingDocument } from '../../../services/banking/transactions/supporting-documents/documents.ts';
import { day, dayText } from '../../operation/fields.ts';
import { euros, freeText, positiveAmount } from '../complement/wire.ts';

const DOCUMENT = {
  Id: z.int(),
  FileName: z.string(),
  ContentType: z.string(),
  ByteSize: z.int(),
  Sha256: z.string(),
  CounterParty: z.string().nullable(),
  CurrencyCode: z.string(),
  Amount: z.number().nullable(),
  EffectifDate: dayText().nullable(),
  RemainingAmount: z.number().nullable(),
  CreatedAt: z.string().meta({ format: 'date-time' }),
};

export const DocumentShape = z.object(DOCUMENT).meta({ id: 'SupportingDocument' });

export const AddedDocumentShape = z
  .object({ ...DOCUMENT, IsKnown: z.boolean().describe('The folder had these bytes already') })
  .meta({ id: 'AddedSupportingDocument' });

export const DocumentDetailShape = z
  .object({
    ...DOCUMENT,
    Associations: z.array(
      z.object({
        TransactionId: z.int(),
        AssociatedAmount: z.number(),
        IsAutoAssociated: z.boolean(),
        Reasons: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'SupportingDocumentDetail' });

export const documentToWire = (document: SupportingDocument): z.output<typeof DocumentShape> => ({
  Id: document.id,
  FileName: document.fileName,
  ContentType: document.contentType,
  ByteSize: document.byteSize,
  Sha256: document.sha256,
  CounterParty: document.counterParty,
  CurrencyCode: document.currencyCode,
  Amount: document.amount === null ? null : euros(document.amount),
  EffectifDate: document.effectiveDate,
  RemainingAmount: document.amount === null ? null : euros(document.amount - document.associated),
  CreatedAt: document.createdAt,
});

const currency = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .describe('Three letters; EUR unless told otherwise');

/** Facts that people tell as they add a document. */
export const FACTS_QUERY = {
  counterParty: freeText(200).optional().describe('Who issued it, or whom it was issued to'),
  amount: positiveAmount().optional().describe('Total to pay, taxes included'),
  effectifDate: day().optional().describe('Date of the document'),
  currencyCode: currency().optional(),
};

export const FACTS_BODY = {
  CounterParty: freeText(200).nullish(),
  Amount: positiveAmount().nullish(),
  EffectifDate: day().nullish(),
  CurrencyCode: currency().optional(),
};
