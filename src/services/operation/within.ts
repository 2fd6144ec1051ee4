import type { Knex } from 'knex';
import type { Reader } from './context.ts';

/**
 * The same context inside a transaction that is open: what use cases ask of its database belongs to that transaction.
 * Nothing is remembered there: what was read before a lock may have changed while it was waited for.
 */
export const within = <C extends Reader>(ctx: C, trx: Knex.Transaction): C => ({
  ...ctx,
  shared: undefined,
  found: undefined,
  db: async () => ({ ...(await ctx.db()), knex: trx, transaction: (work) => work(trx) }),
});

/** The same, which reads the folder once from here on: for who has noted, or locked, the version that any change of it makes. */
export const remembering = <C extends Reader>(ctx: C): C => ({ ...ctx, found: new Map() });
