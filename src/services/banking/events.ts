/** Domain events of banking, stored in the transaction of the change they tell. */
import type { Knex } from 'knex';
import type { Actor } from '../operation/actor.ts';
import type { Context } from '../operation/context.ts';
import type { AggregateName } from './aggregate.ts';

export type EventType =
  | 'AccountCreated'
  | 'AccountChanged'
  | 'ConnectionChanged'
  | 'StatementImported'
  | 'StatementRemoved'
  | 'TransactionChanged'
  | 'ComplementChanged'
  | 'DocumentAssociated'
  | 'ReconciliationSet';

export interface BankEvent {
  readonly type: EventType;
  readonly aggregateName: AggregateName;
  readonly aggregateId: number;
}

/** Who changes something: the number is there when the identity provider's name of the user is one. */
export function authorOf(actor: Actor): { readonly userId: number | null; readonly userName: string | null } {
  const userName = actor.kind === 'user' ? actor.userId : actor.kind === 'local' ? actor.name : null;
  return { userName, userId: userName !== null && /^\d{1,9}$/.test(userName) ? Number(userName) : null };
}

/** All events of one call share their correlation. */
export async function recordEvents(
  trx: Knex,
  { actor, clock, ids }: Pick<Context, 'actor' | 'clock' | 'ids'>,
  folderId: number,
  events: readonly BankEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const correlation = ids.uuid();
  const { userId, userName } = authorOf(actor);
  const rows = events.map(({ type, aggregateName, aggregateId }) => ({
    folder_id: folderId,
    id: ids.uuid(),
    correlation_id: correlation,
    causality_id: correlation,
    user_id: userId,
    user_name: userName,
    created_at: clock.now(),
    type,
    aggregate_name: aggregateName,
    aggregate_id: String(aggregateId),
  }));
  await trx.batchInsert('bank_event', rows, EVENTS_A_STATEMENT);
}

/** PostgreSQL takes 65,535 values in one statement, and an event has ten. */
const EVENTS_A_STATEMENT = 5_000;
