/**
 * Cases of the assets kept in the database. Folder 1 has the exercises of the ledger cases; assets are numbered in the
 * order of creation here. Asset 6 belongs to folder 2.
 */
import type { Area, BadCase, GoodCase, Waiver } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';
import { ABOUT, CAR, LAND, LATHE, MILL } from './whole-assets.ts';

const folder = { accountingFolderId: 1 };
const enterprise = { enterpriseId: 1 };
const [machine, computer, building, works, moreWorks, foreign, truck, tractor] = [1, 2, 3, 4, 5, 6, 7, 8];
const [component, group, mistaken, inWorks, abandoned, press, engine] = [9, 13, 14, 15, 16, 17, 19];

const plan = (YearCount: number, more: object = {}) => ({
  AmortizationCalculationMethod: 'EconomicOnly',
  EconomicAttributes: { Duration: { YearCount }, Mode: 'Linear', ProrataTemporis: 'Days', ...more },
});

const asset = (change: object = {}) => ({
  Name: 'Machine à bois',
  Account: { AccountNumber: 2154 },
  AcquisitionValue: '12000.00',
  AcquisitionDate: '2024-01-01',
  DeploymentDate: '2024-01-01',
  AcquisitionQuantity: 10,
  Amortization: plan(5),
  ...change,
});
const update = (AssetId: number, change: object = {}) => ({
  params: { ...enterprise, assetId: AssetId, exerciseEnd: '2025-12-31' },
  body: { EnterpriseId: 1, AssetId, ...asset(change) },
});
const inProgress = (AcquisitionValue: number, AcquisitionDate: string) =>
  asset({
    Name: 'Hangar en construction',
    Account: { AccountNumber: 2313 },
    AcquisitionValue,
    AcquisitionDate,
    DeploymentDate: AcquisitionDate,
    Amortization: undefined,
  });
const hall = {
  Name: 'Halle',
  Account: { AccountNumber: 2131 },
  AcquisitionValue: '80000.00',
  AcquisitionDate: '2022-01-01',
  DeploymentDate: '2022-01-01',
  Amortization: plan(10),
};

const note = (change: object = {}) => ({
  EffectiveDate: '2025-07-01',
  VatRate: 20,
  AmountExcludingTax: '1050.00',
  PeriodEnd: '2025-12-31',
  QuantityToBeDeducted: 1,
  ...change,
});
const noteChange = (change: object = {}) => {
  const { EffectiveDate, ...rest } = note();
  return { OldEffectiveDate: EffectiveDate, NewEffectiveDate: '2025-06-01', ...rest, ...change };
};

const transfer = (change: object = {}) => ({
  TransferDate: '2025-03-31',
  PeriodStart: '2025-01-01',
  PeriodEnd: '2025-12-31',
  Account: { AccountNumber: 2155 },
  ...change,
});

const split = (change: object = {}) => ({
  ExerciseStart: '2025-01-01',
  ExerciseEnd: '2025-12-31',
  ComponentGroupId: 7,
  ComponentGroupName: 'Toiture',
  UpdatedFixedAsset: { AcquisitionValue: '60000.00' },
  CreatedComponents: [{ Label: 'Toiture', AmortizationDurationInYears: 4, AcquisitionValue: '20000.00' }],
  ...change,
});
const splitOn = (change: object = {}) => split({ DecompositionDate: '2025-01-01', ...change });
const values = (change: object = {}) => ({
  ExerciseStart: '2025-01-01',
  ExerciseEnd: '2025-12-31',
  DecompositionDate: '2025-01-01',
  CreatedComponents: [{ AcquisitionValue: '2000.00' }],
  ...change,
});

const sale = (AssetIds: number[], change: object = {}, retirement: object = {}) => ({
  AccountingFolderId: 1,
  AssetIds,
  Retirement: { Type: 'Sale', Date: '2025-05-20', SaleAttributes: { SaleAmount: '4000.00' }, ...retirement },
  AllocationMethod: 'AssetAmount',
  ...change,
});

const grouping = (SourceAssetIds: number[], change: object = {}) => ({
  SourceAssetIds,
  DeploymentDate: '2025-06-30',
  DestinationAccount: { AccountNumber: 2131 },
  Name: 'Hangar',
  EntryLabel: 'Mise en service',
  IsDetailedEntry: true,
  StartDate: '2025-01-01',
  EndDate: '2025-12-31',
  ...change,
});

/** Account 1 of the folder is another one. */
const disagreeing = { AccountId: 1, AccountNumber: 2154 };
const form = { AccountCommand: { AccountId: 0, AccountNumber: 2154, SubAccountId: 0 }, RetirementDate: '2025-05-20' };
const ofAsset = (assetId: number) => ({ ...folder, assetId });
const ofFixed = (fixedAssetId: number) => ({ ...folder, fixedAssetId });
const exercise = { exerciseStart: '2025-01-01', exerciseEnd: '2025-12-31' };

const sharedGrant = { Grants: [{ Grant: { Id: 4 }, Amount: '300.00' }] };
const subAccount = { AccountId: 3, SubAccountId: 1 };
const wholeAssets = [
  { ...CAR, Account: { AccountNumber: 2182 } },
  { ...MILL, Account: subAccount },
  { ...LATHE, Account: { AccountNumber: 215400, SubAccountCode: 'A1' } },
  { ...LAND, Account: { AccountNumber: 211 } },
];
const [car, , lathe, land] = [20, 21, 22, 23];
const ownGrant = { Grants: [{ Id: 5, Grant: { Id: 5 }, Amount: '900.00', StaggeringYears: 2 }] };

/** Every fact that can be stated, when an asset is made and when it is changed; as it was read, in the end. */
const whole: readonly GoodCase[] = [
  ...wholeAssets.map((body): GoodCase => ['asset.create', { params: folder, body: { ...ABOUT, ...body } }]),
  ...wholeAssets.map(
    (body, index): GoodCase => [
      'asset.update',
      {
        params: { ...enterprise, assetId: car + index, ...exercise },
        body: { EnterpriseId: 1, AssetId: car + index, ...ABOUT, ...body },
      },
    ],
  ),
  [
    'asset.update',
    {
      params: { ...enterprise, assetId: land, exerciseEnd: '2025-12-31' },
      body: { ...ABOUT, ...LAND, EnterpriseId: 1, Id: land, FixedAssetAccount: { AccountNumber: 211 } },
    },
  ],
  ['asset.update', update(lathe, { ...LATHE, ...ownGrant })],
  ['asset.create', { params: folder, body: asset({ Name: 'Perceuse', ...sharedGrant }) }],
  ...wholeAssets.map(
    (_, index): GoodCase => ['asset.show', { params: { ...ofAsset(car + index), date: '2025-12-31' } }],
  ),
];

/** What the ledger says of an asset: lines on its account, on another one, and one that is gone. */
const bought = (Label: string, Credit: string) => ({
  JournalCode: 'OD',
  Date: '2024-03-01',
  Label,
  Lines: [
    { AccountNumber: '215400', SubAccountCode: 'A1', Debit: Credit },
    { AccountNumber: '706000', Credit },
  ],
});
const associated: readonly GoodCase[] = [
  ['entry.create', { params: folder, body: bought('Tour', '40000.00') }],
  ['entry.create', { params: folder, body: bought('Reprise', '10.00') }],
  ['asset.associate', { params: ofAsset(land), body: { EntryLineIds: [3, 1, 5] } }],
  ['entry.delete', { params: { ...folder, entryId: 3 } }],
  ['asset.get', { params: { ...ofAsset(land), ...exercise } }],
];

const good: readonly GoodCase[] = [
  ['account.create', { params: folder, body: { Number: '215400', Label: 'Matériel industriel' } }],
  ['account.create', { params: folder, body: { Number: '281540', Label: 'Amortissements du matériel' } }],
  ['asset.create', { params: folder, body: asset({ Grants: [{ Grant: { Name: 'Région' }, Amount: 1000 }] }) }],
  ['asset.create', { params: folder, body: asset({ Name: 'Ordinateur', Account: { AccountNumber: 2183 } }) }],
  ['asset.create', { params: folder, body: asset(hall) }],
  ['asset.create', { params: folder, body: inProgress(5000, '2024-02-01') }],
  ['asset.create', { params: folder, body: inProgress(7000, '2024-03-01') }],
  ['asset.create', { params: { accountingFolderId: 2 }, body: asset() }],
  ['asset.create', { params: folder, body: asset({ Name: 'Camion' }) }],
  ['asset.create', { params: folder, body: asset({ Name: 'Tracteur', AcquisitionValue: 6000 }) }],
  ['asset.get', { params: { ...ofAsset(machine), ...exercise } }],
  ['asset.credit-note.create', { params: ofAsset(machine), body: note() }],
  ['asset.credit-note.create', { params: ofAsset(machine), body: note({ EffectiveDate: '2025-08-01' }) }],
  ['asset.credit-note.update', { params: ofAsset(machine), body: noteChange() }],
  ['asset.credit-note.get', { params: { ...ofAsset(machine), effectiveDate: '2025-06-01' } }],
  ['asset.credit-note.delete', { params: { ...ofAsset(machine), effectiveDate: '2025-06-01' } }],
  ['asset.credit-note.create', { params: ofAsset(machine), body: note({ EffectiveDate: '2025-09-01', VatRate: 0.2 }) }],
  ['account.sub-account.create', { params: { ...folder, accountId: 3 }, body: { Code: 'A1', Label: 'Atelier' } }],
  ['asset.account.configuration', { params: { ...enterprise, AcquisitionDate: '2025-03-20' } }],
  ['asset.account.information', { params: { ...enterprise, accounts: ['215400', '411000', '2183'] } }],
  [
    'asset.account.configuration',
    {
      params: {
        ...enterprise,
        AccountId: 3,
        SubAccountId: 1,
        AcquisitionDate: '2025-03-20',
        RetirementDate: '2025-12-31',
      },
    },
  ],
  ['asset.account.information', { params: enterprise }],
  ['asset.transfer.accounts', { params: { ...ofFixed(computer), transferDate: '2025-03-31' } }],
  ['asset.transfer.create', { params: ofFixed(truck), body: transfer() }],
  ['asset.component.group', { params: folder, body: { ComponentGroupName: 'Façade' } }],
  ['asset.component.group', { params: folder, body: { ComponentGroupId: 9, ComponentGroupName: 'Toiture' } }],
  ['asset.component.values', { params: ofFixed(machine), body: values() }],
  ['asset.component.split-on', { params: ofFixed(building), body: splitOn() }],
  [
    'asset.component.split',
    {
      params: ofFixed(computer),
      body: split({
        ComponentGroupId: 0,
        UpdatedFixedAsset: { AcquisitionValue: 10000 },
        CreatedComponents: [
          { Label: 'Écran', AmortizationDurationInYears: 3, AcquisitionValue: 1500, Account: { Account: 2183 } },
          { Label: 'Bras', AmortizationDurationInYears: 3, AcquisitionValue: 400, Account: subAccount },
          {
            Label: 'Pied',
            AmortizationDurationInYears: 3,
            AcquisitionValue: 100,
            Account: { Account: 215400, SubAccountCode: 'A1' },
          },
        ],
      }),
    },
  ],
  ['asset.group.create', { params: folder, body: grouping([works, moreWorks]) }],
  ['asset.create', { params: folder, body: asset({ Name: 'Erreur' }) }],
  ['asset.delete', { params: ofAsset(mistaken) }],
  ['asset.create', { params: folder, body: inProgress(900, '2024-03-01') }],
  ['asset.create', { params: folder, body: { ...inProgress(800, '2024-03-01'), Retirement: { Date: '2024-09-30' } } }],
  ['asset.update', update(machine, { Notes: 'Révisée en juin' })],
  [
    'asset.retirement.template',
    { params: ofAsset(tractor), body: { ...form, AcquisitionDate: '2024-01-01', EndDate: '2025-12-31' } },
  ],
  [
    'asset.retirement.template',
    { params: ofAsset(tractor), body: { ...form, AccountCommand: { AccountId: 3, SubAccountId: 1 } } },
  ],
  ['asset.retirement.create', { params: folder, body: sale([truck, tractor]) }],
  ['asset.retirement.delete', { params: ofAsset(truck) }],
  ['asset.create', { params: folder, body: asset({ Name: 'Presse', Account: { AccountNumber: 2154 } }) }],
  ['asset.transfer.create', { params: ofFixed(press), body: transfer() }],
  ['asset.transfer.delete', { params: { ...ofFixed(press), transferDate: '2025-03-31' } }],
  [
    'asset.component.split-on',
    {
      params: ofFixed(press),
      body: splitOn({
        UpdatedFixedAsset: { AcquisitionValue: 11_000 },
        CreatedComponents: [{ Label: 'Moteur', AmortizationDurationInYears: 3, AcquisitionValue: 1_000 }],
      }),
    },
  ],
  ['asset.component.merge', { params: ofFixed(press) }],
  [
    'asset.component.split',
    {
      params: ofFixed(press),
      body: split({
        UpdatedFixedAsset: { AcquisitionValue: 11_000 },
        CreatedComponents: [{ Label: 'Moteur', AmortizationDurationInYears: 3, AcquisitionValue: 1_000 }],
      }),
    },
  ],
  [
    'asset.retirement.create',
    {
      params: folder,
      body: sale(
        [engine],
        { EndDate: '2025-12-31' },
        { DisposalAttributes: { DepreciationAccountingMethod: 'ExceptionalAmortization' } },
      ),
    },
  ],
  ['asset.alert.list', { params: { ...folder, endDate: '2025-12-31' } }],
  ['asset.alert.list', { params: folder }],
  ['asset.show', { params: { ...ofAsset(machine), date: '2025-12-31' } }],
  ['asset.show', { params: ofAsset(building) }],
  ['asset.chart', { params: ofAsset(building) }],
  ['asset.compare', { params: ofAsset(machine) }],
  [
    'asset.compare',
    {
      params: {
        ...ofAsset(machine),
        saleDate: '2025-10-31',
        laterDate: '2026-06-30',
        saleAmount: '8000',
        laterAmount: '6000',
      },
    },
  ],
  ['asset.show', { params: { ...ofAsset(machine), explain: 'Economic[2025-12-31]' } }],
  ...whole,
  ...associated,
];

const units = (more: object = {}) => ({
  AmortizationCalculationMethod: 'EconomicOnly',
  EconomicAttributes: { Mode: 'UnitsOfProduction', ...more },
});
const production = {
  ProductionUnits: { Total: 100, Periods: [{ Start: '2024-01-01', End: '2024-12-31', Units: 10 }] },
};
const grant = (Grant: object, Amount: number) => ({ Grants: [{ Grant, Amount }] });
const revision = (change: object) => ({ EffectiveDate: '2025-01-01', ...change });

/** What is wrong with the facts of an asset, by code: refused by its creation and by its update. */
const WRONG_FACTS: Readonly<Record<string, object>> = {
  AccountNotFound: { Account: { AccountId: 99_999 } },
  AccountsDisagree: { Account: disagreeing },
  SubAccountNotFound: { Account: { AccountNumber: 2154, SubAccountId: 99_999 } },
  NotFixedAssetAccount: { Account: { AccountNumber: 411000 } },
  ComponentGroupNotFound: { ComponentGroup: { GroupId: 999 } },
  GrantNotFound: grant({ Id: 99_999 }, 1),
  GrantAmountNotAvailable: grant({ Name: 'État', TotalAmount: 10 }, 20),
  DeploymentBeforeAcquisition: { DeploymentDate: '2023-12-31' },
  RetirementBeforeDeployment: { Retirement: { Date: '2023-06-30' } },
  ResidualValueExceedsCost: { ResidualValue: '12000.01' },
  PastAmortizationExceedsBase: {
    Amortization: plan(5, { PastAmortization: { Amount: 13000, EndDate: '2024-12-31' } }),
  },
  CoefficientMissing: { Amortization: plan(2, { Mode: 'Declining' }) },
  FiscalPlanMissing: { Amortization: { ...plan(5), AmortizationCalculationMethod: 'EconomicAndFiscal' } },
  ProductionUnitsMissing: { Amortization: units() },
  DurationRevisionByUnits: {
    Amortization: units(production),
    Revisions: [revision({ Duration: { YearCount: 2 } })],
  },
  RevisionWithoutChange: { Revisions: [revision({ ProspectiveRevisionType: 'Duration', Base: 1 })] },
  RevisionDateTaken: { Revisions: [revision({ Base: 1 }), revision({ Base: 2 })] },
  PlanStartBeforeAcquisition: { Amortization: { ...plan(5, { DateType: 'Custom' }), EffectiveDate: '2023-12-31' } },
  ImpairmentBeforeAcquisition: { Impairments: [{ Date: '2023-12-31', Amount: 1 }] },
  ImpairmentAfterRetirement: {
    Impairments: [{ Date: '2026-01-01', Amount: 1 }],
    Retirement: { Date: '2025-12-31' },
  },
  ImpairmentExceedsNetValue: { Impairments: [{ Date: '2024-12-31', Amount: 11_000 }] },
  ImpairmentRecoveryExceedsImpairment: { Impairments: [{ Date: '2024-12-31', Amount: -1 }] },
  ImpairmentRecoveryExceedsNetValue: {
    Impairments: [
      { Date: '2024-12-31', Amount: 1_000 },
      { Date: '2025-12-31', Amount: -1_000 },
    ],
  },
  GoodwillImpairmentIsFinal: {
    Account: { AccountNumber: 207 },
    Amortization: undefined,
    Impairments: [
      { Date: '2024-12-31', Amount: 1_000 },
      { Date: '2025-12-31', Amount: -1 },
    ],
  },
  CustomGainsDoNotSum: {
    Retirement: {
      Date: '2025-12-31',
      IsCustomValue: true,
      GainOrLossAmount: 3,
      ShortTermGainOrLossAmount: 1,
      LongTermGainOrLossAmount: 1,
    },
  },
  AmountTooLarge: { AcquisitionValue: '99999999999999.00' },
};

const badFacts = Object.entries(WRONG_FACTS).flatMap(([code, change]): BadCase[] => [
  ['asset.create', code, { params: folder, body: asset(change) }],
  ['asset.update', code, update(machine, change)],
]);

const badUpdates: readonly BadCase[] = [
  ['asset.update', 'AssetNotFound', update(foreign)],
  ['asset.update', 'AssetIsTransferred', update(works)],
  ['asset.update', 'AssetIsGroup', update(group, { Account: { AccountNumber: 2131 }, Amortization: undefined })],
  ['asset.update', 'ComponentFollowsParent', update(component)],
  ['asset.update', 'IdentifiersDisagree', { ...update(machine), params: { ...update(computer).params } }],
  [
    'asset.update',
    'ExerciseEndsBeforeStart',
    { ...update(machine), params: { ...update(machine).params, exerciseStart: '2026-01-01' } },
  ],
  ['asset.update', 'CreditNoteExceedsRemainingValue', update(machine, { AcquisitionValue: 1000 })],
  [
    'asset.update',
    'CreditNoteBeforeAcquisition',
    update(machine, { AcquisitionDate: '2025-09-01', DeploymentDate: '2025-09-01' }),
  ],
  ['asset.update', 'CreditNoteQuantityExceedsRemaining', update(machine, { AcquisitionQuantity: 0 })],
  [
    'asset.update',
    'TransferBeforeAcquisition',
    update(truck, { AcquisitionDate: '2025-04-01', DeploymentDate: '2025-04-01' }),
  ],
  ['asset.update', 'CreditNoteAfterRetirement', update(machine, { Retirement: { Date: '2025-05-20' } })],
  ['asset.update', 'TransferAfterRetirement', update(truck, { Retirement: { Date: '2025-02-01' } })],
  ['asset.update', 'ComponentsExceedParent', update(building, { ...hall, AcquisitionValue: 0 })],
  ['asset.update', 'DecompositionBeforeDeployment', update(building, { ...hall, DeploymentDate: '2025-02-01' })],
  ['asset.update', 'DecompositionAfterRetirement', update(building, { ...hall, Retirement: { Date: '2024-06-30' } })],
];

/** What is wrong with a credit note, by code: refused by its creation and by its update from that of August. */
const WRONG_NOTES: readonly (readonly [code: string, assetId: number, date: string, change: object])[] = [
  ['AssetNotFound', foreign, '2025-07-01', {}],
  ['AssetIsTransferred', works, '2025-07-01', {}],
  ['CreditNoteBeforeAcquisition', machine, '2023-12-31', {}],
  ['CreditNoteDateTaken', machine, '2025-09-01', {}],
  ['CreditNoteExceedsRemainingValue', machine, '2025-07-01', { AmountExcludingTax: '11900.00' }],
  ['CreditNoteWithoutAmount', machine, '2025-07-01', { AmountExcludingTax: 0 }],
  ['CreditNoteVatRateOutOfRange', machine, '2025-07-01', { VatRate: 101 }],
  ['CreditNoteQuantityExceedsRemaining', machine, '2025-07-01', { QuantityToBeDeducted: 10 }],
];

const badCreditNotes: readonly BadCase[] = [
  ...WRONG_NOTES.flatMap(([code, assetId, date, change]): BadCase[] => [
    ['asset.credit-note.create', code, { params: ofAsset(assetId), body: note({ EffectiveDate: date, ...change }) }],
    [
      'asset.credit-note.update',
      code,
      {
        params: ofAsset(assetId),
        body: noteChange({ OldEffectiveDate: '2025-08-01', NewEffectiveDate: date, ...change }),
      },
    ],
  ]),
  ['asset.credit-note.create', 'CreditNoteAfterRetirement', { params: ofAsset(tractor), body: note() }],
  ['asset.credit-note.update', 'CreditNoteNotFound', { params: ofAsset(machine), body: noteChange() }],
  ['asset.credit-note.get', 'AssetNotFound', { params: { ...ofAsset(foreign), effectiveDate: '2025-08-01' } }],
  ['asset.credit-note.get', 'CreditNoteNotFound', { params: { ...ofAsset(machine), effectiveDate: '2025-07-01' } }],
  ['asset.credit-note.delete', 'AssetNotFound', { params: { ...ofAsset(foreign), effectiveDate: '2025-08-01' } }],
  ['asset.credit-note.delete', 'AssetIsTransferred', { params: { ...ofAsset(works), effectiveDate: '2025-08-01' } }],
  ['asset.credit-note.delete', 'CreditNoteNotFound', { params: { ...ofAsset(machine), effectiveDate: '2025-07-01' } }],
];

/** One component of 1 000, and what is left of the value. */
const badSplits = (
  operation: string,
  body: typeof split,
  code: string,
  change: object,
  assetId: number = machine,
  left = 11_000,
): BadCase => [
  operation,
  code,
  { params: ofFixed(assetId), body: body({ UpdatedFixedAsset: { AcquisitionValue: left }, ...one({}), ...change }) },
];

const one = (change: object) => ({
  CreatedComponents: [{ Label: 'C', AmortizationDurationInYears: 3, AcquisitionValue: 1_000, ...change }],
});

const early = { ExerciseStart: '2023-01-01', ExerciseEnd: '2023-12-31', DecompositionDate: '2023-12-31' };

const badDecompositions: readonly BadCase[] = (
  [
    ['asset.component.split', split],
    ['asset.component.split-on', splitOn],
  ] as const
).flatMap(([operation, body]) => [
  badSplits(operation, body, 'AssetNotFound', {}, foreign),
  badSplits(operation, body, 'AssetIsTransferred', {}, works),
  badSplits(operation, body, 'AlreadyDecomposed', {}, building),
  badSplits(operation, body, 'ExerciseEndsBeforeStart', { ExerciseStart: '2026-01-01' }),
  badSplits(operation, body, 'AccountNotFound', one({ Account: { AccountId: 99_999 } })),
  badSplits(operation, body, 'AccountsDisagree', one({ Account: { AccountId: 1, Account: 2154 } })),
  badSplits(operation, body, 'SubAccountNotFound', one({ Account: { Account: 2154, SubAccountId: 99_999 } })),
  badSplits(operation, body, 'NotFixedAssetAccount', one({ Account: { Account: 606300 } })),
  badSplits(operation, body, 'ComponentWithoutValue', one({ AcquisitionValue: 0 })),
  badSplits(operation, body, 'ComponentsExceedParent', one({ AcquisitionValue: 12_000 })),
  badSplits(operation, body, 'ComponentsDoNotSumToParent', { UpdatedFixedAsset: { AcquisitionValue: 1 } }),
]);

const bad: readonly BadCase[] = [
  ...badFacts,
  ...badUpdates,
  ...badCreditNotes,
  ...badDecompositions,
  badSplits('asset.component.split-on', splitOn, 'DecompositionBeforeDeployment', early),
  badSplits('asset.component.split-on', splitOn, 'DecompositionOutsideExercise', { DecompositionDate: '2026-01-01' }),
  badSplits(
    'asset.component.split',
    split,
    'DecompositionAfterRetirement',
    { ExerciseStart: '2026-01-01', ExerciseEnd: '2026-12-31' },
    tractor,
    5000,
  ),
  badSplits(
    'asset.component.split-on',
    splitOn,
    'DecompositionAfterRetirement',
    { DecompositionDate: '2025-06-01' },
    tractor,
    5000,
  ),
  ['asset.get', 'AssetNotFound', { params: { ...ofAsset(foreign), ...exercise } }],
  [
    'asset.get',
    'ExerciseEndsBeforeStart',
    { params: { ...ofAsset(machine), exerciseStart: '2025-01-01', exerciseEnd: '2024-12-31' } },
  ],
  ['asset.show', 'AssetNotFound', { params: ofAsset(foreign) }],
  ['asset.chart', 'AssetNotFound', { params: ofAsset(foreign) }],
  ['asset.compare', 'AssetNotFound', { params: ofAsset(foreign) }],
  ['asset.compare', 'AlreadyRetired', { params: ofAsset(tractor) }],
  ['asset.compare', 'CreditNoteAfterRetirement', { params: { ...ofAsset(machine), saleDate: '2025-06-30' } }],
  ['asset.compare', 'RetirementBeforeDeployment', { params: { ...ofAsset(machine), saleDate: '2020-01-01' } }],
  ['asset.show', 'FigureNotFound', { params: { ...ofAsset(machine), explain: 'Nothing' } }],
  ['asset.delete', 'AssetNotFound', { params: ofAsset(foreign) }],
  ['asset.delete', 'AssetIsTransferred', { params: ofAsset(works) }],
  ['asset.delete', 'ComponentFollowsParent', { params: ofAsset(component) }],
  ['asset.delete', 'AssetHasComponents', { params: ofAsset(building) }],
  [
    'asset.account.configuration',
    'AccountNotFound',
    { params: { ...enterprise, AccountId: 99_999, AcquisitionDate: '2025-03-20' } },
  ],
  [
    'asset.account.configuration',
    'SubAccountNotFound',
    { params: { ...enterprise, AccountId: 1, SubAccountId: 99_999, AcquisitionDate: '2025-03-20' } },
  ],
  [
    'asset.account.configuration',
    'SubAccountNotFound',
    { params: { ...enterprise, SubAccountId: 99_999, AcquisitionDate: '2025-03-20' } },
  ],
  [
    'asset.transfer.create',
    'TransferToSameAccount',
    { params: ofFixed(machine), body: transfer({ Account: { AccountNumber: 2154 } }) },
  ],
  [
    'asset.retirement.template',
    'RetirementBeforeDeployment',
    { params: ofAsset(machine), body: { ...form, RetirementDate: '2023-12-31' } },
  ],
  ['asset.transfer.accounts', 'AssetNotFound', { params: ofFixed(foreign) }],
  ['asset.transfer.create', 'AssetNotFound', { params: ofFixed(foreign), body: transfer() }],
  ['asset.transfer.create', 'AssetIsTransferred', { params: ofFixed(works), body: transfer() }],
  [
    'asset.transfer.create',
    'AccountNotFound',
    { params: ofFixed(machine), body: transfer({ Account: { AccountId: 99_999 } }) },
  ],
  ['asset.transfer.create', 'AccountsDisagree', { params: ofFixed(machine), body: transfer({ Account: disagreeing }) }],
  [
    'asset.transfer.create',
    'SubAccountNotFound',
    { params: ofFixed(machine), body: transfer({ Account: { AccountNumber: 2155, SubAccountId: 99_999 } }) },
  ],
  [
    'asset.transfer.create',
    'NotFixedAssetAccount',
    { params: ofFixed(machine), body: transfer({ Account: { AccountNumber: 606300 } }) },
  ],
  [
    'asset.transfer.create',
    'ExerciseEndsBeforeStart',
    { params: ofFixed(machine), body: transfer({ PeriodStart: '2026-01-01' }) },
  ],
  [
    'asset.transfer.create',
    'TransferOutsidePeriod',
    { params: ofFixed(machine), body: transfer({ TransferDate: '2026-01-01' }) },
  ],
  [
    'asset.transfer.create',
    'TransferBeforeAcquisition',
    { params: ofFixed(machine), body: transfer({ PeriodStart: '2024-01-01', TransferDate: '2024-01-01' }) },
  ],
  [
    'asset.transfer.create',
    'TransferAfterRetirement',
    { params: ofFixed(tractor), body: transfer({ TransferDate: '2025-05-21' }) },
  ],
  ['asset.transfer.create', 'TransferDateTaken', { params: ofFixed(truck), body: transfer() }],
  ['asset.transfer.delete', 'AssetNotFound', { params: { ...ofFixed(foreign), transferDate: '2025-03-31' } }],
  ['asset.transfer.delete', 'AssetIsTransferred', { params: { ...ofFixed(works), transferDate: '2025-03-31' } }],
  ['asset.transfer.delete', 'TransferNotFound', { params: { ...ofFixed(machine), transferDate: '2025-03-31' } }],
  ['asset.component.merge', 'AssetNotFound', { params: ofFixed(foreign) }],
  ['asset.component.merge', 'AssetIsTransferred', { params: ofFixed(works) }],
  ['asset.component.merge', 'NotDecomposed', { params: ofFixed(machine) }],
  ['asset.component.merge', 'ComponentHasHistory', { params: ofFixed(press) }],
  ['asset.component.values', 'AssetNotFound', { params: ofFixed(foreign), body: values() }],
  ['asset.component.values', 'AlreadyDecomposed', { params: ofFixed(building), body: values() }],
  [
    'asset.component.values',
    'ExerciseEndsBeforeStart',
    { params: ofFixed(machine), body: values({ ExerciseStart: '2026-01-01' }) },
  ],
  [
    'asset.component.values',
    'ComponentWithoutValue',
    { params: ofFixed(machine), body: values({ CreatedComponents: [{ AcquisitionValue: 0 }] }) },
  ],
  [
    'asset.component.values',
    'ComponentsExceedParent',
    { params: ofFixed(machine), body: values({ CreatedComponents: [{ AcquisitionValue: 12_000 }] }) },
  ],
  ['asset.component.values', 'DecompositionBeforeDeployment', { params: ofFixed(machine), body: values(early) }],
  [
    'asset.component.values',
    'DecompositionOutsideExercise',
    { params: ofFixed(machine), body: values({ DecompositionDate: '2026-01-01' }) },
  ],
  [
    'asset.component.values',
    'DecompositionAfterRetirement',
    { params: ofFixed(tractor), body: values({ DecompositionDate: '2025-06-01' }) },
  ],
  ['asset.retirement.create', 'AssetNotFound', { params: folder, body: sale([machine, foreign]) }],
  ['asset.retirement.create', 'AssetIsTransferred', { params: folder, body: sale([works]) }],
  ['asset.retirement.create', 'AlreadyRetired', { params: folder, body: sale([machine, tractor]) }],
  ['asset.retirement.create', 'SourceRepeated', { params: folder, body: sale([machine, machine]) }],
  [
    'asset.retirement.create',
    'IdentifiersDisagree',
    { params: folder, body: sale([machine], { AccountingFolderId: 2 }) },
  ],
  [
    'asset.retirement.create',
    'AllocationWeightsZero',
    { params: folder, body: sale([group], { AllocationMethod: 'AmortizationAmount' }, { Date: '2025-06-30' }) },
  ],
  [
    'asset.retirement.create',
    'RetirementBeforeDeployment',
    { params: folder, body: sale([machine], {}, { Date: '2023-12-31' }) },
  ],
  ['asset.retirement.create', 'CreditNoteAfterRetirement', { params: folder, body: sale([machine]) }],
  [
    'asset.retirement.create',
    'TransferAfterRetirement',
    { params: folder, body: sale([truck], {}, { Date: '2025-02-01' }) },
  ],
  ['asset.retirement.delete', 'AssetNotFound', { params: ofAsset(foreign) }],
  ['asset.retirement.delete', 'AssetIsTransferred', { params: ofAsset(works) }],
  ['asset.retirement.delete', 'RetirementNotFound', { params: ofAsset(machine) }],
  ['asset.retirement.template', 'AssetNotFound', { params: ofAsset(foreign), body: form }],
  [
    'asset.retirement.template',
    'AccountNotFound',
    { params: ofAsset(machine), body: { ...form, AccountCommand: { AccountId: 99_999 } } },
  ],
  [
    'asset.retirement.template',
    'AccountsDisagree',
    { params: ofAsset(machine), body: { ...form, AccountCommand: disagreeing } },
  ],
  [
    'asset.retirement.template',
    'SubAccountNotFound',
    { params: ofAsset(machine), body: { ...form, AccountCommand: { AccountNumber: 2154, SubAccountId: 99_999 } } },
  ],
  ['asset.group.create', 'AssetNotFound', { params: folder, body: grouping([works, foreign]) }],
  [
    'asset.group.create',
    'AccountNotFound',
    { params: folder, body: grouping([works], { DestinationAccount: { AccountId: 99_999 } }) },
  ],
  [
    'asset.group.create',
    'AccountsDisagree',
    { params: folder, body: grouping([works], { DestinationAccount: disagreeing }) },
  ],
  [
    'asset.group.create',
    'SubAccountNotFound',
    { params: folder, body: grouping([works], { DestinationAccount: { AccountNumber: 2131, SubAccountId: 99_999 } }) },
  ],
  [
    'asset.group.create',
    'ExerciseEndsBeforeStart',
    { params: folder, body: grouping([works], { StartDate: '2026-01-01' }) },
  ],
  [
    'asset.group.create',
    'TransferOutsidePeriod',
    { params: folder, body: grouping([works], { DeploymentDate: '2026-01-01' }) },
  ],
  ['asset.group.create', 'TooFewSourceAssets', { params: folder, body: grouping([works]) }],
  ['asset.group.create', 'SourceRepeated', { params: folder, body: grouping([inWorks, inWorks]) }],
  ['asset.group.create', 'SourceNotInProgress', { params: folder, body: grouping([machine, truck]) }],
  ['asset.group.create', 'SourceAlreadyTransferred', { params: folder, body: grouping([works, moreWorks]) }],
  ['asset.group.create', 'SourceAlreadyRetired', { params: folder, body: grouping([abandoned, inWorks]) }],
  [
    'asset.group.create',
    'DestinationNotTangible',
    { params: folder, body: grouping([works, moreWorks], { DestinationAccount: { AccountNumber: 205 } }) },
  ],
  [
    'asset.group.create',
    'DeploymentBeforeSourceAcquisition',
    { params: folder, body: grouping([inWorks, machine], { DeploymentDate: '2024-01-15', StartDate: '2024-01-01' }) },
  ],
];

/** What may rewrite an exercise that is closed. */
const CHANGES = [
  ...['update', 'delete', 'retirement.create', 'retirement.delete', 'transfer.create', 'transfer.delete'],
  ...['credit-note.create', 'credit-note.update', 'credit-note.delete', 'component.split', 'component.split-on'],
  ...['component.merge', 'group.create'],
];
const inClosedExercise = Object.fromEntries(
  CHANGES.map((name): [string, Waiver] => [
    `asset.${name} AssetInClosedExercise`,
    ['test/services/assets/closed-exercises.test.ts', '%s is refused in a closed exercise'],
  ]),
);

const provedElsewhere: Readonly<Record<string, Waiver>> = {
  ...inClosedExercise,
  'asset.account.configuration NotFixedAssetAccount': [
    'test/services/assets/account-choice.test.ts',
    'B1 is asked for an account of fixed assets',
  ],
  'asset.credit-note.update CreditNoteAfterRetirement': ['test/services/assets/refusals.test.ts', '%s: %o'],
  'asset.compare TransferAfterRetirement': ['test/services/assets/refusals.test.ts', '%s: %o'],
  'asset.compare ImpairmentAfterRetirement': ['test/services/assets/refusals.test.ts', '%s: %o'],
  'asset.retirement.create ImpairmentAfterRetirement': ['test/services/assets/refusals.test.ts', '%s: %o'],
  ...Object.fromEntries(
    ['asset.transfer.create', 'asset.transfer.delete'].map((name): [string, Waiver] => [
      `${name} GoodwillImpairmentIsFinal`,
      [
        'test/services/assets/change-asset.test.ts',
        'of the account takes nothing back of an impairment of goodwill, by a transfer that comes or one that goes',
      ],
    ]),
  ),
  'asset.delete AssetHasEntries': [
    'test/services/assets/change-asset.test.ts',
    'an asset associated with entries is not deleted',
  ],
  'asset.delete GrantAmountNotAvailable': [
    'test/services/assets/grouping.test.ts',
    'takes over the grants of its sources, and its deletion gives them back',
  ],
  'asset.group.create SourceChangesLater': [
    'test/services/assets/grouping.test.ts',
    'is refused while a source changes after the deployment',
  ],
};

export const assetRegister: Area = {
  operations: [
    ...[
      'create',
      'get',
      'update',
      'delete',
      'show',
      'account',
      'alert',
      'chart',
      'compare',
      'component',
      'credit-note',
      'group',
      'transfer',
    ],
    ...['retirement.create', 'retirement.delete', 'retirement.template'],
  ].map((name) => `asset.${name}`),
  seed: [...FIRM, ...BOOKS],
  good,
  bad,
  provedElsewhere,
  neverFilled: {
    'asset.show |2.Windows[]': 'windows are asked of a simulation; what is stored is shown by exercise',
    'asset.create AccountingEntryLines[]': 'a new asset has none; asset.get shows them',
    'asset.create DecompositionDate': 'a new asset is whole; asset.get shows it',
    'asset.create LedgerDifferences[]': 'needs settled books: test/services/assets/held-balances.test.ts',
    'asset.create PreviousAccountDetails': 'a new asset comes from no account; asset.get shows them',
  },
  neverRead: {
    'asset.create body.grants[].grant.availableAmount': 'computed from the links of the grant',
    'asset.retirement.template body.endDate': 'the specification has it; nothing proposed depends on it',
    'asset.update body.input.grants[].grant.availableAmount': 'computed from the links of the grant',
  },
};
