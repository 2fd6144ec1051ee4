/**
 * What every aggregate of banking carries besides its own fields: the events stored with its changes, what is wrong
 * with it, who made it when. Read aggregates in bulk: one question to the database tells the events of all of them.
 */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../db/rows.ts';

export type AggregateName =
  | 'BankAccount'
  | 'BankConnection'
  | 'BankTransaction'
  | 'PaymentInformation'
  | 'ComplementaryData';

interface EventRow {
  readonly folder_id: number;
  readonly id: string;
  /** Common to all events of one call. */
  readonly correlation_id: string;
  readonly causality_id: string;
  readonly user_id: number | null;
  readonly user_email: string | null;
  readonly user_name: string | null;
  readonly created_at: string;
  readonly type: string;
  readonly aggregate_name: string;
  readonly aggregate_id: string;
}

/** A change that was stored. */
export type DomainEvent = Camel<EventRow>;

/** Something wrong with an aggregate as it is stored; texts are ready to show. */
export interface DomainError {
  /** The aggregate cannot be used as it is. */
  readonly isCritical: boolean;
  readonly name: string;
  readonly message: string;
  /** What the message is about, as JSON. */
  readonly parameters: string;
  readonly domain: string;
}

export interface AggregateBase {
  readonly id: number;
  readonly events: readonly DomainEvent[];
  readonly errors: readonly DomainError[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedByUserId: number | null;
}

/** The columns that every table of aggregates has. */
export interface AggregateRow {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly updated_by_user_id: number | null;
}

/** The base of a row; without a folder (banks) there are no events. */
export const aggregateBase = (
  row: AggregateRow,
  events: readonly DomainEvent[] = [],
  errors: readonly DomainError[] = [],
): AggregateBase => ({
  id: row.id,
  events,
  errors,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  updatedByUserId: row.updated_by_user_id,
});

/** An error of the banking domain. */
export const domainError = (
  name: string,
  message: string,
  parameters: Readonly<Record<string, string | number>> = {},
  isCritical = false,
): DomainError => ({ isCritical, name, message, parameters: JSON.stringify(parameters), domain: 'Banking' });

/** An aggregate shows its latest events: an account of ten years has a statement a day. */
export const SHOWN_EVENTS = 50;

/** The latest events of each aggregate, oldest first; aggregates without event are not in the map. */
export async function latestEvents(
  db: Knex,
  folderId: number,
  name: AggregateName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly DomainEvent[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.raw(
    `select e.* from unnest(?::text[]) as wanted(id)
     cross join lateral (
       select * from bank_event
       where folder_id = ? and aggregate_name = ? and aggregate_id = wanted.id
       order by created_at desc, id desc limit ?
     ) e order by e.created_at, e.id`,
    [ids.map(String), folderId, name, SHOWN_EVENTS],
  );
  const events = new Map<number, DomainEvent[]>();
  for (const row of rows as EventRow[]) {
    const own = events.get(Number(row.aggregate_id)) ?? [];
    events.set(Number(row.aggregate_id), own);
    own.push(camelRow(row));
  }
  return events;
}
