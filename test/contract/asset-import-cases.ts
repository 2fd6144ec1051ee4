/** Cases of the import of assets, in folder 1. */
import type { BadCase, CaseInput, CaseSet, GoodCase } from './requests.ts';

const params = { accountingFolderId: 1 };
const file = (name: string) => [`fixtures/assets/import/${name}`];

const good: readonly GoodCase[] = [
  ['asset.import', { params: { ...params, dryRun: true }, files: file('good.csv') }],
  ['asset.import', { params: { ...params, dryRun: true }, files: file('faults.csv') }],
];

const bad: readonly BadCase[] = [
  ['asset.import', 'AssetFileMissing', { params, files: [] }],
  ['asset.import', 'AssetFileUnreadable', { params, files: file('broken.xlsx') }],
  ['asset.import', 'AssetColumnUnknown', { params, files: file('unknown-column.csv') }],
  ['asset.import', 'AssetColumnMissing', { params, files: file('missing-column.csv') }],
];

const provedElsewhere: Readonly<Record<string, string>> = {
  'asset.import AssetColumnRepeated': 'test/services/assets/import.test.ts',
  'asset.import AssetFileTooLarge': 'test/services/assets/import.test.ts',
  'asset.import GrantAmountNotAvailable': 'test/services/assets/import.test.ts',
};

/** Its byte-order mark is eaten by whoever reads the answer as text. */
const goodElsewhere: Readonly<Record<string, CaseInput>> = { 'asset.template': {} };

export const assetImportCases: CaseSet = { good, bad, provedElsewhere, goodElsewhere };
