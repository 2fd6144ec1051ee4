import * as z from 'zod';
import { getEditability, listEditability } from '../../../services/vat/configuration/editability.ts';
import { identifier } from '../../operation/fields.ts';
import { vatOperation } from '../vat-operation.ts';
import { EditabilityShape } from './wire.ts';

const ROUTE = '/account-editability';

export const vatEditabilityList = vatOperation({
  id: 'vat.editability.list',
  ref: 'D7',
  summary: {
    en: 'List what may be changed of the VAT of each account',
    fr: 'Lister ce qui peut changer de la TVA de chaque compte',
  },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops vat editability list --folder 1'] },
  output: z.array(EditabilityShape),
  run: (ctx, { folderId }) => listEditability(ctx, folderId),
});

export const vatEditabilityShow = vatOperation({
  id: 'vat.editability.show',
  ref: 'D8',
  summary: {
    en: 'Show what may be changed of the VAT of an account',
    fr: 'Montrer ce qui peut changer de la TVA d’un compte',
  },
  http: { method: 'GET', path: `${ROUTE}/{accountId}` },
  params: { accountId: identifier() },
  query: z.object({ subAccountId: identifier().optional() }),
  cli: { args: ['accountId'], examples: ['taxops vat editability show 31 --folder 1'] },
  output: EditabilityShape,
  errors: ['AccountNotFound', 'SubAccountNotFound'],
  run: (ctx, { folderId, accountId, subAccountId }) => getEditability(ctx, folderId, { accountId, subAccountId }),
});
