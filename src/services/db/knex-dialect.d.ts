/** The part of knex's PostgreSQL dialect that the pool changes; knex documents subclassing but ships no types for it. */
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Client } from 'pg';

  export default class PostgresDialect {
    constructor(config: object);
    acquireRawConnection(): Promise<Client>;
    acquireConnection(): Promise<Client>;
    releaseConnection(connection: Client): Promise<void>;
    query(connection: Client, query: unknown): Promise<unknown>;
  }
}
