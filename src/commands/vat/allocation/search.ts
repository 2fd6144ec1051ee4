import * as z from 'zod';
import { SCOPES, SORTS } from '../../../services/vat/allocation/filter.ts';
import { searchAllocation } from '../../../services/vat/allocation/search.ts';
import { getAllocation } from '../../../services/vat/allocation/show.ts';
import { identifier, pageNumber } from '../../operation/fields.ts';
import { vatOperation } from '../vat-operation.ts';
import { Filter } from './filter.ts';
import { entryView, searchView } from './view.ts';
import { Entry, SearchResult } from './wire.ts';

export const ROUTE = '/vat-allocation';
export const LinePath = {
  entryId: identifier().describe('Entry'),
  entryLineId: identifier().describe('Line of it'),
};

export const vatAllocationSearch = vatOperation({
  id: 'vat.allocation.search',
  ref: ['D53a', 'D53b'],
  summary: {
    en: 'Search the VAT of invoices and payments by third party',
    fr: 'Chercher la TVA des factures et règlements par tiers',
  },
  description:
    'Lines of accounts 40 (Purchases) or 41 (Sales), by account, then by letter, with their entries. With a return, amounts are those that it declares; without one, nothing is of a prior period. VatRateDistributions are what applies, InitialVatRateDistributions what the books alone give. onlyRequiringCompletion: entries of which the tax-excluded amount is not wholly at rates; every entry found is then computed.',
  right: 'read',
  http: { method: 'POST', path: `${ROUTE}/search` },
  cli: {
    examples: [
      'taxops vat allocation search --folder 1 --scope Sales',
      'taxops vat allocation search --folder 1 --scope Purchases --only-requiring-completion --sort-by AbsoluteAmount --sort-desc',
    ],
  },
  query: z.object({
    procedureId: identifier().optional().describe('The return that is looked at'),
    scope: z.enum(SCOPES),
    page: pageNumber().default(1),
    size: z.int().min(1).max(500).default(20).describe('Lines on a page'),
    sortBy: z.enum(SORTS).default('Date'),
    sortDesc: z.boolean().default(false),
    onlyRequiringCompletion: z.boolean().default(false),
  }),
  body: Filter.default({}),
  output: SearchResult,
  errors: ['ProcedureNotFound'],
  view: searchView,
  run: (ctx, { folderId, body: filter, size: limit, ...search }) =>
    searchAllocation(ctx, folderId, { ...search, limit, filter }),
});

export const vatAllocationShow = vatOperation({
  id: 'vat.allocation.show',
  ref: 'D54',
  summary: { en: 'Show the VAT of an entry, line by line', fr: 'Montrer la TVA d’une écriture, ligne par ligne' },
  description:
    'The entry of the line. A line of a third party stands for the operations of its entry; VerificationInfo says what is at no rate yet, and what the tax accounts of the entry suggest.',
  http: { method: 'GET', path: `${ROUTE}/{entryId}/{entryLineId}` },
  params: LinePath,
  cli: { examples: ['taxops vat allocation show --folder 1 --entry 12 --entry-line 31'] },
  output: Entry,
  errors: ['EntryNotFound', 'EntryLineNotFound'],
  view: entryView,
  run: (ctx, { folderId, entryId, entryLineId: lineId }) => getAllocation(ctx, folderId, { entryId, lineId }),
});
