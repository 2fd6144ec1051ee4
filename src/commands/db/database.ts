import { resolve } from 'node:path';
import * as z from 'zod';
import { backupDatabase } from '../../services/db/backup/backup.ts';
import { restoreDatabase } from '../../services/db/backup/restore.ts';
import { type Database, openDatabase } from '../../services/db/database.ts';
import { privateServerStatus, startPrivateServer, stopPrivateServer } from '../../services/db/embedded/control.ts';
import type { DatabaseSettings } from '../../services/db/settings.ts';
import { type VerifyReport, verifyDatabase } from '../../services/db/verify.ts';
import type { Labels } from '../../services/kernel/errors.ts';
import type { TerminalContext } from '../../services/operation/context.ts';
import { defineCommand } from '../operation/operation.ts';
import { choice, flag, int, maybe, moment, text, words } from '../operation/outputs.ts';
import { computed, headed } from '../operation/wire.ts';
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
  Engine: choice(['private', 'server'], 'Moteur'),
  Folder: maybe(text('Dossier')),
  Major: maybe(int('Version majeure')),
  Running: flag('En marche'),
  Pid: maybe(int('Processus')),
  KeptAlive: flag('Maintenu'),
  Log: maybe(text('Journal technique')),
});

const OTHER_SERVER = {
  engine: 'server',
  folder: null,
  running: true,
  pid: null,
  keptAlive: true,
  log: null,
} as const;

export const dbStatus = defineCommand({
  id: 'db.status',
  summary: { en: 'Show the database in use, without starting it', fr: 'Montrer la base utilisée, sans la démarrer' },
  cli: { examples: ['taxops db status'] },
  output: Server,
  run: status,
});

async function status(ctx: TerminalContext) {
  const settings = databaseSettings(ctx.settings);
  if (settings.url === undefined) return privateServerStatus(settings);
  const { rows } = await withDatabase(ctx, (db) =>
    db.knex.raw(`select current_setting('server_version_num')::int / 10000 as major`),
  );
  return { ...OTHER_SERVER, major: rows[0].major as number };
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
  run: async (ctx) => startPrivateServer(privateSettings(ctx)),
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
    return privateServerStatus(settings);
  },
});

export const dbMigrate = defineCommand({
  id: 'db.migrate',
  summary: { en: 'Bring the database to the schema of this version', fr: 'Amener la base au schéma de cette version' },
  cli: { examples: ['taxops db migrate'] },
  output: z.object({ Applied: headed(z.array(z.int()), 'Appliquées'), SchemaVersion: int('Schéma') }),
  errors: ['DatabaseNewerSchema', 'MigrationChanged'],
  audited: true,
  run: async (ctx) =>
    withDatabase(ctx, async (db) => ({
      applied: await db.migrate(),
      schemaVersion: (await db.schemaState()).current,
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

const pagesRead = ({ pages }: Pick<VerifyReport, 'pages'>): Labels =>
  'checked' in pages
    ? { en: `${pages.checked} tables and indexes read`, fr: `${pages.checked} tables et index lus` }
    : { en: `not read: ${pages.skipped}`, fr: `non lues : ${pages.skipped}` };

export const dbVerify = defineCommand({
  id: 'db.verify',
  summary: { en: 'Look for damage in the database', fr: 'Chercher des dommages dans la base' },
  cli: { examples: ['taxops db verify', 'taxops db verify --json'] },
  output: z.object({
    SchemaVersion: int('Schéma'),
    Pages: computed(words('Pages'), pagesRead),
    Findings: headed(z.array(z.string()), 'Constats'),
    Tables: headed(z.array(z.object({ Name: text('Nom'), Rows: int('Lignes') })), 'Tables'),
  }),
  outcome: ({ Findings }) => (Findings.length > 0 ? 'refused' : 'done'),
  run: (ctx) => withDatabase(ctx, verifyDatabase),
});

const Archive = z.object({
  File: text('Fichier'),
  SchemaVersion: int('Schéma'),
  TakenAt: moment('Pris le'),
  Tables: headed(z.array(z.object({ Name: text('Nom'), Rows: int('Lignes'), Sha256: text('SHA-256') })), 'Tables'),
});

/** Which archive it was, and how much it holds: of a restore, what the database is from now on. */
const archiveTold = ({ File, SchemaVersion, TakenAt, Tables }: z.output<typeof Archive>) => ({
  file: File,
  schemaVersion: SchemaVersion,
  takenAt: TakenAt,
  rows: Tables.reduce((sum, { Rows }) => sum + Rows, 0),
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
  audited: true,
  auditDetails: archiveTold,
  run: async (ctx, { archive }) => {
    const file = resolve(ctx.terminal.cwd, archive);
    return { file, ...(await withDatabase(ctx, (db) => backupDatabase(db, file, ctx.clock.now()))) };
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
  audited: true,
  auditDetails: archiveTold,
  run: async (ctx, { archive }) => {
    const file = resolve(ctx.terminal.cwd, archive);
    return { file, ...(await withDatabase(ctx, (db) => restoreDatabase(db, file))) };
  },
});
