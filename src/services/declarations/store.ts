/** The declarations of the folders, as stored. Whoever changes one reads it in the same transaction, locked. */
import type { Knex } from 'knex';
import { prepared } from '../db/prepared.ts';
import { type Instant, parisDay, readInstant } from '../kernel/paris-time.ts';
import { exerciseIdSql } from '../ledger/exercises.ts';
import { declarationErrors } from './errors.ts';
import type { DeclarationType } from './kinds.ts';
import type { DeclarationSourceType, Status, TransmissionChannel } from './rules/enumerations.ts';
import type { DeclarationRecord } from './rules/merge.ts';

/** What is kept of a declaration besides its identifier: `record` holds what was said of it, value by value. */
export interface DeclarationDraft {
  readonly channel: TransmissionChannel;
  readonly channelAId?: number | undefined;
  /** NumeroADS: text, leading zeros kept; several declarations may share one. */
  readonly numeroAds?: string | undefined;
  readonly sourceType: DeclarationSourceType;
  readonly ignoreWhenRejected: boolean;
  readonly channelCreatedAt?: Instant | undefined;
  readonly record: DeclarationRecord;
}

export interface StoredDeclaration extends DeclarationDraft {
  readonly folderId: number;
  readonly id: number;
  readonly channelAId: number | undefined;
  readonly numeroAds: string | undefined;
  /** `None` when nobody gave a state. */
  readonly status: Status;
  readonly type: DeclarationType;
  /** Last day of the period, in Paris. */
  readonly periodEnd?: string | undefined;
  /** To the microsecond, six digits: moves only when a value changes. */
  readonly updatedAt: string;
}

export interface DeclarationRow {
  readonly folder_id: number;
  readonly id: number;
  readonly channel: TransmissionChannel;
  readonly channel_a_id: number | null;
  readonly channel_b_numero_ads: string | null;
  readonly source_type: DeclarationSourceType;
  readonly ignore_when_rejected: boolean;
  readonly channel_created_at: string | null;
  readonly status: Status;
  readonly type: DeclarationType;
  readonly period_end: string | null;
  readonly said: DeclarationRecord['values'];
  readonly stamps: DeclarationRecord['stamps'];
  readonly updated_at: string;
}

/** The columns of a `DeclarationRow` of table alias `d`. */
export const DECLARATION_COLUMNS = `d.folder_id, d.id, d.channel, d.channel_a_id, d.channel_b_numero_ads, d.source_type,
  d.ignore_when_rejected, d.channel_created_at, d.status, d.type, d.period_end, d.said, d.stamps,
  to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_at`;

export const fromRow = (row: DeclarationRow): StoredDeclaration => ({
  folderId: row.folder_id,
  id: row.id,
  channel: row.channel,
  channelAId: row.channel_a_id ?? undefined,
  numeroAds: row.channel_b_numero_ads ?? undefined,
  sourceType: row.source_type,
  ignoreWhenRejected: row.ignore_when_rejected,
  channelCreatedAt: row.channel_created_at === null ? undefined : readInstant(row.channel_created_at),
  status: row.status,
  type: row.type,
  periodEnd: row.period_end ?? undefined,
  record: { values: row.said, stamps: row.stamps },
  updatedAt: row.updated_at,
});

/** What can be listed: not the deleted ones. In no order. */
export async function listedDeclarations(knex: Knex, folderId: number): Promise<StoredDeclaration[]> {
  const { rows } = await knex.raw(
    `select ${DECLARATION_COLUMNS} from declaration d where d.folder_id = ? and d.status <> 'Deleted'`,
    [folderId],
  );
  return rows.map(fromRow);
}

/** The same with the exercise that holds the last day of the period, in one statement. */
export async function listedWithExercises(
  knex: Knex,
  folderId: number,
): Promise<(StoredDeclaration & { readonly exerciseId: number | undefined })[]> {
  const { rows } = await prepared(
    knex.raw(
      `select ${DECLARATION_COLUMNS}, ${exerciseIdSql('d.folder_id', 'd.period_end')} as exercise_id
       from declaration d where d.folder_id = ? and d.status <> 'Deleted'`,
      [folderId],
    ),
  );
  return rows.map((row: DeclarationRow & { exercise_id: number | null }) => ({
    ...fromRow(row),
    exerciseId: row.exercise_id ?? undefined,
  }));
}

/** Every declaration of a folder, deleted ones too, locked until the transaction ends. */
export async function lockDeclarations(trx: Knex.Transaction, folderId: number): Promise<StoredDeclaration[]> {
  const { rows } = await trx.raw(
    `select ${DECLARATION_COLUMNS} from declaration d where d.folder_id = ? order by d.id for update`,
    [folderId],
  );
  return rows.map(fromRow);
}

/** Those of a type and period that have no identifier of ChannelA, locked until the transaction ends. */
export async function lockWaiting(
  trx: Knex.Transaction,
  folderId: number,
  type: DeclarationType,
  end: string,
): Promise<StoredDeclaration[]> {
  const { rows } = await trx.raw(
    `select ${DECLARATION_COLUMNS} from declaration d
     where d.folder_id = ? and d.type = ? and d.period_end = ? and d.channel_a_id is null order by d.id for update`,
    [folderId, type, end],
  );
  return rows.map(fromRow);
}

/** One declaration that can be listed. Throws DeclarationNotFound. */
export async function readDeclaration(
  knex: Knex,
  folderId: number,
  declarationId: number,
  { locked = false } = {},
): Promise<StoredDeclaration> {
  const { rows } = await knex.raw(
    `select ${DECLARATION_COLUMNS} from declaration d
     where d.folder_id = ? and d.id = ? and d.status <> 'Deleted' ${locked ? 'for update' : ''}`,
    [folderId, declarationId],
  );
  const [row] = rows as DeclarationRow[];
  if (!row) throw declarationErrors.DeclarationNotFound({ folderId, declarationId });
  return fromRow(row);
}

/** Adds a declaration; `id` only to give one back its former identifier. Throws ChannelAIdTaken. */
export async function insertDeclaration(
  trx: Knex.Transaction,
  { folderId, id }: { readonly folderId: number; readonly id?: number | undefined },
  draft: DeclarationDraft,
  now: string,
): Promise<StoredDeclaration> {
  const columns = columnsOf(draft);
  const names = Object.keys(columns);
  const { rows } = await trx.raw(
    `insert into declaration as d (folder_id, ${id === undefined ? '' : 'id, '}${names.join(', ')}, created_at, updated_at)
     values (:folderId, ${id === undefined ? '' : ':id, '}${names.map((name) => `:${name}`).join(', ')}, :now, :now)
     on conflict (folder_id, channel_a_id) do nothing returning ${DECLARATION_COLUMNS}`,
    { ...columns, folderId, now, ...(id !== undefined && { id }) },
  );
  const [row] = rows as DeclarationRow[];
  if (!row) throw declarationErrors.ChannelAIdTaken({ channelAId: draft.channelAId ?? 0 });
  if (id !== undefined) await trx.raw(NUMBER_ON, [id]);
  return fromRow(row);
}

/** The columns of a new declaration but its place, as JSON that PostgreSQL reads as a row. */
export function newRowOf(draft: DeclarationDraft, now: string): Readonly<Record<string, unknown>> {
  const { values: said, stamps } = draft.record;
  return { ...columnsOf(draft), said, stamps, created_at: now, updated_at: now };
}

/** New identifiers go on after the highest one, also when it was given back. */
const NUMBER_ON = `select setval('declaration_id_seq', greatest(last_value, ?::bigint), true) from declaration_id_seq`;

/**
 * Stores a declaration read under a lock of this transaction. UpdatedAt moves when a value changed, and then always
 * forwards; stamps alone do not move it.
 */
export async function updateDeclaration(
  trx: Knex.Transaction,
  { folderId, id }: Pick<StoredDeclaration, 'folderId' | 'id'>,
  draft: DeclarationDraft,
  now: string,
): Promise<StoredDeclaration> {
  const { sql, bindings } = updateStatement({ folderId, id }, draft, now);
  const { rows } = await trx.raw(`${sql} returning ${DECLARATION_COLUMNS}`, bindings);
  return fromRow(rows[0]);
}

/** The same as a statement to which more can be added: another condition, what to return. */
export function updateStatement(
  { folderId, id }: Pick<StoredDeclaration, 'folderId' | 'id'>,
  draft: DeclarationDraft,
  now: string,
) {
  const columns = columnsOf(draft);
  const sql = `update declaration d set ${Object.keys(columns)
    .map((name) => `${name} = :${name}`)
    .join(', ')},
       updated_at = case when (${VISIBLE.map((name) => `d.${name}`).join(', ')})
         is distinct from (${VISIBLE.map((name) => `:${name}${TYPES[name] ?? ''}`).join(', ')})
         then greatest(:now::timestamptz, d.updated_at + interval '1 microsecond') else d.updated_at end
     where d.folder_id = :folderId and d.id = :id`;
  return { sql, bindings: { ...columns, folderId, id, now } };
}

/** The columns whose change is a change of the declaration. */
const VISIBLE = [
  'channel',
  'channel_a_id',
  'channel_b_numero_ads',
  'source_type',
  'ignore_when_rejected',
  'said',
] as const;
const TYPES: Readonly<Record<string, string>> = {
  channel_a_id: '::integer',
  channel_b_numero_ads: '::text',
  ignore_when_rejected: '::boolean',
  said: '::jsonb',
};

function columnsOf({ record, ...draft }: DeclarationDraft): Readonly<Record<string, string | number | boolean | null>> {
  const { status = 'None', type = 'Inconnu', end } = record.values;
  return {
    channel: draft.channel,
    channel_a_id: draft.channelAId ?? null,
    channel_b_numero_ads: draft.numeroAds ?? null,
    source_type: draft.sourceType,
    ignore_when_rejected: draft.ignoreWhenRejected,
    channel_created_at: draft.channelCreatedAt ?? null,
    status,
    type,
    period_end: end === undefined ? null : parisDay(end),
    said: JSON.stringify(record.values),
    stamps: JSON.stringify(record.stamps),
  };
}
