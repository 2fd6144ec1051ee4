/** Entries, payments and VAT elements of the assistant on the wire. */
import * as z from 'zod';
import type { Letter } from '../../../services/vat/allocation/letters.ts';
import { ELEMENT_TYPES } from '../../../services/vat/assistant/elements.ts';

import type { PaymentLink, ResultEntry } from '../../../services/vat/assistant/show.ts';
import { choice, date, euros, flag, int, long, maybe, ratio, text } from '../../operation/outputs.ts';
import { computed, constant, from, headed } from '../../operation/wire.ts';
import { CATEGORY_CODES, VAT_RATES } from '../wire.ts';

const Account = z
  .object({
    AccountId: int('N° compte'),
    SubAccountId: maybe(int('N° sous-compte')),
    AccountName: text('Compte'),
    SubAccountName: maybe(text('Tiers')),
  })
  .meta({ id: 'VatAssistantAccount' });

const Lettering = z
  .object({
    Id: int('Groupe').describe('Its first line'),
    Date: maybe(date('Lettré le')),
    Letter: text('Lettrage'),
    IsPartial: computed(flag('Partiel'), ({ balance }: Letter) => balance !== 0n),
  })
  .meta({ id: 'VatAssistantLettering' });

const RatedLine = z
  .object({
    Id: long('Ligne'),
    Account,
    Label: text('Libellé'),
    CreditAmount: euros('Crédit'),
    DebitAmount: euros('Débit'),
    VatRatesRepartition: z
      .array(z.object({ VatRate: choice(VAT_RATES, 'Taux'), Amount: euros('Montant') }))
      .describe('Without tax for an operation, with it for a third party'),
    Lettering: headed(maybe(Lettering), 'Lettrage'),
  })
  .meta({ id: 'VatRatedEntryLine' });

export const Element = z
  .object({
    Id: long('Élément').describe('Of the line, its side and its rate'),
    EntryLineId: long('Ligne'),
    DeclarationRatio: ratio('Part déclarée').describe('Settled by total; 1 on debits'),
    Type: choice(ELEMENT_TYPES, 'Type'),
    TaxExcludedAmount: euros('HT'),
    VatAmount: euros('TVA'),
    VatRate: choice(VAT_RATES, 'Taux'),
    Category: maybe(choice(CATEGORY_CODES, 'Catégorie')).describe('Null while no rate is known: not declared'),
    SystemCategory: maybe(choice(CATEGORY_CODES, 'Catégorie proposée')),
    UserCategory: maybe(choice(CATEGORY_CODES, 'Catégorie choisie')).describe('Of the line, else of its account'),
    Categories: headed(
      z.array(choice(CATEGORY_CODES)).describe('Those that the account may bear at the rate'),
      'Catégories',
    ),
    AlreadyDeclared: flag('Déjà déclaré'),
    IsReverse: flag('Autoliquidée'),
    TaxIncludedAmount: euros('TTC'),
    ComputedRate: maybe(ratio('Taux constaté', 100n)).describe('VatAmount by TaxExcludedAmount, as a percentage'),
  })
  .meta({ id: 'VatElement' });

const shared = {
  EntryId: long('Écriture'),
  Date: date('Date'),
  Account,
  Label: text('Libellé'),
  FileId: constant(maybe(int()), null),
  Journal: text('Journal'),
  TaxIncludedAmount: euros('TTC'),
  VatRatedEntryLines: z.array(RatedLine),
  VatElements: z.array(Element),
  Reference: text('Pièce'),
};

export const Entry = z
  .object({
    EntryId: shared.EntryId,
    ToSend: flag('Déclarée').describe('Part of it is declared by this return'),
    Date: shared.Date,
    Account,
    Label: shared.Label,
    FileId: shared.FileId,
    DeclarationRatio: ratio('Part déclarée').describe('Settled by total; 1 on debits'),
    Journal: shared.Journal,
    TaxExcludedAmount: euros('HT'),
    TaxIncludedAmount: shared.TaxIncludedAmount,
    VatAmount: euros('TVA').describe('A reverse charge counts once'),
    IsCategorized: flag('Catégorisée').describe('Every element has a category'),
    IsIgnored: flag('Ignorée'),
    VatRatedEntryLines: shared.VatRatedEntryLines,
    VatElements: shared.VatElements,
    Lettering: headed(maybe(Lettering), 'Lettrage'),
    Reference: shared.Reference,
  })
  .meta({ id: 'VatAssistantEntry' });

const Payment = z.object(shared).meta({ id: 'VatAssistantPayment' });

export const Link = z
  .object({
    EntryId: computed(long('Règlement'), ({ payment }: PaymentLink) => payment.entryId),
    Date: computed(date('Date'), ({ payment }: PaymentLink) => payment.date),
    Account: computed(Account, ({ payment }: PaymentLink) => payment.account),
    Label: computed(text('Libellé'), ({ payment }: PaymentLink) => payment.label),
    TaxIncludedAmount: computed(euros('Réglé'), ({ payment }: PaymentLink) => payment.taxIncludedAmount),
    Invoice: from('invoice', Entry),
  })
  .meta({ id: 'VatAssistantPaymentLink' });

const ResultRow = z
  .object({
    ToSend: computed(flag('Déclarée'), ({ entry }: ResultEntry) => entry.toSend),
    IsCategorized: computed(flag('Catégorisée'), ({ entry }: ResultEntry) => entry.isCategorized),
    IsIgnored: computed(flag('Ignorée'), ({ entry }: ResultEntry) => entry.isIgnored),
    LetteringInfo: computed(
      z.object({
        Lettering: headed(maybe(Lettering), 'Lettrage'),
        PaymentEntryIds: z.array(long()),
        InvoiceEntryIds: z.array(long()),
      }),
      ({ entry, paymentEntryIds, invoiceEntryIds }: ResultEntry) => ({
        lettering: entry.lettering,
        paymentEntryIds,
        invoiceEntryIds,
      }),
    ),
    PaymentEntryId: maybe(long('Règlement')).describe('The last one of an invoice'),
    InvoiceEntryId: maybe(long('Facture')),
    VatAlreadyReported: euros('TVA déjà déclarée'),
    VatToReport: euros('TVA à déclarer'),
    IsAdvancePayment: computed(flag('Acompte'), ({ entry }: ResultEntry) => entry.isAdvancePayment),
  })
  .meta({ id: 'VatAssistantResultEntry' });

export const Result = z.object({
  Entries: headed(z.array(ResultRow), 'Écritures'),
  Payments: z.array(Payment),
  Invoices: z.array(Entry),
});

/** What an edit leaves of the entries that it is about. */
export const Updated = z
  .object({
    EntryId: long('Écriture'),
    ToSend: flag('Déclarée'),
    IsCategorized: flag('Catégorisée'),
    VatAlreadyReported: euros('TVA déjà déclarée'),
    VatToReport: euros('TVA à déclarer'),
    VatElements: z.array(Element),
  })
  .meta({ id: 'VatAssistantUpdate' });

export type AssistantEntryWire = z.output<typeof Entry>;
