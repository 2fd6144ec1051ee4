/** The inbox of the status webhook: every delivery once, with what came of it. Bodies are encrypted. */
import type { Knex } from 'knex';
import { prepared } from '../db/prepared.ts';
import { readInstant } from '../kernel/paris-time.ts';
import type { Context } from '../operation/context.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Delivery, EventResult } from './rules/apply-event.ts';
import { deliveryIdentity, readWebhook } from './rules/webhook-payload.ts';
import { DECLARATION_COLUMNS, type DeclarationRow, fromRow, type StoredDeclaration } from './store.ts';

export type DeliveryResult = EventResult | 'parked';

/** Which declaration a delivery went to; none while no folder is known for it. */
export interface Home {
  readonly folderId: number;
  readonly declarationId: number;
}

export interface StoredDelivery extends Delivery {
  readonly identity: string;
  readonly result: DeliveryResult;
  readonly home: Home | undefined;
}

/** With its body as it came. */
export interface ReceivedDelivery extends StoredDelivery {
  readonly body: unknown;
}

/** The lock of an identifier of ChannelA. */
export const LOCK_SPACE = 7_342_902;

/** Deliveries about one declaration of ChannelA pass one at a time, whether the declaration is known yet or not. */
export async function lockChannelAId(trx: Knex.Transaction, channelAId: number): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(${LOCK_SPACE}, ?)`, [channelAId]);
}

export interface Found {
  /** The same delivery was stored before. */
  readonly known: boolean;
  /** Deliveries about this declaration wait for a folder. */
  readonly homeless: boolean;
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  readonly declaration: StoredDeclaration;
  readonly siren: string | undefined;
  /** Of the row: another one once anybody wrote it. */
  readonly version: string;
}

/** What is known of a declaration of ChannelA, its records locked until the transaction ends. */
export async function lockByChannelAId(trx: Knex.Transaction, channelAId: number, identity: string): Promise<Found> {
  const { rows } = await trx.raw(
    `with found as (
       select ${DECLARATION_COLUMNS}, d.xmin::text as version, f.siren as folder_siren
       from declaration d join folder f on f.id = d.folder_id
       where d.channel_a_id = :channelAId order by d.folder_id for update of d)
     select exists (select from webhook_delivery where identity = :identity) as known,
       exists (select from webhook_delivery where channel_a_id = :channelAId and folder_id is null) as homeless, found.*
     from (select) one left join found on true`,
    { channelAId, identity },
  );
  return foundOf(rows);
}

type FoundRow = DeclarationRow & {
  readonly known: boolean;
  readonly homeless: boolean;
  readonly folder_siren: string | null;
  /** Of the row: another one once anybody wrote it. */
  readonly version: string;
};

/** One row at least: without a record its columns are null. */
export function foundOf(rows: readonly FoundRow[]): Found {
  const candidates = rows
    .filter(({ id }) => id !== null)
    .map((row) => ({ declaration: fromRow(row), siren: row.folder_siren ?? undefined, version: row.version }));
  return { known: rows[0]?.known ?? false, homeless: rows[0]?.homeless ?? false, candidates };
}

/** A part of a larger statement: ends in a condition. */
export interface Part {
  readonly sql: string;
  readonly bindings: object;
}

/** The record that a statement changes, as it was read. */
export interface Guard extends Home {
  readonly version: string;
}

interface InsertOptions {
  readonly parts?: readonly Part[];
  readonly guard?: Guard;
}

export const DELIVERY_COLUMNS = 'identity, channel_a_id, siren, arrived_at, body, result, folder_id, declaration_id';

/**
 * Stores a delivery, and does `parts` with it, in one statement. False, and nothing done, when it was there already or
 * when the record was written since `guard` was read.
 */
export async function insertDelivery(
  knex: Knex,
  box: SecretBox,
  { identity, event, arrivedAt, result, home, body }: ReceivedDelivery,
  { parts = [], guard }: InsertOptions = {},
): Promise<boolean> {
  const { rows } = await prepared(
    knex.raw(
      `with guarded as (${guard ? GUARD : 'select'}), delivered as (
       insert into webhook_delivery (${DELIVERY_COLUMNS})
       select :identity, :channelAId::integer, :siren, :arrivedAt::timestamptz, :body::bytea, :result, :homeFolder::integer,
         :homeDeclaration::integer
       where exists (select from guarded)
       on conflict (identity) do nothing returning identity)
     ${parts.map(({ sql }, index) => `, part${index} as (${sql} and exists (select from delivered))`).join('')}
     select identity from delivered`,
      {
        ...Object.assign({ identity, arrivedAt, result }, ...parts.map(({ bindings }) => bindings)),
        channelAId: event.declarationId,
        siren: event.siren ?? null,
        body: box.seal(JSON.stringify(body), placeOf(identity)),
        homeFolder: home?.folderId ?? null,
        homeDeclaration: home?.declarationId ?? null,
        ...(guard && { guardFolder: guard.folderId, guardId: guard.declarationId, guardVersion: guard.version }),
      },
    ),
  );
  return rows.length > 0;
}

/** Waits for whoever writes the record; then it has another version, and there is nothing to go on with. */
const GUARD = `select from declaration d
  where d.folder_id = :guardFolder and d.id = :guardId and d.xmin::text = :guardVersion for update`;

/** Says what became of a delivery that was already stored. */
export async function resettleDelivery(
  trx: Knex.Transaction,
  { identity, result, home }: Pick<StoredDelivery, 'identity' | 'result' | 'home'>,
): Promise<void> {
  await trx('webhook_delivery')
    .where({ identity })
    .update({ result, folder_id: home?.folderId ?? null, declaration_id: home?.declarationId ?? null });
}

interface DeliveryRow {
  readonly identity: string;
  readonly arrived_at: string;
  readonly body: Buffer;
  readonly result: DeliveryResult;
  readonly folder_id: number | null;
  readonly declaration_id: number | null;
}

/** Deliveries about a declaration in the order they came; `homeless`: only those without a folder. */
export async function deliveriesOf(
  knex: Knex,
  ctx: Context,
  channelAId: number,
  { homeless = false } = {},
): Promise<StoredDelivery[]> {
  const box = await ctx.secrets();
  const query = knex<DeliveryRow>('webhook_delivery').where('channel_a_id', channelAId);
  const rows = await (homeless ? query.whereNull('folder_id') : query).orderBy(['arrived_at', 'identity']);
  return rows.map((row) => openDelivery(row as DeliveryRow, box));
}

function openDelivery({ identity, arrived_at, body, result, ...row }: DeliveryRow, box: SecretBox): StoredDelivery {
  const event = readWebhook(JSON.parse(box.open(body, placeOf(identity)).toString('utf8')));
  const arrivedAt = readInstant(arrived_at);
  // A reader that has learned to read more of a body would give it another identity: the stored one counts.
  if (!arrivedAt) throw new Error(`delivery ${deliveryIdentity(event)} has no time of arrival`);
  const home =
    row.folder_id === null || row.declaration_id === null
      ? undefined
      : { folderId: row.folder_id, declarationId: row.declaration_id };
  return { event, arrivedAt, identity, result, home };
}

/** What the body of a delivery is sealed to. */
export const placeOf = (identity: string): string => `webhook_delivery ${identity}`;

const PAGE = 1_000;

/** Identifiers of ChannelA that the inbox names, in order, a page at a time; `homeless`: those that wait for a folder. */
export async function* channelAIds(knex: Knex, { homeless = false } = {}): AsyncGenerator<number> {
  for (let last = 0; ; ) {
    const query = knex('webhook_delivery').distinct('channel_a_id').where('channel_a_id', '>', last);
    if (homeless) query.whereNull('folder_id');
    const page: number[] = await query.orderBy('channel_a_id').limit(PAGE).pluck('channel_a_id');
    yield* page;
    if (page.length < PAGE) return;
    last = page.at(-1) ?? last;
  }
}

/** Identifiers of ChannelA whose waiting deliveries name a SIREN. */
export const waitingForSiren = (knex: Knex, siren: string): Promise<number[]> =>
  knex('webhook_delivery').distinct('channel_a_id').where({ siren }).whereNull('folder_id').pluck('channel_a_id');

export interface ParkedDeclaration {
  readonly channelAId: number;
  readonly siren: string | null;
  readonly deliveries: number;
  readonly firstArrivedAt: string;
  readonly lastArrivedAt: string;
}

/** What waits for a folder, the longest wait first. */
export async function parkedDeclarations(knex: Knex, limit: number): Promise<ParkedDeclaration[]> {
  const { rows } = await knex.raw(
    `select channel_a_id as "channelAId", max(siren) as siren, count(*)::integer as deliveries,
       min(arrived_at) as "firstArrivedAt", max(arrived_at) as "lastArrivedAt"
     from webhook_delivery where folder_id is null group by channel_a_id
     having bool_or(result = 'parked') order by min(arrived_at), channel_a_id limit ?`,
    [limit],
  );
  return rows;
}
