/** Streaming COPY: rows in at close to the speed of the server, query results out, both with bounded memory. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { nameCall } from './call.ts';
import { CopyReceiver } from './copy-receiver.ts';
import { type CopyRow, encodeRow } from './copy-text.ts';
import { brokenConnection } from './pool.ts';

/** Characters gathered before they are sent, and bytes that may wait to be sent. */
const BATCH = 65_536;
const WAITING_BYTES = 1_048_576;

/**
 * An open COPY into a table. Push rows, and wait for `drained` whenever `full`; then `end`, or `abort`.
 * Inside a transaction nothing else may be asked of it before `end` or `abort`.
 */
export interface CopyWriter {
  write(row: CopyRow): void;
  /** Whole rows already in COPY text, each ending with a newline; bytes may be cut anywhere. */
  writeText(rows: string | Uint8Array): void;
  /** True when the server is behind: wait for `drained` before the next row. */
  readonly full: boolean;
  drained(): Promise<void>;
  /** Number of rows stored. Throws what the server refused. */
  end(): Promise<number>;
  /** Gives the COPY up: nothing of it is stored. */
  abort(reason: string): Promise<void>;
}

/**
 * A session out of the pool, or the one of the transaction; `release` returns it (`broken`: throws it away, because the
 * end of a connection may be noticed only after the next statement took it).
 */
interface Session {
  readonly client: pg.Client;
  release(broken?: boolean): void;
}

async function takeSession(db: Knex): Promise<Session> {
  const client = await db.client.acquireConnection();
  const release = (broken = false) => {
    if (broken && !db.isTransaction) client.__knex__disposed = 'left in the middle of a COPY';
    db.client.releaseConnection(client);
  };
  return { client, release };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Opens a COPY into `columns` of `table`, in the transaction `db` or on a connection of its own. */
export async function openCopy(db: Knex, table: string, columns: readonly string[]): Promise<CopyWriter> {
  const { client, release } = await takeSession(db);
  const sql = `copy ${table.split('.').map(quoted).join('.')} (${columns.map(quoted).join(', ')}) from stdin`;
  await nameCall(client, sql);
  const stream = client.query(copyStreams.from(sql, { highWaterMark: WAITING_BYTES }));
  let failure: Error | undefined;
  let broken: Error | undefined;
  let pending = '';
  stream.on('error', (error) => {
    broken ??= brokenConnection(error, client);
    failure ??= broken ?? error;
  });
  const check = () => {
    if (failure) throw failure;
  };
  const send = () => {
    if (pending === '' || failure) return;
    stream.write(Buffer.from(pending));
    pending = '';
  };
  const writeText = (rows: string | Uint8Array) => {
    if (typeof rows !== 'string') {
      send();
      if (!failure) stream.write(rows);
      return;
    }
    pending += rows;
    if (pending.length >= BATCH) send();
  };
  return {
    write: (row) => writeText(encodeRow(row)),
    writeText,
    get full() {
      return failure !== undefined || stream.writableNeedDrain;
    },
    drained: async () => {
      check();
      if (stream.writableNeedDrain) await once(stream, 'drain').catch(() => {});
      check();
    },
    end: async () => {
      try {
        check();
        send();
        await new Promise<void>((resolve) => {
          stream.once('error', () => resolve());
          stream.end(() => resolve());
        });
        check();
        return stream.rowCount;
      } finally {
        release(broken !== undefined);
      }
    },
    abort: async (reason) => {
      if (!failure) {
        const closed = once(stream, 'close').catch(() => {});
        stream.destroy(new Error(reason));
        await closed;
      }
      release(broken !== undefined);
    },
  };
}

export type CopySource = Iterable<CopyRow> | AsyncIterable<CopyRow | readonly CopyRow[]>;

/** Copies every row of the source (single rows, or batches of them) and returns how many were stored. */
export async function copyIn(db: Knex, table: string, columns: readonly string[], rows: CopySource): Promise<number> {
  const writer = await openCopy(db, table, columns);
  try {
    // Waiting on each row of a plain array or generator would cost more than encoding it.
    if (Symbol.iterator in rows) {
      for (const row of rows) {
        writer.write(row);
        if (writer.full) await writer.drained();
      }
    } else for await (const item of rows) await push(writer, item);
  } catch (error) {
    await writer.abort((error as Error).message);
    throw error;
  }
  return writer.end();
}

/** Copies whole rows of COPY text, each ending with a newline. */
export async function copyTextIn(
  db: Knex,
  table: string,
  columns: readonly string[],
  rows: Iterable<string | Uint8Array>,
): Promise<number> {
  const writer = await openCopy(db, table, columns);
  try {
    for (const row of rows) {
      writer.writeText(row);
      if (writer.full) await writer.drained();
    }
  } catch (error) {
    await writer.abort((error as Error).message);
    throw error;
  }
  return writer.end();
}

async function push(writer: CopyWriter, item: CopyRow | readonly CopyRow[]): Promise<void> {
  if (Array.isArray(item[0])) for (const row of item as readonly CopyRow[]) writer.write(row);
  else if (item.length > 0) writer.write(item as CopyRow);
  if (writer.full) await writer.drained();
}

/** Streams the result of a query as COPY text, in chunks as they come; `decodeRows` and `copyRows` read them. */
export async function* copyOut(db: Knex, query: string | Knex.Raw | Knex.QueryBuilder): AsyncGenerator<Buffer> {
  const { client, release } = await takeSession(db);
  const sql = typeof query === 'string' ? query : query.toQuery();
  const receiver = client.query(new CopyReceiver(`copy (${sql}) to stdout`));
  let finished = false;
  let broken: Error | undefined;
  try {
    yield* receiver.chunks();
    finished = true;
  } catch (error) {
    finished = true;
    broken = brokenConnection(error, client);
    throw broken ?? error;
  } finally {
    if (!finished) await leaveEarly(db, client, receiver);
    release(!finished || broken !== undefined);
  }
}

/** The server goes on sending: a transaction must take the rest, a connection of our own may be cut. */
async function leaveEarly(db: Knex, client: pg.Client, receiver: CopyReceiver): Promise<void> {
  if (!db.isTransaction) {
    (client as pg.Client & { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();
    return;
  }
  for await (const _ of receiver.chunks());
}
