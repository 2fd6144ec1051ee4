import * as z from 'zod';
import type { Language } from '../../../services/kernel/errors.ts';
import {
  categoriesInBatch,
  categoryMapping,
  listCategories,
} from '../../../services/vat/configuration/account-categories.ts';
import { configurationErrors } from '../../../services/vat/configuration/errors.ts';
import { validateReturn } from '../../../services/vat/procedures/validation.ts';
import { identifier } from '../../operation/fields.ts';
import type { Block, Column } from '../../operation/operation.ts';
import { choice, int, maybe, text } from '../../operation/outputs.ts';
import { fields, headed } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { LabelPair, VAT_RATES } from '../wire.ts';

const ON_ACCOUNT = { accountId: identifier() };
const UNKNOWN = ['AccountNotFound', 'SubAccountNotFound'];
const rate = () => z.enum(VAT_RATES).optional();

export const vatCategoryList = vatOperation({
  id: 'vat.category.list',
  ref: ['D12a', 'D12b'],
  summary: { en: 'List the VAT categories that an account may bear', fr: 'Lister les catégories de TVA d’un compte' },
  description: 'Those of its role: sale, purchase, tax due, deductible tax, result. With a rate, those that bear it.',
  http: { method: 'GET', path: '/accounts/{accountId}/categories' },
  params: ON_ACCOUNT,
  query: z.object({ vatRate: rate(), subAccountId: identifier().optional() }),
  cli: {
    args: ['accountId'],
    examples: ['taxops vat category list 31 --folder 1', 'taxops vat category list 31 --folder 1 --vat-rate _20'],
  },
  output: z.array(LabelPair),
  errors: UNKNOWN,
  run: (ctx, { folderId, accountId, subAccountId, vatRate }) =>
    listCategories(ctx, folderId, { accountId, subAccountId, vatRate }),
});

const Pairs = z.array(LabelPair);

export const vatCategoryMapping = vatOperation({
  id: 'vat.category.mapping',
  ref: 'D11',
  summary: {
    en: 'List the boxes that the categories of an account feed',
    fr: 'Lister les cases que remplissent les catégories d’un compte',
  },
  description:
    'One row for each category and set of cells of the CA3. Rows without rates (untaxed, deductible, results) come whatever the rate asked.',
  http: { method: 'GET', path: '/accounts/{accountId}/category-mapping' },
  params: ON_ACCOUNT,
  query: z.object({
    subAccountId: identifier().optional(),
    rate: rate().describe('Only what is carried at this rate; Unknown and MultipleRates filter nothing'),
  }),
  cli: { args: ['accountId'], examples: ['taxops vat category mapping 31 --folder 1 --rate _20'] },
  output: z.array(
    z
      .object({
        Category: headed(LabelPair, 'Catégorie'),
        Rates: headed(Pairs, 'Taux'),
        BaseHtCells: headed(z.array(text()), 'Zones de base HT'),
        TaxDueCells: headed(z.array(text()), 'Zones de taxe due'),
      })
      .meta({ id: 'VatCategoryMapping' }),
  ),
  errors: UNKNOWN,
  run: (ctx, { folderId, accountId, subAccountId, rate: vatRate }) =>
    categoryMapping(ctx, folderId, { accountId, subAccountId, vatRate }),
});

const Batch = z.array(
  z
    .object({
      AccountId: int('N° compte'),
      SubAccountId: maybe(int('N° sous-compte')),
      VatRate: maybe(choice(VAT_RATES, 'Taux')),
      Categories: headed(Pairs, 'Catégories'),
      Error: maybe(text('Erreur')),
    })
    .meta({ id: 'VatAccountCategories' }),
);

/** One row for each account, its categories by their codes. */
function batchView(answered: z.output<typeof Batch>, language: Language): Block[] {
  const words = configurationErrors.BookAccountNotFound().text(language);
  const columns: Column[] = ['AccountId', 'SubAccountId', 'VatRate', 'Categories'].map((name) => ({ name }));
  return [
    {
      kind: 'table',
      columns: [...columns, { name: 'Error', type: 'sentence' }],
      rows: answered.map(({ AccountId, SubAccountId, VatRate, Categories, Error: code }) => [
        ...[AccountId, SubAccountId, VatRate, Categories.map(({ Value }) => Value).join(', ')],
        code && `${code}: ${words}`,
      ]),
    },
  ];
}

export const vatCategoryBatch = vatOperation({
  id: 'vat.category.batch',
  ref: 'D13',
  summary: {
    en: 'List the VAT categories of several accounts and rates',
    fr: 'Lister les catégories de TVA de plusieurs comptes et taux',
  },
  description: 'At most 1,000 in one call, answered in the order asked; an account that is unknown has an Error.',
  right: 'read',
  http: { method: 'POST', path: '/account-categories/batch' },
  cli: { examples: ['taxops vat category batch --folder 1 --body accounts.json'] },
  body: z.array(
    fields({
      AccountId: identifier(),
      SubAccountId: identifier().nullish(),
      VatRate: z.enum(VAT_RATES).nullish(),
    }),
  ),
  output: Batch,
  outcome: (answered) => (answered.some(({ Error: code }) => code !== null) ? 'partial' : 'done'),
  view: batchView,
  errors: ['BatchTooLarge'],
  run: (ctx, { folderId, body }) => categoriesInBatch(ctx, folderId, body),
});

export const vatCategoryCheck = vatOperation({
  id: 'vat.category.check',
  ref: 'D15',
  summary: {
    en: 'Check the categories of the accounts of a return',
    fr: 'Vérifier les catégories des comptes d’une déclaration',
  },
  description:
    'True when its validation finds no missing category and no invalid combination: taxops vat procedure validate',
  http: { method: 'GET', path: '/category-check' },
  query: z.object({ procedureId: identifier() }),
  cli: { examples: ['taxops vat category check --folder 1 --procedure 7'] },
  output: z.boolean(),
  errors: ['ProcedureNotFound'],
  run: async (ctx, { folderId, procedureId }) => (await validateReturn(ctx, folderId, procedureId)).isValid,
});
