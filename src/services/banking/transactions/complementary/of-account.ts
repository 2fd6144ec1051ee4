/** The transactions of one account as a person works through them: balance after each, category, documents, entry. */
import type { Knex } from 'knex';
import type { Page, Paging } from '../../../ledger/page.ts';
import { asPage } from '../../../ledger/page.ts';
import type { Context } from '../../../operation/context.ts';
import { balancesAfter } from '../balances-after.ts';
import { checkCriteria } from '../criteria.ts';
import { countOf, identifiers } from '../page.ts';
import { listCategories } from './categories.ts';
import { matchingComplemented } from './search.ts';
import { type ComplementedTransaction, readComplemented } from './view.ts';

export const ORDERS = ['ToJustifyFirst', 'Day'] as const;

export interface OfAccountWanted extends Paging {
  readonly folderId: number;
  readonly accountId: number;
  readonly beginDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly textOrAmount?: string | undefined;
  /** Only what should have a document and lacks one. */
  readonly toJustify?: boolean | undefined;
  readonly order: (typeof ORDERS)[number];
}

export interface NamedDocument {
  readonly documentId: number;
  readonly fileName: string;
  readonly associated: bigint;
}

export interface WorkedTransaction extends Omit<ComplementedTransaction, 'complementaryData'> {
  /** Decimal string; null as long as no bank gave a balance. */
  readonly balance: string | null;
  readonly categoryId: number | null;
  readonly category: string | null;
  readonly toJustify: boolean;
  /** Decimal string without sign: what no document accounts for. */
  readonly remaining: string;
  readonly documents: readonly NamedDocument[];
  readonly entryId: number | null;
}

const LEFT_FIRST = `(j.to_justify and abs(t.amount) - coalesce(c.associated_cents, 0) / 100.0 >= 0.01) desc`;
const LATEST = 't.operation_date desc, t.id desc';

/** Throws FolderNotFound, BankAccountNotFound, PeriodInverted. */
export async function transactionsOfAccount(
  ctx: Context,
  { page, limit, order, toJustify, ...criteria }: OfAccountWanted,
): Promise<Page<WorkedTransaction>> {
  await checkCriteria(ctx, criteria);
  const { knex } = await ctx.db();
  const { folderId, accountId } = criteria;
  const left = toJustify ? { toJustify: true, withRemainingAmount: true } : {};
  const query = matchingComplemented(knex, { ...criteria, ...left });
  const ordered = query.clone().orderByRaw(order === 'Day' ? LATEST : `${LEFT_FIRST}, ${LATEST}`);
  const [total, ids] = await Promise.all([countOf(query), identifiers(ordered, limit, (page - 1) * limit)]);
  const found = await readComplemented(ctx, folderId, ids);
  const earliestFirst = found.toSorted((a, b) => (a.operationDate < b.operationDate ? -1 : 1));
  const [balances, names, categories] = await Promise.all([
    balancesAfter(ctx, folderId, accountId, earliestFirst),
    documentNames(knex, folderId, found),
    listCategories(ctx, folderId),
  ]);
  const named = new Map(categories.map(({ id, name }) => [id, name]));
  return asPage(
    found.map((one) => worked(one, { balances, names, named })),
    total,
    { page, limit },
  );
}

async function documentNames(
  knex: Knex,
  folderId: number,
  found: readonly ComplementedTransaction[],
): Promise<ReadonlyMap<number, string>> {
  const ids = found.flatMap(({ complementaryData }) => complementaryData.documents.map(({ documentId }) => documentId));
  const rows = await knex('supporting_document')
    .where({ folder_id: folderId })
    .whereRaw('id = any(?)', [ids])
    .select('id', 'file_name');
  return new Map(rows.map(({ id, file_name }: { id: number; file_name: string }) => [id, file_name]));
}

interface Beside {
  readonly balances: ReadonlyMap<number, string>;
  /** Of documents. */
  readonly names: ReadonlyMap<number, string>;
  /** Categories by their identifier. */
  readonly named: ReadonlyMap<number, string>;
}

function worked(
  { complementaryData, ...transaction }: ComplementedTransaction,
  { balances, names, named }: Beside,
): WorkedTransaction {
  const { categoryId, toJustify, remaining, documents } = complementaryData;
  return {
    ...transaction,
    balance: balances.get(transaction.id) ?? null,
    categoryId,
    category: categoryId === null ? null : (named.get(categoryId) ?? null),
    toJustify,
    remaining,
    documents: documents.map(({ documentId, associated }) => ({
      documentId,
      fileName: names.get(documentId) ?? '',
      associated,
    })),
    entryId: transaction.entry?.id ?? null,
  };
}
