/** Cases of assets against the ledger, in folder 1 after the cases of the ledger and of stored assets. */
import type { BadCase, CaseInput, CaseSet, GoodCase } from './requests.ts';

const params = { accountingFolderId: 1 };
const date = '2025-12-31';

const good: readonly GoodCase[] = [
  ['asset.proposal.list', { params: { ...params, from: '2024-01-01' } }],
  ['asset.proposal.accept', { params, body: { From: '2024-01-01' } }],
  ['asset.associate', { params: { ...params, assetId: 1 }, body: { EntryLineIds: [] } }],
  ['asset.entry.list', { params: { ...params, date } }],
  ['asset.entry.list', { params: { ...params, date, detailed: true } }],
  ['asset.entry.export', { params: { ...params, date } }],
];

const post = (change: object) => ({ params, body: { Date: '2024-12-31', JournalCode: 'OD', ...change } });

const bad: readonly BadCase[] = [
  ['asset.proposal.accept', 'AssetLineNotFound', { params, body: { EntryLineIds: [999_999] } }],
  ['asset.associate', 'AssetNotFound', { params: { ...params, assetId: 999_999 }, body: { EntryLineIds: [] } }],
  ['asset.associate', 'AssetLineNotFound', { params: { ...params, assetId: 1 }, body: { EntryLineIds: [999_999] } }],
  ['asset.entry.post', 'JournalNotFound', post({ JournalCode: 'ZZ' })],
];

const ledger = 'test/services/assets/ledger.test.ts';

const provedElsewhere: Readonly<Record<string, string>> = {
  'asset.associate AssetLineTaken': ledger,
  'asset.entry.post LedgerFolderInactive': 'test/services/ledger',
  'asset.entry.post DateOutsideExercises': ledger,
  'asset.entry.post ExerciseClosed': 'test/services/ledger',
  'asset.entry.post AccountNotFound': ledger,
  'asset.entry.post AccountNotActive': 'test/services/ledger',
  'asset.entry.export LedgerFolderSirenMissing': ledger,
};

const goodElsewhere: Readonly<Record<string, CaseInput>> = { 'asset.entry.post': post({}) };

export const assetLedgerCases: CaseSet = { good, bad, provedElsewhere, goodElsewhere };
