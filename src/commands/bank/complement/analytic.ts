import * as z from 'zod';
import {
  AXIS_TYPES,
  createAxis,
  createItem,
  listAxes,
  listItems,
} from '../../../services/banking/transactions/complementary/analytics.ts';
import { identifier } from '../../operation/fields.ts';
import { choice, int, text } from '../../operation/outputs.ts';
import { fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { freeText } from './wire.ts';

const ITEMS = '/analytic-items';
const AXES = '/analytic-axes';

const Name = freeText(100).min(1);

const Item = z
  .object({
    Id: int('Id'),
    Name: text('Nom'),
    AxisId: int('Axe'),
    AxisType: choice(AXIS_TYPES, 'Type d’axe'),
  })
  .meta({ id: 'AnalyticItem' });
const Axis = z
  .object({ Id: int('Id'), Name: text('Nom'), Type: choice(AXIS_TYPES, 'Type') })
  .meta({ id: 'AnalyticAxis' });

export const bankAnalyticList = bankOperation({
  id: 'bank.analytic.list',
  ref: 'C28',
  summary: { en: 'List the analytic items of a folder', fr: 'Lister les codes analytiques d’un dossier' },
  description: `By axis, then by name. AxisType is ${AXIS_TYPES.join(', ')}: the specification gives no values.`,
  http: { method: 'GET', path: ITEMS },
  cli: { examples: ['taxops bank analytic list --folder 1'] },
  output: z.array(Item),
  run: (ctx, { folderId }) => listItems(ctx, folderId),
});

export const bankAnalyticCreate = bankOperation({
  id: 'bank.analytic.create',
  summary: { en: 'Create an analytic item', fr: 'Créer un code analytique' },
  description: 'Names of one axis differ by more than case and accents.',
  http: { method: 'POST', path: ITEMS, status: 201 },
  cli: { examples: ['taxops bank analytic create --folder 1 --axis 2 --name "Atelier nord"'] },
  body: fields({ AxisId: identifier(), Name }),
  output: Item,
  errors: ['AxisNotFound', 'NameTaken'],
  run: (ctx, { folderId, body }) => createItem(ctx, folderId, body),
});

export const bankAnalyticAxes = bankOperation({
  id: 'bank.analytic.axes',
  summary: { en: 'List the analytic axes of a folder', fr: 'Lister les axes analytiques d’un dossier' },
  http: { method: 'GET', path: AXES },
  cli: { examples: ['taxops bank analytic axes --folder 1'] },
  output: z.array(Axis),
  run: (ctx, { folderId }) => listAxes(ctx, folderId),
});

export const bankAnalyticCreateAxis = bankOperation({
  id: 'bank.analytic.create-axis',
  summary: { en: 'Create an analytic axis', fr: 'Créer un axe analytique' },
  http: { method: 'POST', path: AXES, status: 201 },
  cli: { examples: ['taxops bank analytic create-axis --folder 1 --name Ateliers --type Department'] },
  body: fields({ Name, Type: z.enum(AXIS_TYPES) }),
  output: Axis,
  errors: ['NameTaken'],
  run: (ctx, { folderId, body }) => createAxis(ctx, folderId, body),
});
