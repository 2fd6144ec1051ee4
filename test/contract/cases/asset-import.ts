/** Cases of the import of assets, in folder 1. */
import type { Area, BadCase, GoodCase, Waiver } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const params = { accountingFolderId: 1 };
const file = (name: string) => [`fixtures/assets/import/${name}`];

const good: readonly GoodCase[] = [
  ['asset.template', {}],
  ['asset.import', { params: { ...params, dryRun: true }, files: file('good.csv') }],
  ['asset.import', { params: { ...params, dryRun: true }, files: file('faults.csv') }],
  ['asset.import', { params, files: file('good.csv') }],
  ['asset.import', { params, files: file('good.csv') }],
  ['asset.imports', { params: { ...params, limit: 10 } }],
  ['asset.imports', { params: { ...params, page: 2, limit: 10 } }],
  ['asset.undo', { params: { ...params, importId: 1, preview: true } }],
  ['asset.undo', { params: { ...params, importId: 1 } }],
];

const bad: readonly BadCase[] = [
  ['asset.import', 'AssetFileMissing', { params, files: [] }],
  ['asset.import', 'AssetFileUnreadable', { params, files: file('broken.xlsx') }],
  ['asset.import', 'AssetColumnUnknown', { params, files: file('unknown-column.csv') }],
  ['asset.import', 'AssetColumnMissing', { params, files: file('missing-column.csv') }],
  ['asset.undo', 'AssetImportNotFound', { params: { ...params, importId: 999 } }],
];

const provedElsewhere: Readonly<Record<string, Waiver>> = {
  'asset.import AssetColumnRepeated': ['test/services/assets/import.test.ts', 'is refused: %s'],
  'asset.import FileUnreadable': [
    'test/services/assets/import.test.ts',
    'a file that cannot be read is said so in the language of the reader',
  ],
  'asset.import AssetFileTooLarge': ['test/services/assets/import.test.ts', 'is refused: %s'],
  'asset.import GrantAmountNotAvailable': [
    'test/services/assets/import.test.ts',
    'links no more of a grant than there is',
  ],
  'asset.undo AssetImportInUse': [
    'test/services/assets/undo-import.test.ts',
    'is refused once an asset left the register',
  ],
  'asset.undo AssetInClosedExercise': [
    'test/services/assets/undo-import.test.ts',
    'is refused in a closed exercise, and leaves everything',
  ],
};

export const assetImport: Area = {
  operations: ['asset.import', 'asset.imports', 'asset.undo', 'asset.template'],
  seed: [...FIRM, ...BOOKS],
  good,
  bad,
  provedElsewhere,
  neverFilled: {
    'asset.import LedgerDifferences[]': 'needs settled books: test/services/assets/held-balances.test.ts',
  },
};
