/** What the assistant of a return shows: purchases, sales, regularisations, payments with their invoices, its result. */
import type { Knex } from 'knex';
import { groupBy } from '../../kernel/group-by.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Paging } from '../../ledger/page.ts';
import type { Context } from '../../operation/context.ts';
import { openReturn } from '../drafts/draft.ts';
import { type AssistantBooks, readAssistantBooks } from './books.ts';
import { type AssistantEntry, readAssistantEntries } from './entries.ts';
import { type ListAsked, pageOfEntries } from './lists.ts';
import { countPaid, type Lettered, letteredWith, pageOfPaid } from './payments.ts';

export interface Listed<T> {
  readonly items: T;
  /** Entries on all pages. */
  readonly total: number;
}

export interface AssistantAsked {
  readonly folderId: number;
  readonly procedureId: number;
}

const openAssistant = async (ctx: Context, { folderId, procedureId }: AssistantAsked) =>
  readAssistantBooks(ctx, await openReturn(ctx, folderId, procedureId));

/** A page of the entries of one type, by day; a draft is brought up to date first. Throws FolderNotFound, ProcedureNotFound. */
export async function listEntries(
  ctx: Context,
  asked: AssistantAsked & ListAsked,
): Promise<Listed<readonly AssistantEntry[]>> {
  const books = await openAssistant(ctx, asked);
  const { knex } = await ctx.db();
  const { entryIds, total } = await pageOfEntries(knex, books, asked);
  return { items: await readAssistantEntries(knex, books, entryIds), total };
}

export interface PaymentLink {
  readonly payment: AssistantEntry;
  readonly invoice: AssistantEntry;
}

/**
 * The payments of a page of invoices, by day of the invoice. They are counted beside, which takes the longest. Throws
 * FolderNotFound, ProcedureNotFound.
 */
export async function listPayments(
  ctx: Context,
  asked: AssistantAsked & Paging,
): Promise<Listed<readonly PaymentLink[]>> {
  const books = await openAssistant(ctx, asked);
  const { knex } = await ctx.db();
  const [total, items] = await Promise.all([countPaid(knex, books), paymentLinks(knex, books, asked)]);
  return { items, total };
}

async function paymentLinks(knex: Knex, books: AssistantBooks, asked: Paging): Promise<PaymentLink[]> {
  const entryIds = await pageOfPaid(knex, books, asked);
  const links = (await letteredWith(knex, books, entryIds)).filter(({ isDocument }) => !isDocument);
  const all = await readAssistantEntries(knex, books, [...entryIds, ...idsOf(links)]);
  const byId = new Map(all.map((entry) => [entry.entryId, entry]));
  const byInvoice = groupBy(links, ({ entryId }) => entryId);
  return entryIds.flatMap((id) =>
    (byInvoice.get(id) ?? []).flatMap(({ otherId }) => {
      const [payment, invoice] = [byId.get(otherId), byId.get(id)];
      return payment && invoice ? [{ payment, invoice }] : [];
    }),
  );
}

const idsOf = (links: readonly Lettered[]): number[] => [...new Set(links.map(({ otherId }) => otherId))];

/** An invoice, or an advance, with what it is lettered with. */
export interface ResultEntry {
  readonly entry: AssistantEntry;
  readonly paymentEntryIds: readonly number[];
  readonly invoiceEntryIds: readonly number[];
  /** The last payment of an invoice; the entry itself when it is an advance. */
  readonly paymentEntryId: number | null;
  readonly invoiceEntryId: number | null;
  readonly vatAlreadyReported: Cents;
  readonly vatToReport: Cents;
}

export interface AssistantResult {
  readonly entries: readonly ResultEntry[];
  readonly payments: readonly AssistantEntry[];
  readonly invoices: readonly AssistantEntry[];
}

/** A page of all the entries of the return, by day, with their payments. Throws FolderNotFound, ProcedureNotFound. */
export async function showResult(
  ctx: Context,
  asked: AssistantAsked & Omit<ListAsked, 'type'>,
): Promise<Listed<AssistantResult>> {
  const books = await openAssistant(ctx, asked);
  const { knex } = await ctx.db();
  const { entryIds, total } = await pageOfEntries(knex, books, asked);
  const links = groupBy(await letteredWith(knex, books, entryIds), ({ entryId }) => entryId);
  const entries = await readAssistantEntries(knex, books, entryIds);
  const rows = entries.map((entry) => resultOf(entry, links.get(entry.entryId) ?? []));
  const own = new Set(entryIds);
  const paid = [...new Set(rows.flatMap(({ paymentEntryIds }) => paymentEntryIds))].filter((id) => !own.has(id));
  const others = await readAssistantEntries(knex, books, paid);
  const [payments, invoices] = [true, false].map((is) => entries.filter((one) => one.isAdvancePayment === is));
  return {
    items: { entries: rows, payments: [...(payments ?? []), ...others], invoices: invoices ?? [] },
    total,
  };
}

function resultOf(entry: AssistantEntry, links: readonly Lettered[]): ResultEntry {
  const of = (isDocument: boolean) => links.filter((one) => one.isDocument === isDocument).map((one) => one.otherId);
  const { entryId, isAdvancePayment, vatAlreadyReported, vatToReport } = entry;
  const [payments, invoices] = [of(false), of(true)];
  return {
    entry,
    paymentEntryIds: isAdvancePayment ? [entryId, ...payments] : payments,
    invoiceEntryIds: isAdvancePayment ? invoices : [entryId, ...invoices],
    paymentEntryId: isAdvancePayment ? entryId : (payments.at(-1) ?? null),
    invoiceEntryId: isAdvancePayment ? null : entryId,
    vatAlreadyReported,
    vatToReport,
  };
}
