/** Edits of the assistant of a VAT return: a draft alone takes them. */
import * as z from 'zod';
import { changeElements, changeRate, type ElementChange } from '../../../services/vat/assistant/change-elements.ts';
import { ENTRY_TYPES } from '../../../services/vat/assistant/lists.ts';
import { changeEntries, ignoreEntries } from '../../../services/vat/assistant/send-entries.ts';
import { RATES } from '../../../services/vat/rates.ts';
import { identifier } from '../../operation/fields.ts';
import { fields } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { categoryCode } from '../wire.ts';
import { ProcedurePath, ROUTE } from './show.ts';
import { elementView, updatedView } from './view.ts';
import { Element, Updated } from './wire.ts';

const MOST = 10_000;
const SINGLE_RATES = [...RATES.keys()] as [string, ...string[]];

/** An element of the assistant: beyond int32. */
export const elementIdentifier = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ format: 'int64' });

const Elements = { Id: elementIdentifier(), Category: categoryCode() };
const RETURN_ERRORS = ['ProcedureNotFound', 'ProcedureNotInDraftStatus'];
const CATEGORY_ERRORS = [
  'VatCategoryUnknown',
  'VatCategoryNotPossible',
  'VatCombinationInvalid',
  'LineAlreadyDeclared',
];
const ENTRY_ERRORS = ['EntryNotFound', 'EntryNotInReturn'];
const KEPT = 'It is kept with the line, for later returns too, and only the entries concerned are computed again.';
const ALL = `All or nothing; a failure names its index. ${MOST} at most.`;
const entryIds = () => z.array(identifier()).min(1).max(MOST);

const elements = <C extends ElementChange>(changes: readonly C[]) => changes;

export const vatAssistantSetCategories = vatOperation({
  id: 'vat.assistant.set-categories',
  ref: 'D90a',
  summary: { en: 'Set the categories of VAT elements', fr: 'Fixer les catégories d’éléments de TVA' },
  description: `${ALL} ${KEPT}`,
  http: { method: 'PUT', path: `${ROUTE}/elements/categories` },
  cli: {
    args: ['procedureId'],
    examples: [`taxops vat assistant set-categories 4 --folder 1 --body '[{"Id": 2689, "Category": "DED_IMMO"}]'`],
  },
  params: ProcedurePath,
  body: z.array(fields(Elements)).min(1).max(MOST),
  output: z.array(Updated),
  errors: [...RETURN_ERRORS, 'VatElementNotFound', ...CATEGORY_ERRORS],
  view: updatedView,
  run: (ctx, { folderId, procedureId, body }) => changeElements(ctx, { folderId, procedureId }, elements(body)),
});

export const vatAssistantSetRatesAndCategories = vatOperation({
  id: 'vat.assistant.set-rates-and-categories',
  ref: 'D90b',
  summary: {
    en: 'Set the rates and categories of VAT elements',
    fr: 'Fixer les taux et catégories d’éléments de TVA',
  },
  description: `${ALL} ${KEPT}`,
  http: { method: 'PUT', path: `${ROUTE}/elements/rates-and-categories` },
  cli: {
    args: ['procedureId'],
    examples: [
      `taxops vat assistant set-rates-and-categories 4 --folder 1 --body '[{"Id": 128, "VatRate": "_10", "Category": "VT_PREST"}]'`,
    ],
  },
  params: ProcedurePath,
  body: z
    .array(fields({ ...Elements, VatRate: z.enum(SINGLE_RATES) }))
    .min(1)
    .max(MOST),
  output: z.array(Updated),
  errors: [...RETURN_ERRORS, 'VatElementNotFound', ...CATEGORY_ERRORS],
  view: updatedView,
  run: (ctx, { folderId, procedureId, body }) => changeElements(ctx, { folderId, procedureId }, elements(body)),
});

export const vatAssistantSetRate = vatOperation({
  id: 'vat.assistant.set-rate',
  ref: 'D93',
  summary: { en: 'Set the rate of a VAT element', fr: 'Fixer le taux d’un élément de TVA' },
  description: `Its category must bear it. ${KEPT}`,
  http: { method: 'PUT', path: `${ROUTE}/elements/{vatElementId}/rate` },
  cli: {
    args: ['procedureId', 'vatElementId'],
    examples: ['taxops vat assistant set-rate 4 128 --folder 1 --vat-rate _10'],
  },
  params: { ...ProcedurePath, vatElementId: elementIdentifier().describe('Element of an entry') },
  query: z.object({ vatRate: z.enum(SINGLE_RATES) }),
  output: Element,
  errors: [...RETURN_ERRORS, 'VatElementNotFound', 'VatCombinationInvalid', 'LineAlreadyDeclared'],
  view: elementView,
  run: (ctx, { folderId, procedureId, vatElementId: id, vatRate }) =>
    changeRate(ctx, { folderId, procedureId }, { id, vatRate }),
});

const SENT = `ToSend false leaves them out of this return, and a later one declares them; true takes them back, and what is not due in the period is refused; without it they stay as they are. ${ALL}`;

export const vatAssistantSendEntries = vatOperation({
  id: 'vat.assistant.send-entries',
  ref: 'D91a',
  summary: {
    en: 'Take entries in or out of a VAT return',
    fr: 'Mettre des écritures dans une déclaration de TVA, ou les en retirer',
  },
  description: SENT,
  http: { method: 'PUT', path: `${ROUTE}/entries/to-send` },
  cli: {
    args: ['procedureId'],
    examples: ['taxops vat assistant send-entries 4 --folder 1 --entry-ids 12 13 --to-send false'],
  },
  params: ProcedurePath,
  body: fields({ EntryIds: entryIds(), ToSend: z.boolean().optional() }),
  output: z.array(Updated),
  errors: [...RETURN_ERRORS, ...ENTRY_ERRORS, 'VatEntryNotDue'],
  view: updatedView,
  run: (ctx, { folderId, procedureId, body }) => changeEntries(ctx, { folderId, procedureId }, body),
});

export const vatAssistantCategoriseEntries = vatOperation({
  id: 'vat.assistant.categorise-entries',
  ref: 'D91b',
  summary: {
    en: 'Take entries in or out of a VAT return, with one category',
    fr: 'Mettre des écritures dans une déclaration de TVA, ou les en retirer, avec une catégorie',
  },
  description: `Every element of the entries takes the category; without it they keep theirs. ${SENT} ${KEPT}`,
  http: { method: 'PUT', path: `${ROUTE}/entries/category` },
  cli: {
    args: ['procedureId'],
    examples: [
      'taxops vat assistant categorise-entries 4 --folder 1 --entry-ids 12 --to-send true --category DED_IMMO',
    ],
  },
  params: ProcedurePath,
  body: fields({ EntryIds: entryIds(), ToSend: z.boolean().optional(), Category: categoryCode().optional() }),
  output: z.array(Updated),
  errors: [...RETURN_ERRORS, ...ENTRY_ERRORS, 'VatEntryNotDue', ...CATEGORY_ERRORS],
  view: updatedView,
  run: (ctx, { folderId, procedureId, body }) => changeEntries(ctx, { folderId, procedureId }, body),
});

export const vatAssistantIgnoreEntries = vatOperation({
  id: 'vat.assistant.ignore-entries',
  ref: 'D92',
  summary: {
    en: 'Ignore entries of a VAT return',
    fr: 'Ignorer des écritures d’une déclaration de TVA',
  },
  description: `Body: identifiers of entries of that list. They are left out of this return and listed no more for it; ToSend true takes them back. ${ALL}`,
  http: { method: 'POST', path: `${ROUTE}/entries/ignored`, status: 204 },
  cli: {
    args: ['procedureId'],
    examples: [`taxops vat assistant ignore-entries 4 --folder 1 --vat-entry-type Purchase --body '[12, 13]'`],
  },
  params: ProcedurePath,
  query: z.object({ vatEntryType: z.enum(ENTRY_TYPES) }),
  body: entryIds(),
  output: z.void(),
  errors: [...RETURN_ERRORS, ...ENTRY_ERRORS],
  run: (ctx, { folderId, procedureId, vatEntryType: type, body }) =>
    ignoreEntries(ctx, { folderId, procedureId }, { type, entryIds: body }),
});
