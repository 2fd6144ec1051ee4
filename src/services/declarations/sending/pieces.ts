/** Files sent and notices received, kept for ever: stored once, encrypted, with the SHA-256 of what they were. */
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from '../../operation/context.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import type { PieceForm } from '../rules/pieces.ts';

/** `Sent`: what left; `Forms`: its cells as JSON; `Edi`, `Pdf`: what a channel made of it; the rest are notices. */
export type PieceKind = 'Sent' | 'Forms' | 'Edi' | 'Pdf' | 'Ads' | 'Acs' | 'Ars';

export interface PieceRow {
  readonly folder_id: number;
  readonly id: number;
  readonly declaration_id: number;
  readonly filing_id: number | null;
  readonly kind: PieceKind;
  readonly form: PieceForm['stored'];
  readonly content_type: string;
  readonly sha256: string;
  readonly sealed: Buffer;
  readonly created_at: string;
}

export interface NewPiece {
  readonly folderId: number;
  readonly declarationId: number;
  readonly filingId?: number | undefined;
  readonly kind: PieceKind;
  readonly form?: PieceForm['stored'];
  readonly contentType: string;
  readonly content: Uint8Array;
}

export interface Piece {
  readonly kind: PieceKind;
  readonly contentType: string;
  readonly content: Buffer;
  readonly createdAt: string;
}

const pieces = (knex: Knex) => knex<PieceRow>('piece');

type Place = Pick<PieceRow, 'folder_id' | 'declaration_id' | 'kind' | 'form' | 'sha256'>;

/** What the encrypted bytes are bound to. */
export const piecePlace = ({ folder_id, declaration_id, kind, form, sha256 }: Place): string =>
  `piece ${folder_id} ${declaration_id} ${kind} ${form} ${sha256}`;

/** The same bytes of a declaration again are the same piece. */
export async function keepPiece(trx: Knex, box: SecretBox, now: string, piece: NewPiece): Promise<void> {
  const { folderId, declarationId, filingId, kind, form = 'document', contentType, content } = piece;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const place = { folder_id: folderId, declaration_id: declarationId, kind, form, sha256 };
  const filing = { filing_id: filingId ?? null };
  if (
    await pieces(trx)
      .where({ ...place, ...filing })
      .first('id')
  )
    return;
  const sealed = box.seal(content, piecePlace(place));
  await pieces(trx).insert({ ...place, ...filing, content_type: contentType, sealed, created_at: now });
}

export interface PieceWanted {
  readonly folderId: number;
  /** The latest piece of any of these declarations. */
  readonly declarationIds: readonly number[];
  readonly kind: PieceKind;
  readonly form?: PieceForm['stored'];
}

/**
 * The latest piece of that kind, if there is one. A file counts once the channel has it, or may have it. Throws
 * SecretUnreadable when its bytes are no longer those that were stored.
 */
export async function latestPiece(
  ctx: Context,
  { folderId, declarationIds, kind, form = 'document' }: PieceWanted,
): Promise<Piece | undefined> {
  const { knex } = await ctx.db();
  const row = await knex<PieceRow>({ p: 'piece' })
    .select('p.*')
    .leftJoin({ f: 'filing' }, (join) => join.on('f.folder_id', 'p.folder_id').andOn('f.id', 'p.filing_id'))
    .where({ 'p.folder_id': folderId, 'p.kind': kind, 'p.form': form })
    .whereIn('p.declaration_id', [...declarationIds])
    .whereRaw("(p.filing_id is null or f.state in ('Sent', 'SendUncertain'))")
    .orderBy('p.id', 'desc')
    .first();
  return row && openPieceRow(row as PieceRow, await ctx.secrets());
}

/** Every notice of a declaration, in the order they came, as documents. */
export async function noticePieces(ctx: Context, folderId: number, declarationId: number): Promise<Piece[]> {
  const { knex } = await ctx.db();
  const box = await ctx.secrets();
  const rows = await pieces(knex)
    .where({ folder_id: folderId, declaration_id: declarationId, form: 'document' })
    .whereIn('kind', ['Ads', 'Acs', 'Ars'])
    .orderBy('id');
  return rows.map((row) => openPieceRow(row as PieceRow, box));
}

const openPieceRow = (row: PieceRow, box: SecretBox): Piece => ({
  kind: row.kind,
  contentType: row.content_type,
  createdAt: row.created_at,
  content: box.open(row.sealed, piecePlace(row)),
});
