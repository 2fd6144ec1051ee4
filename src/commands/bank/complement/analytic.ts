import * as z from 'zod';
import {
  type AnalyticItem,
  AXIS_TYPES,
  createAxis,
  createItem,
  listAxes,
  listItems,
} from '../../../services/banking/transactions/complementary/analytics.ts';
import { identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { freeText } from './wire.ts';

const ITEMS = '/api/banking/enterprises/{enterpriseId}/analytic-items';
const AXES = '/api/banking/enterprises/{enterpriseId}/analytic-axes';

const Name = freeText(100).min(1);
const AxisType = z.enum(AXIS_TYPES);

const Item = z.object({ Id: z.int(), Name: z.string(), AxisId: z.int(), AxisType }).meta({ id: 'AnalyticItem' });
const Axis = z.object({ Id: z.int(), Name: z.string(), Type: AxisType }).meta({ id: 'AnalyticAxis' });

const itemToWire = ({ id, name, axisId, axisType }: AnalyticItem) => ({
  Id: id,
  Name: name,
  AxisId: axisId,
  AxisType: axisType,
});

export const bankAnalyticList = defineOperation({
  id: 'bank.analytic.list',
  ref: 'C28',
  summary: { en: 'List the analytic items of a folder', fr: 'Lister les codes analytiques d’un dossier' },
  description: `By axis, then by name. AxisType is ${AXIS_TYPES.join(', ')}: the specification gives no values.`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: ITEMS },
  cli: { examples: ['taxops bank analytic list --folder 1'] },
  params: EnterprisePath,
  output: z.array(Item),
  errors: ['FolderNotFound'],
  run: async (ctx, { enterpriseId }) => (await listItems(ctx, enterpriseId)).map(itemToWire),
});

export const bankAnalyticCreate = defineOperation({
  id: 'bank.analytic.create',
  summary: { en: 'Create an analytic item', fr: 'Créer un code analytique' },
  description: 'Names of one axis differ by more than case and accents.',
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: ITEMS, status: 201 },
  cli: { examples: ['taxops bank analytic create --folder 1 --axis 2 --name "Atelier nord"'] },
  params: EnterprisePath,
  body: z.strictObject({ AxisId: identifier(), Name }),
  output: Item,
  errors: ['FolderNotFound', 'AxisNotFound', 'NameTaken'],
  run: async (ctx, { enterpriseId, body }) =>
    itemToWire(await createItem(ctx, enterpriseId, { axisId: body.AxisId, name: body.Name })),
});

export const bankAnalyticAxes = defineOperation({
  id: 'bank.analytic.axes',
  summary: { en: 'List the analytic axes of a folder', fr: 'Lister les axes analytiques d’un dossier' },
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: AXES },
  cli: { examples: ['taxops bank analytic axes --folder 1'] },
  params: EnterprisePath,
  output: z.array(Axis),
  errors: ['FolderNotFound'],
  run: async (ctx, { enterpriseId }) =>
    (await listAxes(ctx, enterpriseId)).map(({ id, name, type }) => ({ Id: id, Name: name, Type: type })),
});

export const bankAnalyticCreateAxis = defineOperation({
  id: 'bank.analytic.create-axis',
  summary: { en: 'Create an analytic axis', fr: 'Créer un axe analytique' },
  policy: { right: 'write', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: AXES, status: 201 },
  cli: { examples: ['taxops bank analytic create-axis --folder 1 --name Ateliers --type Department'] },
  params: EnterprisePath,
  body: z.strictObject({ Name, Type: AxisType }),
  output: Axis,
  errors: ['FolderNotFound', 'NameTaken'],
  run: async (ctx, { enterpriseId, body }) => {
    const { id, name, type } = await createAxis(ctx, enterpriseId, { name: body.Name, type: body.Type });
    return { Id: id, Name: name, Type: type };
  },
});
