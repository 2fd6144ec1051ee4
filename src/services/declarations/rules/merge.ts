/**
 * The order rule: what a channel says about a declaration, in whatever order and however often it is said, ends in one
 * state. Each value of a record remembers the stamp of the update that set it; an update sets a value only over an
 * older stamp. So the last word wins value by value, and an absent value never erases a stored one.
 *
 * Stamps compare date first, then rank of the status, then identity of the delivery, which only makes the order total.
 */
import { compareInstants, type Instant } from '../../kernel/paris-time.ts';
import type { DeclarationType } from '../kinds.ts';
import type { Status } from './enumerations.ts';
import type { RejectionReason } from './rejections.ts';
import { RANK } from './status.ts';

/** What channels may say of a declaration. */
export interface DeclarationValues {
  readonly status: Status;
  readonly label: string;
  /** Absent while no channel named a type we know. */
  readonly type: DeclarationType;
  /** The type as the channel names it. */
  readonly channelType: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly due: Instant;
  /** Sent to the tax authority. */
  readonly sentAt: Instant;
  /** Answered by the tax authority. */
  readonly answeredAt: Instant;
  readonly paymentStatus: string;
  readonly pdfUrl: string;
  readonly pageUrl: string;
  readonly receiptUrl: string;
  readonly ediUrl: string;
  readonly reasons: readonly RejectionReason[];
}

export type ValueName = keyof DeclarationValues;

/** Sortable text: instant to the microsecond, rank, identity. */
export type Stamp = string & { readonly Stamp: unique symbol };

export interface DeclarationRecord {
  readonly values: Partial<DeclarationValues>;
  /** Values without a stamp were set here, or by an undated listing: any dated word replaces them. */
  readonly stamps: Readonly<Partial<Record<ValueName, Stamp>>>;
}

export const EMPTY_RECORD: DeclarationRecord = { values: {}, stamps: {} };

/** Absent or undefined: nothing is said about that value. */
export type SaidValues = { readonly [K in ValueName]?: DeclarationValues[K] | undefined };

export type Warning = 'StatusLowered' | 'AnswerBeforeSending';

export interface Merge {
  readonly record: DeclarationRecord;
  readonly changed: readonly ValueName[];
  readonly warnings: readonly Warning[];
}

export function stampOf(orderAt: Instant, status: Status, identity: string): Stamp {
  const [seconds = '', fraction = ''] = orderAt.slice(0, -1).split('.');
  return `${seconds}.${fraction.padEnd(6, '0')} ${RANK[status]} ${identity.slice(0, 16)}` as Stamp;
}

/** The words of a dated update. Two of one stamp are one delivery, and change nothing the second time. */
export function mergeDated(record: DeclarationRecord, said: SaidValues, stamp: Stamp): Merge {
  const newer = names(said).filter((name) => (record.stamps[name] ?? '') < stamp);
  const stamps = { ...record.stamps, ...Object.fromEntries(newer.map((name) => [name, stamp])) };
  return finish(record, pick(said, newer), stamps);
}

/**
 * The words of a listing that bears no date. It is true at the moment, so links and labels are taken over; but a status
 * only ever rises, and no stamp moves, so that a dated word which is still under way is not taken for a late one.
 */
export function mergeUndated(record: DeclarationRecord, said: SaidValues): Merge {
  if (record.values.status === 'Deleted') return { record, changed: [], warnings: [] };
  const taken = names(said).filter((name) => name !== 'status' || rises(record, said.status));
  return finish(record, pick(said, taken), record.stamps);
}

const rises = (record: DeclarationRecord, status: Status | undefined): boolean =>
  status !== undefined && RANK[status] > RANK[record.values.status ?? 'None'];

const names = (said: SaidValues): ValueName[] =>
  (Object.keys(said) as ValueName[]).filter((name) => said[name] !== undefined);

const pick = (said: SaidValues, chosen: readonly ValueName[]): Partial<DeclarationValues> =>
  Object.fromEntries(chosen.map((name) => [name, said[name]]));

function finish(
  before: DeclarationRecord,
  set: Partial<DeclarationValues>,
  stamps: DeclarationRecord['stamps'],
): Merge {
  const values = { ...before.values, ...set };
  const changed = (Object.keys(set) as ValueName[]).filter((name) => !same(before.values[name], values[name]));
  return { record: { values, stamps }, changed, warnings: warnings(before.values, values, changed) };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function warnings(
  before: Partial<DeclarationValues>,
  after: Partial<DeclarationValues>,
  changed: readonly ValueName[],
): Warning[] {
  const lowered = changed.includes('status') && RANK[after.status ?? 'None'] < RANK[before.status ?? 'None'];
  const dated = changed.includes('sentAt') || changed.includes('answeredAt');
  const { sentAt, answeredAt } = after;
  const reversed = dated && sentAt && answeredAt && compareInstants(answeredAt, sentAt) < 0;
  return [...(lowered ? (['StatusLowered'] as const) : []), ...(reversed ? (['AnswerBeforeSending'] as const) : [])];
}
