import * as z from 'zod';
import { queryComplement } from '../../../services/banking/transactions/odata/complements.ts';
import { queryTransactions, type TransactionScope } from '../../../services/banking/transactions/odata/transactions.ts';
import { getFolder } from '../../../services/folders/folders.ts';
import { visibleFolders } from '../../../services/operation/actor.ts';
import type { Context } from '../../../services/operation/context.ts';
import { identifier } from '../../operation/fields.ts';
import { type Block, type Cell, type Column, defineOperation } from '../../operation/operation.ts';
import { bankOperation } from '../bank-operation.ts';
import {
  ComplementItems,
  complementItems,
  type OptionsWire,
  QUERY_OPTIONS,
  queryText,
  TransactionItems,
  tellPage,
  transactionItems,
} from './wire.ts';

const QUERYING =
  'Options are those of OData v4: $filter (and, or, not, eq, ne, gt, ge, lt, le, in, null, contains, startswith, endswith, indexof, length, substring, concat, tolower, toupper, trim, year, month, day, hour, minute, second, date), $orderby, $select, $expand, $top, $skip, $skiptoken, $count. At most 1,000 items come at once: the header Link has the address of the next ones, by a $skiptoken, so that none slips or comes twice while transactions come and go.';
const HIDING =
  'Hidden transactions are never given, deleted ones when $filter names IsDeleted or DeletedAt. Account, PaymentInformations and ComplementaryData are null unless expanded; ComplementaryData is also null until something is added to a transaction, which is to justify.';

const REFUSALS = [
  'ODataUnexpected',
  'ODataPropertyUnknown',
  'ODataFunctionUnknown',
  'ODataTypeMismatch',
  'ODataTooLarge',
  'ODataTooSlow',
] as const;

const COLUMNS = ['Id', 'EnterpriseId', 'AccountId', 'OperationDate', 'Label', 'Amount'];
const COLUMN_TYPES: Readonly<Record<string, Column['type']>> = { Amount: 'amount', OperationDate: 'day' };

/** The usual columns, or what was selected. */
function table(items: z.output<typeof TransactionItems>): Block[] {
  const names = Object.keys(items[0] ?? {});
  const shown = COLUMNS.every((name) => names.includes(name)) ? COLUMNS : names;
  const columns = shown.map((name) => ({ name, type: COLUMN_TYPES[name] ?? 'text' }));
  return [{ kind: 'table', columns, rows: items.map((item) => shown.map((name) => cell(Object(item)[name]))) }];
}

const cell = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);

async function transactions(ctx: Context, scope: TransactionScope, options: OptionsWire, also = {}) {
  const answer = await queryTransactions(ctx, scope, queryText(options));
  tellPage(ctx.headers, answer, options, also);
  return transactionItems(answer);
}

/** One folder, which must exist; the caller may see it, since its input named it. */
async function onlyFolder(ctx: Context, folderId: number): Promise<ReadonlySet<number>> {
  await getFolder(ctx, folderId);
  return new Set([folderId]);
}

export const bankQueryAll = defineOperation({
  id: 'bank.query.all',
  ref: 'C43',
  summary: { en: 'Query the transactions of every folder', fr: 'Interroger les mouvements de tous les dossiers' },
  description: `Without enterpriseId, of all folders the caller may read. ${QUERYING} ${HIDING}`,
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/odata/transactions' },
  cli: {
    examples: [
      'taxops bank query all --filter "Amount lt -10000 and year(OperationDate) eq 2026" --orderby \'Amount\'',
    ],
  },
  query: z.object({ enterpriseId: identifier().optional().describe('Folder'), ...QUERY_OPTIONS }),
  output: TransactionItems,
  errors: ['FolderNotFound', ...REFUSALS],
  view: table,
  run: async (ctx, { enterpriseId, ...options }) => {
    const reach = enterpriseId === undefined ? visibleFolders(ctx.actor) : await onlyFolder(ctx, enterpriseId);
    return transactions(ctx, { reach }, options, { enterpriseId });
  },
});

export const bankQueryTransactions = bankOperation({
  id: 'bank.query.transactions',
  ref: 'C44',
  summary: { en: 'Query the transactions of a folder', fr: 'Interroger les mouvements d’un dossier' },
  description: `${QUERYING} ${HIDING}`,
  http: { method: 'GET', path: '/odata/transactions' },
  cli: {
    examples: [
      'taxops bank query transactions --folder 1 --filter "contains(Label,\'LOYER\') and not (Amount ge 0)" --expand Account',
      'taxops bank query transactions --folder 1 --filter "ComplementaryData/ToJustify ne false" --select Id,Label,Amount',
    ],
  },
  query: z.object(QUERY_OPTIONS),
  output: TransactionItems,
  errors: REFUSALS,
  view: table,
  run: async (ctx, { folderId, ...options }) => transactions(ctx, { reach: await onlyFolder(ctx, folderId) }, options),
});

export const bankQueryComplements = bankOperation({
  id: 'bank.query.complements',
  ref: 'C45',
  summary: {
    en: 'Query transactions with their complementary data',
    fr: 'Interroger les mouvements avec leurs données complémentaires',
  },
  description: `The transactions of a folder, or the one named, with ComplementaryData expanded. ${QUERYING} ${HIDING}`,
  http: { method: 'GET', path: '/odata/complementary-data' },
  cli: {
    examples: ['taxops bank query complements --folder 1 --filter "ComplementaryData/ToJustify ne false" --top 20'],
  },
  query: z.object({ transactionId: identifier().optional(), ...QUERY_OPTIONS }),
  output: z.object({ Queryable: TransactionItems }),
  errors: ['QueriedTransactionNotFound', ...REFUSALS],
  view: ({ Queryable }) => table(Queryable),
  run: async (ctx, { folderId, transactionId, ...options }) => {
    const reach = await onlyFolder(ctx, folderId);
    const scope = { reach, transactionId, expand: ['ComplementaryData'] };
    return { queryable: await transactions(ctx, scope, options, { transactionId }) };
  },
});

export const bankQueryComplement = defineOperation({
  id: 'bank.query.complement',
  ref: 'C46',
  summary: {
    en: 'Query the complementary data of a transaction',
    fr: 'Interroger les données complémentaires d’un mouvement',
  },
  description: `One item at most: none as long as nothing was added to the transaction. A transaction of a folder that the caller may not read does not exist, nor does a hidden or deleted one: bank query complements gives deleted ones when its filter names them. ${QUERYING}`,
  policy: { right: 'read', of: 'visible' },
  http: { method: 'GET', path: '/api/banking/odata/transactions/{transactionId}/complementary-data' },
  cli: { args: ['transactionId'], examples: ['taxops bank query complement 12 --json'] },
  params: z.object({ transactionId: identifier() }),
  query: z.object(QUERY_OPTIONS),
  output: z.object({ Queryable: ComplementItems }),
  errors: ['QueriedTransactionNotFound', ...REFUSALS],
  run: async (ctx, { transactionId, ...options }) => {
    const reach = visibleFolders(ctx.actor);
    const answer = await queryComplement(ctx, reach, transactionId, queryText(options));
    tellPage(ctx.headers, answer, options);
    return { queryable: complementItems(answer) };
  },
});
