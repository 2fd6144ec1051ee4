import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { bankOverview } from '../../services/banking/report/overview.ts';
import { listFolders } from '../../services/folders/folders.ts';
import { packageFile } from '../../services/kernel/package-file.ts';
import { ledgerOverview } from '../../services/ledger/overview.ts';
import { dayText } from '../operation/fields.ts';
import { defineCommand } from '../operation/operation.ts';

const Line = z.object({
  Id: z.int(),
  Name: z.string(),
  Siren: z.string().nullable(),
  LastExercise: dayText().nullable(),
  Entries: z.int(),
  Drafts: z.int(),
  BankAccounts: z.int(),
  LastStatement: dayText().nullable(),
});

const Status = z.object({
  Version: z.string(),
  Home: z.string(),
  Database: z.string(),
  SchemaVersion: z.int(),
  Folders: z.array(Line),
});

export const status = defineCommand({
  id: 'operator.status',
  summary: { en: 'Show what this installation holds', fr: 'Montrer ce que contient cette installation' },
  description: 'One line per folder: last exercise, entries, drafts, bank accounts, last statement.',
  cli: { path: ['status'], examples: ['taxops status', 'taxops status --json'] },
  output: Status,
  run: async (ctx) => {
    const db = await ctx.db();
    const [folders, ledgers, banks, { current }, { version }] = await Promise.all([
      listFolders(ctx),
      ledgerOverview(db),
      bankOverview(ctx),
      db.schemaState(),
      readFile(packageFile('package.json'), 'utf8').then((text) => JSON.parse(text) as { version: string }),
    ]);
    const ledgerOf = new Map(ledgers.map((ledger) => [ledger.folderId, ledger]));
    const bankOf = new Map(banks.map((bank) => [bank.folderId, bank]));
    return {
      Version: version,
      Home: ctx.settings.home.value ?? '',
      Database: db.engine.kind,
      SchemaVersion: current,
      Folders: folders.map(({ id, name, siren }) => ({
        Id: id,
        Name: name,
        Siren: siren,
        LastExercise: ledgerOf.get(id)?.lastExerciseEnd ?? null,
        Entries: Number(ledgerOf.get(id)?.entries ?? 0n),
        Drafts: Number(ledgerOf.get(id)?.drafts ?? 0n),
        BankAccounts: Number(bankOf.get(id)?.accounts ?? 0n),
        LastStatement: bankOf.get(id)?.lastStatement ?? null,
      })),
    };
  },
});
