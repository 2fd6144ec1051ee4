import * as z from 'zod';
import { type LedgerImport, listImports } from '../../services/ledger/imports.ts';
import { pageOf, paging } from '../operation/fields.ts';
import { int, moment, text } from '../operation/outputs.ts';
import { computed, headed } from '../operation/wire.ts';
import { ChangeShape, EntryCounts } from './import.ts';
import { ledgerOperation } from './wire.ts';

const PastImport = z
  .object({
    Id: int('Id'),
    ImportedAt: moment('Importé le'),
    FileName: text('Fichier'),
    Sha256: text('Empreinte'),
    ExerciseId: int('Exercice'),
    Status: computed(text('État'), ({ report }: LedgerImport) => report.status),
    Entries: computed(headed(EntryCounts, 'Écritures'), ({ report }: LedgerImport) => report.entries),
    Changes: computed(z.array(ChangeShape), ({ report }: LedgerImport) => report.changes),
  })
  .meta({ id: 'LedgerImport' });

export const ledgerImports = ledgerOperation({
  id: 'ledger.imports',
  summary: { en: 'Show which files changed a ledger', fr: 'Montrer quels fichiers ont changé une comptabilité' },
  http: { method: 'GET', path: '/ledger-imports' },
  cli: { examples: ['taxops ledger imports --folder 12'] },
  query: z.object(paging),
  output: pageOf(PastImport),
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
  run: (ctx, { folderId, ...page }) => listImports(ctx, folderId, page),
});
