/** Supporting documents on the wire. */
import * as z from 'zod';
import type { SupportingDocument } from '../../../services/banking/transactions/supporting-documents/documents.ts';
import { day } from '../../operation/fields.ts';
import { date, euros, flag, int, maybe, moment, text, words } from '../../operation/outputs.ts';
import { computed, fields, from, headed } from '../../operation/wire.ts';
import { freeText, positiveAmount } from '../complement/wire.ts';

const DOCUMENT = {
  Id: int('Id'),
  FileName: text('Fichier'),
  ContentType: text('Contenu'),
  ByteSize: int('Octets'),
  Sha256: text('SHA-256'),
  CounterParty: maybe(text('Tiers')),
  CurrencyCode: text('Devise'),
  Amount: maybe(euros('Montant')),
  EffectifDate: from('effectiveDate', maybe(date('Date'))),
  RemainingAmount: computed(maybe(euros('Reste')), ({ amount, associated }: SupportingDocument) =>
    amount === null ? null : amount - associated,
  ),
  CreatedAt: moment('Créé le'),
};

export const DocumentShape = z.object(DOCUMENT).meta({ id: 'SupportingDocument' });

export const AddedDocumentShape = z
  .object({ ...DOCUMENT, IsKnown: flag('Déjà là').describe('The folder had these bytes already') })
  .meta({ id: 'AddedSupportingDocument' });

export const DocumentDetailShape = z
  .object({
    ...DOCUMENT,
    Associations: headed(
      z.array(
        z.object({
          TransactionId: int('Mouvement'),
          AssociatedAmount: from('associated', euros()),
          IsAutoAssociated: flag(),
          Reasons: z.array(words()),
        }),
      ),
      'Rattachements',
    ),
  })
  .meta({ id: 'SupportingDocumentDetail' });

const currency = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .describe('Three letters; EUR unless given');

/** Facts that people give as they add a document. */
export const FACTS_QUERY = {
  counterParty: freeText(200).optional().describe('Who issued it, or whom it was issued to'),
  amount: positiveAmount().optional().describe('Total to pay, taxes included'),
  effectifDate: day().optional().describe('Date of the document'),
  currencyCode: currency().optional(),
};

export const FactsBody = fields({
  CounterParty: freeText(200).nullish(),
  Amount: positiveAmount().nullish(),
  EffectifDate: from('effectiveDate', day().nullish()),
  CurrencyCode: currency().optional(),
});
