import type { Knex } from 'knex';
import { within as databaseWithin } from '../db/database.ts';
import type { Context } from './context.ts';

/** The same context inside a transaction that is open: what use cases ask of its database belongs to that transaction. */
export const within = (ctx: Context, trx: Knex.Transaction): Context => ({
  ...ctx,
  db: async () => databaseWithin(await ctx.db(), trx),
});
