import * as z from 'zod';
import {
  type ElementData,
  elementData,
  getSnapshot,
  recomputeSnapshot,
  regenerateSnapshot,
} from '../../../services/vat/procedures/elements.ts';
import { recordReference } from '../../../services/vat/procedures/reference.ts';
import type { StoredBoxes } from '../../../services/vat/procedures/store.ts';
import type { RawBoxes } from '../../../services/vat/return/typed-boxes.ts';
import { identifier } from '../../operation/fields.ts';
import type { Blocks } from '../../operation/operation.ts';
import { euros, maybe, moment } from '../../operation/outputs.ts';
import { computed, fields, headed } from '../../operation/wire.ts';
import { formCode, wireForm } from '../form-code.ts';
import { rawBoxes } from '../values.ts';
import { vatOperation } from '../vat-operation.ts';
import { SnapshotShape } from './elements-wire.ts';

const ROUTE = '/procedures/{procedureId}';
const ProcedurePath = { procedureId: identifier().describe('VAT return') };

const byForm = <T extends z.ZodType>(value: T) => z.record(z.string(), z.record(z.string(), value));
const Box = () => {
  const one = z.union([z.number(), z.string()]);
  return z.union([...one.options, z.array(one)]);
};
const named = <T>(forms: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(forms).map(([form, zones]) => [wireForm(form), zones]));
const boxes = (stored: StoredBoxes) => named(stored) as Record<string, Record<string, number | string>>;

export const vatProcedureData = vatOperation({
  id: 'vat.procedure.data',
  ref: 'D38',
  summary: {
    en: 'Show what the boxes of a VAT return hold',
    fr: 'Montrer le contenu des cases d’une déclaration de TVA',
  },
  description:
    'Boxes: what they hold, typed ones included. TypedBoxes: those that were typed. Exact: what the books sum to the cent, before rounding. Each by form, then zone.',
  http: { method: 'GET', path: `${ROUTE}/elements` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure data 4 --folder 1'] },
  params: ProcedurePath,
  output: z.object({
    Boxes: computed(headed(byForm(Box()), 'Zones'), (data: ElementData) => boxes(data.boxes)),
    TypedBoxes: computed(headed(byForm(Box()), 'Zones saisies'), (data: ElementData) => boxes(data.typedBoxes)),
    Exact: computed(headed(byForm(euros()), 'Valeurs exactes'), (data: ElementData) => named(data.exact)),
    ComputedAt: maybe(moment('Calculée le')),
  }),
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => elementData(ctx, folderId, procedureId),
});

type SnapshotWire = z.output<typeof SnapshotShape>;

/** Its elements and its issues as tables. */
function* snapshotView(snapshot: unknown): Blocks {
  if (snapshot === undefined) return;
  const { VatAccountElements: elements, Issues: issues } = snapshot as SnapshotWire;
  yield {
    kind: 'table',
    columns: [
      { name: 'AccountName' },
      { name: 'Category', fr: 'Catégorie' },
      { name: 'VatRate', fr: 'Taux' },
      { name: 'TaxExcludedAmount', type: 'amount' },
      { name: 'TaxAmount', type: 'amount' },
    ],
    rows: elements.map((one) => [
      one.Account.AccountName,
      one.Category.Label,
      one.VatRate.Label,
      one.TaxExcludedAmount,
      one.TaxAmount,
    ]),
  };
  if (issues.length === 0) return;
  yield {
    kind: 'table',
    columns: [{ name: 'IssueType' }, { name: 'AccountName' }, { name: 'Message', type: 'sentence' }],
    rows: issues.map((one) => [one.IssueType, one.AccountName, one.Message]),
  };
}

export const vatProcedureSnapshot = vatOperation({
  id: 'vat.procedure.snapshot',
  ref: 'D39',
  summary: {
    en: 'Show what a VAT return declares of each account',
    fr: 'Montrer ce qu’une déclaration de TVA déclare de chaque compte',
  },
  description:
    'By account, category and rate; a reverse charge shows its tax due and its tax deducted apart. A return that left Draft answers what was frozen then.',
  http: { method: 'GET', path: `${ROUTE}/snapshot` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure snapshot 4 --folder 1'] },
  params: ProcedurePath,
  output: SnapshotShape,
  view: snapshotView,
  errors: ['ProcedureNotFound'],
  run: (ctx, { folderId, procedureId }) => getSnapshot(ctx, folderId, procedureId),
});

export const vatProcedureRecompute = vatOperation({
  id: 'vat.procedure.recompute',
  ref: 'D40',
  summary: { en: 'Compute a draft VAT return again', fr: 'Recalculer un brouillon de déclaration de TVA' },
  description: 'From the books as they are. Typed boxes stay.',
  http: { method: 'POST', path: `${ROUTE}/snapshot` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure recompute 4 --folder 1'] },
  params: ProcedurePath,
  query: z.object({
    preserveManualEntries: z.boolean().default(false).describe('Changes nothing: typed boxes always stay'),
  }),
  output: SnapshotShape,
  view: snapshotView,
  errors: ['ProcedureNotFound', 'ProcedureNotInDraftStatus'],
  run: (ctx, { folderId, procedureId }) => recomputeSnapshot(ctx, folderId, procedureId),
});

export const vatProcedureRegenerate = vatOperation({
  id: 'vat.procedure.regenerate',
  ref: 'D42',
  summary: {
    en: 'Make the snapshot of a draft VAT return anew and empty its boxes',
    fr: 'Refaire l’instantané d’un brouillon de déclaration de TVA et vider ses cases',
  },
  description:
    'CA3 and CA12 alone: nothing happens to other forms (204). Boxes are filled again by the next recomputation or saved box. Refused while a box is typed.',
  http: { method: 'POST', path: `${ROUTE}/regeneration` },
  cli: { args: ['procedureId'], examples: ['taxops vat procedure regenerate 4 --folder 1'] },
  params: ProcedurePath,
  output: SnapshotShape.optional(),
  view: snapshotView,
  errors: ['ProcedureNotFound', 'ProcedureNotInDraftStatus', 'NotSupportedProcedureType', 'ManualEntriesPresent'],
  run: (ctx, { folderId, procedureId }) => regenerateSnapshot(ctx, folderId, procedureId),
});

const Forms = z.partialRecord(z.string(), z.unknown());

/** JSON text of boxes by form, then zone. */
const content = () =>
  z
    .string()
    .max(200_000)
    .transform((text, ctx): RawBoxes => {
      const read = readContent(text);
      if (read) return read;
      ctx.addIssue({ code: 'custom', message: 'not JSON of boxes by form, then zone' });
      return z.NEVER;
    });

function readContent(text: string): RawBoxes | undefined {
  try {
    const forms = Object.entries(Forms.parse(JSON.parse(text)));
    return Object.fromEntries(forms.map(([form, zones]) => [formCode().parse(form), rawBoxes().parse(zones)]));
  } catch {
    return undefined;
  }
}

export const vatProcedureReference = vatOperation({
  id: 'vat.procedure.reference',
  ref: 'D41',
  summary: {
    en: 'Record a VAT return as it was first displayed',
    fr: 'Enregistrer la référence préremplie d’une déclaration de TVA',
  },
  description:
    'Content: JSON text {FormCode: {zone: value}}. Only PrefilledRawFormContent is written: the return is not saved and goes on being computed.',
  http: { method: 'PUT', path: `${ROUTE}/prefilled-reference` },
  cli: {
    args: ['procedureId'],
    examples: [`taxops vat procedure reference 4 --folder 1 --content '{"_3310CA3": {"CA": 1000}}'`],
  },
  params: ProcedurePath,
  body: fields({ Content: content() }),
  output: z.object({ RecordedAt: moment('Enregistrée le') }),
  errors: [
    ...(['ProcedureNotFound', 'NotSupportedProcedureType', 'ProcedureNotInDraftStatus'] as const),
    ...(['PrefilledFormAlreadySaved', 'BoxUnknown', 'AmountNotWhole', 'AmountInvalid', 'ValueUnknown'] as const),
  ],
  run: (ctx, { folderId, procedureId, body }) => recordReference(ctx, folderId, procedureId, body.content),
});
