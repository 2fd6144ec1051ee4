/** Cases of when VAT is due: folder 1 files the CA3, folder 5 is a sole trader with the CA12, folder 6 a farm. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BANK, BOOKS, FIRM } from '../seeds.ts';

const folder = { enterpriseId: 1 };
const farm = { enterpriseId: 6 };

/** The folder as its books name it. */
const books = (accountingFolderId: number) => ({ accountingFolderId });
const liquidation = { procedureType: 'Liquidation' };

const seed: readonly GoodCase[] = [
  ...FIRM,
  ...BOOKS,
  ...BANK,
  ...[2, 3].map((id): GoodCase => ['folder.update', { params: books(id), body: { Department: '69' } }]),
  [
    'folder.create',
    { body: { Name: 'DELTA', LegalForm: 'EI', FamilyName: 'Lenoir', VatSystem: 'Simplified', VatDeadlineDay: 15 } },
  ],
  ['folder.create', { body: { Name: 'EPSILON', VatSystem: 'SimplifiedFarm', TaxpayerKind: 'Farm' } }],
  ['exercise.create', { params: books(5), body: { StartDate: '2025-01-01', EndDate: '2025-12-31' } }],
  [
    'asset.create',
    {
      params: books(1),
      body: {
        Name: 'Machine',
        Account: { AccountNumber: 2154 },
        AcquisitionValue: '12000.00',
        AcquisitionQuantity: 1,
        AcquisitionDate: '2024-01-01',
        DeploymentDate: '2024-01-01',
        Amortization: {
          AmortizationCalculationMethod: 'EconomicOnly',
          EconomicAttributes: { Duration: { YearCount: 5 } },
        },
      },
    },
  ],
  [
    'vat.procedure-group.assist',
    {
      params: folder,
      body: { AccountingFolderId: 1, ProcedureType: 'Liquidation', BeginDate: '2024-01-01', EndDate: '2024-01-31' },
    },
  ],
  [
    'vat.procedure-group.assist',
    {
      params: { enterpriseId: 5 },
      body: {
        AccountingFolderId: 5,
        ProcedureType: 'Deposit',
        BeginDate: '2025-01-01',
        EndDate: '2025-12-31',
        DepositNumber: 1,
      },
    },
  ],
  [
    'vat.procedure-group.assist',
    {
      params: farm,
      body: { AccountingFolderId: 6, ProcedureType: 'Liquidation', BeginDate: '2025-01-01', EndDate: '2025-12-31' },
    },
  ],
];

/** What a processing report of the tax administration brings. */
const stored = `insert into job_run (job, input, state, started_at, ended_at)
    values ('poll-notices', '{}', 'failed', '2024-02-20T06:00:00Z', '2024-02-20T06:00:01Z');
  update vat_procedure set dgfip_deadline_day = 19, dgfip_received_at = '2024-02-20T06:00:00Z' where id = 1`;

const good: readonly GoodCase[] = [
  ['today.list', {}],
  ['today.list', { params: { accountingFolderId: 1, companyId: 1, limit: 2, page: 2 } }],
  ['today.list', { params: { companyId: 1 } }],
  ['today.list', { params: { kind: 'ToReconcile' } }],
  ['folder.overview', {}],
  [
    'folder.overview',
    {
      params: {
        accountingFolderId: 1,
        companyId: 1,
        search: 'alpha',
        isActive: true,
        taxRegime: 'CorporationTax',
        having: 'Alerts',
      },
    },
  ],
  ['folder.overview', { params: { vatSystem: 'SimplifiedFarm', sort: 'NextDue', descending: true } }],
  ['folder.overview', { params: { sort: 'Name', page: 2, limit: 4 } }],
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
        exerciseStartDate: '2026-01-01',
        exerciseEndDate: '2026-12-31',
        startDate: '2026-02-01',
        endDate: '2026-04-30',
      },
    },
  ],
  ['vat.status', { params: books(1) }],
  ['vat.status', { params: { companyId: 1 } }],
  ['vat.deadline.enterprises', { body: { enterprisesIds: [1, 3, 2] } }],
  ['vat.deadline.enterprises', { body: { enterprisesIds: [6, 5] } }],
  ['vat.deadline.list', { params: { companyId: 1 } }],
  ['vat.deadline.list', { params: { ...books(1), days: 90, lateDays: 0 } }],
  ['vat.deadline.list', { params: { ...books(6), days: 90 } }],
  ['vat.deadline.list', { params: { ...books(1), on: '2024-02-19' } }],
  ['vat.deadline.calendar', { params: { companyId: 1, days: 20, lateDays: 0 } }],
  ['vat.deadline.calendar', { params: { ...books(1), days: 7 } }],
  ['vat.deadline.permanent-file', { params: { ...books(1), procedureId: 1 } }],
  ['vat.deadline.permanent-file', { params: books(5) }],
];

const PERIODS = 'vat.period.list';

const bad: readonly BadCase[] = [
  ['today.list', 'FolderNotFound', { params: { accountingFolderId: 999 } }],
  ['folder.overview', 'FolderNotFound', { params: { accountingFolderId: 999 } }],
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
  ['vat.deadline.enterprises', 'FolderNotFound', { body: { enterprisesIds: [1, 999] } }],
  ['vat.deadline.enterprises', 'InvalidInput', { body: { enterprisesIds: [] } }],
  ['vat.status', 'FolderNotFound', { params: books(999) }],
  ['vat.deadline.list', 'FolderNotFound', { params: books(999) }],
  ['vat.deadline.calendar', 'FolderNotFound', { params: books(999) }],
  ['vat.deadline.calendar', 'InvalidInput', { params: { ...books(1), days: -1 } }],
  ['vat.deadline.permanent-file', 'ProcedureNotFound', { params: { ...books(1), procedureId: 999 } }],
  ['vat.deadline.permanent-file', 'NotSupportedProcedureType', { params: { ...books(5), procedureId: 2 } }],
];

export const vatDeadlines: Area = {
  operations: ['vat.settings', 'vat.period', 'vat.deadline', 'vat.status', 'today', 'folder.overview'],
  seed,
  stored,
  good,
  bad,
  neverFilled: {
    'vat.status []|1.Rates[]': 'of entries with tax at several rates: test/services/vat/status/lacks.test.ts',
    'vat.status []|2.ToPay': 'of a draft that was computed: test/services/dues/vat-status.test.ts',
  },
};
