/**
 * Deliveries of the status webhook (A16), applied to the records. The inbox, the record and the audit line change in one
 * transaction. What cannot be placed yet stays in the inbox and is applied with the delivery that places it, so that no
 * order of arrival shows in the records.
 */
import type { Knex } from 'knex';
import { actorName, appendAudit } from '../audit/audit.ts';
import { foldersOfSiren } from '../folders/folders.ts';
import { type Instant, parisDay, readInstant } from '../kernel/paris-time.ts';
import { readExercises } from '../ledger/exercises.ts';
import type { Context } from '../operation/context.ts';
import {
  type Candidate,
  type DeliveryResult,
  deliveriesOf,
  findByChannelAId,
  type Home,
  insertDelivery,
  lockChannelAId,
  resettleDelivery,
  type StoredDelivery,
} from './inbox.ts';
import { matchableFor } from './matching.ts';
import { applyEvent, type Delivery, orderDate } from './rules/apply-event.ts';
import { matchFolder } from './rules/folder-match.ts';
import { type DeclarationRecord, EMPTY_RECORD, type Warning } from './rules/merge.ts';
import { matchItems } from './rules/refresh.ts';
import { deliveryIdentity, readWebhook } from './rules/webhook-payload.ts';
import { insertDeclaration, lockDeclarations, type StoredDeclaration, updateDeclaration } from './store.ts';

/** A delivery to apply; one that is not stored yet has no result. */
type Pending = Pick<StoredDelivery, 'event' | 'arrivedAt' | 'identity'> & Partial<Pick<StoredDelivery, 'home'>>;

/** What came of a delivery. */
interface Settled {
  readonly delivery: Pending;
  readonly result: DeliveryResult;
  readonly warnings: readonly Warning[];
}

interface Settlement {
  readonly settled: readonly Settled[];
  /** None while no folder is known. */
  readonly home: Home | undefined;
}

/** Takes one delivery: `body` is the parsed JSON. Answers only after the commit. Throws WebhookInvalid. */
export async function receiveDelivery(ctx: Context, body: unknown): Promise<DeliveryResult> {
  const event = readWebhook(body);
  const delivery: Pending = { event, arrivedAt: arrival(ctx), identity: deliveryIdentity(event) };
  const box = await ctx.secrets();
  return (await ctx.db()).transaction(async (trx) => {
    await lockChannelAId(trx, event.declarationId);
    const { known, homeless, candidates } = await findByChannelAId(trx, event.declarationId, delivery.identity);
    if (known) return 'duplicate';
    const waiting = homeless ? await deliveriesOf(trx, ctx, event.declarationId, { homeless: true }) : [];
    const { settled, home } = await settle(trx, ctx, [...waiting, delivery], candidates);
    if (home) for (const one of settled.slice(0, -1)) await record(trx, ctx, one, home);
    const own = settled.at(-1) ?? { delivery, result: 'parked', warnings: [] };
    await insertDelivery(trx, box, { ...delivery, result: own.result, home }, body);
    await tell(trx, ctx, own, home);
    return own.result;
  });
}

const arrival = (ctx: Context): Instant => {
  const now = readInstant(ctx.clock.now());
  if (!now) throw new Error('the clock gives no date-time');
  return now;
};

/** Applies what waits about a declaration, if it can be placed now. Returns how many deliveries found their folder. */
export async function adoptDeliveries(ctx: Context, channelAId: number): Promise<number> {
  return (await ctx.db()).transaction(async (trx) => {
    await lockChannelAId(trx, channelAId);
    const { candidates } = await findByChannelAId(trx, channelAId, '');
    const waiting = await deliveriesOf(trx, ctx, channelAId, { homeless: true });
    if (waiting.length === 0) return 0;
    const { settled, home } = await settle(trx, ctx, waiting, candidates);
    if (!home) return 0;
    for (const one of settled) await record(trx, ctx, one, home);
    return settled.length;
  });
}

/**
 * Applies every stored delivery about a declaration again. A record that is gone comes back under its former identifier;
 * one that is there ends as it is, because the order rule knows what it has seen.
 */
export async function replayDeliveries(ctx: Context, channelAId: number): Promise<number> {
  return (await ctx.db()).transaction(async (trx) => {
    await lockChannelAId(trx, channelAId);
    const { candidates } = await findByChannelAId(trx, channelAId, '');
    const deliveries = await deliveriesOf(trx, ctx, channelAId);
    const { settled, home } = await settle(trx, ctx, deliveries, candidates);
    for (const one of settled) if (home && !one.delivery.home) await record(trx, ctx, one, home);
    return settled.length;
  });
}

/** The folder that waiting deliveries could go to now; undefined while there is none. */
export async function folderOfWaiting(ctx: Context, channelAId: number): Promise<number | undefined> {
  return (await ctx.db()).transaction(async (trx) => {
    const waiting = await deliveriesOf(trx, ctx, channelAId, { homeless: true });
    const { candidates } = await findByChannelAId(trx, channelAId, '');
    return route(candidates, sirenOf(waiting))?.folderId ?? (await folderFor(trx, waiting));
  });
}

async function record(trx: Knex.Transaction, ctx: Context, one: Settled, home: Home): Promise<void> {
  await resettleDelivery(trx, { identity: one.delivery.identity, result: one.result, home });
  await tell(trx, ctx, one, home);
}

async function tell(trx: Knex.Transaction, ctx: Context, one: Settled, home: Home | undefined): Promise<void> {
  const { event } = one.delivery;
  await appendAudit(trx, {
    at: ctx.clock.now(),
    actor: actorName(ctx.actor),
    operation: 'declaration.webhook.receive',
    folderId: home?.folderId ?? null,
    outcome: one.result,
    details: {
      channelAId: event.declarationId,
      status: event.status,
      ...(home && { declarationId: home.declarationId }),
      ...(one.warnings.length > 0 && { warning: one.warnings.join(', ') }),
    },
  });
}

/** Applies deliveries in turn to the record they are about, which is found or made if any of them says where. */
async function settle(
  trx: Knex.Transaction,
  ctx: Context,
  deliveries: readonly Pending[],
  candidates: readonly Candidate[],
): Promise<Settlement> {
  const known = route(candidates, sirenOf(deliveries));
  const former = deliveries.find(({ home }) => home !== undefined)?.home;
  const folderId = known?.folderId ?? former?.folderId ?? (await folderFor(trx, deliveries));
  if (folderId === undefined) return { settled: park(deliveries), home: undefined };
  const target = known ?? (await adoptable(trx, folderId, deliveries));
  const { after, settled } = fold(target?.record, deliveries);
  const draft = {
    ...(target ?? { sourceType: 'Manual', ignoreWhenRejected: false }),
    channel: 'ChannelA',
    channelAId: deliveries[0]?.event.declarationId,
    record: after,
  } as const;
  const now = ctx.clock.now();
  if (target) {
    if (after !== target.record || !known) await updateDeclaration(trx, target, draft, now);
    return { settled, home: { folderId, declarationId: target.id } };
  }
  const made = await insertDeclaration(trx, folderId, draft, now, former?.declarationId);
  return { settled: asCreated(settled), home: { folderId, declarationId: made.id } };
}

function fold(before: DeclarationRecord | undefined, deliveries: readonly Pending[]) {
  let after = before;
  const settled = deliveries.map((delivery) => {
    const { record, result, warnings } = applyEvent(after, delivery);
    after = record;
    return { delivery, result, warnings, deleted: record.values.status === 'Deleted' };
  });
  return { after: after ?? EMPTY_RECORD, settled };
}

/** Without a folder nothing is applied; but a deletion counts, and so does having come too late for one. */
const park = (deliveries: readonly Pending[]): Settled[] =>
  fold(undefined, deliveries).settled.map(({ delivery, result, deleted }) => {
    const concernsDeletion = deleted || delivery.event.status === 'Deleted';
    const kept = result === 'deleted' || (result === 'stale' && concernsDeletion) ? result : 'parked';
    return { delivery, result: kept, warnings: [] };
  });

/** The last delivery is the one that made the record, whatever waited for it. */
const asCreated = (settled: readonly Settled[]): Settled[] =>
  settled.map((one, index) =>
    index === settled.length - 1 && one.result === 'applied' ? { ...one, result: 'created' } : one,
  );

/**
 * The record of the identifier. A SIREN that the payload names decides between folders: a record that somebody entered
 * under the identifier of another company's declaration gets nothing of it.
 */
function route(candidates: readonly Candidate[], siren: string | undefined): StoredDeclaration | undefined {
  if (siren === undefined) return candidates.length === 1 ? candidates[0]?.declaration : undefined;
  const own = candidates.filter((candidate) => candidate.siren === siren);
  const possible = own.length > 0 ? own : candidates.filter((candidate) => candidate.siren === undefined);
  return possible.length === 1 ? possible[0]?.declaration : undefined;
}

const latestFirst = (deliveries: readonly Delivery[]): Delivery[] =>
  deliveries.toSorted((a, b) => (orderDate(a) < orderDate(b) ? 1 : -1));

const sirenOf = (deliveries: readonly Delivery[]): string | undefined =>
  latestFirst(deliveries).find(({ event }) => event.siren !== undefined)?.event.siren;

async function folderFor(trx: Knex.Transaction, deliveries: readonly Pending[]): Promise<number | undefined> {
  const siren = sirenOf(deliveries);
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
  const records = matchableFor('ChannelA', await lockDeclarations(trx, folderId));
  const item = { channel: 'ChannelA', channelId: 'new', type: values.type, end: parisDay(values.end) } as const;
  return matchItems(records, [item]).updates[0]?.record.declaration;
}
