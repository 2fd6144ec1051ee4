/** Refreshing the records of a folder from its channels (A10). */
import type { DeclarationType } from '../kinds.ts';
import type { TransmissionChannel } from './enumerations.ts';

/** The channels to ask: `refreshData` asks all and goes first, `refreshChannelAData` asks ChannelA only. */
export const channelsToAsk = (
  refreshData: boolean | null | undefined,
  refreshChannelAData: boolean | null | undefined,
): readonly TransmissionChannel[] => (refreshData ? ['ChannelA', 'ChannelB'] : refreshChannelAData ? ['ChannelA'] : []);

/** What matching needs of a record and of an item of a channel's list. `channelId`: ChannelAId or NumeroADS. */
export interface Matchable {
  readonly channel: TransmissionChannel;
  readonly channelId?: string | undefined;
  readonly type: DeclarationType;
  readonly end?: string | undefined;
}

export interface RefreshPlan<R, I> {
  readonly updates: readonly { readonly record: R; readonly item: I }[];
  readonly creations: readonly I[];
}

/**
 * Each item goes to the record of its channel and identifier, else to the only record without identifier that has its
 * type and end, else makes a new record. Two candidates are no match. Records that no item names are kept as they are.
 */
export function matchItems<R extends Matchable, I extends Matchable>(
  records: readonly R[],
  items: readonly I[],
): RefreshPlan<R, I> {
  const byId = new Map(records.filter(hasId).map((record) => [idKey(record), record]));
  const free = new Map<string, R[]>();
  for (const record of records) if (!hasId(record)) push(free, periodKey(record), record);
  const updates: { record: R; item: I }[] = [];
  const creations: I[] = [];
  const claims = countClaims(items.filter((item) => !byId.has(idKey(item))));
  for (const item of items) {
    const record = byId.get(idKey(item)) ?? onlyFree(free, item, claims);
    if (record) updates.push({ record, item });
    else creations.push(item);
  }
  return { updates, creations };
}

/** The one record that waits for this period, when the item is the only one that could claim it. */
function onlyFree<R>(free: ReadonlyMap<string, R[]>, item: Matchable, claims: ReadonlyMap<string, number>) {
  if (item.end === undefined || item.type === 'Inconnu') return undefined;
  const candidates = free.get(periodKey(item)) ?? [];
  return candidates.length === 1 && claims.get(periodKey(item)) === 1 ? candidates[0] : undefined;
}

const countClaims = (items: readonly Matchable[]): ReadonlyMap<string, number> => {
  const claims = new Map<string, number>();
  for (const item of items) claims.set(periodKey(item), (claims.get(periodKey(item)) ?? 0) + 1);
  return claims;
};

const hasId = ({ channelId }: Matchable): boolean => channelId !== undefined;
const idKey = ({ channel, channelId }: Matchable): string => `${channel} ${channelId ?? ''}`;
const periodKey = ({ type, end }: Matchable): string => `${type} ${end ?? ''}`;

const push = <V>(map: Map<string, V[]>, key: string, value: V): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

/** The order of listings: latest period first, then latest record. */
export const listingOrder = (
  a: { readonly end?: string | undefined; readonly id: number },
  b: { readonly end?: string | undefined; readonly id: number },
): number => {
  const [x, y] = [a.end ?? '', b.end ?? ''];
  return x === y ? b.id - a.id : x < y ? 1 : -1;
};
