/** Where deliveries of the status webhook belong: their folder, and the record in it. */
import type { Knex } from 'knex';
import { foldersOfSiren } from '../folders/folders.ts';
import { compareInstants, parisDay } from '../kernel/paris-time.ts';
import { readExercises } from '../ledger/exercises.ts';
import type { Candidate, Home, StoredDelivery } from './inbox.ts';
import { matchableFor } from './matching.ts';
import { applyEvent, orderDate } from './rules/apply-event.ts';
import { matchFolder } from './rules/folder-match.ts';
import { type DeclarationRecord, EMPTY_RECORD } from './rules/merge.ts';
import { matchItems } from './rules/refresh.ts';
import { lockWaiting, type StoredDeclaration } from './store.ts';

/** A delivery to apply, stored or not yet. */
export type Pending = Pick<StoredDelivery, 'event' | 'arrivedAt' | 'identity'>;

export interface Place {
  readonly folderId: number;
  /** The record of the declaration, when there is one. */
  readonly target: StoredDeclaration | undefined;
  /** Identifier that the record had, when it is to be made again. */
  readonly formerId?: number | undefined;
  /** What goes there; the others wait. */
  readonly deliveries: readonly Pending[];
}

/** Applies deliveries in turn. */
export function fold(before: DeclarationRecord | undefined, deliveries: readonly Pending[]) {
  let after = before;
  const settled = deliveries.map((delivery) => {
    const { record, result, warnings } = applyEvent(after, delivery);
    after = record;
    return { delivery, result, warnings, deleted: record.values.status === 'Deleted' };
  });
  return { after: after ?? EMPTY_RECORD, settled };
}

/**
 * The place of `own`, the delivery that just came, and of those that waited for one; undefined while no folder is known.
 * A SIREN that a payload names decides between folders: a record entered under the identifier of another
 * company's declaration gets nothing of it.
 */
export async function placeOf(
  trx: Knex.Transaction,
  deliveries: readonly Pending[],
  candidates: readonly Candidate[],
  own?: Pending,
): Promise<Place | undefined> {
  const named = own?.event.siren;
  const known = route(candidates, named) ?? route(candidates, named ?? sirenOf(deliveries));
  const siren = named ?? known?.siren ?? sirenOf(deliveries);
  const belonging = deliveries.filter(({ event }) => !event.siren || !siren || event.siren === siren);
  const folderId = known?.declaration.folderId ?? (await folderFor(trx, siren, belonging));
  if (folderId === undefined || belonging.length === 0) return undefined;
  const inFolder = candidates.find(({ declaration }) => declaration.folderId === folderId)?.declaration;
  return { folderId, target: inFolder ?? (await adoptable(trx, folderId, belonging)), deliveries: belonging };
}

/** The place that deliveries had when they were applied the first time. */
export const formerPlace = (
  { folderId, declarationId }: Home,
  deliveries: readonly Pending[],
  candidates: readonly Candidate[],
): Place => {
  const target = candidates.find(({ declaration }) => declaration.folderId === folderId)?.declaration;
  return { folderId, target, formerId: declarationId, deliveries };
};

/** The only record of the identifier that a delivery naming this SIREN, or none, can be about. */
export function route(candidates: readonly Candidate[], siren: string | undefined): Candidate | undefined {
  if (siren === undefined) return candidates.length === 1 ? candidates[0] : undefined;
  const own = candidates.filter((candidate) => candidate.siren === siren);
  const possible = own.length > 0 ? own : candidates.filter((candidate) => candidate.siren === undefined);
  return possible.length === 1 ? possible[0] : undefined;
}

/** The SIREN of the latest delivery that names one. */
const sirenOf = (deliveries: readonly Pending[]): string | undefined =>
  deliveries
    .toSorted((a, b) => compareInstants(orderDate(b), orderDate(a)))
    .find(({ event }) => event.siren !== undefined)?.event.siren;

async function folderFor(
  trx: Knex.Transaction,
  siren: string | undefined,
  deliveries: readonly Pending[],
): Promise<number | undefined> {
  if (siren === undefined) return undefined;
  const folders = await foldersOfSiren(trx, siren);
  const { end } = fold(undefined, deliveries).after.values;
  const candidates = folders.map(async ({ id }) => ({
    folderId: id,
    exercises: folders.length > 1 ? await readExercises(trx, id) : [],
  }));
  return matchFolder(await Promise.all(candidates), end === undefined ? undefined : parisDay(end));
}

/** A declaration filed from here whose channel gave no identifier: the only one of its type and end (see matchItems). */
async function adoptable(
  trx: Knex.Transaction,
  folderId: number,
  deliveries: readonly Pending[],
): Promise<StoredDeclaration | undefined> {
  const { values } = fold(undefined, deliveries).after;
  if (values.type === undefined || values.end === undefined) return undefined;
  const item = { channel: 'ChannelA', channelId: 'new', type: values.type, end: parisDay(values.end) } as const;
  const records = matchableFor('ChannelA', await lockWaiting(trx, folderId, item.type, item.end));
  return matchItems(records, [item]).updates[0]?.record.declaration;
}
