/** Cases of when VAT is due: folder 1 files the CA3, folder 5 is a sole trader with the CA12, folder 6 a farm. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const folder = { enterpriseId: 1 };
const farm = { enterpriseId: 6 };

const seed: readonly GoodCase[] = [
  ...FIRM,
  ...BOOKS,
  [
    'folder.create',
    { body: { Name: 'DELTA', LegalForm: 'EI', FamilyName: 'Lenoir', VatSystem: 'Simplified', VatDeadlineDay: 15 } },
  ],
  ['folder.create', { body: { Name: 'EPSILON', VatSystem: 'SimplifiedFarm', TaxpayerKind: 'Farm' } }],
];

const good: readonly GoodCase[] = [
  ['vat.settings.set', { params: folder, body: { TaxSystemId: 1, VatSystemId: 1, VatDeadlineDay: 18 } }],
  ['vat.settings.set', { params: farm, body: { VatDeadlineDay: null } }],
  ['vat.settings.flags', { params: folder, body: { SubjectToCVAE: true, CVAEAdvanceDeposit: false, ISBalance: true } }],
  ['folder.show', { params: { accountingFolderId: 1 } }],
  ['vat.settings.closing-task', { params: folder }],
  ['vat.settings.closing-task', { params: { ...farm, closingDate: '2025-09-30' } }],
];

const bad: readonly BadCase[] = [
  ['vat.settings.set', 'InvalidInput', { params: folder, body: { VatDeadlineDay: 25 } }],
  ['vat.settings.set', 'InvalidInput', { params: folder, body: { VatSystemId: 7 } }],
  ['vat.settings.flags', 'InvalidInput', { params: folder, body: { SubjectToCVAE: true, ISBalance: true } }],
  ['vat.settings.closing-task', 'FolderWithoutExercise', { params: farm }],
];

export const vatDeadlines: Area = {
  operations: ['vat.settings'],
  seed,
  good,
  bad,
};
