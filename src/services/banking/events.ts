/** Domain events of banking, stored in the transaction of the change they tell. */
import type { Knex } from 'knex';
import type { Context } from '../operation/context.ts';

export type EventType = 'AccountCreated' | 'StatementImported' | 'StatementRemoved';

export interface BankEvent {
  readonly type: EventType;
  readonly aggregateName: 'BankAccount';
  readonly aggregateId: number;
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
  const author = actor.kind === 'user' ? actor.userId : actor.kind === 'local' ? actor.name : null;
  const userId = author !== null && /^\d{1,9}$/.test(author) ? Number(author) : null;
  await trx('bank_event').insert(
    events.map(({ type, aggregateName, aggregateId }) => ({
      folder_id: folderId,
      id: ids.uuid(),
      correlation_id: correlation,
      causality_id: correlation,
      user_id: userId,
      user_name: author,
      created_at: clock.now(),
      type,
      aggregate_name: aggregateName,
      aggregate_id: String(aggregateId),
    })),
  );
}
