import { createChart } from '../../services/charts/charts.ts';
import { defineOperation } from '../operation/operation.ts';
import { fields } from '../operation/wire.ts';
import { ChartShape, chartOperations, NEW_CHART } from './charts.ts';
import { configurationOperations } from './configurations.ts';
import { CHART } from './family.ts';
import { ChartConfigurationShape } from './wire.ts';

export const {
  list: chartList,
  show: chartShow,
  link: chartLink,
  accountList: chartAccountList,
  accountCreate: chartAccountCreate,
} = chartOperations(CHART);

export const chartCreate = defineOperation({
  id: 'chart.create',
  summary: { en: 'Create a chart of accounts for a firm', fr: 'Créer un plan de comptes pour un cabinet' },
  policy: { right: 'write', of: { company: 'body.companyId' } },
  http: { method: 'POST', path: CHART.route, status: 201 },
  idempotent: true,
  cli: { examples: ['taxops chart create --company 1 --name "Plan du cabinet"'] },
  body: fields(NEW_CHART),
  output: ChartShape,
  errors: ['CompanyNotFound', 'ChartNameTaken'],
  run: (ctx, { body }) => createChart(ctx, body),
});

export const {
  list: chartConfigurationList,
  show: chartConfigurationShow,
  set: chartConfigurationSet,
  setMany: chartConfigurationSetMany,
} = configurationOperations(CHART, ChartConfigurationShape, { list: 'D22', set: 'D23', show: 'D24', setMany: 'D25' });
