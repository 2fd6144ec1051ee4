/** What is declared once for charts and for extended charts: create, list, show, link; their accounts. */
import * as z from 'zod';
import {
  createChartAccount,
  getChart,
  linkFolder,
  listChartAccounts,
  listCharts,
} from '../../services/charts/charts.ts';
import type { Chart } from '../../services/charts/store.ts';
import { typed } from '../ledger/wire.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { int, maybe, text } from '../operation/outputs.ts';
import { computed, fields, from } from '../operation/wire.ts';
import { type ChartFamily, chartOperation } from './family.ts';

export const ChartShape = z
  .object({
    Id: int('Id'),
    CompanyId: int('Cabinet'),
    Name: text('Nom'),
    ExtendsChartOfAccountId: computed(maybe(int('Étend le plan')), ({ extendsId }: Chart) => extendsId),
  })
  .meta({ id: 'ChartOfAccounts' });

const ChartAccountShape = z
  .object({
    Id: int('Id'),
    ChartId: int('Plan').describe('The chart itself, or the one that it extends'),
    Number: text('Numéro'),
    Label: text('Libellé'),
  })
  .meta({ id: 'ChartOfAccountsAccount' });

const FolderChartShape = z
  .object({
    AccountingFolderId: from('folderId', int('Dossier')),
    ChartOfAccountId: from('chartId', int('Plan')),
    ExtendedChartOfAccountId: from('extendedChartId', maybe(int('Plan étendu'))),
  })
  .meta({ id: 'FolderChart' });

/** A new chart of a firm; an extended one says besides which chart it extends. */
export const NEW_CHART = { CompanyId: identifier(), Name: typed('Name of the chart in its firm', 200) };

export function chartOperations(family: ChartFamily) {
  const { kind, topic, route, noun, nouns, example } = family;
  const onChart = chartOperation(family, route);
  return {
    list: defineOperation({
      id: `${topic}.list`,
      summary: { en: `List the ${nouns.en} of a firm`, fr: `Lister les ${nouns.fr} d’un cabinet` },
      policy: { right: 'read', of: { company: 'companyId' } },
      http: { method: 'GET', path: route },
      cli: { examples: [`taxops ${topic} list --company 1`] },
      query: z.object({ companyId: identifier().optional() }),
      output: z.array(ChartShape),
      run: (ctx, { companyId }) => listCharts(ctx, kind, companyId),
    }),
    show: onChart({
      name: 'show',
      summary: { en: `Show a ${noun.en}`.replace('a e', 'an e'), fr: `Montrer un ${noun.fr}` },
      http: { method: 'GET', path: '' },
      cli: { examples: [`taxops ${topic} show ${example}`] },
      output: ChartShape,
      run: (ctx, { chart }) => getChart(ctx, chart),
    }),
    link: onChart({
      name: 'link',
      summary: { en: `Make a folder follow the ${noun.en}`, fr: `Faire suivre le ${noun.fr} à un dossier` },
      description: 'Of one firm. The folder leaves the chart that it followed before.',
      http: { method: 'POST', path: '/links' },
      cli: { examples: [`taxops ${topic} link ${example} --accounting-folder 1`] },
      of: { folder: ['body.accountingFolderId'] },
      body: fields({ AccountingFolderId: identifier() }),
      output: FolderChartShape,
      errors: ['FolderNotFound'],
      run: (ctx, { chart, body }) => linkFolder(ctx, chart, body.accountingFolderId),
    }),
    accountList: onChart({
      name: 'account.list',
      summary: { en: `List the accounts of the ${noun.en}`, fr: `Lister les comptes du ${noun.fr}` },
      http: { method: 'GET', path: '/accounts' },
      cli: { examples: [`taxops ${topic} account list ${example}`] },
      output: z.array(ChartAccountShape),
      run: (ctx, { chart }) => listChartAccounts(ctx, chart),
    }),
    accountCreate: onChart({
      name: 'account.create',
      summary: { en: `Add an account to the ${noun.en}`, fr: `Ajouter un compte au ${noun.fr}` },
      description: 'An account of a folder takes the settings of the account whose number is its longest beginning.',
      http: { method: 'POST', path: '/accounts', status: 201 },
      cli: { examples: [`taxops ${topic} account create ${example} --number 706 --label "Prestations de services"`] },
      body: fields({ Number: typed('Number, or the beginning of numbers', 50), Label: typed('Name', 200) }),
      output: ChartAccountShape,
      errors: ['ChartAccountNumberTaken'],
      run: (ctx, { chart, body }) => createChartAccount(ctx, chart, body),
    }),
  };
}
