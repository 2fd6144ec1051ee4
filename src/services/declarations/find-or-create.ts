/**
 * The usual delivery of the status webhook names a declaration of which nothing is known, or one that has its record: one
 * statement looks, and makes what it does not find together with the delivery and its line of the audit log.
 */
import type { Knex } from 'knex';
import type { AuditEntry } from '../audit/audit.ts';
import { prepared } from '../db/prepared.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { DELIVERY_COLUMNS, type Found, foundOf, LOCK_SPACE, placeOf, type ReceivedDelivery } from './inbox.ts';
import { EMPTY_RECORD } from './rules/merge.ts';
import { DECLARATION_COLUMNS, type DeclarationDraft, newRowOf } from './store.ts';

/** What is made when nothing is known: the delivery, its record and its line, all of them without their place. */
export interface Creation {
  readonly delivery: Omit<ReceivedDelivery, 'home'>;
  readonly draft: DeclarationDraft;
  readonly line: AuditEntry;
  readonly type: string;
  readonly end: PlainDate | undefined;
  readonly now: string;
}

/** The only folder of the SIREN, when no record there waits for an identifier. */
const ROOM = `select min(id) as folder_id from (
    select f.id, (select true from declaration d where d.folder_id = f.id and d.type = :type
      and d.period_end = :end::date and d.channel_a_id is null limit 1) is not null as waits
    from folder f where f.siren = :siren::text) one
  having count(*) = 1 and not bool_or(waits)`;

const EMPTY: DeclarationDraft = {
  channel: 'None',
  sourceType: 'Manual',
  ignoreWhenRejected: false,
  record: EMPTY_RECORD,
};
const names = Object.keys(newRowOf(EMPTY, ''));

/** Nothing is made while another caller holds the lock of the identifier. */
const FIND_OR_CREATE = `with found as materialized (
    select ${DECLARATION_COLUMNS}, d.xmin::text as version, f.siren as folder_siren
    from declaration d join folder f on f.id = d.folder_id
    where d.channel_a_id = :channelAId::integer order by d.folder_id
  ), state as materialized (
    select exists (select from webhook_delivery where identity = :identity) as known,
      exists (select from webhook_delivery where channel_a_id = :channelAId::integer and folder_id is null) as homeless
  ), room as materialized (
    select r.folder_id from (${ROOM}) r, state where not known and not homeless and not exists (select from found)
  ), home as materialized (
    select folder_id, nextval('declaration_id_seq')::integer as declaration_id
    from room where pg_try_advisory_xact_lock(${LOCK_SPACE}, :channelAId::integer)
  ), delivered as (
    insert into webhook_delivery (${DELIVERY_COLUMNS})
    select :identity, :channelAId::integer, :siren::text, :arrivedAt::timestamptz, :body::bytea, :result, folder_id, declaration_id
    from home on conflict (identity) do nothing returning folder_id, declaration_id
  ), made as (
    insert into declaration (folder_id, id, ${names.join(', ')})
    select h.folder_id, h.declaration_id, ${names.map((name) => `r.${name}`).join(', ')}
    from delivered h, jsonb_populate_record(cast(null as declaration), :newRow::jsonb) r
  ), told as (
    insert into audit_entry (at, actor, operation, folder_id, outcome, details)
    select :at::timestamptz, :actor, :operation, folder_id, :result,
      :details::jsonb || jsonb_build_object('declarationId', declaration_id)
    from delivered
  )
  select state.*, exists (select from delivered) as created, found.* from state left join found on true`;

/** Throws unique_violation when another call adds the declaration meanwhile. */
export async function findOrCreate(
  knex: Knex,
  box: SecretBox,
  { delivery, draft, line, type, end, now }: Creation,
): Promise<Found & { readonly created: boolean }> {
  const { identity, event, arrivedAt, result, body } = delivery;
  const { rows } = await prepared(
    knex.raw(FIND_OR_CREATE, {
      channelAId: event.declarationId,
      identity,
      siren: event.siren ?? null,
      type,
      end: end ?? null,
      arrivedAt,
      body: box.seal(JSON.stringify(body), placeOf(identity)),
      result,
      newRow: JSON.stringify(newRowOf(draft, now)),
      at: line.at,
      actor: line.actor,
      operation: line.operation,
      details: JSON.stringify(line.details),
    }),
  );
  return { ...foundOf(rows), created: rows[0].created };
}
