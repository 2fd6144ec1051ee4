/** The one way an account or a connection changes: the row, who did it, and the event, in one transaction. */
import type { Knex } from 'knex';
import type { Context } from '../operation/context.ts';
import type { AggregateName } from './aggregate.ts';
import { authorOf, type EventType, recordEvents } from './events.ts';

export type Patch = Readonly<Record<string, string | number | bigint | null>>;

const KINDS = {
  BankAccount: { table: 'bank_account', type: 'AccountChanged' },
  BankConnection: { table: 'bank_connection', type: 'ConnectionChanged' },
} as const satisfies Partial<Record<AggregateName, { table: string; type: EventType }>>;

interface Row {
  readonly folder_id: number;
  readonly id: number;
}

/** Stores what differs from `row`, with its event; what is told to be what it is already changes nothing. */
export async function storeChange(
  trx: Knex.Transaction,
  ctx: Context,
  aggregateName: keyof typeof KINDS,
  row: Row,
  patch: Patch,
): Promise<boolean> {
  if (!Object.entries(patch).some(([name, value]) => (row as unknown as Patch)[name] !== value)) return false;
  const { table, type } = KINDS[aggregateName];
  const author = { updated_at: ctx.clock.now(), updated_by_user_id: authorOf(ctx.actor).userId };
  await trx(table)
    .where({ folder_id: row.folder_id, id: row.id })
    .update({ ...patch, ...author });
  await recordEvents(trx, ctx, row.folder_id, [{ type, aggregateName, aggregateId: row.id }]);
  return true;
}
