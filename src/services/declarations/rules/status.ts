/** How far a declaration is: ranks, moves, and what a status allows. */
import type { Status } from './enumerations.ts';

/** Decides between two states of one date: the higher has seen more of the way to the tax authority. */
export const RANK: Readonly<Record<Status, number>> = {
  Unknown: 0,
  None: 0,
  Draft: 1,
  ReadyToSend: 2,
  CompletedWithWarnings: 2,
  CompletedWithErrors: 2,
  Sending: 3,
  SendUncertain: 3,
  SentToChannel: 4,
  AcceptedByChannel: 5,
  RejectedByChannel: 5,
  Sent: 6,
  Rejected: 7,
  AcceptedWithAnomalies: 8,
  Accepted: 8,
  Deleted: 9,
};

/** Moves decided here. What a channel reports follows the order rule instead (merge.ts). */
const LOCAL_MOVES: Partial<Readonly<Record<Status, readonly Status[]>>> = {
  None: ['Draft', 'ReadyToSend', 'Sending'],
  Draft: ['ReadyToSend', 'CompletedWithWarnings', 'CompletedWithErrors', 'Sending', 'Deleted'],
  ReadyToSend: ['Draft', 'Sending', 'Deleted'],
  CompletedWithWarnings: ['Draft', 'Sending', 'Deleted'],
  CompletedWithErrors: ['Draft', 'Sending', 'Deleted'],
  Sending: ['SentToChannel', 'SendUncertain', 'Draft'],
  SendUncertain: ['SentToChannel', 'Draft'],
  RejectedByChannel: ['Draft', 'Sending'],
  Rejected: ['Draft', 'Sending'],
};

export const canMove = (from: Status, to: Status): boolean => LOCAL_MOVES[from]?.includes(to) ?? false;

const REFUSED: readonly Status[] = ['Rejected', 'RejectedByChannel'];

export const isRefused = (status: Status): boolean => REFUSED.includes(status);

/** A send may still be under way, or its answer was lost: ask the channel first. */
export const isOpen = (status: Status): boolean => status === 'Sending' || status === 'SendUncertain';

/** The channel has it and has not refused it: a second send would be a second filing. */
export const isFiled = (status: Status): boolean => RANK[status] >= 4 && status !== 'Deleted' && !isRefused(status);

export const canSend = (status: Status): boolean => !isFiled(status) && !isOpen(status);
