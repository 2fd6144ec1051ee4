import * as z from 'zod';
import {
  getConfiguration,
  listAllConfigurations,
  listConfigurations,
} from '../../../services/vat/configuration/configuration.ts';
import { saveConfiguration, saveConfigurations } from '../../../services/vat/configuration/save.ts';
import { identifier } from '../../operation/fields.ts';
import { vatOperation } from '../vat-operation.ts';
import { configurationsView } from './view.ts';
import { AccountConfigurationShape, FolderConfigurationInput } from './wire.ts';

const ROUTE = '/account-configurations';
const Configurations = z.array(AccountConfigurationShape);
const SAVING = ['AccountNotFound', 'SubAccountNotFound', 'VatCategoryUnknown', 'VatCombinationInvalid'];
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
  body: z.array(FolderConfigurationInput).max(10_000),
  output: Configurations,
  view: configurationsView,
  errors: SAVING,
  run: (ctx, { folderId, body }) => saveConfigurations(ctx, folderId, body),
});
