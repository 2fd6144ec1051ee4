import { describe, expect, it } from 'vitest';
import type { ChannelDeclaration } from '../../../src/services/channels/channel.ts';
import { type ChannelItem, channelAItems, mergeItem } from '../../../src/services/declarations/channel-items.ts';
import type { DeclarationRecord } from '../../../src/services/declarations/rules/merge.ts';
import type { Instant } from '../../../src/services/kernel/paris-time.ts';

const listed = (change: Partial<ChannelDeclaration>): ChannelDeclaration => ({ links: {}, errors: [], ...change });

describe('an item of ChannelA', () => {
  it('says what it knows of a declaration', () => {
    const end = '2025-12-30T23:00:00Z' as Instant;
    const given = { channelId: 12, label: 'Acompte 2571', type: 'Paiement', status: 'ERREUR', end };
    const [item] = channelAItems([listed({ ...given, errors: [{ code: 'E7', libelle: 'Total faux' }] })]);
    expect(item).toMatchObject({
      channel: 'ChannelA',
      channelId: '12',
      type: 'IS2571',
      end: '2025-12-31',
      at: undefined,
      said: { status: 'Rejected', label: 'Acompte 2571', channelType: 'Paiement', end },
    });
    expect(item?.said.reasons).toEqual([{ Formulaire: '', Code: 'E7', Libelle: 'Total faux' }]);
  });

  it('that is accepted has no reasons any more', () => {
    const [item] = channelAItems([listed({ channelId: 1, status: 'Accepted' })]);
    const rejected = { values: { status: 'Rejected', reasons: [{ Formulaire: '2571', Code: '156', Libelle: '' }] } };
    expect(
      mergeItem({ ...rejected, stamps: {} } as DeclarationRecord, item as ChannelItem).record.values,
    ).toMatchObject({
      status: 'Accepted',
      reasons: [],
    });
  });

  it('says nothing that is not known, or that no database takes', () => {
    const [item] = channelAItems([listed({ channelId: 1, status: 'Strange', type: 'TVA', label: 'a\0b' })]);
    expect(item?.said).toMatchObject({ status: undefined, type: undefined, label: undefined, channelType: 'TVA' });
  });

  it('without identifier is left out', () => {
    expect(channelAItems([listed({ label: 'Liasse' })])).toEqual([]);
  });

  it('is of the date of its change, else of its answer, else of its sending', () => {
    const [sentAt, answeredAt, modifiedAt] = [
      '2026-01-01T00:00:00Z',
      '2026-01-02T00:00:00Z',
      '2026-01-03T00:00:00Z',
    ] as Instant[];
    const at = (change: Partial<ChannelDeclaration>) => channelAItems([listed({ channelId: 1, ...change })])[0]?.at;
    expect([at({ sentAt, answeredAt, modifiedAt }), at({ sentAt, answeredAt }), at({ sentAt })]).toEqual([
      modifiedAt,
      answeredAt,
      sentAt,
    ]);
  });
});
