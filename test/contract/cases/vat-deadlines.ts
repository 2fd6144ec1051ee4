/** Cases of when VAT is due: folder 1 files the CA3, folder 5 is a sole trader with the CA12, folder 6 a farm. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const folder = { enterpriseId: 1 };
const farm = { enterpriseId: 6 };

/** The folder as its books name it. */
const books = (accountingFolderId: number) => ({ accountingFolderId });
const liquidation = { procedureType: 'Liquidation' };

const seed: readonly GoodCase[] = [
  ...FIRM,
  ...BOOKS,
  [
    'folder.create',
    { body: { Name: 'DELTA', LegalForm: 'EI', FamilyName: 'Lenoir', VatSystem: 'Simplified', VatDeadlineDay: 15 } },
  ],
  ['folder.create', { body: { Name: 'EPSILON', VatSystem: 'SimplifiedFarm', TaxpayerKind: 'Farm' } }],
  ['exercise.create', { params: books(5), body: { StartDate: '2025-01-01', EndDate: '2025-12-31' } }],
  [
    'vat.procedure-group.assist',
    {
      params: folder,
      body: { AccountingFolderId: 1, ProcedureType: 'Liquidation', BeginDate: '2024-01-01', EndDate: '2024-01-31' },
    },
  ],
];

const good: readonly GoodCase[] = [
  ['vat.settings.set', { params: folder, body: { TaxSystemId: 1, VatSystemId: 1, VatDeadlineDay: 18 } }],
  ['vat.settings.set', { params: farm, body: { VatDeadlineDay: null } }],
  ['vat.settings.flags', { params: folder, body: { SubjectToCVAE: true, CVAEAdvanceDeposit: false, ISBalance: true } }],
  ['folder.show', { params: { accountingFolderId: 1 } }],
  ['vat.settings.closing-task', { params: folder }],
  ['vat.settings.closing-task', { params: { ...farm, closingDate: '2025-09-30' } }],
  ['vat.period.list', { params: { ...books(1), ...liquidation } }],
  [
    'vat.period.list',
    {
      params: {
        ...books(1),
        ...liquidation,
        onlyNonDeclaredPeriods: true,
        exerciseStartDate: '2023-01-01',
        exerciseEndDate: '2023-12-31',
        type: 'PreConfigured',
      },
    },
  ],
  ['vat.period.list', { params: { ...books(5), procedureType: 'Deposit' } }],
  [
    'vat.period.list',
    {
      params: {
        ...books(6),
        ...liquidation,
        exerciseStartDate: '2025-01-01',
        exerciseEndDate: '2025-12-31',
        startDate: '2025-02-01',
        endDate: '2025-04-30',
      },
    },
  ],
];

const PERIODS = 'vat.period.list';

const bad: readonly BadCase[] = [
  ['vat.settings.set', 'InvalidInput', { params: folder, body: { VatDeadlineDay: 25 } }],
  ['vat.settings.set', 'InvalidInput', { params: folder, body: { VatSystemId: 7 } }],
  ['vat.settings.flags', 'InvalidInput', { params: folder, body: { SubjectToCVAE: true, ISBalance: true } }],
  ['vat.settings.closing-task', 'FolderWithoutExercise', { params: farm }],
  [PERIODS, 'FolderWithoutExercise', { params: { ...books(6), ...liquidation } }],
  [PERIODS, 'NotSupportedProcedureType', { params: { ...books(1), procedureType: 'Appendix' } }],
  [
    PERIODS,
    'NotSupportedProcedureType',
    { params: { ...books(1), ...liquidation, startDate: '2024-01-01', endDate: '2024-01-31' } },
  ],
  [PERIODS, 'PeriodInvalid', { params: { ...books(1), ...liquidation, exerciseStartDate: '2024-02-01' } }],
  [
    PERIODS,
    'PeriodTooLong',
    { params: { ...books(5), ...liquidation, startDate: '2024-01-01', endDate: '2025-01-31' } },
  ],
  [PERIODS, 'InvalidInput', { params: books(1) }],
];

export const vatDeadlines: Area = {
  operations: ['vat.settings', 'vat.period'],
  seed,
  good,
  bad,
};
