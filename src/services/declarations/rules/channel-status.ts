/** The states that partners name, brought to ours. Partners vary case and spelling: only letters are compared. */
import type { NoticeGroup, NoticeKind } from '../../edi/notice.ts';
import type { Status } from './enumerations.ts';

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

const CHANNEL_A: Readonly<Record<string, Status>> = {
  created: 'Draft',
  notcompleted: 'Draft',
  readytobesent: 'ReadyToSend',
  completewitherrors: 'CompletedWithErrors',
  completedwitherrors: 'CompletedWithErrors',
  completewithwarnings: 'CompletedWithWarnings',
  completedwithwarnings: 'CompletedWithWarnings',
  sent: 'Sent',
  ok: 'Accepted',
  accepted: 'Accepted',
  erreur: 'Rejected',
  rejected: 'Rejected',
  deleted: 'Deleted',
};

/** A word that is none of those met is `Unknown`, which never replaces a known status. */
export const channelAStatus = (named: string): Status => {
  const letters = lettersOf(named);
  return Object.hasOwn(CHANNEL_A, letters) ? (CHANNEL_A[letters] ?? 'Unknown') : 'Unknown';
};

/** Waiting and suspended declarations stay as they are: another notice will follow. */
const VERDICTS: Readonly<Record<Exclude<NoticeKind, 'Ads'>, Partial<Record<NoticeGroup, Status>>>> = {
  // The portal's own checks: an anomaly there does not yet say what the authority will answer.
  Acs: { Accepted: 'AcceptedByChannel', AcceptedWithAnomalies: 'AcceptedByChannel', Rejected: 'RejectedByChannel' },
  Ars: { Accepted: 'Accepted', AcceptedWithAnomalies: 'AcceptedWithAnomalies', Rejected: 'Rejected' },
};

/** The status a notice gives to a declaration it lists under `group`; undefined when it decides nothing. */
export const noticeStatus = (kind: NoticeKind, group: NoticeGroup): Status | undefined =>
  kind === 'Ads' ? 'SentToChannel' : VERDICTS[kind][group];
