/** VAT configuration of the accounts of a chart, declared once for charts and extended charts. */
import * as z from 'zod';
import {
  getChartConfiguration,
  listChartConfigurations,
  saveChartConfiguration,
  saveChartConfigurations,
} from '../../services/vat/configuration/chart-configuration.ts';
import { identifier } from '../operation/fields.ts';
import type { Operation } from '../operation/operation.ts';
import { fields } from '../operation/wire.ts';
import { CONFIGURATION_INPUT } from '../vat/configuration/wire.ts';
import { type ChartFamily, chartOperation } from './family.ts';
import type { ChartConfigurationSchema } from './wire.ts';

const SAVING = ['ChartAccountNotFound', 'VatCategoryUnknown', 'VatCombinationInvalid'];
const ChartConfigurationInput = fields(CONFIGURATION_INPUT);
const HOW = 'Fields that are left out keep their value; null, or Unknown, takes it away.';

interface Refs {
  readonly list: string;
  readonly set: string;
  readonly show: string;
  readonly setMany: string;
}

export function configurationOperations(family: ChartFamily, output: ChartConfigurationSchema, refs: Refs) {
  const { topic, vatRoute, noun, vatExample } = family;
  const onVat = chartOperation(family, vatRoute);
  const command = `taxops ${topic} configuration`;
  return {
    list: onVat({
      name: 'configuration.list',
      ref: refs.list,
      summary: { en: `List the VAT configuration of the ${noun.en}`, fr: `Lister la configuration TVA du ${noun.fr}` },
      http: { method: 'GET', path: '/configurations' },
      cli: { examples: [`${command} list ${vatExample}`] },
      output: z.array(output),
      run: (ctx, { chart }) => listChartConfigurations(ctx, chart),
    }),
    show: onVat({
      name: 'configuration.show',
      ref: refs.show,
      summary: {
        en: `Show the VAT configuration of an account of the ${noun.en}`,
        fr: `Montrer la configuration TVA d’un compte du ${noun.fr}`,
      },
      http: { method: 'GET', path: '/configurations/{accountId}' },
      params: { accountId: identifier() },
      cli: { examples: [`${command} show ${vatExample.replace(/^\d+/, '$& 3')}`] },
      output,
      errors: ['ChartAccountNotFound'],
      run: (ctx, { chart, accountId }) => getChartConfiguration(ctx, chart, accountId),
    }),
    set: onVat({
      name: 'configuration.set',
      ref: refs.set,
      summary: {
        en: `Set the VAT configuration of an account of the ${noun.en}`,
        fr: `Fixer la configuration TVA d’un compte du ${noun.fr}`,
      },
      description: HOW,
      http: { method: 'POST', path: '/configurations' },
      cli: {
        examples: [`${command} set ${vatExample} --account 3 --vat-category VT_PREST --is-system-generated false`],
      },
      body: ChartConfigurationInput,
      output,
      errors: SAVING,
      run: (ctx, { chart, body }) => saveChartConfiguration(ctx, chart, body),
    }),
    setMany: onVat({
      name: 'configuration.set-many',
      ref: refs.setMany,
      summary: {
        en: `Set the VAT configuration of several accounts of the ${noun.en}`,
        fr: `Fixer la configuration TVA de plusieurs comptes du ${noun.fr}`,
      },
      description: `All of them or none: a failure names the index of what it refuses. ${HOW}`,
      http: { method: 'PUT', path: '/configurations' },
      cli: { examples: [`${command} set-many ${vatExample} --body configurations.json`] },
      bodyBytes: 8 * 1024 ** 2,
      body: z.array(ChartConfigurationInput).max(10_000),
      output: z.array(output),
      errors: SAVING,
      run: (ctx, { chart, body }) => saveChartConfigurations(ctx, chart, body),
    }),
  } satisfies Readonly<Record<string, Operation>>;
}
