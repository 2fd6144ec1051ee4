import * as z from 'zod';
import {
  type Category,
  createCategory,
  listCategories,
} from '../../../services/banking/transactions/complementary/categories.ts';
import { identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { numberOrNull } from '../transaction/wire.ts';
import { freeText, percent } from './wire.ts';

const ROUTE = '/api/banking/enterprises/{enterpriseId}/categories';

const CategoryShape = z
  .object({ Id: z.int(), Name: z.string(), VatRate: z.number().nullable(), NatureId: z.int().nullable() })
  .meta({ id: 'BankCategory' });

const toWire = ({ id, name, vatRate, natureId }: Category) => ({
  Id: id,
  Name: name,
  VatRate: numberOrNull(vatRate),
  NatureId: natureId,
});

export const bankCategoryList = defineOperation({
  id: 'bank.category.list',
  summary: { en: 'List the categories of transactions', fr: 'Lister les catégories de mouvements' },
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops bank category list --folder 1'] },
  params: EnterprisePath,
  output: z.array(CategoryShape),
  errors: ['FolderNotFound'],
  run: async (ctx, { enterpriseId }) => (await listCategories(ctx, enterpriseId)).map(toWire),
});

export const bankCategoryCreate = defineOperation({
  id: 'bank.category.create',
  summary: { en: 'Create a category of transactions', fr: 'Créer une catégorie de mouvements' },
  description:
    'Names differ by more than case and accents. A transaction of a category with a VatRate gets its VAT line; NatureId is an identifier of bank nature list.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops bank category create --folder 1 --name "Fournitures" --vat-rate 20'] },
  params: EnterprisePath,
  body: z.strictObject({
    Name: freeText(100).min(1),
    VatRate: percent().nullish(),
    NatureId: identifier().nullish(),
  }),
  output: CategoryShape,
  errors: ['FolderNotFound', 'NatureNotFound', 'NameTaken'],
  run: async (ctx, { enterpriseId, body }) => {
    const category = { name: body.Name, vatRate: body.VatRate, natureId: body.NatureId };
    return toWire(await createCategory(ctx, enterpriseId, category));
  },
});
