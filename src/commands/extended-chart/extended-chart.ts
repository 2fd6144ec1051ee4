import * as z from 'zod';
import { createChart } from '../../services/charts/charts.ts';
import { listChartCategories } from '../../services/vat/configuration/account-categories.ts';
import { removeChartConfiguration } from '../../services/vat/configuration/chart-configuration.ts';
import { getChartEditability, listChartEditability } from '../../services/vat/configuration/editability.ts';
import { ChartShape, chartOperations, NEW_CHART } from '../chart/charts.ts';
import { configurationOperations } from '../chart/configurations.ts';
import { chartOperation, EXTENDED_CHART } from '../chart/family.ts';
import { ExtendedChartConfigurationShape } from '../chart/wire.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { fields } from '../operation/wire.ts';
import { EditabilityShape } from '../vat/editability/wire.ts';
import { LabelPair, VAT_RATES } from '../vat/wire.ts';

export const {
  list: extendedChartList,
  show: extendedChartShow,
  link: extendedChartLink,
  accountList: extendedChartAccountList,
  accountCreate: extendedChartAccountCreate,
} = chartOperations(EXTENDED_CHART);

export const extendedChartCreate = defineOperation({
  id: 'extended-chart.create',
  summary: { en: 'Create a chart that extends another', fr: 'Créer un plan qui en étend un autre' },
  description: 'Of one firm. It has the accounts of the chart that it extends, and may add its own.',
  policy: { right: 'write', of: { company: 'body.companyId', chart: 'body.chartOfAccountId' } },
  http: { method: 'POST', path: EXTENDED_CHART.route, status: 201 },
  idempotent: true,
  cli: { examples: ['taxops extended-chart create --company 1 --chart-of-account 1 --name "Plan BTP"'] },
  body: fields({ ...NEW_CHART, ChartOfAccountId: identifier() }),
  output: ChartShape,
  errors: ['CompanyNotFound', 'ChartNotFound', 'ChartNameTaken'],
  run: (ctx, { body }) => createChart(ctx, body),
});

export const {
  list: extendedChartConfigurationList,
  show: extendedChartConfigurationShow,
  set: extendedChartConfigurationSet,
  setMany: extendedChartConfigurationSetMany,
} = configurationOperations(EXTENDED_CHART, ExtendedChartConfigurationShape, {
  list: 'D26',
  set: 'D27',
  show: 'D28',
  setMany: 'D30',
});

const onVat = chartOperation(EXTENDED_CHART, EXTENDED_CHART.vatRoute);

export const extendedChartConfigurationDelete = onVat({
  name: 'configuration.delete',
  ref: 'D29',
  summary: {
    en: 'Take away what an extended chart sets for an account',
    fr: 'Retirer ce qu’un plan étendu fixe pour un compte',
  },
  description:
    'The values of the chart that it extends apply again. No chart has sub-accounts: one given has nothing set.',
  http: { method: 'DELETE', path: '/configurations/{accountId}', status: 204 },
  params: { accountId: identifier() },
  query: z.object({ subAccountId: identifier().optional() }),
  cli: { examples: ['taxops extended-chart configuration delete 2 3 --company 1'], confirm: true },
  output: z.undefined(),
  errors: ['ChartAccountNotFound', 'VatConfigurationNotFound'],
  run: async (ctx, { chart, accountId, subAccountId }) => {
    await removeChartConfiguration(ctx, chart, { accountId, subAccountId });
    return undefined;
  },
});

export const extendedChartEditabilityList = onVat({
  name: 'editability.list',
  ref: 'D31a',
  summary: {
    en: 'List what may be changed of the VAT of each account of an extended chart',
    fr: 'Lister ce qui peut changer de la TVA de chaque compte d’un plan étendu',
  },
  http: { method: 'GET', path: '/editability' },
  cli: { examples: ['taxops extended-chart editability list 2 --company 1'] },
  output: z.array(EditabilityShape),
  run: (ctx, { chart }) => listChartEditability(ctx, chart),
});

export const extendedChartEditabilityShow = onVat({
  name: 'editability.show',
  ref: 'D31b',
  summary: {
    en: 'Show what may be changed of the VAT of an account of an extended chart',
    fr: 'Montrer ce qui peut changer de la TVA d’un compte d’un plan étendu',
  },
  http: { method: 'GET', path: '/editability/{accountId}' },
  params: { accountId: identifier() },
  cli: { examples: ['taxops extended-chart editability show 2 3 --company 1'] },
  output: EditabilityShape,
  errors: ['ChartAccountNotFound'],
  run: (ctx, { chart, accountId }) => getChartEditability(ctx, chart, accountId),
});

export const extendedChartCategoryList = onVat({
  name: 'category.list',
  ref: 'D32',
  summary: {
    en: 'List the VAT categories that an account of an extended chart may bear',
    fr: 'Lister les catégories de TVA d’un compte d’un plan étendu',
  },
  http: { method: 'GET', path: '/accounts/{accountId}/categories' },
  params: { accountId: identifier() },
  query: z.object({ vatRate: z.enum(VAT_RATES).optional() }),
  cli: { examples: ['taxops extended-chart category list 2 3 --company 1 --vat-rate _20'] },
  output: z.array(LabelPair),
  errors: ['ChartAccountNotFound'],
  run: (ctx, { chart, accountId, vatRate }) => listChartCategories(ctx, chart, { accountId, vatRate }),
});
