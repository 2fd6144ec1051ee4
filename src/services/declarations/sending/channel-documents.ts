/**
 * Documents that ChannelA makes of a declaration. Their links die within the hour and their content changes until the
 * declaration is accepted: what is fetched then is kept for ever, what is fetched before is only passed on.
 */
import type { ChannelDocument } from '../../channels/channel.ts';
import { channelsPort } from '../../channels/channel.ts';
import { channelPiece, keepPiece } from '../../filing/pieces.ts';
import type { Context } from '../../operation/context.ts';
import type { Status } from '../rules/enumerations.ts';
import type { StoredDeclaration } from '../store.ts';

export type ChannelDocumentKind = 'Edi' | 'Pdf';

const LINKS = { Edi: 'ediUrl', Pdf: 'pdfUrl' } as const;

/** A failure may come as a page or as JSON with status 200: it is not kept as the document. */
const TYPES: Readonly<Record<ChannelDocumentKind, RegExp>> = {
  Edi: /^(?!application\/(?:json|pdf)|text\/html)/i,
  Pdf: /^application\/pdf\b/i,
};

const FINAL: readonly Status[] = ['Accepted', 'AcceptedWithAnomalies'];

/** Undefined when ChannelA has none. Throws ChannelAddressRefused and the errors of the channel. */
export async function channelDocument(
  ctx: Context,
  { folderId, id, channel, status, record }: StoredDeclaration,
  kind: ChannelDocumentKind,
): Promise<ChannelDocument | undefined> {
  const owner = { folderId, kind: 'Declaration', id } as const;
  const kept = await channelPiece(ctx, owner, kind);
  if (kept) return kept;
  const link = record.values[LINKS[kind]];
  if (channel !== 'ChannelA' || link === undefined) return undefined;
  const document = await (await ctx.open(channelsPort)).channelA().document(link);
  if (!TYPES[kind].test(document.contentType)) return undefined;
  if (FINAL.includes(status)) {
    const piece = { owner, kind, ...document };
    await keepPiece((await ctx.db()).knex, await ctx.secrets(), ctx.clock.now(), piece);
  }
  return document;
}
