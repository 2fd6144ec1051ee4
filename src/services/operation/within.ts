import type { Knex } from 'knex';
import type { Reader } from './context.ts';

/** The same context inside a transaction that is open: what use cases ask of its database belongs to that transaction. */
export const within = <C extends Reader>(ctx: C, trx: Knex.Transaction): C => ({
  ...ctx,
  db: async () => ({ ...(await ctx.db()), knex: trx, transaction: (work) => work(trx) }),
});
