import * as z from 'zod';
import { listByAggregator } from '../../../services/vat/configuration/aggregators.ts';
import { type NumberedFailure, saveByNumber } from '../../../services/vat/configuration/by-number.ts';
import {
  getConfiguration,
  listAllConfigurations,
  listConfigurations,
} from '../../../services/vat/configuration/configuration.ts';
import { type FilledRates, fillRates, SKIP_REASONS } from '../../../services/vat/configuration/fill-rates.ts';
import { saveConfiguration, saveConfigurations } from '../../../services/vat/configuration/save.ts';
import { EXIGIBILITIES } from '../../../services/vat/lines/store.ts';
import { day, identifier } from '../../operation/fields.ts';
import { choice, flag, int, maybe, text } from '../../operation/outputs.ts';
import { computed, fields, headed } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { categoryCode, VAT_RATES } from '../wire.ts';
import { aggregatorsView, byNumberView, configurationsView, filledRatesView } from './view.ts';
import { AccountConfigurationShape, FolderConfigurationInput } from './wire.ts';

const ROUTE = '/account-configurations';
const Configurations = z.array(AccountConfigurationShape);
const SAVING = [
  ...['AccountNotFound', 'SubAccountNotFound', 'VatCategoryUnknown', 'VatCombinationInvalid', 'VatCategoryNotPossible'],
];
const HOW =
  'Fields that are left out keep their value; null, or Unknown, empties one, which the next level then gives: extended chart, chart, guess.';

export const vatConfigurationList = vatOperation({
  id: 'vat.configuration.list',
  ref: 'D1',
  summary: { en: 'List the VAT configuration of accounts', fr: 'Lister la configuration TVA des comptes' },
  description:
    'Accounts that mean something for VAT: a level has a value for them, or they are neither treasury nor outside the return.',
  http: { method: 'GET', path: ROUTE },
  cli: {
    examples: [
      'taxops vat configuration list --folder 1',
      'taxops vat configuration list --folder 1 --configurable-only',
    ],
  },
  query: z.object({
    configurableOnly: z.boolean().default(false).describe('Only accounts whose operations or tax a return declares'),
  }),
  output: Configurations,
  view: configurationsView,
  run: (ctx, { folderId, configurableOnly }) => listConfigurations(ctx, folderId, configurableOnly),
});

export const vatConfigurationAll = vatOperation({
  id: 'vat.configuration.all',
  ref: 'D4',
  summary: {
    en: 'List the VAT configuration of every account',
    fr: 'Lister la configuration TVA de tous les comptes',
  },
  http: { method: 'GET', path: '/all-account-configurations' },
  cli: { examples: ['taxops vat configuration all --folder 1 --json'] },
  output: Configurations,
  view: configurationsView,
  run: (ctx, { folderId }) => listAllConfigurations(ctx, folderId),
});

export const vatConfigurationShow = vatOperation({
  id: 'vat.configuration.show',
  ref: 'D3',
  summary: { en: 'Show the VAT configuration of an account', fr: 'Montrer la configuration TVA d’un compte' },
  http: { method: 'GET', path: `${ROUTE}/{accountId}` },
  cli: { args: ['accountId'], examples: ['taxops vat configuration show 31 --folder 1'] },
  params: { accountId: identifier() },
  query: z.object({ subAccountId: identifier().optional() }),
  output: AccountConfigurationShape,
  errors: ['AccountNotFound', 'SubAccountNotFound'],
  run: (ctx, { folderId, accountId, subAccountId }) => getConfiguration(ctx, folderId, { accountId, subAccountId }),
});

export const vatConfigurationSet = vatOperation({
  id: 'vat.configuration.set',
  ref: 'D2',
  summary: { en: 'Set the VAT configuration of an account', fr: 'Fixer la configuration TVA d’un compte' },
  description: HOW,
  http: { method: 'POST', path: ROUTE },
  cli: {
    examples: [
      'taxops vat configuration set --folder 1 --account 31 --vat-category VT_PREST --vat-rate _20 --is-system-generated false',
      'taxops vat configuration set --folder 1 --account 31 --sub-account 7 --exigibility OnReceipts --is-system-generated false',
    ],
  },
  body: FolderConfigurationInput,
  output: AccountConfigurationShape,
  errors: SAVING,
  run: (ctx, { folderId, body }) => saveConfiguration(ctx, folderId, body),
});

export const vatConfigurationSetMany = vatOperation({
  id: 'vat.configuration.set-many',
  ref: 'D5',
  summary: {
    en: 'Set the VAT configuration of several accounts',
    fr: 'Fixer la configuration TVA de plusieurs comptes',
  },
  description: `All of them or none: a failure names the index of what it refuses. ${HOW}`,
  http: { method: 'PUT', path: ROUTE },
  cli: { examples: ['taxops vat configuration set-many --folder 1 --body configurations.json'] },
  bodyBytes: 8 * 1024 ** 2,
  body: z.array(FolderConfigurationInput).max(10_000),
  output: Configurations,
  view: configurationsView,
  errors: SAVING,
  run: (ctx, { folderId, body }) => saveConfigurations(ctx, folderId, body),
});

export const vatConfigurationPinCategory = vatOperation({
  id: 'vat.configuration.pin-category',
  ref: 'D9',
  summary: { en: 'Pin the VAT category of an account', fr: 'Épingler la catégorie de TVA d’un compte' },
  description: 'The category alone is set and validated; exigibility and rate stay.',
  http: { method: 'PUT', path: `${ROUTE}/{accountId}/category` },
  params: { accountId: identifier() },
  query: z.object({ subAccountId: identifier().optional() }),
  cli: {
    args: ['accountId'],
    examples: ['taxops vat configuration pin-category 31 --folder 1 --vat-category VT_PREST'],
  },
  body: fields({ VatCategory: categoryCode() }),
  output: AccountConfigurationShape,
  errors: SAVING,
  run: (ctx, { folderId, accountId, subAccountId, body }) =>
    saveConfiguration(ctx, folderId, { ...body, accountId, subAccountId, isSystemGenerated: false }),
});

export const vatConfigurationSetByNumber = vatOperation({
  id: 'vat.configuration.set-by-number',
  ref: 'D6',
  summary: {
    en: 'Set the VAT configuration of accounts by their numbers',
    fr: 'Fixer la configuration TVA de comptes par leurs numéros',
  },
  description: `Accounts that are missing are created, open from AtDate. Those that cannot be set are named in Errors, by the code of what is wrong; the others are saved. ${HOW}`,
  http: { method: 'POST', path: `${ROUTE}/by-number` },
  cli: { examples: ['taxops vat configuration set-by-number --folder 1 --body accounts.json'] },
  bodyBytes: 8 * 1024 ** 2,
  body: fields({
    Configurations: z
      .array(
        fields({
          AccountNumber: z.string().trim().max(50),
          Name: z.string().trim().min(1).max(200).nullish().describe('Of an account that is created'),
          Auxiliarize: z.boolean().nullish().describe('Its sub-accounts are answered too'),
          Exigibility: z.enum(EXIGIBILITIES).nullish(),
          VatCategory: categoryCode().nullish(),
          VatRate: z.enum(VAT_RATES).nullish(),
        }),
      )
      .max(10_000),
    AtDate: day().optional().describe('Day on which the accounts must be open; today unless given'),
  }),
  output: z
    .object({
      Succeeded: Configurations,
      Errors: headed(
        z.array(
          z.object({
            Account: text('Compte'),
            ErrorMessage: computed(text('Erreur'), ({ code }: NumberedFailure) => code),
          }),
        ),
        'Erreurs',
      ),
    })
    .meta({ id: 'VatConfigurationsByNumber' }),
  outcome: ({ Errors }) => (Errors.length > 0 ? 'partial' : 'done'),
  view: byNumberView,
  run: (ctx, { folderId, body }) => saveByNumber(ctx, folderId, body.configurations, body.atDate),
});

export const vatConfigurationFillRates = vatOperation({
  id: 'vat.configuration.fill-rates',
  ref: 'D10',
  summary: {
    en: 'Fill the VAT rates of accounts from their entries',
    fr: 'Remplir les taux de TVA des comptes d’après leurs écritures',
  },
  description:
    'Of the last exercise that is open: nine tenths of the amounts at one rate, or several rates. Filled as guesses; what a user set or cleared stays.',
  http: { method: 'POST', path: `${ROUTE}/rates` },
  cli: { examples: ['taxops vat configuration fill-rates --folder 1'] },
  output: z
    .object({
      FilledCount: int('Remplis'),
      SkippedCount: int('Laissés'),
      Accounts: headed(
        z.array(
          z.object({
            AccountId: int('N° compte'),
            SubAccountId: maybe(int('N° sous-compte')),
            IsFilled: flag('Rempli'),
            DetectedRate: maybe(choice(VAT_RATES, 'Taux')),
            SkipReason: maybe(choice(SKIP_REASONS, 'Raison')),
          }),
        ),
        'Comptes',
      ),
    })
    .meta({ id: 'VatFilledRates' }),
  view: (rates, language, filled) => filledRatesView(rates, language, filled as FilledRates),
  run: (ctx, { folderId }) => fillRates(ctx, folderId),
});

export const vatConfigurationByAggregator = vatOperation({
  id: 'vat.configuration.by-aggregator',
  ref: 'D14',
  summary: {
    en: 'List the VAT configuration of accounts that moved, by three digits',
    fr: 'Lister la configuration TVA des comptes mouvementés, par trois chiffres',
  },
  description: 'Of the period of a return; without one, of the days given; without days, of the current exercise.',
  http: { method: 'GET', path: '/account-configurations-by-aggregator' },
  cli: {
    examples: [
      'taxops vat configuration by-aggregator --folder 1 --exercise-start-date 2026-01-01 --exercise-end-date 2026-12-31',
    ],
  },
  query: z.object({
    procedureId: identifier().optional().describe('Of its period, whatever the days'),
    exerciseStartDate: day().optional(),
    exerciseEndDate: day().optional(),
  }),
  output: z.array(
    z
      .object({
        AggregatorAccountNumber: text('Compte'),
        AggregatorAccountLabel: text('Intitulé'),
        Accounts: Configurations,
      })
      .meta({ id: 'VatAggregator' }),
  ),
  view: aggregatorsView,
  errors: ['ProcedureNotFound', 'PeriodInvalid'],
  run: (ctx, { folderId, procedureId, exerciseStartDate: start, exerciseEndDate: end }) =>
    listByAggregator(ctx, folderId, { procedureId, start, end }),
});
