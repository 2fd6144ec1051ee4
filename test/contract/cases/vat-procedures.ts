/** Cases of VAT returns: folder 1 files the CA3, folder 5 is a sole trader with the CA12, folder 6 a farm. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const folder = { enterpriseId: 1 };
const trader = { enterpriseId: 5 };
const farm = { enterpriseId: 6 };
const missing = 999;

const books = { accountingFolderId: 1 };

const seed: readonly GoodCase[] = [
  ...FIRM,
  ...BOOKS,
  [
    'folder.create',
    { body: { Name: 'DELTA', LegalForm: 'EI', FamilyName: 'Lenoir', VatSystem: 'Simplified', VatDeadlineDay: 15 } },
  ],
  ['folder.create', { body: { Name: 'EPSILON', VatSystem: 'SimplifiedFarm', TaxpayerKind: 'Farm' } }],
  ...['240000', '445710', '707000', '708000'].map(
    (number): GoodCase => ['account.create', { params: books, body: { Number: number, Label: `Compte ${number}` } }],
  ),
  ...(['706000', '707000', '708000'] as const).map(
    (AccountNumber): GoodCase => [
      'vat.configuration.set-by-number',
      {
        params: books,
        body: { Configurations: [{ AccountNumber, Name: AccountNumber, Exigibility: 'OnDebits' }] },
      },
    ],
  ),
  ['vat.configuration.set', { params: books, body: { AccountId: 5, VatRate: '_085', IsSystemGenerated: true } }],
  // A plain sale, tax that no rate gives, an account without category, a rate of another territory.
  ...(
    [
      ['706000', '1000.00', '200.00'],
      ['708000', '1000.00', '77.00'],
      ['240000', '50.00', undefined],
      ['707000', '1000.00', '85.00'],
    ] as const
  ).map(sale),
];

function sale([AccountNumber, Credit, tax]: readonly [string, string, string | undefined]): GoodCase {
  const Debit = (Number(Credit) + Number(tax ?? 0)).toFixed(2);
  const Lines = [
    { AccountNumber: '411000', Debit },
    { AccountNumber, Credit },
    ...(tax ? [{ AccountNumber: '445710', Credit: tax }] : []),
  ];
  const body = {
    JournalCode: 'VE',
    Date: '2024-05-10',
    Label: `Vente ${AccountNumber}`,
    DocRef: 'F2',
    Lines,
    Validate: true,
  };
  return ['entry.create', { params: books, body }];
}

const days = (BeginDate: string, EndDate: string) => ({ BeginDate, EndDate });
const february = days('2024-02-01', '2024-02-29');
const byHand = (change: object = {}) => ({
  params: folder,
  body: { DocumentName: 'CA3 février', ProcedureDefinitionId: 1, Category: 'Tva', ...february, ...change },
});
const assisted = (place: { readonly enterpriseId: number }, change: object) => ({
  params: place,
  body: { AccountingFolderId: place.enterpriseId, ProcedureType: 'Liquidation', ...february, ...change },
});
const frozen = (FormCode: string, Millesime = 24, FormVersion = 1) => ({ FormCode, Millesime, FormVersion });
const snapshot = {
  Principal: frozen('_3310CA3', 23),
  Identification: frozen('T_IDENTIF', 23),
  Annexes: [frozen('_3310A', 23)],
};
const group = (procedureGroupId: number, place: object = folder) => ({ params: { ...place, procedureGroupId } });
const procedure = (procedureId: number, more: object = {}) => ({ params: { ...folder, procedureId, ...more } });

const elements = (procedureId: number, more: object = {}) => ({ params: { ...books, procedureId, ...more } });
const reference = (procedureId: number, Content: unknown) => ({
  ...elements(procedureId),
  body: { Content: typeof Content === 'string' ? Content : JSON.stringify(Content) },
});
const held = { _3310CA3: { CA: 1000, FP: 1000, GP: 200, GH: 200 } };

const paper = (params: object = {}) => ({ params: { accountingFolderId: 1, procedureId: 1, ...params } });
const filed = (procedureId: number, body: object) => ({ ...procedure(procedureId), body });

const typed = (change: object) => ({
  params: { ...folder, procedureId: 1 },
  body: { FormCode: '_3310CA3', Zone: 'HC', ...change },
});

const content = (Zone: unknown) => JSON.stringify({ Rows: [{ Zone }] });
const template = (change: object = {}) => ({
  body: {
    Name: '3310-CA3 du cabinet',
    PeriodBeginDate: '2026-04-01',
    PeriodEndDate: '2026-06-30',
    Content: content('CA'),
    Type: 'Excel',
    IsDraft: true,
    ...change,
  },
});
const whole = {
  DeclaredAmountField: 'KA',
  PaidAmountField: 'KE',
  FormCode: '_3310CA3',
  Millesime: 26,
  FormVersion: 7,
  FormActivationDate: '2026-05-01',
};
const definition = {
  Vats: 3,
  Category: 'TVA',
  Nature: 'Declaration',
  PrincipalForm: '3310-CA3',
  IdentificationForm: 'T-IDENTIF',
  Annexe: ['3310-A'],
  ActivationDate: '2019-01-01',
  ExpirationDate: '2026-12-31',
  IsAgricultural: false,
  Type: 'Appendix',
  PrincipalFormCode: '_3310CA3',
  IdentificationFormCode: 'T_IDENTIF',
};
const window = { beginDate: '2026-01-01', endDate: '2026-12-31' };
const existing = { ...folder, startDate: '2024-01-01', endDate: '2024-12-31' };

const framed = (procedureId: number, query = {}) => ({ params: { accountingFolderId: 1, procedureId, ...query } });
const CELL = 'vat.form.framing.cell';
const cellOf = (procedureId: number, change: object = {}) => ({
  ...framed(procedureId),
  body: {
    Grid: 'ByRate',
    RowIdentifier: 'Due _20 VT_PREST 706000',
    ColumnIdentifier: 'Base',
    Amount: 900,
    Comment: 'Avoir à établir',
    ...change,
  },
});
const balanceCell = { Grid: 'ByAccount', RowIdentifier: '445710', ColumnIdentifier: 'Debit', StartDate: '2024-01-01' };
const cellQuery = (procedureId: number, query: object = {}) =>
  framed(procedureId, { grid: 'ByRate', rowIdentifier: 'Due _20 VT_PREST 706000', columnIdentifier: 'Base', ...query });
const OF_LIST: Readonly<Record<string, object>> = {
  'vat.procedure-group.list': folder,
  'vat.definition.of-folder': { accountingFolderId: 1 },
};
const linked = (procedureId: number) => ({ params: { accountingFolderId: 1, procedureId } });

const good: readonly GoodCase[] = [
  ['vat.definition.list', {}],
  [
    'vat.definition.list',
    {
      params: {
        category: 'TVA',
        nature: 'Declaration',
        activeOnly: true,
        ...window,
        isAgricultural: true,
        vatSystemId: 4,
      },
    },
  ],
  ['vat.definition.all', {}],
  ['vat.definition.show', { params: { id: 3 } }],
  [
    'vat.definition.create',
    { body: { ...definition, AnnexeFormCodes: ['_3310A'], StructureActivationDate: '2026-02-01' } },
  ],
  [
    'vat.definition.update',
    { params: { id: 8 }, body: { ...definition, AnnexeFormCodes: ['_3310A'], StructureActivationDate: '2026-03-01' } },
  ],
  ['vat.definition.update', { params: { id: 8 }, body: { ...definition, ExpirationDate: null } }],
  [
    'vat.definition.of-folder',
    {
      params: {
        accountingFolderId: 1,
        vatSystemId: 1,
        category: 'TVA',
        nature: 'Remboursement',
        activeOnly: true,
        ...window,
        isAgricultural: false,
        procedureType: 'Refund',
      },
    },
  ],
  ['vat.definition.of-folder', { params: { accountingFolderId: 5 } }],
  ['vat.procedure-group.create', byHand({ ClosingDate: '2024-12-31', DocumentId: 1 })],
  ['vat.procedure-group.create', byHand({ ...days('2024-03-01', '2024-03-31'), FormSnapshot: snapshot })],
  ['vat.procedure-group.assist', assisted(folder, days('2024-04-01', '2024-06-30'))],
  ['vat.procedure-group.assist', assisted(folder, { ProcedureType: 'Refund', FormCode: '_3519' })],
  ['vat.procedure-group.assist', assisted(trader, days('2025-01-01', '2025-12-31'))],
  [
    'vat.procedure-group.assist',
    assisted(trader, { ProcedureType: 'Deposit', ...days('2025-01-01', '2025-12-31'), DepositNumber: 2 }),
  ],
  [
    'vat.procedure-group.assist',
    assisted(farm, { ProcedureType: 'Deposit', ...days('2025-01-01', '2025-12-31'), DepositNumber: 1 }),
  ],
  ['vat.procedure-group.assist', assisted(folder, days('2024-07-01', '2024-07-31'))],
  ['vat.procedure-group.assist', assisted(folder, days('2024-08-01', '2024-08-31'))],
  ['vat.procedure-group.assist', assisted(folder, days('2024-10-01', '2024-10-31'))],
  ['vat.procedure-group.list', { params: folder }],
  ['vat.procedure-group.list', { params: { ...folder, category: 'TvaRefund' } }],
  ['vat.procedure-group.list', { params: { ...folder, category: 'Cvae' } }],
  [
    'vat.procedure-group.list',
    { params: { ...folder, category: 'None', beginDate: '2024-03-31', endDate: '2024-04-01' } },
  ],
  ['vat.procedure-group.deadlines', { body: { ProcedureGroupIds: [6, 1] } }],
  ['vat.procedure-group.show', group(2)],
  ['vat.procedure-group.show', group(6, trader)],
  ['vat.procedure.box.set', typed({ Value: 120 })],
  ['vat.procedure.box.set', typed({ Zone: 'HB', Value: '45' })],
  ['vat.procedure.box.set', typed({ Value: null })],
  ['vat.procedure.show', procedure(1)],
  ['vat.procedure.workpaper', procedure(1)],
  ['vat.procedure.reference', reference(3, held)],
  ['vat.procedure.data', elements(3)],
  ['vat.procedure.snapshot', elements(3)],
  ['vat.form.totals', elements(3)],
  ['vat.form.proposal', elements(3)],
  ['vat.procedure.regenerate', elements(3)],
  ['vat.procedure.regenerate', { params: { accountingFolderId: 5, procedureId: 6 } }],
  ['vat.procedure.recompute', elements(3, { preserveManualEntries: true })],
  ['vat.procedure.box.set', { ...typed({ Zone: 'JB', Value: 50 }), params: { ...folder, procedureId: 3 } }],
  ['vat.procedure.controls', elements(3)],
  ['vat.form.show', elements(3, { filledOnly: true })],
  ['vat.procedure.data', elements(3)],
  ['vat.procedure.validate', elements(3)],
  [`${CELL}.set`, cellOf(3)],
  [`${CELL}.set`, cellOf(3, { ...balanceCell, Amount: '12.50' })],
  [`${CELL}.set`, cellOf(3, { ColumnIdentifier: 'AccountedVat', StartDate: '2024-01-01' })],
  [`${CELL}.set`, cellOf(3, { RowIdentifier: 'Due _10 VT_PREST 706000', AddRow: true })],
  [`${CELL}.unset`, cellQuery(3, { columnIdentifier: 'AccountedVat', startDate: '2024-01-01' })],
  sale(['706000', '1000.00', '200.00']),
  [`${CELL}.list`, framed(3)],
  ['vat.procedure.validate', elements(3)],
  ['vat.form.framing.by-rate', framed(3)],
  ['vat.procedure.close', procedure(3, { dryRun: true })],
  ['vat.procedure.attach', filed(3, { FileSendId: 1, FileName: 'ca3.pdf' })],
  ['vat.procedure.sent-date', filed(3, { SentDate: '2024-07-19' })],
  ['vat.procedure.close', procedure(3)],
  ['vat.procedure.acknowledge', filed(3, { NumeroPiece: '2407190001', CodeRetour: '00' })],
  ['vat.procedure.acknowledge', filed(10, { NumeroPiece: '2411190001', CodeRetour: '00' })],
  ['vat.procedure.box.set', { ...typed({ Zone: 'JB', Value: 50 }), params: { ...folder, procedureId: 8 } }],
  ['vat.procedure.show', procedure(3)],
  ['vat.form.framing.by-rate', framed(3, { startDate: '2024-01-01' })],
  ['vat.form.framing.by-account', framed(3, { startDate: '2024-01-01' })],
  ['vat.form.framing.by-rate', framed(3, { as: 'xlsx' })],
  ['vat.form.framing.by-account', framed(3, { as: 'xlsx' })],
  ['vat.form.explain', elements(3, { box: '08' })],
  ['vat.form.explain', elements(3, { box: 'GH' })],
  [
    'vat.form.links.controls',
    { ...linked(1), body: { VatControlByRatesLink: 'https://docs.example/1', VatControlByAmountsLink: '' } },
  ],
  ['vat.form.links.balance', { ...linked(1), body: { VatControlByAccountBalanceLink: '12' } }],
  ['vat.procedure.templates', procedure(2)],
  ['vat.procedure.templates', procedure(2, { beginDate: '2024-03-01', endDate: '2024-03-31' })],
  ['vat.procedure.amount-fields', procedure(1)],
  ['vat.procedure.amount-fields', procedure(1, { beginDate: '2024-03-01', endDate: '2024-03-31' })],
  ['vat.procedure.existing', { params: { ...existing, formNames: ['_3310CA3', '_3517SCA12'] } }],
  ['vat.form.show', paper()],
  ['vat.form.show', paper({ filledOnly: true })],
  ['vat.form.show', paper({ as: 'html' })],
  [
    'vat.form.pdf',
    {
      ...paper(),
      body: {
        Header: '<b>Cabinet</b>',
        Footer: 'Fin',
        Cover: '<h1>TVA</h1>',
        Style: 'b {}',
        HtmlFiles: ['<p>Note</p>'],
        FileName: 'ca3.pdf',
        HeaderFooterEnableOnCover: true,
      },
    },
  ],
  ['vat.form.download', paper()],
  ['vat.procedure.show', procedure(1)],
  ['vat.form.versions', paper()],
  ['vat.form.fields', paper()],
  ['vat.procedure-group.assist', assisted(folder, days('2024-11-01', '2024-11-30'))],
  ['vat.procedure.box.set', { ...typed({ Zone: 'HB', Value: 900 }), params: { ...folder, procedureId: 11 } }],
  ['vat.form.follow-up', { ...elements(11), body: { Amount: 800, CorrespondenceText: 'Facture 12' } }],
  ['vat.procedure-group.assist', assisted(folder, days('2024-12-01', '2024-12-31'))],
  ['vat.procedure.box.set', { ...typed({ Zone: 'KS', Value: 100 }), params: { ...folder, procedureId: 13 } }],
  ['vat.procedure.box.set', { ...typed({ Zone: 'AA', Value: 'X' }), params: { ...folder, procedureId: 13 } }],
  ['vat.procedure.delete', procedure(4)],
  ['vat.procedure-group.delete', group(4)],
  ['vat.template.list', {}],
  ['vat.template.list', { params: { type: 'Web', activeOnly: true, ...window } }],
  ['vat.template.show', { params: { id: 3 } }],
  ['vat.template.create', template()],
  [
    'vat.template.create',
    template({ ...whole, IsDraft: false, PeriodBeginDate: '2025-01-01', PeriodEndDate: '2025-12-31' }),
  ],
  ['vat.template.update', { body: { Id: 74, ...template(whole).body } }],
  ['vat.template.update', { body: { Id: 4, ...template({ FormCode: '_3310CA3', PeriodEndDate: null }).body } }],
  ['vat.procedure-group.company', { params: { companyId: 1 } }],
  [
    'vat.procedure-group.company',
    {
      params: {
        companyId: 1,
        Category: 'Tva',
        BeginDate: '2024-01-01',
        EndDate: '2024-12-31',
        UpdatedAfter: '2020-01-01',
        UpdatedBefore: '2120-01-01T00:00:00Z',
        Page: 2,
        PageSize: 1,
      },
    },
  ],
];

const CREATE = 'vat.procedure-group.create';
const ASSIST = 'vat.procedure-group.assist';

const BOX = 'vat.procedure.box.set';
const REFERENCE = 'vat.procedure.reference';

const OF_ELEMENTS = ['data', 'snapshot', 'recompute', 'regenerate', 'validate', 'controls'] as const;

const asked = (procedureId: number, Amount: unknown) => ({ ...elements(procedureId), body: { Amount } });
const FOLLOW_UP = 'vat.form.follow-up';

const bad: readonly BadCase[] = [
  [FOLLOW_UP, 'ProcedureNotFound', asked(missing, 800)],
  ['vat.form.explain', 'ProcedureNotFound', elements(missing, { box: '08' })],
  ['vat.form.explain', 'BoxNotFound', elements(3, { box: 'Z9' })],
  [FOLLOW_UP, 'AmountNotWhole', asked(11, '800.50')],
  [FOLLOW_UP, 'RefundInvalid', asked(11, 901)],
  [FOLLOW_UP, 'RefundInvalid', asked(11, 759)],
  [FOLLOW_UP, 'PeriodAlreadyDeclared', asked(11, 800)],
  [FOLLOW_UP, 'ProcedureNotInDraftStatus', asked(3, 800)],
  [FOLLOW_UP, 'NotSupportedProcedureType', asked(12, 800)],
  [FOLLOW_UP, 'AmountInvalid', asked(13, 0)],
  ['vat.procedure-group.company', 'CompanyNotFound', { params: { companyId: 999 } }],
  ...[{ Page: 0 }, { PageSize: 0 }, { PageSize: 10_000 }].map(
    (bound): BadCase => ['vat.procedure-group.company', 'InvalidInput', { params: { companyId: 1, ...bound } }],
  ),
  [
    'vat.procedure-group.company',
    'PeriodInvalid',
    { params: { companyId: 1, BeginDate: '2024-02-01', EndDate: '2024-01-01' } },
  ],
  ...[...OF_ELEMENTS.map((name) => `vat.procedure.${name}`), 'vat.form.totals', 'vat.form.proposal'].map(
    (id): BadCase => [id, 'ProcedureNotFound', elements(missing)],
  ),
  ['vat.procedure.regenerate', 'NotSupportedProcedureType', elements(1)],
  ['vat.procedure.regenerate', 'ManualEntriesPresent', elements(8)],
  ['vat.procedure.regenerate', 'ProcedureNotInDraftStatus', elements(3)],
  ['vat.procedure.recompute', 'ProcedureNotInDraftStatus', elements(3)],
  ['vat.procedure.reference', 'ProcedureNotInDraftStatus', reference(3, held)],
  ['vat.procedure.attach', 'SupportingDocumentNotFound', filed(8, { FileSendId: missing, FileName: 'ca3.pdf' })],
  ['vat.procedure.attach', 'ProcedureNotFound', filed(missing, { FileSendId: 1, FileName: 'ca3.pdf' })],
  [CREATE, 'SupportingDocumentNotFound', byHand({ DocumentId: missing })],
  ['vat.procedure.sent-date', 'ProcedureNotFound', filed(missing, { SentDate: '2024-07-19' })],
  ['vat.procedure.sent-date', 'SentDateInvalid', filed(8, { SentDate: '2099-12-31' })],
  ['vat.procedure.sent-date', 'ProcedureNotInDraftStatus', filed(3, { SentDate: '2024-07-19' })],
  ['vat.procedure.acknowledge', 'ProcedureNotFound', filed(missing, { NumeroPiece: '1', CodeRetour: '00' })],
  ['vat.procedure.close', 'ProcedureNotFound', procedure(missing)],
  ['vat.procedure.close', 'ClosingEntryWritten', procedure(3)],
  ['vat.procedure.close', 'ClosingEntryNotAllowed', procedure(10)],
  [REFERENCE, 'ProcedureNotFound', reference(missing, held)],
  [REFERENCE, 'NotSupportedProcedureType', reference(1, held)],
  [REFERENCE, 'PrefilledFormAlreadySaved', reference(8, held)],
  [REFERENCE, 'InvalidInput', reference(9, 'CA = 1000')],
  [REFERENCE, 'InvalidInput', reference(9, { CA3: { CA: 1 } })],
  [REFERENCE, 'BoxUnknown', reference(9, { _3310CA3: { Z9: 1 } })],
  [REFERENCE, 'AmountNotWhole', reference(9, { _3310CA3: { CA: '1.50' } })],
  [REFERENCE, 'AmountInvalid', reference(9, { _3310CA3: { CA: -1 } })],
  [REFERENCE, 'ValueUnknown', reference(9, { _3310CA3: { KF: 'Y' } })],
  [BOX, 'ProcedureNotFound', { ...typed({ Value: 1 }), params: { ...folder, procedureId: missing } }],
  [BOX, 'BoxUnknown', typed({ Zone: 'Z9', Value: 1 })],
  [BOX, 'BoxUnknown', typed({ FormCode: '_3514', Zone: 'HA', Value: 1 })],
  [BOX, 'BoxIsComputed', typed({ Zone: 'GH', Value: 1 })],
  [BOX, 'AmountNotWhole', typed({ Value: '1.50' })],
  [BOX, 'AmountInvalid', typed({ Value: -1 })],
  [BOX, 'ValueUnknown', typed({ Zone: 'KF', Value: 'Y' })],
  [CREATE, 'ProcedureDefinitionNotFound', byHand({ ProcedureDefinitionId: missing })],
  [CREATE, 'NotSupportedProcedureType', byHand({ Category: 'LiasseFiscale' })],
  [CREATE, 'NotSupportedProcedureType', byHand({ Category: 'TvaRefund' })],
  [
    CREATE,
    'NotSupportedProcedureType',
    byHand({ ...days('2024-09-01', '2024-09-30'), FormSnapshot: { ...snapshot, Principal: frozen('_3514') } }),
  ],
  [CREATE, 'PeriodInvalid', byHand(days('2024-02-29', '2024-02-01'))],
  [CREATE, 'PeriodInvalid', byHand(days('2022-02-01', '2022-02-28'))],
  [CREATE, 'PeriodTooLong', byHand(days('2024-01-01', '2025-01-31'))],
  [CREATE, 'PeriodAlreadyDeclared', byHand(days('2024-02-29', '2024-03-30'))],
  [
    CREATE,
    'FormTemplateNotFound',
    byHand({
      ...days('2024-09-01', '2024-09-30'),
      FormSnapshot: { ...snapshot, Principal: frozen('_3310CA3', 24, 9) },
    }),
  ],
  [CREATE, 'FormTemplateNotFound', { ...byHand(days('2020-01-01', '2020-01-31')), params: { enterpriseId: 2 } }],
  [CREATE, 'InvalidInput', byHand({ Category: 'tva' })],
  [ASSIST, 'NotSupportedProcedureType', assisted(trader, { ProcedureType: 'Appendix' })],
  [ASSIST, 'NotSupportedProcedureType', assisted(folder, { FormCode: '_3517SCA12' })],
  [ASSIST, 'NotSupportedProcedureType', assisted(folder, { DepositNumber: 1 })],
  [ASSIST, 'NotSupportedProcedureType', assisted(trader, { ProcedureType: 'Deposit' })],
  [ASSIST, 'NotSupportedProcedureType', assisted(trader, { ProcedureType: 'Deposit', DepositNumber: 3 })],
  [ASSIST, 'PeriodInvalid', assisted(folder, days('2024-02-29', '2024-02-01'))],
  [ASSIST, 'PeriodTooLong', assisted(folder, days('2024-01-01', '2025-01-31'))],
  [ASSIST, 'PeriodAlreadyDeclared', assisted(folder, {})],
  [
    ASSIST,
    'FormTemplateNotFound',
    assisted({ enterpriseId: 2 }, { ProcedureType: 'Appendix', ...days('2019-02-01', '2019-02-28') }),
  ],
  [ASSIST, 'InvalidInput', assisted(folder, { AccountingFolderId: 2 })],
  ['vat.procedure-group.show', 'ProcedureGroupNotFound', group(5)],
  ['vat.procedure-group.delete', 'ProcedureGroupNotFound', group(missing)],
  ['vat.procedure-group.deadlines', 'ProcedureGroupNotFound', { body: { ProcedureGroupIds: [1, missing] } }],
  ['vat.procedure-group.delete', 'ProcedureGroupNotEmpty', group(1)],
  ['vat.form.show', 'ProcedureNotFound', paper({ procedureId: missing })],
  [
    'vat.form.pdf',
    'ProcedureNotFound',
    { ...paper({ procedureId: missing }), body: { HeaderFooterEnableOnCover: false } },
  ],
  ['vat.form.download', 'VatPdfNotThere', paper({ procedureId: 2 })],
  ['vat.form.versions', 'ProcedureNotFound', paper({ procedureId: missing })],
  ['vat.form.fields', 'ProcedureNotFound', paper({ procedureId: missing })],
  ['vat.procedure.show', 'ProcedureNotFound', procedure(5)],
  ['vat.procedure.workpaper', 'ProcedureNotFound', procedure(5)],
  [`${CELL}.list`, 'ProcedureNotFound', framed(missing)],
  [`${CELL}.set`, 'ProcedureNotFound', cellOf(missing)],
  [`${CELL}.set`, 'ProcedureNotInDraftStatus', cellOf(3)],
  [`${CELL}.set`, 'PeriodInvalid', cellOf(1, { StartDate: '2030-01-01' })],
  [`${CELL}.set`, 'FramingCellNotFound', cellOf(8, { RowIdentifier: 'Due _20' })],
  [`${CELL}.set`, 'FramingRowInvalid', cellOf(8, { RowIdentifier: 'Due _20 VT_PREST 1', AddRow: true })],
  [`${CELL}.set`, 'FramingCellComputed', cellOf(8, { ...balanceCell, ColumnIdentifier: 'Gap' })],
  [`${CELL}.set`, 'LedgerPeriodInvalid', cellOf(8, { ...balanceCell, StartDate: '2020-01-01' })],
  [`${CELL}.unset`, 'ProcedureNotFound', cellQuery(missing)],
  [`${CELL}.unset`, 'ProcedureNotInDraftStatus', cellQuery(3)],
  [`${CELL}.unset`, 'FramingCellNotTyped', cellQuery(8)],
  ['vat.form.framing.by-rate', 'ProcedureNotFound', framed(missing)],
  ['vat.form.framing.by-rate', 'PeriodInvalid', framed(1, { startDate: '2030-01-01' })],
  ['vat.form.framing.by-account', 'ProcedureNotFound', framed(missing)],
  ['vat.form.framing.by-account', 'PeriodInvalid', framed(1, { startDate: '2030-01-01' })],
  ['vat.form.framing.by-account', 'LedgerPeriodInvalid', framed(1, { startDate: '2020-01-01' })],
  [
    'vat.form.links.controls',
    'ProcedureNotFound',
    { ...linked(missing), body: { VatControlByRatesLink: '', VatControlByAmountsLink: '' } },
  ],
  ['vat.form.links.balance', 'ProcedureNotFound', { ...linked(missing), body: { VatControlByAccountBalanceLink: '' } }],
  ['vat.procedure.delete', 'ProcedureNotFound', procedure(missing)],
  ['vat.procedure.templates', 'ProcedureNotFound', procedure(missing)],
  ['vat.procedure.templates', 'FormTemplateNotFound', procedure(1, { endDate: '2019-12-31' })],
  ['vat.procedure.templates', 'PeriodInvalid', procedure(1, { beginDate: '2024-02-01', endDate: '2024-01-01' })],
  ['vat.procedure.amount-fields', 'ProcedureNotFound', procedure(missing)],
  ['vat.procedure.amount-fields', 'FormTemplateNotFound', procedure(1, { endDate: '2019-12-31' })],
  ['vat.procedure.amount-fields', 'PeriodInvalid', procedure(1, { beginDate: '2024-02-01', endDate: '2024-01-01' })],
  [
    'vat.procedure.existing',
    'PeriodInvalid',
    { params: { ...existing, endDate: '2023-12-31', formNames: ['_3310CA3'] } },
  ],
  ...['vat.procedure-group.list', 'vat.definition.list', 'vat.definition.of-folder', 'vat.template.list'].map(
    (id): BadCase => [
      id,
      'PeriodInvalid',
      { params: { ...OF_LIST[id], beginDate: '2024-02-01', endDate: '2024-01-01' } },
    ],
  ),
  ['vat.definition.show', 'ProcedureDefinitionNotFound', { params: { id: missing } }],
  ['vat.definition.update', 'ProcedureDefinitionNotFound', { params: { id: missing }, body: definition }],
  ['vat.definition.create', 'PeriodInvalid', { body: { ...definition, ExpirationDate: '2018-12-31' } }],
  [
    'vat.definition.update',
    'PeriodInvalid',
    { params: { id: 8 }, body: { ...definition, ExpirationDate: '2018-12-31' } },
  ],
  ['vat.template.show', 'FormTemplateNotFound', { params: { id: missing } }],
  ['vat.template.update', 'FormTemplateNotFound', { body: { Id: missing, ...template().body } }],
  ...(['vat.template.create', 'vat.template.update'] as const).flatMap((id): BadCase[] => {
    const of = (change: object) => ({
      body: { ...(id === 'vat.template.update' && { Id: 1 }), ...template(change).body },
    });
    return [
      [id, 'PeriodInvalid', of({ PeriodEndDate: '2000-01-01' })],
      [id, 'FormTemplateInvalid', of({ Content: '{"Rows": 1}' })],
      [id, 'FormTemplateInvalid', of({ Content: 'Rows' })],
      [id, 'FormTemplateInvalid', of({ Content: content(1) })],
      [id, 'FormTemplateTaken', of({ FormCode: '_3310CA3', Millesime: 22, FormVersion: 1 })],
      [id, 'BoxUnknown', of({ FormCode: '_3310CA3', Content: content('Z9') })],
    ];
  }),
];

const SUMMED = 'sub-accounts are summed in their account';
const NEWER = 'a template that changed since: test/services/vat/procedures/paper.test.ts';
/** Fields that other steps write, and why. */
const NOT_YET: Readonly<Record<string, string>> = {
  ByUser: 'the command line names nobody',
  'ReceiveContent[]': 'a return that is shown after a notice: test/services/vat/filing/send.test.ts',
  'ReceiveContentInfos[]': 'a return with an answer: cases of vat-filing',
};

export const vatProcedures: Area = {
  operations: [
    ...[
      'acknowledge',
      'amount-fields',
      'attach',
      'box',
      'close',
      'data',
      'delete',
      'existing',
      'recompute',
      'reference',
      'regenerate',
      'sent-date',
      'show',
      'snapshot',
      'templates',
      'validate',
      'controls',
      'workpaper',
    ].map((name) => `vat.procedure.${name}`),
    ...['vat.form', 'vat.procedure-group', 'vat.definition', 'vat.template'],
  ],
  seed,
  stored: `insert into supporting_document
    (folder_id, id, file_name, content_type, byte_size, sha256, currency, created_at, updated_at)
    values (1, 1, 'ca3.pdf', 'application/pdf', 1, 'a', 'EUR', '2026-03-01T06:00:00Z', '2026-03-01T06:00:00Z')`,
  good,
  bad,
  unwritten: ['vat.template.list', 'vat.template.show', 'vat.procedure.templates'],
  neverFilled: {
    'vat.procedure-group.company Items[].ProcedureItems[].ByUser': NOT_YET.ByUser ?? '',
    'vat.procedure-group.company Items[].ProcedureItems[].ReceiveContentInfos[]':
      'a return with an answer: cases of vat-filing',
    ...Object.fromEntries(
      Object.entries(NOT_YET).map(([field, why]) => [`vat.procedure-group.assist ProcedureItems[].${field}`, why]),
    ),
    'vat.procedure.recompute Issues[].SubAccountId': SUMMED,
    'vat.procedure.recompute VatAccountElements[].Account.SubAccountId': SUMMED,
    'vat.procedure.validate ClampedNegativeBalances[].TaxExcludedCell': 'a CA3 moves negative bases elsewhere',
    'vat.procedure.validate InvalidCombinations[].SubAccountId': SUMMED,
    'vat.procedure.validate MissingCategoryAccounts[].SubAccountId': SUMMED,
    'vat.procedure.validate MissingCategoryAccounts[].VatRate': 'an account that the table does not know has no rate',
    'vat.procedure.validate MissingCategoryLines[].SubAccountId': SUMMED,
    'vat.procedure.validate MissingCategoryLines[].VatRate': 'a line of an account with a rate takes it',
    'vat.form.fields NewerVersionWarning[]': NEWER,
    'vat.form.framing.by-account Rows[].Account': 'a section is of several accounts',
    'vat.form.framing.by-account Rows[].CategoryBreakdown[]': 'of accounts, not of sections',
    'vat.form.framing.by-rate Rows[].Children[].Children[].CategoryBreakdown[]': 'a row by rate is of one category',
    'vat.form.framing.by-account Rows[].Description': 'amounts are typed on accounts, not on sections',
    'vat.form.framing.by-rate Rows[].Children[].Children[].Children[]':
      'lines behind a gap: test/services/vat/framing/framing.test.ts',
    'vat.form.framing.cell.list [].TypedBy': NOT_YET.ByUser ?? '',
    'vat.form.framing.cell.set TypedBy': NOT_YET.ByUser ?? '',
    'vat.form.framing.cell.set StaleReason': 'what was just typed is not stale',
    'vat.form.versions NewerVersionWarning[]': NEWER,
    'vat.procedure.close Exceeding[]':
      'the books hold what it clears: test/services/vat/procedures/closing.test.ts, says which accounts it would move',
  },
  neverRead: { 'vat.form.pdf body.style': 'accepted, changes nothing' },
  provedElsewhere: {
    'vat.procedure.acknowledge SentDateInvalid': [
      'test/services/vat/filing/send.test.ts',
      'of a period that has not begun was given nowhere: no acknowledgment of it is recorded',
    ],
    'vat.procedure.acknowledge ProcedureNotInDraftStatus': [
      'test/services/vat/procedures/closing.test.ts',
      'a notice decides a return filed by hand: it takes no number after it, and the refusal names what shows it',
    ],
    'vat.procedure.attach ProcedureNotInDraftStatus': [
      'test/services/vat/procedures/states.test.ts',
      '%s of a return that is %s',
    ],
    ...Object.fromEntries(
      ['DateOutsideExercises', 'ExerciseClosed', 'AccountNotActive'].map((code) => [
        `vat.procedure.close ${code}`,
        ['test/services/vat/procedures/closing.test.ts', 'is not written where the books do not take it: %s'] as const,
      ]),
    ),
    'vat.procedure.box.set ProcedureNotInDraftStatus': [
      'test/services/vat/procedures/procedures.test.ts',
      'a box is typed on a draft only: %s',
    ],
    'vat.procedure.delete ProcedureNotInDraftStatus': [
      'test/services/vat/procedures/procedures.test.ts',
      'a return goes as a draft or when it was rejected: %s',
    ],
  },
};
