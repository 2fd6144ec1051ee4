import * as z from 'zod';
import { listThirdParties, saveThirdParties } from '../../../services/vat/configuration/third-parties.ts';
import { EXIGIBILITIES } from '../../../services/vat/lines/store.ts';
import { day, identifier } from '../../operation/fields.ts';
import { choice, flag, int, maybe, text } from '../../operation/outputs.ts';
import { fields, from } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';

const ROUTE = '/third-party-exigibility';

const ThirdParties = z.array(
  z
    .object({
      AccountingFolderId: from('folderId', int('Dossier')),
      AccountId: int('N° compte'),
      SubAccountId: maybe(int('N° sous-compte')),
      ExigibilityMode: choice(EXIGIBILITIES, 'Exigibilité'),
      AccountName: text('Intitulé'),
      SubAccountName: maybe(text('Tiers')),
      IsNew: flag('Nouveau').describe('It first moves in the period, and nothing is set for it'),
      IncludeUnletteredPayments: flag('Non lettrés'),
      IsSystemGenerated: flag('Déduit'),
    })
    .meta({ id: 'VatThirdPartyExigibility' }),
);

const Inputs = z
  .array(
    fields({
      AccountId: identifier(),
      SubAccountId: identifier().nullish(),
      ExigibilityMode: z.enum(EXIGIBILITIES),
      IncludeUnletteredPayments: z.boolean().nullish(),
    }),
  )
  .max(10_000);
const SAVING = ['AccountNotFound', 'SubAccountNotFound', 'NotAThirdParty'];
const ALL_OR_NOTHING = 'All of them or none: a failure names the index of what it refuses.';

export const vatThirdPartyList = vatOperation({
  id: 'vat.third-party.list',
  ref: 'D19',
  summary: {
    en: 'List when the VAT of each third party is due',
    fr: 'Lister l’exigibilité de la TVA de chaque tiers',
  },
  description:
    'Customers and suppliers with a movement up to the end of the period. A new one has the exigibility of most of its prefix, else OnReceipts.',
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops vat third-party list --folder 1 --end-date 2026-03-31'] },
  query: z.object({ endDate: day().describe('Last day of the period; it begins with the month of that day') }),
  output: ThirdParties,
  columns: [
    'AccountId',
    'SubAccountId',
    'AccountName',
    'SubAccountName',
    'ExigibilityMode',
    'IsNew',
    'IsSystemGenerated',
  ],
  run: (ctx, { folderId, endDate }) => listThirdParties(ctx, folderId, endDate),
});

export const vatThirdPartyUpdate = vatOperation({
  id: 'vat.third-party.update',
  ref: 'D20',
  summary: { en: 'Set when the VAT of third parties is due', fr: 'Fixer l’exigibilité de la TVA de tiers' },
  description: ALL_OR_NOTHING,
  http: { method: 'PUT', path: ROUTE },
  cli: { examples: ['taxops vat third-party update --folder 1 --body third-parties.json'] },
  bodyBytes: 8 * 1024 ** 2,
  body: Inputs,
  output: ThirdParties,
  errors: SAVING,
  run: (ctx, { folderId, body }) => saveThirdParties(ctx, folderId, body, false),
});

export const vatThirdPartyValidate = vatOperation({
  id: 'vat.third-party.validate',
  ref: 'D21',
  summary: { en: 'Validate when the VAT of third parties is due', fr: 'Valider l’exigibilité de la TVA de tiers' },
  description: `Set, and marked as checked by a user. ${ALL_OR_NOTHING}`,
  http: { method: 'POST', path: `${ROUTE}/validations` },
  cli: { examples: ['taxops vat third-party validate --folder 1 --body third-parties.json'] },
  bodyBytes: 8 * 1024 ** 2,
  body: Inputs,
  output: ThirdParties,
  errors: SAVING,
  run: (ctx, { folderId, body }) => saveThirdParties(ctx, folderId, body, true),
});
