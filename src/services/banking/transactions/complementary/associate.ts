/**
 * Documents of a transaction, set as a whole. A document never accounts for more than its amount over all transactions,
 * nor the documents of a transaction for more than its amount. Whoever associates locks the transaction first, then the
 * documents by identifier: two at once wait for each other, never in a circle.
 */
import type { Knex } from 'knex';
import { type Cents, formatAmount } from '../../../kernel/money.ts';
import type { Context } from '../../../operation/context.ts';
import { authorOf } from '../../events.ts';
import { complementaryErrors } from './errors.ts';
import { magnitudeCents } from './rules.ts';

export interface AssociationWish {
  readonly documentId: number;
  /** Undefined: as much as the document and the transaction allow. */
  readonly associated?: Cents | undefined;
  readonly isAutoAssociated?: boolean | undefined;
  /** Facts of the document: they complete it, and may not contradict it. */
  readonly counterParty?: string | null | undefined;
  readonly amount?: Cents | null | undefined;
  readonly effectiveDate?: string | null | undefined;
  /** Why the program associated it. */
  readonly reason?: object | undefined;
}

/** A locked transaction. */
export interface LockedTransaction {
  readonly folderId: number;
  readonly id: number;
  readonly amount: string;
  readonly currency: string;
}

interface LockedDocument {
  readonly id: number;
  readonly counter_party: string | null;
  readonly amount_cents: bigint | null;
  readonly effective_date: string | null;
  readonly currency: string;
}

export interface SetAssociations {
  readonly total: Cents;
  /** Documents that are new to the transaction, or account for another amount. */
  readonly changed: readonly number[];
}

/**
 * Throws DocumentTwice, SupportingDocumentNotFound, DocumentCurrencyDiffers, DocumentContradicted, DocumentAmountMissing,
 * AssociationExceedsDocument, AssociationExceedsTransaction, NothingLeftToAssociate.
 */
export async function setAssociations(
  trx: Knex.Transaction,
  ctx: Context,
  transaction: LockedTransaction,
  wishes: readonly AssociationWish[],
): Promise<SetAssociations> {
  refuseTwice(wishes);
  const documents = await lockDocuments(trx, transaction.folderId, wishes);
  const elsewhere = await associatedElsewhere(trx, transaction, wishes);
  const settled: Settled[] = [];
  for (const wish of wishes) {
    const found = documentOf(transaction, documents, wish);
    const document = await completeDocument(trx, ctx, found, wish);
    const taken = { elsewhere: elsewhere.get(wish.documentId) ?? 0n, here: sum(settled) };
    settled.push({ ...wish, cents: settle(transaction, wish, document, taken) });
  }
  return { total: sum(settled), changed: await store(trx, ctx, transaction, settled) };
}

interface Settled extends AssociationWish {
  readonly cents: Cents;
}

const sum = (settled: readonly Settled[]): Cents => settled.reduce((total, { cents }) => total + cents, 0n);

function refuseTwice(wishes: readonly AssociationWish[]): void {
  const seen = new Set<number>();
  for (const { documentId } of wishes) {
    if (seen.has(documentId)) throw complementaryErrors.DocumentTwice({ documentId });
    seen.add(documentId);
  }
}

async function lockDocuments(
  trx: Knex.Transaction,
  folderId: number,
  wishes: readonly AssociationWish[],
): Promise<ReadonlyMap<number, LockedDocument>> {
  const rows: LockedDocument[] = await trx('supporting_document')
    .select('id', 'counter_party', 'amount_cents', 'effective_date', 'currency')
    .where({ folder_id: folderId })
    .whereRaw('id = any(?)', [wishes.map(({ documentId }) => documentId)])
    .orderBy('id')
    .forUpdate();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A statement after the locks: it sees what those who held them before have stored. */
async function associatedElsewhere(
  trx: Knex.Transaction,
  { folderId, id }: LockedTransaction,
  wishes: readonly AssociationWish[],
): Promise<ReadonlyMap<number, Cents>> {
  const { rows } = await trx.raw(
    `select document_id, sum(associated_cents)::bigint as cents from document_association
     where folder_id = ? and document_id = any(?) and transaction_id <> ? group by document_id`,
    [folderId, wishes.map(({ documentId }) => documentId), id],
  );
  return new Map((rows as { document_id: number; cents: bigint }[]).map((row) => [row.document_id, row.cents]));
}

const FACTS = [
  ['counterParty', 'counter_party', 'CounterParty'],
  ['amount', 'amount_cents', 'Amount'],
  ['effectiveDate', 'effective_date', 'EffectifDate'],
] as const;

/** The document that a wish names, in the currency of the transaction. */
function documentOf(
  { folderId, currency }: LockedTransaction,
  documents: ReadonlyMap<number, LockedDocument>,
  { documentId }: AssociationWish,
): LockedDocument & { readonly folderId: number } {
  const document = documents.get(documentId);
  if (!document) throw complementaryErrors.SupportingDocumentNotFound({ folderId, documentId });
  if (document.currency !== currency) {
    const documentCurrency = document.currency;
    throw complementaryErrors.DocumentCurrencyDiffers({ documentId, documentCurrency, currency });
  }
  return { ...document, folderId };
}

/** The document with the facts that the wish adds to it. */
async function completeDocument(
  trx: Knex.Transaction,
  ctx: Context,
  { folderId, ...document }: LockedDocument & { readonly folderId: number },
  wish: AssociationWish,
): Promise<LockedDocument> {
  const { documentId } = wish;
  const added = Object.fromEntries(
    FACTS.flatMap((names) => addition(documentId, names, wish[names[0]] ?? null, document[names[1]])),
  );
  if (Object.keys(added).length === 0) return document;
  const change = { ...added, updated_at: ctx.clock.now(), updated_by_user_id: authorOf(ctx.actor).userId };
  await trx('supporting_document').where({ folder_id: folderId, id: documentId }).update(change);
  return { ...document, ...added };
}

/** A fact of a document: its name, its column, its field on the wire. */
export type FactNames = readonly [fact: string, column: string, field: string];

/** What the fact given adds to the one that is known. Throws DocumentContradicted. */
export function addition(
  documentId: number,
  [, column, field]: FactNames,
  given: string | bigint | null,
  known: string | bigint | null,
): [string, string | bigint][] {
  if (given === null || given === known) return [];
  if (known === null) return [[column, given]];
  const shown = typeof known === 'bigint' ? formatAmount(known) : known;
  throw complementaryErrors.DocumentContradicted({ documentId, field, known: shown });
}

/** Cents of the document that the transaction takes; `taken`: of the document elsewhere, of the transaction so far. */
function settle(
  { id: transactionId, amount }: LockedTransaction,
  { documentId, associated }: AssociationWish,
  document: LockedDocument,
  taken: { readonly elsewhere: Cents; readonly here: Cents },
): Cents {
  const whole = document.amount_cents;
  if (whole === null) throw complementaryErrors.DocumentAmountMissing({ documentId });
  const free = whole - taken.elsewhere;
  const left = magnitudeCents(amount) - taken.here;
  const cents = associated ?? (free < left ? free : left);
  if (cents > free) {
    const remaining = formatAmount(free);
    const asked = formatAmount(cents);
    throw complementaryErrors.AssociationExceedsDocument({ documentId, remaining, asked, amount: formatAmount(whole) });
  }
  if (cents > left) {
    throw complementaryErrors.AssociationExceedsTransaction({
      transactionId,
      asked: formatAmount(taken.here + cents),
      amount,
    });
  }
  if (cents <= 0n) throw complementaryErrors.NothingLeftToAssociate({ documentId, transactionId });
  return cents;
}

/** The documents of the transaction become these; the reason of one that stays as it is stays too. */
async function store(
  trx: Knex.Transaction,
  ctx: Context,
  { folderId, id }: LockedTransaction,
  settled: readonly Settled[],
): Promise<number[]> {
  const where = { folder_id: folderId, transaction_id: id };
  const known = new Map<number, KnownRow>(
    (await trx('document_association').where(where)).map((row: KnownRow) => [row.document_id, row]),
  );
  const changed = settled.filter((one) => !staysAsItIs(one, known.get(one.documentId)));
  const same = settled.filter((one) => !changed.includes(one)).map(({ documentId }) => documentId);
  await trx('document_association').where(where).whereRaw('document_id <> all(?)', [same]).delete();
  if (changed.length > 0) {
    await trx('document_association').insert(
      changed.map(({ documentId, cents, isAutoAssociated = false, reason }) => ({
        ...where,
        document_id: documentId,
        associated_cents: cents,
        is_auto_associated: isAutoAssociated,
        reason: reason === undefined ? null : JSON.stringify(reason),
        created_at: ctx.clock.now(),
      })),
    );
  }
  return changed.map(({ documentId }) => documentId);
}

interface KnownRow {
  readonly document_id: number;
  readonly associated_cents: bigint;
  readonly is_auto_associated: boolean;
}

const staysAsItIs = ({ cents, isAutoAssociated }: Settled, known: KnownRow | undefined): boolean =>
  known?.associated_cents === cents && (isAutoAssociated ?? known.is_auto_associated) === known.is_auto_associated;
