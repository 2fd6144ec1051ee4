import { describe, expect, it } from 'vitest';
import { pageAddress, readUrlType } from '../../../../src/services/declarations/rules/page-address.ts';
import {
  channelsToAsk,
  listingOrder,
  type Matchable,
  matchItems,
} from '../../../../src/services/declarations/rules/refresh.ts';
import { readWindow } from '../../../../src/services/declarations/rules/window.ts';

describe('page of ChannelA', () => {
  it.each([
    [undefined, 'MesDeclarations'],
    ['ChoixDeclaration', 'ChoixDeclaration'],
    ['choixdeclaration', 'ChoixDeclaration'],
    ['1', 'ChoixDeclaration'],
    [0, 'MesDeclarations'],
  ])('%j is %s', (input, urlType) => expect(readUrlType(input)).toBe(urlType));

  it.each(['', 'Autre', '2', 2, -1])('refuses %j', (input) =>
    expect(() => readUrlType(input)).toThrow(expect.objectContaining({ code: 'UrlTypeUnknown' })),
  );

  it('is under the configured address', () => {
    expect(pageAddress('https://channel.example/app/', '732829320', 'MesDeclarations')).toBe(
      'https://channel.example/app/declarations/732829320',
    );
    expect(pageAddress('https://channel.example', '732829320', 'ChoixDeclaration')).toBe(
      'https://channel.example/choix/732829320',
    );
  });
});

describe('refresh', () => {
  it.each([
    [true, undefined, ['ChannelA', 'ChannelB']],
    [true, false, ['ChannelA', 'ChannelB']],
    [false, true, ['ChannelA']],
    [null, true, ['ChannelA']],
    [false, false, []],
    [undefined, null, []],
  ])('refreshData %s, refreshChannelAData %s asks %o', (all, a, channels) =>
    expect(channelsToAsk(all, a)).toEqual(channels),
  );

  const record = (name: string, more: Partial<Matchable>) => ({
    name,
    channel: 'ChannelA' as const,
    type: 'Liasse' as const,
    end: '2025-12-31',
    ...more,
  });
  const plan = (records: ReturnType<typeof record>[], items: ReturnType<typeof record>[]) => {
    const { updates, creations } = matchItems(records, items);
    return {
      updates: updates.map((u) => `${u.record.name}<${u.item.name}`),
      creations: creations.map(({ name }) => name),
    };
  };

  it.each([
    [
      'by identifier first',
      [record('a', { channelId: '1', end: '2020-12-31' })],
      [record('x', { channelId: '1' })],
      ['a<x'],
      [],
    ],
    [
      'not by the identifier of another channel',
      [record('a', { channelId: '1' })],
      [record('x', { channelId: '1', channel: 'ChannelB' })],
      [],
      ['x'],
    ],
    ['by type and end when one waits', [record('a', {})], [record('x', { channelId: '1' })], ['a<x'], []],
    ['not when two wait', [record('a', {}), record('b', {})], [record('x', { channelId: '1' })], [], ['x']],
    [
      'not when two items claim one record',
      [record('a', {})],
      [record('x', { channelId: '1' }), record('y', { channelId: '2' })],
      [],
      ['x', 'y'],
    ],
    [
      'a known item claims nothing',
      [record('a', {}), record('b', { channelId: '2' })],
      [record('x', { channelId: '1' }), record('y', { channelId: '2' })],
      ['a<x', 'b<y'],
      [],
    ],
    [
      'not a record that has another identifier',
      [record('a', { channelId: '9' })],
      [record('x', { channelId: '1' })],
      [],
      ['x'],
    ],
    [
      'not by an unknown type',
      [record('a', { type: 'Inconnu' })],
      [record('x', { channelId: '1', type: 'Inconnu' })],
      [],
      ['x'],
    ],
    [
      'not without an end',
      [record('a', { end: undefined })],
      [record('x', { channelId: '1', end: undefined })],
      [],
      ['x'],
    ],
    ['a record that no item names is kept', [record('a', { channelId: '1' })], [], [], []],
  ])('matches %s', (_, records, items, updates, creations) =>
    expect(plan(records, items)).toEqual({ updates, creations }),
  );

  it('lists the latest period first, then the latest record', () => {
    const rows = [{ id: 1, end: '2024-12-31' }, { id: 2, end: '2025-12-31' }, { id: 3 }, { id: 4, end: '2025-12-31' }];
    expect(rows.sort(listingOrder).map(({ id }) => id)).toEqual([4, 2, 1, 3]);
  });
});

describe('window of updates', () => {
  it('reads both bounds', () => {
    expect(readWindow('2026-07-15T10:00:00', '2026-07-15T10:00:00Z')).toEqual({
      after: '2026-07-15T08:00:00Z',
      before: '2026-07-15T10:00:00Z',
    });
  });

  it.each([
    ['', '2026-07-15', 'WindowBoundInvalid'],
    ['2026-07-15', 'tomorrow', 'WindowBoundInvalid'],
    ['2026-07-15T10:00:00Z', '2026-07-15T10:00:00Z', 'WindowEmpty'],
    ['2026-07-15T10:00:00Z', '2026-07-15T12:00:00', 'WindowEmpty'], // noon in Paris is 10:00 UTC
    ['2026-03-29T03:30:00', '2026-03-29T02:30:00', 'WindowEmpty'], // the skipped hour maps to one instant
  ])('refuses %s to %s', (after, before, code) =>
    expect(() => readWindow(after, before)).toThrow(expect.objectContaining({ code })),
  );
});
