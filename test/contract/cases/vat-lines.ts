/** Cases of the VAT settings of entry lines: folder 1 has one invoice, line 1 on the customer, line 2 on sales. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const folder = { accountingFolderId: 1 };
const missing = 999;
const subAccount: GoodCase = [
  'account.sub-account.create',
  { params: { ...folder, accountId: 1 }, body: { Code: 'C1', Label: 'Morel' } },
];
const invoice: GoodCase = [
  'entry.create',
  {
    params: folder,
    body: {
      JournalCode: 'VE',
      Date: '2024-03-15',
      Label: 'Facture F2',
      Lines: [
        { AccountNumber: '411000', SubAccountCode: 'C1', Debit: '240.00' },
        { AccountNumber: '706000', Credit: '240.00' },
      ],
    },
  },
];

const customer = { EntryId: 2, EntryLineId: 3, AccountId: 1, SubAccountId: 1 };
const sale = { EntryId: 1, EntryLineId: 2, AccountId: 2 };
const everything = {
  VatRate: '_20',
  VatCategory: 'VT_PREST',
  Exigibility: 'OnReceipts',
  TaxExcludedAmount: 200,
  TaxExcludedRemainingAmount: '50.25',
  VatAmountToDeclare: 40,
  CustomVatRate: 19.6,
};
const save = (change: object) => ({ params: folder, body: { ...sale, Source: 'Manual', ...change } });
const on = (entryId: number, entryLineId: number, VatCategory = 'VT_PREST') => ({
  params: { ...folder, entryId, entryLineId },
  body: { VatCategory },
});
const imported = (...Configurations: object[]) => ({ params: folder, body: { Configurations } });

const good: readonly GoodCase[] = [
  [
    'vat.line-configuration.save',
    { params: folder, body: { ...customer, Source: 'Automatic', ...everything, VatCategory: 'NOT_DECLARABLE' } },
  ],
  ['vat.line-configuration.save', save({ VatRate: '_055' })],
  ['vat.line-configuration.save', save({ VatRate: null, Exigibility: 'OnDebits' })],
  ['vat.line-configuration.set-category', on(1, 2)],
  ['vat.line-configuration.set-category', on(1, 1, 'NOT_DECLARABLE')],
  ['vat.line-configuration.list', { params: folder }],
  ['vat.line-configuration.by-entries', { params: { ...folder, entryIds: [2] } }],
  [
    'vat.line-configuration.import',
    imported(
      { EntryId: 2, EntryLineId: 4, AccountId: 2, ...everything, Status: 'Declared' },
      { ...customer, CustomVatRate: null },
      { ...sale, EntryId: 8 },
      { ...sale, EntryLineId: 80, Status: 'Draft' },
      { ...sale, VatCategory: 'VT_PRESTO' },
    ),
  ],
  ['vat.line-configuration.import', imported({ EntryId: 2, EntryLineId: 4, VatRate: '_10' })],
];

const SAVES = 'vat.line-configuration.save';
const CATEGORY = 'vat.line-configuration.set-category';

const bad: readonly BadCase[] = [
  [SAVES, 'EntryNotFound', save({ EntryId: missing })],
  [SAVES, 'EntryLineNotFound', save({ EntryLineId: 3 })],
  [SAVES, 'LineAccountDiffers', save({ AccountId: 1 })],
  [SAVES, 'LineAccountDiffers', save({ SubAccountId: 1 })],
  [SAVES, 'VatCategoryUnknown', save({ VatCategory: 'vt_prest' })],
  [SAVES, 'VatCombinationInvalid', save({ VatCategory: 'EXPORT_HORS_UE', VatRate: '_20' })],
  [SAVES, 'VatCategoryNotPossible', save({ ...customer, VatCategory: 'VT_PREST' })],
  [SAVES, 'LineAlreadyDeclared', save({ EntryId: 2, EntryLineId: 4, VatRate: '_055' })],
  [SAVES, 'InvalidInput', save({ VatRate: '_0200' })],
  [SAVES, 'InvalidInput', save({ TaxExcludedAmount: 1.005 })],
  [SAVES, 'InvalidInput', save({ CustomVatRate: 120 })],
  [SAVES, 'InvalidInput', save({ Source: 'manual' })],
  [CATEGORY, 'EntryNotFound', on(missing, 2)],
  [CATEGORY, 'EntryLineNotFound', on(1, 3)],
  [CATEGORY, 'VatCategoryUnknown', on(1, 2, 'X')],
  [CATEGORY, 'VatCombinationInvalid', on(2, 3, 'EXPORT_HORS_UE')],
  [CATEGORY, 'VatCategoryNotPossible', on(1, 1)],
  [CATEGORY, 'LineAlreadyDeclared', on(2, 4, 'AUTRE_OP_IMP')],
  ['vat.line-configuration.by-entries', 'InvalidInput', { params: { ...folder, entryIds: [0] } }],
  ['vat.line-configuration.import', 'InvalidInput', imported({ ...sale, Source: 'Manual' })],
];

export const vatLines: Area = {
  operations: ['vat.line-configuration'],
  seed: [...FIRM, ...BOOKS, subAccount, invoice],
  good,
  bad,
};
