/** Writes the whole database, as one moment saw it, into one archive that any PostgreSQL 15 or later can take back. */

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Knex } from 'knex';
import { fileErrors } from '../../kernel/file-errors.ts';
import { readSequences, readTables, type Table } from '../catalogue.ts';
import { copyOut } from '../copy.ts';
import { type Database, notMigrated } from '../database.ts';
import { MIGRATION_TABLE } from '../migrations.ts';
import { FORMAT, frameHead, jsonFrame, TableDigest, type TableEnd, type TableReport } from './archive.ts';

export interface BackupReport {
  readonly schemaVersion: number;
  readonly takenAt: string;
  readonly tables: readonly TableReport[];
}

/**
 * Backs the database up into `file`, which appears only when it is whole and on disk. `takenAt` is the present instant.
 * Throws DatabaseNotMigrated on an empty database, FileUnwritable.
 */
export async function backupDatabase(db: Database, file: string, takenAt: string): Promise<BackupReport> {
  const { current, wanted } = await db.schemaState();
  if (current < 0) throw notMigrated(current, wanted);
  const draft = `${file}.${randomUUID()}.partial`; // of this backup alone: another file of that name is not ours
  try {
    const report = await db.transaction((trx) => writeArchive(trx, draft, takenAt), {
      isolation: 'repeatable read',
      readOnly: true,
    });
    await flush(draft);
    await rename(draft, file);
    return report;
  } catch (error) {
    await rm(draft, { force: true });
    const { code, path } = error as NodeJS.ErrnoException;
    throw path === undefined ? error : fileErrors.FileUnwritable({ file, reason: code ?? '' });
  }
}

async function writeArchive(trx: Knex.Transaction, draft: string, takenAt: string): Promise<BackupReport> {
  const tables: TableReport[] = [];
  await trx.raw("set local statement_timeout = 0; set local work_mem = '64MB'");
  const migrations: { version: number; sha256: string }[] = await trx(MIGRATION_TABLE)
    .select('version', 'sha256')
    .orderBy('version');
  const schemaVersion = migrations.at(-1)?.version ?? -1;
  const { rows } = await trx.raw("select current_setting('server_version') as version");
  async function* frames(): AsyncGenerator<Buffer> {
    yield jsonFrame('H', { format: FORMAT, schemaVersion, migrations, takenAt, serverVersion: rows[0].version });
    for (const table of await readTables(trx)) {
      yield jsonFrame('T', { name: table.name, columns: table.columns });
      const end = yield* tableFrames(trx, table);
      tables.push({ name: table.name, ...end });
      yield jsonFrame('E', end);
    }
    yield jsonFrame('Z', { tables: tables.length, sequences: await readSequences(trx) });
  }
  await pipeline(
    Readable.from(frames(), { objectMode: false }),
    createGzip({ level: 1 }),
    createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
  );
  return { schemaVersion, takenAt, tables };
}

/** The rows of a table, in an order that does not depend on the server. */
export function copyTable(db: Knex, table: Table): AsyncGenerator<Buffer> {
  const columns = table.columns.map((name) => db.ref(name).toQuery()).join(', ');
  const name = db.ref(table.name).toQuery();
  const order = table.order.length > 0 ? table.order.join(', ') : `${name}::text collate "C"`;
  return copyOut(db, `select ${columns} from ${name} order by ${order}`);
}

async function* tableFrames(trx: Knex, table: Table): AsyncGenerator<Buffer, TableEnd> {
  const digest = new TableDigest();
  for await (const chunk of copyTable(trx, table)) {
    digest.add(chunk);
    yield frameHead('D', chunk.length);
    yield chunk;
  }
  return digest.end();
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
