/** Lists of the assistant of a VAT return. */
import * as z from 'zod';
import type { Context } from '../../../services/operation/context.ts';
import type { EntryType } from '../../../services/vat/assistant/lists.ts';
import { type Listed, listEntries, listPayments, showResult } from '../../../services/vat/assistant/show.ts';
import { identifier, pageNumber } from '../../operation/fields.ts';
import { vatOperation } from '../vat-operation.ts';
import { entriesView, linksView, resultView } from './view.ts';
import { Entry, Link, Result } from './wire.ts';

export const ROUTE = '/procedures/{procedureId}/assistant';
export const ProcedurePath = { procedureId: identifier().describe('VAT return') };

const paging = {
  page: pageNumber().default(1),
  size: z.int().min(1).max(500).default(100).describe('Entries on a page'),
};
const ignored = {
  withIgnored: z.boolean().default(false).describe('Also the entries that were ignored'),
};
const PAGES = 'The header X-Total-Count says how many entries there are on all pages.';
const ELEMENTS =
  'By day. VatElements: one for each line, rate and side, known by Id while its line has that rate. A draft is brought up to date first; another return shows what it declared.';
const ERRORS = ['ProcedureNotFound'];

/** Says beside the page how many entries there are. */
function counted<T>(ctx: Context, { items, total }: Listed<T>): T {
  ctx.headers.set('X-Total-Count', String(total));
  return items;
}

interface ListNamed {
  readonly name: string;
  readonly ref: string;
  readonly type: EntryType;
  readonly summary: { readonly en: string; readonly fr: string };
  readonly what: string;
}

const listOperation = ({ name, ref, type, summary, what }: ListNamed) =>
  vatOperation({
    id: `vat.assistant.${name}`,
    ref,
    summary,
    description: `${what} ${ELEMENTS} ${PAGES}`,
    http: { method: 'GET', path: `${ROUTE}/${name}` },
    cli: {
      args: ['procedureId'],
      examples: [`taxops vat assistant ${name} 4 --folder 1`, `taxops vat assistant ${name} 4 --folder 1 --page 2`],
    },
    params: ProcedurePath,
    query: z.object({ ...paging, ...ignored }),
    output: z.array(Entry),
    errors: ERRORS,
    view: entriesView,
    run: async (ctx, { folderId, procedureId, page, size: limit, withIgnored }) =>
      counted(ctx, await listEntries(ctx, { folderId, procedureId, page, limit, withIgnored, type })),
  });

export const vatAssistantPurchases = listOperation({
  name: 'purchases',
  ref: 'D88a',
  type: 'Purchase',
  summary: { en: 'List the purchases of a VAT return', fr: 'Lister les achats d’une déclaration de TVA' },
  what: 'Entries with tax to deduct, or whose tax the buyer owes.',
});

export const vatAssistantSales = listOperation({
  name: 'sales',
  ref: 'D88b',
  type: 'Sale',
  summary: { en: 'List the sales of a VAT return', fr: 'Lister les ventes d’une déclaration de TVA' },
  what: 'Entries with tax due, or with an operation that is not taxed.',
});

export const vatAssistantRegularisations = listOperation({
  name: 'regularisations',
  ref: 'D88c',
  type: 'Regularisation',
  summary: {
    en: 'List the regularisations of a VAT return',
    fr: 'Lister les régularisations d’une déclaration de TVA',
  },
  what: 'Entries of prior periods, of a category that corrects, and negative ones that the form counts elsewhere.',
});

export const vatAssistantPayments = vatOperation({
  id: 'vat.assistant.payments',
  ref: 'D88d',
  summary: {
    en: 'List the payments of a VAT return with their invoices',
    fr: 'Lister les règlements d’une déclaration de TVA avec leurs factures',
  },
  description: `One row for each payment of each invoice of the return that bears the same letter, by day of the invoice. A page holds that many invoices. ${PAGES}`,
  http: { method: 'GET', path: `${ROUTE}/payments` },
  cli: { args: ['procedureId'], examples: ['taxops vat assistant payments 4 --folder 1'] },
  params: ProcedurePath,
  query: z.object(paging),
  output: z.array(Link),
  errors: ERRORS,
  view: linksView,
  run: async (ctx, { folderId, procedureId, page, size: limit }) =>
    counted(ctx, await listPayments(ctx, { folderId, procedureId, page, limit })),
});

export const vatAssistantResult = vatOperation({
  id: 'vat.assistant.result',
  ref: 'D88e',
  summary: {
    en: 'Show what a VAT return declares, invoice by invoice',
    fr: 'Montrer ce qu’une déclaration de TVA déclare, facture par facture',
  },
  description: `All the entries of the return by day, each with what its letter goes with, the VAT that returns sent before declared of it, and what this one declares. A reverse charge counts once. ${PAGES}`,
  http: { method: 'GET', path: `${ROUTE}/result` },
  cli: { args: ['procedureId'], examples: ['taxops vat assistant result 4 --folder 1'] },
  params: ProcedurePath,
  query: z.object({ ...paging, ...ignored }),
  output: Result,
  errors: ERRORS,
  view: resultView,
  run: async (ctx, { folderId, procedureId, page, size: limit, withIgnored }) =>
    counted(ctx, await showResult(ctx, { folderId, procedureId, page, limit, withIgnored })),
});
