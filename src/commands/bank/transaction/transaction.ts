import * as z from 'zod';
import { balancesAfter } from '../../../services/banking/transactions/balances-after.ts';
import {
  countTransactions,
  listTransactions,
  searchTransactions,
  transactionsByIds,
} from '../../../services/banking/transactions/list.ts';
import { day, identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { withDetails } from '../report/for-people.ts';
import { amountsOf, type TransactionDetails, transactionTable } from './table.ts';
import {
  AMOUNT_BOUNDS,
  IsSynchronized,
  LIST_QUERY,
  listCriteria,
  PAGE,
  pagedShape,
  pagedToWire,
  pageNote,
  SEARCH_BODY,
  SortDirection,
  searchCriteria,
  TransactionShape,
  transactionToWire,
} from './wire.ts';

const ROUTE = '/api/banking/enterprises/{enterpriseId}/transactions';

const SEARCHING =
  'Text is looked for inside labels, case and accents aside. An amount is found as the French or the English write it (1 200,50 or 1,200.50), of either sign unless it has one.';

export const bankTransactionList = defineOperation({
  id: 'bank.transaction.list',
  ref: 'C15',
  summary: { en: 'List the transactions of a folder', fr: 'Lister les mouvements d’un dossier' },
  description: `By day, hidden and deleted ones left out. Without page and size all are given, up to 100,000; size alone defaults to 50. ${SEARCHING} With an account, tables show the balance after each transaction. ValueDate comes beside the specified fields.`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: ROUTE },
  cli: {
    examples: [
      'taxops bank transaction list --folder 1 --account 3 --begin-date 2026-03-01 --end-date 2026-03-31',
      'taxops bank transaction list --folder 1 --search-text-or-amount loyer --json',
    ],
  },
  params: EnterprisePath,
  query: z.object(LIST_QUERY),
  output: z.array(TransactionShape),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted', 'TooManyTransactions'],
  view: (transactions) => transactionTable(transactions),
  run: async (ctx, { enterpriseId, ...query }) => {
    const found = await listTransactions(ctx, { folderId: enterpriseId, ...listCriteria(query) });
    const { accountId } = query;
    const details: TransactionDetails = {
      ...amountsOf(found),
      ...(accountId && { balances: () => balancesAfter(ctx, enterpriseId, accountId, found) }),
    };
    return withDetails(found.map(transactionToWire), details);
  },
});

export const bankTransactionSearch = defineOperation({
  id: 'bank.transaction.search',
  ref: 'C16',
  summary: { en: 'Search the transactions of a folder, by pages', fr: 'Rechercher des mouvements, par pages' },
  description: `Hidden and deleted transactions are left out. ${SEARCHING} SortFields None is by day too; equals come by identifier. PageSize is at most 1000; a page behind the last one is empty.`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${ROUTE}/search` },
  cli: {
    examples: [
      'taxops bank transaction search --folder 1 --text-or-amount loyer --sort-fields Date --sort-direction Descending',
      'taxops bank transaction search --folder 1 --amount-less-than-or-equal-to -1000 --sort-fields Amount --sort-direction Ascending --page-size 50',
    ],
  },
  params: EnterprisePath,
  body: z.strictObject({
    ...PAGE,
    ...SEARCH_BODY,
    SortFields: z.enum(['None', 'Date', 'Amount']),
    SortDirection,
    IsSynchronized,
    ...AMOUNT_BOUNDS,
  }),
  output: pagedShape(TransactionShape).meta({ id: 'BankTransactionPage' }),
  errors: ['FolderNotFound', 'BankAccountNotFound', 'PeriodInverted', 'AmountsInverted'],
  view: (page) => transactionTable(page.Items, pageNote(page)),
  run: async (ctx, { enterpriseId, body }) => {
    const paged = await searchTransactions(ctx, {
      folderId: enterpriseId,
      ...searchCriteria(body),
      pageNumber: body.PageNumber,
      pageSize: body.PageSize,
      sortField: body.SortFields,
      sortDirection: body.SortDirection,
    });
    const wire = pagedToWire(paged, transactionToWire);
    return { ...wire, Items: withDetails(wire.Items, amountsOf(paged.items)) };
  },
});

export const bankTransactionCount = defineOperation({
  id: 'bank.transaction.count',
  ref: 'C17',
  summary: { en: 'Count the transactions of a folder', fr: 'Compter les mouvements d’un dossier' },
  description: 'Hidden and deleted transactions are not counted.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${ROUTE}/count` },
  cli: { examples: ['taxops bank transaction count --folder 1 --begin-date 2026-01-01'] },
  params: EnterprisePath,
  query: z.object({
    beginDate: day().optional().describe('First day'),
    endDate: day().optional().describe('Last day'),
  }),
  output: z.object({ Count: z.int() }).meta({ id: 'BankTransactionCount' }),
  errors: ['FolderNotFound', 'PeriodInverted'],
  run: async (ctx, { enterpriseId, ...period }) => ({
    Count: await countTransactions(ctx, { folderId: enterpriseId, ...period }),
  }),
});

export const bankTransactionByIds = defineOperation({
  id: 'bank.transaction.by-ids',
  ref: 'C18',
  summary: { en: 'Get transactions by identifiers', fr: 'Obtenir des mouvements par identifiants' },
  description:
    'By day. Identifiers that the folder does not have are left out, as are hidden and deleted transactions unless WithHidden or WithDeleted is true.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${ROUTE}/by-ids` },
  cli: {
    examples: ['taxops bank transaction by-ids --folder 1 --ids 12 --ids 15 --with-hidden true --with-deleted false'],
  },
  params: EnterprisePath,
  body: z.strictObject({
    Ids: z.array(identifier()).max(10_000).describe('At most 10,000'),
    WithHidden: z.boolean().describe('Hidden ones too'),
    WithDeleted: z.boolean().describe('Deleted ones too'),
  }),
  output: z.array(TransactionShape),
  errors: ['FolderNotFound'],
  view: (transactions) => transactionTable(transactions),
  run: async (ctx, { enterpriseId, body }) => {
    const found = await transactionsByIds(ctx, {
      folderId: enterpriseId,
      ids: body.Ids,
      withHidden: body.WithHidden,
      withDeleted: body.WithDeleted,
    });
    return withDetails(found.map(transactionToWire), amountsOf(found));
  },
});
