/** The one way an account or a connection changes: the row, who did it, and the event, in one transaction. */
import type { Knex } from 'knex';
import type { Context } from '../operation/context.ts';
import type { AggregateName } from './aggregate.ts';
import { authorOf, type EventType, recordEvents } from './events.ts';

export type Patch = Readonly<Record<string, string | number | bigint | null>>;

interface Row {
  readonly folder_id: number;
  readonly id: number;
}

interface Kind {
  readonly aggregateName: AggregateName;
  readonly table: string;
  readonly type: EventType;
}

/** Stores what differs from `row`, with its event; a patch of the values that are there already changes nothing. */
const storing =
  ({ aggregateName, table, type }: Kind) =>
  async (trx: Knex.Transaction, ctx: Context, row: Row, patch: Patch): Promise<boolean> => {
    const known = new Map<string, unknown>(Object.entries(row));
    if (Object.entries(patch).every(([name, value]) => known.get(name) === value)) return false;
    const author = { updated_at: ctx.clock.now(), updated_by_user_id: authorOf(ctx.actor).userId };
    await trx(table)
      .where({ folder_id: row.folder_id, id: row.id })
      .update({ ...patch, ...author });
    await recordEvents(trx, ctx, row.folder_id, [{ type, aggregateName, aggregateId: row.id }]);
    return true;
  };

export const storeAccountChange = storing({
  aggregateName: 'BankAccount',
  table: 'bank_account',
  type: 'AccountChanged',
});

export const storeConnectionChange = storing({
  aggregateName: 'BankConnection',
  table: 'bank_connection',
  type: 'ConnectionChanged',
});
