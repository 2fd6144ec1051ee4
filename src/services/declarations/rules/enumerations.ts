/**
 * The closed lists of the transmission service. On the wire a member is its name; on input also its position in the
 * list, from 0, as callers that serialise enumerations as integers send it.
 */

export const STATUSES = [
  'None',
  'Draft',
  'ReadyToSend',
  'CompletedWithWarnings',
  'CompletedWithErrors',
  'Sending',
  'SendUncertain',
  'SentToChannel',
  'AcceptedByChannel',
  'RejectedByChannel',
  'Sent',
  'Accepted',
  'AcceptedWithAnomalies',
  'Rejected',
  'Deleted',
  'Unknown',
] as const;
export type Status = (typeof STATUSES)[number];

export const SOURCE_TYPES = ['Manual', 'Platform'] as const;
export type DeclarationSourceType = (typeof SOURCE_TYPES)[number];

export const TRANSMISSION_CHANNELS = ['None', 'ChannelA', 'ChannelB', 'Internal'] as const;
export type TransmissionChannel = (typeof TRANSMISSION_CHANNELS)[number];

export const REMINDER_LEVELS = ['None', 'Info', 'Warning', 'Error'] as const;
export type ReminderLevel = (typeof REMINDER_LEVELS)[number];

export const URL_TYPES = ['MesDeclarations', 'ChoixDeclaration'] as const;
export type UrlType = (typeof URL_TYPES)[number];

export const DOWNLOAD_TYPES = ['Unknown', 'Pdf', 'Edi'] as const;
export type DownloadType = (typeof DOWNLOAD_TYPES)[number];

/** The member that `input` names, whatever its case, or whose position it is. Undefined when there is none. */
export function readMember<const M extends string>(members: readonly M[], input: string | number): M | undefined {
  const text = String(input).trim();
  if (/^\d{1,9}$/.test(text)) return members[Number(text)];
  return members.find((member) => member.toLowerCase() === text.toLowerCase());
}
