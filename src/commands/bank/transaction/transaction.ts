import * as z from 'zod';
import {
  countTransactions,
  listTransactions,
  searchTransactions,
  type TransactionListing,
  transactionsByIds,
} from '../../../services/banking/transactions/list.ts';
import { day, identifier } from '../../operation/fields.ts';
import { int } from '../../operation/outputs.ts';
import { fields, from } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { transactionTable } from './table.ts';
import {
  AMOUNT_BOUNDS,
  IsSynchronized,
  LIST_QUERY,
  PAGE,
  pagedShape,
  pageNote,
  SEARCH_BODY,
  SortDirection,
  TransactionShape,
} from './wire.ts';

const ROUTE = '/transactions';

const SEARCHING =
  'Text is looked for inside labels, case and accents aside. An amount is found as the French or the English write it (1 200,50 or 1,200.50), of either sign unless it has one.';

export const bankTransactionList = bankOperation({
  id: 'bank.transaction.list',
  ref: 'C15',
  summary: { en: 'List the transactions of a folder', fr: 'Lister les mouvements d’un dossier' },
  description: `By day, hidden and deleted ones left out. Without page and size all are given, up to 100,000; size alone defaults to 50. ${SEARCHING} With an account, tables show the balance after each transaction. ValueDate comes beside the specified fields.`,
  http: { method: 'GET', path: ROUTE },
  cli: {
    examples: [
      'taxops bank transaction list --folder 1 --account 3 --begin-date 2026-03-01 --end-date 2026-03-31',
      'taxops bank transaction list --folder 1 --search-text-or-amount loyer --json',
    ],
  },
  query: z.object(LIST_QUERY),
  output: z.array(TransactionShape),
  errors: ['BankAccountNotFound', 'PeriodInverted', 'TooManyTransactions'],
  view: (_transactions, _language, origin) => transactionTable(origin as TransactionListing),
  run: (ctx, { folderId, searchTextOrAmount: textOrAmount, ...query }) =>
    listTransactions(ctx, { folderId, textOrAmount, ...query }),
});

export const bankTransactionSearch = bankOperation({
  id: 'bank.transaction.search',
  ref: 'C16',
  summary: { en: 'Search the transactions of a folder, by pages', fr: 'Rechercher des mouvements, par pages' },
  description: `Hidden and deleted transactions are left out. ${SEARCHING} SortFields None is by day too; equals come by identifier. PageSize is at most 1000; a page behind the last one is empty.`,
  right: 'read',
  http: { method: 'POST', path: `${ROUTE}/search` },
  cli: {
    examples: [
      'taxops bank transaction search --folder 1 --text-or-amount loyer --sort-fields Date --sort-direction Descending',
      'taxops bank transaction search --folder 1 --amount-less-than-or-equal-to -1000 --sort-fields Amount --sort-direction Ascending --page-size 50',
    ],
  },
  body: fields({
    ...PAGE,
    ...SEARCH_BODY,
    SortFields: from('sortField', z.enum(['None', 'Date', 'Amount'])),
    SortDirection,
    IsSynchronized,
    ...AMOUNT_BOUNDS,
  }),
  output: pagedShape(TransactionShape).meta({ id: 'BankTransactionPage' }),
  errors: ['BankAccountNotFound', 'PeriodInverted', 'AmountsInverted'],
  view: (_page, _language, page) => transactionTable(page.items as TransactionListing, pageNote(page)),
  run: (ctx, { folderId, body }) => searchTransactions(ctx, { folderId, ...body }),
});

export const bankTransactionCount = bankOperation({
  id: 'bank.transaction.count',
  ref: 'C17',
  summary: { en: 'Count the transactions of a folder', fr: 'Compter les mouvements d’un dossier' },
  description: 'Hidden and deleted transactions are not counted.',
  http: { method: 'GET', path: `${ROUTE}/count` },
  cli: { examples: ['taxops bank transaction count --folder 1 --begin-date 2026-01-01'] },
  query: z.object({
    beginDate: day().optional().describe('First day'),
    endDate: day().optional().describe('Last day'),
  }),
  output: z.object({ Count: int('Nombre') }).meta({ id: 'BankTransactionCount' }),
  errors: ['PeriodInverted'],
  run: async (ctx, { folderId, ...period }) => ({ count: await countTransactions(ctx, { folderId, ...period }) }),
});

export const bankTransactionByIds = bankOperation({
  id: 'bank.transaction.by-ids',
  ref: 'C18',
  summary: { en: 'Get transactions by identifiers', fr: 'Obtenir des mouvements par identifiants' },
  description:
    'By day. Identifiers that the folder does not have are left out, as are hidden and deleted transactions unless WithHidden or WithDeleted is true.',
  right: 'read',
  http: { method: 'POST', path: `${ROUTE}/by-ids` },
  cli: {
    examples: ['taxops bank transaction by-ids --folder 1 --ids 12 --ids 15 --with-hidden true --with-deleted false'],
  },
  body: fields({
    Ids: z.array(identifier()).max(10_000).describe('At most 10,000'),
    WithHidden: z.boolean().describe('Hidden ones too'),
    WithDeleted: z.boolean().describe('Deleted ones too'),
  }),
  output: z.array(TransactionShape),
  view: (_transactions, _language, origin) => transactionTable(origin as TransactionListing),
  run: (ctx, { folderId, body }) => transactionsByIds(ctx, { folderId, ...body }),
});
