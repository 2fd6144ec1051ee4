/** Supporting documents of a folder: invoices, receipts and other pieces that transactions pay. */
import type { Knex } from 'knex';
import { snakeRow } from '../../../db/rows.ts';
import { getFolder } from '../../../folders/folders.ts';
import { type Cents, formatAmount } from '../../../kernel/money.ts';
import { FileResult } from '../../../kernel/stream.ts';
import { type Page, type Paging, readPage } from '../../../ledger/page.ts';
import type { Context } from '../../../operation/context.ts';
import { authorOf } from '../../events.ts';
import { complementaryErrors } from '../complementary/errors.ts';
import { openContent } from './sealed-content.ts';

export interface SupportingDocument {
  readonly id: number;
  readonly fileName: string;
  readonly contentType: string;
  readonly byteSize: number;
  readonly sha256: string;
  readonly counterParty: string | null;
  readonly currencyCode: string;
  /** Null as long as nobody said it. */
  readonly amount: Cents | null;
  readonly effectiveDate: string | null;
  readonly createdAt: string;
  /** Sum that transactions took of it. */
  readonly associated: Cents;
}

/** Facts of a document that people tell. Undefined keeps, null empties. */
export interface DocumentFacts {
  readonly counterParty?: string | null | undefined;
  readonly currencyCode?: string | undefined;
  readonly amount?: Cents | null | undefined;
  readonly effectiveDate?: string | null | undefined;
}

const COLUMNS = {
  id: 'd.id',
  fileName: 'd.file_name',
  contentType: 'd.content_type',
  byteSize: 'd.byte_size',
  sha256: 'd.sha256',
  counterParty: 'd.counter_party',
  currencyCode: 'd.currency',
  amount: 'd.amount_cents',
  effectiveDate: 'd.effective_date',
  createdAt: 'd.created_at',
} as const;

const documents = (knex: Knex, folderId: number): Knex.QueryBuilder =>
  knex('supporting_document as d')
    .select(COLUMNS)
    .select({
      associated: knex.raw(`coalesce((select sum(l.associated_cents) from document_association l
        where l.folder_id = d.folder_id and l.document_id = d.id), 0)::bigint`),
    })
    .where('d.folder_id', folderId);

export interface DocumentFilter {
  /** Whether something is left to associate; documents of unknown amount have something left. */
  readonly withRemainingAmount?: boolean | undefined;
  readonly search?: string | undefined;
}

/** The newest first. Throws FolderNotFound. */
export async function listDocuments(
  ctx: Context,
  folderId: number,
  { withRemainingAmount, search }: DocumentFilter,
  paging: Paging,
): Promise<Page<SupportingDocument>> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const query = db.knex.from(documents(db.knex, folderId).as('d'));
  if (withRemainingAmount !== undefined) {
    query.whereRaw(`(amount is null or associated < amount) is ${withRemainingAmount ? 'true' : 'false'}`);
  }
  if (search) {
    query.whereRaw(`fold_text("fileName" || ' ' || coalesce("counterParty", '')) like '%' || fold_text(?) || '%'`, [
      search.replace(/[\\%_]/g, '\\$&'),
    ]);
  }
  const newestFirst = (page: Knex.QueryBuilder) => page.select('*').orderBy('id', 'desc');
  return readPage<SupportingDocument, SupportingDocument>(query, newestFirst, paging, (row) => row);
}

/** Throws FolderNotFound, SupportingDocumentNotFound. */
export async function getDocument(ctx: Context, folderId: number, documentId: number): Promise<SupportingDocument> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return requireDocument(db.knex, folderId, documentId);
}

async function requireDocument(knex: Knex, folderId: number, documentId: number): Promise<SupportingDocument> {
  const found: SupportingDocument | undefined = await documents(knex, folderId).where('d.id', documentId).first();
  if (!found) throw complementaryErrors.SupportingDocumentNotFound({ folderId, documentId });
  return found;
}

/** The document as it was sent. Throws FolderNotFound, SupportingDocumentNotFound, SecretUnreadable, DocumentDamaged. */
export async function downloadDocument(ctx: Context, folderId: number, documentId: number): Promise<FileResult> {
  const { fileName, contentType, sha256 } = await getDocument(ctx, folderId, documentId);
  return new FileResult(fileName, contentType, openContent(ctx, folderId, documentId, sha256));
}

/** Its lock makes those who associate it wait, and waits for them. */
async function lockDocument(trx: Knex.Transaction, folderId: number, documentId: number): Promise<SupportingDocument> {
  await trx('supporting_document').select('id').where({ folder_id: folderId, id: documentId }).forUpdate();
  return requireDocument(trx, folderId, documentId);
}

/**
 * Throws FolderNotFound, SupportingDocumentNotFound, and SupportingDocumentInUse or AssociationExceedsDocument when
 * transactions rely on what would change.
 */
export async function changeDocument(
  ctx: Context,
  folderId: number,
  documentId: number,
  { counterParty, currencyCode, amount, effectiveDate }: DocumentFacts,
): Promise<SupportingDocument> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return db.transaction(async (trx) => {
    const document = await lockDocument(trx, folderId, documentId);
    if (currencyCode !== undefined && currencyCode !== document.currencyCode)
      await refuseInUse(trx, folderId, documentId);
    if (amount !== undefined) refuseBelow(document, amount ?? 0n);
    const facts = { counterParty, currency: currencyCode, amountCents: amount, effectiveDate };
    const author = { updatedAt: ctx.clock.now(), updatedByUserId: authorOf(ctx.actor).userId };
    await trx('supporting_document')
      .where({ folder_id: folderId, id: documentId })
      .update(snakeRow({ ...facts, ...author }));
    return requireDocument(trx, folderId, documentId);
  });
}

function refuseBelow({ id, associated }: SupportingDocument, amount: Cents): void {
  if (amount >= associated) return;
  const shown = formatAmount(amount);
  const asked = formatAmount(associated);
  throw complementaryErrors.AssociationExceedsDocument({ documentId: id, remaining: shown, amount: shown, asked });
}

/** Throws FolderNotFound, SupportingDocumentNotFound, SupportingDocumentInUse, SupportingDocumentOfReturn. */
export async function deleteDocument(ctx: Context, folderId: number, documentId: number): Promise<void> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  await db.transaction(async (trx) => {
    await lockDocument(trx, folderId, documentId);
    await refuseInUse(trx, folderId, documentId);
    await refuseOfReturn(trx, folderId, documentId);
    await trx('supporting_document').where({ folder_id: folderId, id: documentId }).delete();
  });
}

async function refuseInUse(trx: Knex.Transaction, folderId: number, documentId: number): Promise<void> {
  const [{ count }] = (await trx('document_association')
    .where({ folder_id: folderId, document_id: documentId })
    .count({ count: '*' })) as [{ count: bigint }];
  if (count > 0n) throw complementaryErrors.SupportingDocumentInUse({ documentId, count });
}

/** The group would name a document that is no longer there. */
async function refuseOfReturn(trx: Knex.Transaction, folderId: number, documentId: number): Promise<void> {
  const group = await trx('vat_procedure_group')
    .where({ folder_id: folderId, document_id: documentId })
    .select('id')
    .orderBy('id')
    .first();
  if (group) throw complementaryErrors.SupportingDocumentOfReturn({ documentId, procedureGroupId: group.id });
}
