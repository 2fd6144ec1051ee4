/** What a channel lists of a company (A10), read into what it says of each declaration. */
import { createHash } from 'node:crypto';
import type { ChannelDeclaration } from '../channels/channel.ts';
import { type Instant, parisDay } from '../kernel/paris-time.ts';
import { channelAStatus } from './rules/channel-status.ts';
import { declarationType } from './rules/declaration-type.ts';
import type { Status } from './rules/enumerations.ts';
import {
  type DeclarationRecord,
  type Merge,
  mergeDated,
  mergeUndated,
  type SaidValues,
  stampOf,
} from './rules/merge.ts';
import type { Matchable } from './rules/refresh.ts';
import { rejectionReason } from './rules/rejections.ts';

export interface ChannelItem extends Matchable {
  readonly channelId: string;
  readonly said: SaidValues;
  /** When the channel says that this became true; many items say nothing. */
  readonly at?: Instant | undefined;
}

/** Items of ChannelA. Those without identifier are left out: nothing could be matched to them later. */
export const channelAItems = (declarations: readonly ChannelDeclaration[]): ChannelItem[] =>
  declarations.flatMap((one) => (one.channelId === undefined ? [] : [itemOf(one, String(one.channelId))]));

function itemOf(one: ChannelDeclaration, channelId: string): ChannelItem {
  const type = declarationType(one.type, [one.label, one.form].filter(Boolean).join(' '));
  const status = one.status === undefined ? undefined : channelAStatus(one.status);
  const said: SaidValues = {
    status: status === 'Unknown' ? undefined : status,
    type: type === 'Inconnu' ? undefined : type,
    label: clean(one.label),
    channelType: clean(one.type),
    start: one.start,
    end: one.end,
    due: one.due,
    sentAt: one.sentAt,
    answeredAt: one.answeredAt,
    pdfUrl: clean(one.links.pdf),
    pageUrl: clean(one.links.page),
    receiptUrl: clean(one.links.receipt),
    ediUrl: clean(one.links.edi),
    reasons: reasonsOf(status, one.errors),
  };
  const at = one.modifiedAt ?? one.answeredAt ?? one.sentAt;
  return { channel: 'ChannelA', channelId, type, end: one.end && parisDay(one.end), said, at };
}

/** Emptied on an acceptance, as by a delivery. A list may leave errors out: a rejection without any says nothing of them. */
function reasonsOf(status: Status | undefined, errors: ChannelDeclaration['errors']): SaidValues['reasons'] {
  if (status === 'Accepted') return [];
  return status === 'Rejected' && errors.length > 0 ? errors.map(rejectionReason) : undefined;
}

/** Databases take neither NUL nor half of a surrogate pair. */
const clean = (text: string | undefined): string | undefined =>
  text === undefined || /\0|\p{Surrogate}/u.test(text) ? undefined : text;

/** A dated item follows the order of dates, like a delivery; an undated one never lowers a status. */
export function mergeItem(record: DeclarationRecord, { said, at }: Pick<ChannelItem, 'said' | 'at'>): Merge {
  if (at === undefined) return mergeUndated(record, said);
  const identity = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  return mergeDated(record, said, stampOf(at, said.status ?? 'None', identity));
}
