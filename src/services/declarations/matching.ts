/** Stored declarations as the matching rule of refreshes sees them. */
import type { TransmissionChannel } from './rules/enumerations.ts';
import type { Matchable } from './rules/refresh.ts';
import type { DeclarationDraft, StoredDeclaration } from './store.ts';

export interface MatchableDeclaration extends Matchable {
  readonly declaration: StoredDeclaration;
}

/** What the record's own channel knows it by. */
const channelIdOf = ({ channel, channelAId, numeroAds }: DeclarationDraft): string | undefined =>
  channel === 'ChannelB' ? numeroAds : channelAId === undefined ? undefined : String(channelAId);

/**
 * The records that words of a channel may be about: those of the channel, deleted ones too, and those that have no
 * channel yet. A record without identifier that went through another channel, or is deleted, waits for nothing here.
 */
export const matchableFor = (
  channel: TransmissionChannel,
  declarations: readonly StoredDeclaration[],
): MatchableDeclaration[] =>
  declarations.map(asMatchable).filter(({ channelId, declaration }) => {
    if (declaration.channel === channel && channelId !== undefined) return true;
    const isOpen = declaration.channel === channel || declaration.channel === 'None';
    return isOpen && channelId === undefined && declaration.status !== 'Deleted';
  });

const asMatchable = (declaration: StoredDeclaration): MatchableDeclaration => ({
  declaration,
  channel: declaration.channel,
  channelId: channelIdOf(declaration),
  type: declaration.type,
  end: declaration.periodEnd,
});
