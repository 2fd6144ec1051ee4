/**
 * Deliveries of the status webhook (A16), applied to the records. The inbox, the record and the audit line change in one
 * transaction. What cannot be placed yet stays in the inbox and is applied with the delivery that places it, so that no
 * order of arrival shows in the records.
 */
import type { Knex } from 'knex';
import { type AuditEntry, appendAudit, auditStatement } from '../audit/audit.ts';
import { getFolder } from '../folders/folders.ts';
import { presentMoment } from '../kernel/clock.ts';
import { parisDay } from '../kernel/paris-time.ts';
import { actorName } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { type Creation, findOrCreate } from './find-or-create.ts';
import {
  type DeliveryResult,
  deliveriesOf,
  type Found,
  type Home,
  insertDelivery,
  lockByChannelAId,
  lockChannelAId,
  resettleDelivery,
  type StoredDelivery,
  waitingForSiren,
} from './inbox.ts';
import { fold, formerPlace, type Pending, type Place, placeOf, route } from './place-delivery.ts';
import { applyEvent } from './rules/apply-event.ts';
import type { Warning } from './rules/merge.ts';
import { deliveryIdentity, readWebhook } from './rules/webhook-payload.ts';
import { insertDeclaration, updateDeclaration, updateStatement } from './store.ts';

/** What came of a delivery; without a home it waits for its folder. */
interface Settled {
  readonly delivery: Pending;
  readonly result: DeliveryResult;
  readonly warnings: readonly Warning[];
  readonly home: Home | undefined;
}

/** The delivery that is received, with its body. */
type Own = Pending & { readonly body: unknown };

/** Takes one delivery: `body` is the parsed JSON. Answers only after the commit. Throws WebhookInvalid. */
export async function receiveDelivery(ctx: Context, body: unknown): Promise<DeliveryResult> {
  const event = readWebhook(body);
  const own: Own = { event, arrivedAt: presentMoment(ctx), identity: deliveryIdentity(event), body };
  const box = await ctx.secrets();
  const db = await ctx.db();
  const creation = creationOf(ctx, own);
  const found = await findOrCreate(db.knex, box, creation).catch(unlessTaken);
  if (found?.known) return 'duplicate';
  if (found?.created) return creation.delivery.result;
  const applied = found && !found.homeless ? await applyToKnown(db.knex, ctx, { box, own, found }) : undefined;
  if (applied) return applied;
  return db.transaction(async (trx) => {
    await lockChannelAId(trx, event.declarationId);
    return receiveAlone(trx, ctx, box, own);
  });
}

interface Usual {
  readonly box: SecretBox;
  readonly own: Own;
  readonly found: Found;
}

/**
 * The record is there and nothing waits: one statement writes everything, and only if nobody wrote the record since it was
 * read; else undefined, and nothing is done.
 */
async function applyToKnown(knex: Knex, ctx: Context, { box, own, found }: Usual): Promise<DeliveryResult | undefined> {
  const candidate = route(found.candidates, own.event.siren);
  if (!candidate) return undefined;
  const { declaration, version } = candidate;
  const { record: after, result, warnings } = applyEvent(declaration.record, own);
  if (result === 'duplicate') return result;
  const home = { folderId: declaration.folderId, declarationId: declaration.id };
  const change = updateStatement(declaration, { ...declaration, record: after }, ctx.clock.now());
  const told = auditStatement(lineOf(ctx, { delivery: own, result, warnings, home }));
  const delivery = { ...own, result, home };
  const isDone = await insertDelivery(knex, box, delivery, { parts: [change, told], guard: { ...home, version } });
  return isDone ? result : undefined;
}

/** What a delivery makes of a declaration of which nothing is known. */
function creationOf(ctx: Context, own: Own): Creation {
  const { after: record, settled } = fold(undefined, [own]);
  const [made] = asCreated(settled);
  if (!made) throw new Error('a delivery was left out of its own place');
  const { result, warnings } = made;
  const { type = 'Inconnu', end } = record.values;
  return {
    delivery: { ...own, result },
    draft: { ...NEW_RECORD, channelAId: own.event.declarationId, record },
    line: lineOf(ctx, { delivery: own, result, warnings, home: undefined }),
    type,
    end: end && parisDay(end),
    now: ctx.clock.now(),
  };
}

const NEW_RECORD = { sourceType: 'Manual', ignoreWhenRejected: false, channel: 'ChannelA' } as const;

/** Another call added the declaration meanwhile (unique_violation). */
function unlessTaken(error: unknown): undefined {
  if ((error as { code?: string }).code !== '23505') throw error;
}

/** Whatever the case, under the lock of the identifier. */
async function receiveAlone(trx: Knex.Transaction, ctx: Context, box: SecretBox, own: Own): Promise<DeliveryResult> {
  const { event } = own;
  const { known, homeless, candidates } = await lockByChannelAId(trx, event.declarationId, own.identity);
  if (known) return 'duplicate';
  const waiting = homeless ? await deliveriesOf(trx, ctx, event.declarationId, { homeless: true }) : [];
  const all = [...waiting, own];
  const place = await placeOf(trx, all, candidates, own);
  const settled = place ? await settle(trx, ctx, place) : park(all);
  for (const one of settled) if (one.delivery !== own && one.home) await record(trx, ctx, one);
  const mine = settled.find(({ delivery }) => delivery === own);
  if (!mine) throw new Error('a delivery was left out of its own place');
  await insertDelivery(trx, box, { ...own, result: mine.result, home: mine.home });
  await tell(trx, ctx, mine);
  return mine.result;
}

/** Applies what waits about a declaration, if it can be placed now. Returns how many deliveries found their folder. */
export async function adoptDeliveries(ctx: Context, channelAId: number): Promise<number> {
  return (await ctx.db()).transaction(async (trx) => {
    await lockChannelAId(trx, channelAId);
    return adopt(trx, ctx, channelAId);
  });
}

/** Applies what waited for a folder of this SIREN: to be called when one is made, or gets its SIREN. */
export async function adoptForSiren(ctx: Context, siren: string): Promise<void> {
  for (const channelAId of await waitingForSiren((await ctx.db()).knex, siren)) await adoptDeliveries(ctx, channelAId);
}

/** The same for folders that may have just been made. */
export async function adoptForFolders(ctx: Context, folderIds: Iterable<number>): Promise<void> {
  for (const folderId of folderIds) {
    const { siren } = await getFolder(ctx, folderId);
    if (siren !== null) await adoptForSiren(ctx, siren);
  }
}

async function adopt(trx: Knex.Transaction, ctx: Context, channelAId: number): Promise<number> {
  const place = await placeOfWaiting(trx, ctx, channelAId);
  if (!place) return 0;
  const settled = await settle(trx, ctx, place);
  for (const one of settled) await record(trx, ctx, one);
  return settled.length;
}

async function placeOfWaiting(trx: Knex.Transaction, ctx: Context, channelAId: number): Promise<Place | undefined> {
  const waiting = await deliveriesOf(trx, ctx, channelAId, { homeless: true });
  const { candidates } = await lockByChannelAId(trx, channelAId, '');
  return placeOf(trx, waiting, candidates);
}

/** The folder that waiting deliveries could go to now; undefined while there is none. */
export const folderOfWaiting = async (ctx: Context, channelAId: number): Promise<number | undefined> =>
  (await ctx.db()).transaction(async (trx) => (await placeOfWaiting(trx, ctx, channelAId))?.folderId);

/**
 * Applies every stored delivery about a declaration again, where it went the first time. A record that is gone comes
 * back under its former identifier; one that is there ends as it is, because the order rule knows what it has seen.
 */
export async function replayDeliveries(ctx: Context, channelAId: number): Promise<number> {
  return (await ctx.db()).transaction(async (trx) => {
    await lockChannelAId(trx, channelAId);
    const { candidates } = await lockByChannelAId(trx, channelAId, '');
    const byHome = new Map<string, [Home, StoredDelivery[]]>();
    const deliveries = await deliveriesOf(trx, ctx, channelAId);
    for (const delivery of deliveries) {
      if (!delivery.home) continue;
      const key = `${delivery.home.folderId}`;
      byHome.set(key, [delivery.home, [...(byHome.get(key)?.[1] ?? []), delivery]]);
    }
    for (const [home, placed] of byHome.values()) await settle(trx, ctx, formerPlace(home, placed, candidates));
    await adopt(trx, ctx, channelAId);
    return deliveries.length;
  });
}

async function record(trx: Knex.Transaction, ctx: Context, one: Settled): Promise<void> {
  await resettleDelivery(trx, { identity: one.delivery.identity, result: one.result, home: one.home });
  await tell(trx, ctx, one);
}

const tell = (trx: Knex.Transaction, ctx: Context, one: Settled): Promise<void> => appendAudit(trx, lineOf(ctx, one));

function lineOf(ctx: Context, { delivery, result, warnings, home }: Settled): AuditEntry {
  const { declarationId: channelAId, status } = delivery.event;
  return {
    at: ctx.clock.now(),
    actor: actorName(ctx.actor),
    operation: 'declaration.webhook.receive',
    folderId: home?.folderId ?? null,
    outcome: result,
    details: {
      channelAId,
      status,
      ...(home && { declarationId: home.declarationId }),
      ...(warnings.length > 0 && { warning: warnings.join(', ') }),
    },
  };
}

/** Applies deliveries in turn to the record of their place, which is made if it is not there. */
async function settle(trx: Knex.Transaction, ctx: Context, place: Place): Promise<Settled[]> {
  const { folderId, target, deliveries } = place;
  const { after, settled } = fold(target?.record, deliveries);
  const draft = {
    ...(target ?? NEW_RECORD),
    channel: 'ChannelA',
    channelAId: deliveries[0]?.event.declarationId,
    record: after,
  } as const;
  const now = ctx.clock.now();
  const { id } = target
    ? await updateDeclaration(trx, target, draft, now)
    : await insertDeclaration(trx, { folderId, id: place.formerId }, draft, now);
  const placed = settled.map((one) => ({ ...one, home: { folderId, declarationId: id } }));
  return target ? placed : asCreated(placed);
}

/** Without a folder nothing is applied; but a deletion counts, and so does having come too late for one. */
const park = (deliveries: readonly Pending[]): Settled[] =>
  fold(undefined, deliveries).settled.map(({ delivery, result, deleted }) => {
    const concernsDeletion = deleted || delivery.event.status === 'Deleted';
    const kept = result === 'deleted' || (result === 'stale' && concernsDeletion) ? result : 'parked';
    return { delivery, result: kept, warnings: [], home: undefined };
  });

/** The last delivery is the one that made the record, whatever waited for it. */
const asCreated = <S extends Pick<Settled, 'result'>>(settled: readonly S[]): S[] =>
  settled.map((one, index) =>
    index === settled.length - 1 && one.result === 'applied' ? { ...one, result: 'created' } : one,
  );
