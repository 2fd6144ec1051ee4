import { resolve } from 'node:path';
import * as z from 'zod';
import { type BackupReport, backupDatabase } from '../../services/db/backup/backup.ts';
import { restoreDatabase } from '../../services/db/backup/restore.ts';
import { type Database, openDatabase } from '../../services/db/database.ts';
import {
  type PrivateServerStatus,
  privateServerStatus,
  startPrivateServer,
  stopPrivateServer,
} from '../../services/db/embedded/control.ts';
import type { DatabaseSettings } from '../../services/db/settings.ts';
import { verifyDatabase } from '../../services/db/verify.ts';
import type { TerminalContext } from '../../services/operation/context.ts';
import { defineCommand } from '../operation/operation.ts';
import { databaseSettings } from '../program/database-settings.ts';
import { commandErrors } from '../program/errors.ts';

/** Runs `work` on the database as it is, whatever its schema. */
async function withDatabase<T>(ctx: TerminalContext, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ ...databaseSettings(ctx.settings), schema: 'ignore' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function privateSettings(ctx: TerminalContext): DatabaseSettings {
  const settings = databaseSettings(ctx.settings);
  if (settings.url !== undefined) throw commandErrors.DatabaseNotPrivate();
  return settings;
}

const Server = z.object({
  Engine: z.enum(['private', 'server']),
  Folder: z.string().nullable(),
  Major: z.int().nullable(),
  Running: z.boolean(),
  Pid: z.int().nullable(),
  KeptAlive: z.boolean(),
  Log: z.string().nullable(),
});

const toWire = ({ folder, major, running, pid, keptAlive, log }: PrivateServerStatus): z.output<typeof Server> => ({
  Engine: 'private',
  Folder: folder,
  Major: major ?? null,
  Running: running,
  Pid: pid ?? null,
  KeptAlive: keptAlive,
  Log: log,
});

export const dbStatus = defineCommand({
  id: 'db.status',
  summary: { en: 'Show the database in use, without starting it', fr: 'Montrer la base utilisée, sans la démarrer' },
  cli: { examples: ['taxops db status'] },
  output: Server,
  run: status,
});

async function status(ctx: TerminalContext): Promise<z.output<typeof Server>> {
  const settings = databaseSettings(ctx.settings);
  if (settings.url === undefined) return toWire(privateServerStatus(settings));
  const { rows } = await withDatabase(ctx, (db) =>
    db.knex.raw(`select current_setting('server_version_num')::int / 10000 as major`),
  );
  return { Engine: 'server', Folder: null, Major: rows[0].major, Running: true, Pid: null, KeptAlive: true, Log: null };
}

export const dbStart = defineCommand({
  id: 'db.start',
  summary: {
    en: 'Start the private database and keep it running',
    fr: 'Démarrer la base privée et la garder en marche',
  },
  cli: { examples: ['taxops db start'] },
  output: Server,
  errors: ['DatabaseNotPrivate'],
  run: async (ctx) => toWire(await startPrivateServer(privateSettings(ctx))),
});

export const dbStop = defineCommand({
  id: 'db.stop',
  summary: {
    en: 'Stop the private database, even while others use it',
    fr: 'Arrêter la base privée, même si d’autres s’en servent',
  },
  cli: { examples: ['taxops db stop'] },
  output: Server,
  errors: ['DatabaseNotPrivate', 'LockHeld'],
  run: async (ctx) => {
    const settings = privateSettings(ctx);
    await stopPrivateServer(settings);
    return toWire(privateServerStatus(settings));
  },
});

export const dbMigrate = defineCommand({
  id: 'db.migrate',
  summary: { en: 'Bring the database to the schema of this version', fr: 'Amener la base au schéma de cette version' },
  cli: { examples: ['taxops db migrate'] },
  output: z.object({ Applied: z.array(z.int()), SchemaVersion: z.int() }),
  errors: ['DatabaseNewerSchema', 'MigrationChanged'],
  run: async (ctx) =>
    withDatabase(ctx, async (db) => ({
      Applied: [...(await db.migrate())],
      SchemaVersion: (await db.schemaState()).current,
    })),
});

export const dbUrl = defineCommand({
  id: 'db.url',
  summary: {
    en: 'Print the address of the database, password included',
    fr: 'Afficher l’adresse de la base, mot de passe compris',
  },
  description:
    'For psql and other programs. The private database runs only while a command or a connection uses it: start it first with `taxops db start`.',
  cli: { examples: ['psql "$(taxops db url)"'] },
  output: z.string(),
  run: async (ctx) => withDatabase(ctx, (db) => db.url()),
});

export const dbVerify = defineCommand({
  id: 'db.verify',
  summary: { en: 'Look for damage in the database', fr: 'Chercher des dommages dans la base' },
  cli: { examples: ['taxops db verify', 'taxops db verify --json'] },
  output: z.object({
    SchemaVersion: z.int(),
    Pages: z.string(),
    Findings: z.array(z.string()),
    Tables: z.array(z.object({ Name: z.string(), Rows: z.int() })),
  }),
  outcome: ({ Findings }) => (Findings.length > 0 ? 'refused' : 'done'),
  run: async (ctx) => {
    const { schemaVersion, tables, pages, findings } = await withDatabase(ctx, verifyDatabase);
    return {
      SchemaVersion: schemaVersion,
      Pages: 'checked' in pages ? `${pages.checked} tables and indexes read` : `not read: ${pages.skipped}`,
      Findings: [...findings],
      Tables: tables.map(({ name, rows }) => ({ Name: name, Rows: rows })),
    };
  },
});

const Archive = z.object({
  File: z.string(),
  SchemaVersion: z.int(),
  TakenAt: z.string(),
  Tables: z.array(z.object({ Name: z.string(), Rows: z.int(), Sha256: z.string() })),
});

const archiveToWire = (file: string, { schemaVersion, takenAt, tables }: BackupReport): z.output<typeof Archive> => ({
  File: file,
  SchemaVersion: schemaVersion,
  TakenAt: takenAt,
  Tables: tables.map(({ name, rows, sha256 }) => ({ Name: name, Rows: rows, Sha256: sha256 })),
});

const ArchiveFile = z.object({ archive: z.string().min(1).max(4096).describe('Path of the archive') });

export const dbBackup = defineCommand({
  id: 'db.backup',
  summary: { en: 'Back the whole database up into one file', fr: 'Sauvegarder toute la base dans un fichier' },
  description:
    'The archive holds the rows as one moment saw them, with counts and SHA-256; any PostgreSQL 15 or later takes it back, private or not.',
  cli: { args: ['archive'], examples: ['taxops db backup taxops-2026-03-01.backup'] },
  query: ArchiveFile,
  output: Archive,
  errors: ['DatabaseNotMigrated', 'FileUnwritable'],
  run: async (ctx, { archive }) => {
    const file = resolve(ctx.terminal.cwd, archive);
    return archiveToWire(file, await withDatabase(ctx, (db) => backupDatabase(db, file, ctx.clock.now())));
  },
});

export const dbRestore = defineCommand({
  id: 'db.restore',
  summary: { en: 'Take a backup back into an empty database', fr: 'Reprendre une sauvegarde dans une base vide' },
  description:
    'Everything is read again and compared with the archive before it counts; whatever fails, the database stays empty.',
  cli: { args: ['archive'], examples: ['taxops db restore taxops-2026-03-01.backup'] },
  query: ArchiveFile,
  output: Archive,
  errors: ['BackupTargetNotEmpty', 'FileUnreadable', 'BackupForeign', 'BackupDamaged', 'BackupNewer', 'BackupMismatch'],
  run: async (ctx, { archive }) => {
    const file = resolve(ctx.terminal.cwd, archive);
    return archiveToWire(file, await withDatabase(ctx, (db) => restoreDatabase(db, file)));
  },
});
