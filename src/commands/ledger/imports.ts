import * as z from 'zod';
import { type LedgerImport, listImports } from '../../services/ledger/imports.ts';
import { pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { ChangeShape, EntryCounts } from './import.ts';
import { FOLDER_ROUTE, FolderPath, toWirePage } from './wire.ts';

const PastImport = z
  .object({
    Id: z.int(),
    ImportedAt: z.string().meta({ format: 'date-time' }),
    FileName: z.string(),
    Sha256: z.string(),
    ExerciseId: z.int(),
    Status: z.string(),
    Entries: EntryCounts,
    Changes: z.array(ChangeShape),
  })
  .meta({ id: 'LedgerImport' });

const toWire = ({ id, importedAt, fileName, sha256, exerciseId, status, report }: LedgerImport) => ({
  Id: id,
  ImportedAt: importedAt,
  FileName: fileName,
  Sha256: sha256,
  ExerciseId: exerciseId,
  Status: status,
  Entries: report.Entries,
  Changes: report.Changes.map((change) => ({ ...change, Fields: [...change.Fields] })),
});

export const ledgerImports = defineOperation({
  id: 'ledger.imports',
  summary: { en: 'Show which files changed a ledger', fr: 'Montrer quels fichiers ont changé une comptabilité' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/ledger-imports` },
  cli: { examples: ['taxops ledger imports --folder 12'] },
  params: FolderPath,
  query: z.object(paging),
  output: pageOf(PastImport),
  errors: ['FolderNotFound'],
  columns: [
    'Id',
    'ImportedAt',
    'FileName',
    'ExerciseId',
    'Status',
    'Entries.Added',
    'Entries.Changed',
    'Entries.Removed',
  ],
  run: async (ctx, { accountingFolderId, ...page }) =>
    toWirePage(await listImports(await ctx.db(), accountingFolderId, page), toWire),
});
