/** Files sent and notices received, kept for ever: stored once, encrypted, with the SHA-256 of what they were. */
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from '../operation/context.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Owner, OwnerKind } from './filer.ts';
import { type FilingRow, ownerOf } from './filings.ts';
import type { PieceForm } from './piece-forms.ts';

/** `Sent`: what left; `Forms`: its cells as JSON; `Edi`, `Pdf`: what a channel made of it; the rest are notices. */
export type PieceKind = 'Sent' | 'Forms' | 'Edi' | 'Pdf' | 'Ads' | 'Acs' | 'Ars';

export interface PieceRow {
  readonly folder_id: number;
  readonly id: number;
  readonly owner_kind: OwnerKind;
  readonly owner_id: number;
  readonly filing_id: number | null;
  readonly kind: PieceKind;
  readonly form: PieceForm['stored'];
  readonly content_type: string;
  readonly sha256: string;
  readonly sealed: Buffer;
  readonly created_at: string;
}

export interface NewPiece {
  readonly owner: Owner;
  /** Absent: a channel made it of the owner, whatever was sent. */
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

const pieces = (knex: Knex): Knex.QueryBuilder<PieceRow, PieceRow[]> => knex<PieceRow, PieceRow[]>('piece');

type Place = Pick<PieceRow, 'folder_id' | 'owner_kind' | 'owner_id' | 'kind' | 'form' | 'sha256'>;

/** What the encrypted bytes are bound to. Declarations, which were alone at first, are named by their number only. */
export const piecePlace = ({ folder_id, owner_kind, owner_id, kind, form, sha256 }: Place): string => {
  const owner = owner_kind === 'Declaration' ? owner_id : `${owner_kind} ${owner_id}`;
  return `piece ${folder_id} ${owner} ${kind} ${form} ${sha256}`;
};

const ownerColumns = ({ folderId, kind, id }: Owner) =>
  ({ folder_id: folderId, owner_kind: kind, owner_id: id }) as const;

/** The same bytes of a filing again are the same piece. */
export const keepPiece = (trx: Knex, box: SecretBox, now: string, piece: NewPiece): Promise<void> =>
  keepPieces(trx, box, now, [piece]);

/** In this order. */
export async function keepPieces(trx: Knex, box: SecretBox, now: string, all: readonly NewPiece[]): Promise<void> {
  const rows = new Map(all.map((piece) => unsealed(piece)).map((one) => [identityOf(one.row), one]));
  const known = await pieces(trx)
    .whereRaw('(folder_id, owner_kind, owner_id) in (select * from unnest(?::integer[], ?::text[], ?::integer[]))', [
      all.map(({ owner }) => owner.folderId),
      all.map(({ owner }) => owner.kind),
      all.map(({ owner }) => owner.id),
    ])
    .select('folder_id', 'filing_id', 'owner_kind', 'owner_id', 'kind', 'form', 'sha256');
  for (const row of known) rows.delete(identityOf(row));
  const made = [...rows.values()].map(({ row, content }) => ({ ...row, sealed: box.seal(content, piecePlace(row)) }));
  if (made.length > 0) await pieces(trx).insert(made.map((row) => ({ ...row, created_at: now })));
}

type Identity = Place & Pick<PieceRow, 'filing_id'>;

const identityOf = (row: Identity): string => `${row.filing_id} ${piecePlace(row)}`;

function unsealed({ owner, filingId, kind, form = 'document', contentType, content }: NewPiece) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const place = { ...ownerColumns(owner), kind, form, sha256 };
  return { content, row: { ...place, filing_id: filingId ?? null, content_type: contentType } };
}

/**
 * The latest piece of that kind of a filing, if there is one. Throws SecretUnreadable when its bytes are no longer those
 * that were stored.
 */
export const filingPiece = async (
  ctx: Context,
  filing: FilingRow,
  kind: PieceKind,
  form: PieceForm['stored'] = 'document',
): Promise<Piece | undefined> => latest(ctx, { ...ownerColumns(ownerOf(filing)), filing_id: filing.id, kind, form });

/** The latest that a channel made of the owner, if there is one. Throws SecretUnreadable. */
export const channelPiece = async (ctx: Context, owner: Owner, kind: 'Edi' | 'Pdf'): Promise<Piece | undefined> =>
  latest(ctx, { ...ownerColumns(owner), filing_id: null, kind, form: 'document' });

async function latest(ctx: Context, wanted: Partial<PieceRow>): Promise<Piece | undefined> {
  const row = await pieces((await ctx.db()).knex)
    .where(wanted)
    .orderBy('id', 'desc')
    .first();
  return row && openPieceRow(row, await ctx.secrets());
}

/** Every notice of a filing, in the order they came, as documents. Throws SecretUnreadable. */
export async function noticePieces(ctx: Context, filing: FilingRow): Promise<Piece[]> {
  const { knex } = await ctx.db();
  const box = await ctx.secrets();
  const rows = await pieces(knex)
    .where({ folder_id: filing.folder_id, filing_id: filing.id, form: 'document' })
    .whereIn('kind', ['Ads', 'Acs', 'Ars'])
    .orderBy('id');
  return rows.map((row) => openPieceRow(row, box));
}

const openPieceRow = (row: PieceRow, box: SecretBox): Piece => ({
  kind: row.kind,
  contentType: row.content_type,
  createdAt: row.created_at,
  content: box.open(row.sealed, piecePlace(row)),
});
