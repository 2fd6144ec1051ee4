import * as z from 'zod';
import { bankOverview } from '../../services/banking/report/overview.ts';
import { listFolders } from '../../services/folders/folders.ts';
import { packageVersion } from '../../services/kernel/package-file.ts';
import { ledgerOverview } from '../../services/ledger/overview.ts';
import { defineOperation } from '../operation/operation.ts';
import { choice, date, int, maybe, text } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';

const Line = z.object({
  Id: int('Id'),
  Name: text('Nom'),
  Siren: maybe(text('SIREN')),
  LastExercise: maybe(date('Dernier exercice')),
  Entries: int('Écritures'),
  Drafts: int('Brouillons'),
  OpeningGaps: int('Écarts d’à-nouveaux').describe(
    'Accounts that the last exercise does not open as the one before closed',
  ),
  BankAccounts: int('Comptes bancaires'),
  LastStatement: maybe(date('Dernier relevé')),
});

const Status = z.object({
  Version: text('Version'),
  Home: text('Dossier des données'),
  Database: choice(['private', 'server'], 'Base'),
  SchemaVersion: int('Schéma'),
  Folders: headed(z.array(Line), 'Dossiers'),
});

/** Of a folder without exercise, without bank account. */
const NOTHING = {
  lastExercise: null,
  entries: 0,
  drafts: 0,
  openingGaps: 0,
  bankAccounts: 0,
  lastStatement: null,
} as const;

export const status = defineOperation({
  id: 'operator.status',
  summary: { en: 'Show what this installation holds', fr: 'Montrer ce que contient cette installation' },
  description:
    'One line per folder: last exercise, entries, drafts, accounts that do not open as they closed (ledger check --folder names them), bank accounts, last statement.',
  policy: { right: 'operate', of: 'nobody' },
  http: { method: 'GET', path: '/api/operator/status' },
  audited: false,
  cli: { path: ['status'], examples: ['taxops status', 'taxops status --json'] },
  output: Status,
  run: async (ctx) => {
    const db = await ctx.db();
    const [folders, ledgers, banks, { current }] = await Promise.all([
      listFolders(ctx),
      ledgerOverview(ctx),
      bankOverview(ctx),
      db.schemaState(),
    ]);
    const ledgerOf = new Map(ledgers.map((ledger) => [ledger.folderId, ledger]));
    const bankOf = new Map(banks.map((bank) => [bank.folderId, bank]));
    return {
      version: packageVersion(),
      home: ctx.settings.home.value ?? '',
      database: db.engine.kind,
      schemaVersion: current,
      folders: folders.map((folder) => ({
        ...NOTHING,
        ...folder,
        ...ledgerOf.get(folder.id),
        ...bankOf.get(folder.id),
      })),
    };
  },
});
