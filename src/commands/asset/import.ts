import * as z from 'zod';
import { assetImportErrors } from '../../services/assets/import/errors.ts';
import { type AssetImport, importAssets } from '../../services/assets/import/import-assets.ts';
import { writeCsv } from '../../services/documents/csv.ts';
import { FileResult } from '../../services/kernel/stream.ts';
import { wordsIn } from '../operation/invoke.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { file, int, maybe, sentence, text } from '../operation/outputs.ts';
import { computed, from, headed } from '../operation/wire.ts';
import { assetOperation } from './asset-operation.ts';
import { differenceTable, HeldBalanceShape } from './held-balances.ts';
import { IMPORT_COLUMNS, importForm } from './import-form.ts';

const Line = int('Ligne');

const Shape = z
  .object({
    FileName: text('Fichier'),
    Lines: int('Lignes').describe('Lines read, header apart'),
    CreatedCount: computed(int(), ({ created }: AssetImport) => created.length),
    ImportId: maybe(int('Import')).describe('What `asset undo` takes; null when no asset was made'),
    KnownLines: from('known', z.array(int())).describe(
      'Lines whose asset is there already: same external reference, else same name, account, day and value',
    ),
    Created: z.array(z.object({ Line, Id: int('Id'), Number: int('Numéro'), Name: text('Nom') })),
    Faults: z
      .array(z.object({ Line, Column: maybe(text('Colonne')), Code: text('Code'), Message: sentence('Message') }))
      .describe('Nothing was written when there is one'),
    LedgerDifferences: headed(z.array(HeldBalanceShape), 'Écarts avec la comptabilité').describe(
      'Where settled books hold last something else on the accounts of the assets made, or that a dry run would make',
    ),
  })
  .meta({ id: 'AssetImport' });

export const assetImport = assetOperation({
  id: 'asset.import',
  summary: { en: 'Import assets from a CSV or XLSX file', fr: 'Importer des immobilisations d’un fichier CSV ou XLSX' },
  description:
    'Columns are those of `asset template`, under their French header or the path of the field, in any order; days as 2025-12-31 or 31/12/2025, amounts as 1234.56 or 1 234,56. Every line is checked; all are written or, when one is at fault, none. An asset that is there already is left alone, so a file may be imported twice. Where settled books hold something else on the accounts of the assets made, LedgerDifferences says so, and the command exits 3 with all of them written; a dry run says the same of what it would write.',
  http: { method: 'POST', path: '/assets/imports' },
  cli: {
    examples: ['taxops asset import assets.csv --folder 12', 'taxops asset import assets.xlsx --folder 12 --dry-run'],
  },
  query: z.object({ dryRun: z.boolean().default(false).describe('Check every line, write nothing') }),
  files: { many: false, description: 'CSV (semicolon, comma or tab) or XLSX (first sheet), up to 20,000 lines' },
  output: Shape,
  errors: [
    'AssetFileMissing',
    'FileUnreadable',
    'AssetFileTooLarge',
    'AssetFileUnreadable',
    'AssetColumnUnknown',
    'AssetColumnRepeated',
    'AssetColumnMissing',
    'GrantAmountNotAvailable',
  ],
  outcome: ({ Faults, LedgerDifferences }) =>
    Faults.length > 0 ? 'refused' : LedgerDifferences.length > 0 ? 'partial' : 'done',
  view: function* (result) {
    const { FileName, Lines, CreatedCount, KnownLines, Faults } = result;
    yield {
      kind: 'text',
      text: `${FileName}: ${Lines} / +${CreatedCount} / =${KnownLines.length} / !${Faults.length}`,
    };
    yield Faults.length > 0 ? faultTable(result) : createdTable(result);
    if (result.LedgerDifferences.length > 0) yield differenceTable(result.LedgerDifferences);
  },
  run: async (ctx, { folderId, dryRun, files: [file] }) => {
    if (!file) throw assetImportErrors.AssetFileMissing({});
    const form = importForm(await wordsIn(ctx.language));
    return importAssets(ctx, folderId, file, { form, dryRun });
  },
});

const faultTable = ({ Faults }: z.output<typeof Shape>): Block => ({
  kind: 'table',
  columns: [{ name: 'Line', type: 'number' }, { name: 'Column' }, { name: 'Code' }, { name: 'Message' }],
  rows: Faults.map(({ Line, Column, Code, Message }) => [Line, Column, Code, Message]),
});

const createdTable = ({ Created }: z.output<typeof Shape>): Block => ({
  kind: 'table',
  columns: [
    { name: 'Line', type: 'number' },
    { name: 'Id', type: 'number' },
    { name: 'Number', type: 'number' },
    { name: 'Name' },
  ],
  rows: Created.map((asset) => [asset.Line, asset.Id, asset.Number, asset.Name]),
});

export const assetTemplate = defineOperation({
  id: 'asset.template',
  summary: { en: 'Write a file of assets to fill in', fr: 'Écrire un fichier d’immobilisations à remplir' },
  description:
    'A CSV with every column that `asset import` reads, under its French header, and one line as an example.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'GET', path: '/api/fixed-assets/import-template' },
  cli: { examples: ['taxops asset template --output assets.csv'] },
  output: file('text/csv'),
  run: async () =>
    new FileResult(
      'immobilisations.csv',
      'text/csv; charset=utf-8',
      writeCsv(
        IMPORT_COLUMNS.map(({ label }) => label),
        [IMPORT_COLUMNS.map(({ path }) => EXAMPLE[path] ?? '')],
        { excel: true },
      ),
    ),
});

const EXAMPLE: Readonly<Record<string, string>> = {
  Name: 'Ordinateur portable',
  Account: '218300',
  AcquisitionDate: '15/03/2025',
  DeploymentDate: '20/03/2025',
  AcquisitionValue: '1500,00',
  DeductibleVat: '300,00',
  AcquisitionQuantity: '1',
  IsAmortizable: 'oui',
  'Amortization.EconomicAttributes.Duration.YearCount': '3',
  'Amortization.EconomicAttributes.Mode': 'Linear',
};
