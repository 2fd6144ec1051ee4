import * as z from 'zod';
import { listAssetImports, undoAssetImport } from '../../services/assets/import/past-imports.ts';
import { preview } from '../ledger/removal-wire.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { flag, int, moment, text } from '../operation/outputs.ts';
import { assetOperation } from './asset-operation.ts';
import { TOLD, tellDifferencesOf } from './held-balances.ts';

const PastImport = z
  .object({
    Id: int('Id'),
    ImportedAt: moment('Importé le'),
    FileName: text('Fichier'),
    Lines: int('Lignes').describe('Lines read, header apart'),
    Assets: int('Immobilisations').describe('Those that it made and that are there'),
  })
  .meta({ id: 'PastAssetImport' });

export const assetImports = assetOperation({
  id: 'asset.imports',
  summary: { en: 'Show which files made assets', fr: 'Montrer quels fichiers ont créé des immobilisations' },
  http: { method: 'GET', path: '/assets/imports' },
  cli: { examples: ['taxops asset imports --folder 12'] },
  query: z.object(paging),
  output: pageOf(PastImport),
  run: (ctx, { folderId, ...page }) => listAssetImports(ctx, folderId, page),
});

export const assetUndo = assetOperation({
  id: 'asset.undo',
  summary: { en: 'Undo the import of a file of assets', fr: 'Annuler l’import d’un fichier d’immobilisations' },
  description: `The assets that the file made go, with the grants that no other asset has. Refused when one of them was changed, divided, retired, linked to entries or posted since, or when a closed exercise has it; assets that were deleted since are no obstacle. ${TOLD}`,
  http: { method: 'DELETE', path: '/assets/imports/{importId}' },
  cli: {
    args: ['importId'],
    examples: ['taxops asset undo 3 --folder 12 --preview', 'taxops asset undo 3 --folder 12 --yes'],
    confirm: { unless: 'preview' },
  },
  params: { importId: identifier() },
  query: z.object({ preview }),
  output: z
    .object({
      ImportId: int('Import'),
      FileName: text('Fichier'),
      AssetsRemoved: int('Immobilisations supprimées'),
      IsPreview: flag('Aperçu').describe('Nothing was removed'),
    })
    .meta({ id: 'AssetImportUndone' }),
  errors: ['AssetImportNotFound', 'AssetImportInUse', 'AssetInClosedExercise'],
  run: async (ctx, { folderId, importId, preview: isPreview }) => {
    const undone = await undoAssetImport(ctx, folderId, importId, isPreview);
    if (!isPreview) await tellDifferencesOf(ctx, folderId, undone.assets);
    return undone;
  },
});
