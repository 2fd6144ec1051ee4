import { describe, expect, it } from 'vitest';
import { DECLARATION_TYPES } from '../../../../src/commands/declaration/fields.ts';
import { channelAStatus, noticeStatus } from '../../../../src/services/declarations/rules/channel-status.ts';
import { readMember, STATUSES, URL_TYPES } from '../../../../src/services/declarations/rules/enumerations.ts';
import { canMove, canSend, isFiled, RANK } from '../../../../src/services/declarations/rules/status.ts';
import { PIECE_FORMATS, PIECE_TYPES } from '../../../../src/services/filing/piece-forms.ts';

describe('members of enumerations', () => {
  it.each([
    ['Liasse', 'Liasse'],
    ['is2571', 'IS2571'],
    [' CVAESOLDE ', 'CVAESolde'],
    ['0', 'Liasse'],
    [6, 'CVAEAcompte'],
  ])('%j is %s', (input, member) => expect(readMember(DECLARATION_TYPES, input)).toBe(member));

  it.each(['', '8', -1, 1.5, '1e1', 'Liass', 'constructor', '99999999999'])('%j is no member', (input) =>
    expect(readMember(DECLARATION_TYPES, input)).toBeUndefined(),
  );

  it('reads every member by its name and by its position', () => {
    for (const list of [URL_TYPES, PIECE_TYPES, PIECE_FORMATS, STATUSES] as const) {
      for (const [index, member] of list.entries()) {
        expect(readMember(list, member.toUpperCase())).toBe(member);
        expect(readMember(list, index)).toBe(member);
      }
    }
  });
});

describe('ranks', () => {
  it('follows the way of a declaration', () => {
    const way = [
      'None',
      'Draft',
      'ReadyToSend',
      'Sending',
      'SentToChannel',
      'AcceptedByChannel',
      'Sent',
      'Rejected',
      'Accepted',
      'Deleted',
    ] as const;
    expect(way.map((status) => RANK[status])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(Object.keys(RANK).sort()).toEqual([...STATUSES].sort());
  });

  it('lets a declaration be sent only when no other could be filed', () => {
    const sendable = STATUSES.filter(canSend);
    expect(sendable).toEqual([
      'None',
      'Draft',
      'ReadyToSend',
      'CompletedWithWarnings',
      'CompletedWithErrors',
      'RejectedByChannel',
      'Rejected',
      'Deleted',
      'Unknown',
    ]);
    expect(STATUSES.filter(isFiled)).toEqual([
      'SentToChannel',
      'AcceptedByChannel',
      'Sent',
      'Accepted',
      'AcceptedWithAnomalies',
    ]);
  });

  it.each([
    ['Draft', 'ReadyToSend', true],
    ['Sending', 'SendUncertain', true],
    ['SendUncertain', 'Sending', false], // the channel is asked first
    ['Rejected', 'Draft', true],
    ['Accepted', 'Draft', false],
    ['Deleted', 'Draft', false],
  ] as const)('%s to %s: %s', (from, to, allowed) => expect(canMove(from, to)).toBe(allowed));
});

describe('states named by ChannelA', () => {
  it.each([
    ['Created', 'Draft'],
    ['NotCompleted', 'Draft'],
    ['READY_TO_BE_SENT', 'ReadyToSend'],
    ['complete-with-errors', 'CompletedWithErrors'],
    ['CompleteWithWarnings', 'CompletedWithWarnings'],
    ['sent', 'Sent'],
    ['OK', 'Accepted'],
    ['Accepted', 'Accepted'],
    ['ERREUR', 'Rejected'],
    ['Rejected', 'Rejected'],
    ['deleted', 'Deleted'],
    ['constructor', 'Unknown'],
    ['', 'Unknown'],
  ])('%j is %s', (named, status) => expect(channelAStatus(named)).toBe(status));
});

describe('verdicts of notices', () => {
  it.each([
    ['Ads', 'Unknown', 'SentToChannel'],
    ['Acs', 'Accepted', 'AcceptedByChannel'],
    ['Acs', 'AcceptedWithAnomalies', 'AcceptedByChannel'],
    ['Acs', 'Rejected', 'RejectedByChannel'],
    ['Acs', 'Waiting', undefined],
    ['Ars', 'Accepted', 'Accepted'],
    ['Ars', 'AcceptedWithAnomalies', 'AcceptedWithAnomalies'],
    ['Ars', 'Rejected', 'Rejected'],
    ['Ars', 'Suspended', undefined],
    ['Ars', 'Unknown', undefined],
  ] as const)('%s, %s: %s', (kind, group, status) => expect(noticeStatus(kind, group)).toBe(status));
});
