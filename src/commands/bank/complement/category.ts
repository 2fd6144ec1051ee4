import * as z from 'zod';
import { createCategory, listCategories } from '../../../services/banking/transactions/complementary/categories.ts';
import { identifier } from '../../operation/fields.ts';
import { decimal, int, maybe, text } from '../../operation/outputs.ts';
import { fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { freeText, percent } from './wire.ts';

const ROUTE = '/categories';

const CategoryShape = z
  .object({
    Id: int('Id'),
    Name: text('Nom'),
    VatRate: maybe(decimal('Taux de TVA')),
    NatureId: maybe(int('Nature')),
  })
  .meta({ id: 'BankCategory' });

export const bankCategoryList = bankOperation({
  id: 'bank.category.list',
  summary: { en: 'List the categories of transactions', fr: 'Lister les catégories de mouvements' },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops bank category list --folder 1'] },
  output: z.array(CategoryShape),
  run: (ctx, { folderId }) => listCategories(ctx, folderId),
});

export const bankCategoryCreate = bankOperation({
  id: 'bank.category.create',
  summary: { en: 'Create a category of transactions', fr: 'Créer une catégorie de mouvements' },
  description:
    'Names differ by more than case and accents. A transaction of a category with a VatRate gets its VAT line; NatureId is an identifier of bank nature list.',
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops bank category create --folder 1 --name "Fournitures" --vat-rate 20'] },
  body: fields({
    Name: freeText(100).min(1),
    VatRate: percent().nullish(),
    NatureId: identifier().nullish(),
  }),
  output: CategoryShape,
  errors: ['NatureNotFound', 'NameTaken'],
  run: (ctx, { folderId, body }) => createCategory(ctx, folderId, body),
});
