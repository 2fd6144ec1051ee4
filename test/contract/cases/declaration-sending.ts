/** Cases of sending: through the internal channel, which needs no partner, after the cases of declarations. */
import type { Area, BadCase, GoodCase, Waiver } from '../requests.ts';
import { BOOKS, FIRM, OTHER_IBAN as IBAN } from '../seeds.ts';
import { declarations } from './declarations.ts';

const folder = { accountingFolderId: 1 };
const END = '2024-12-31';
const WRITER = {
  Siret: '77788899100018',
  Name: 'Cabinet Alpha',
  Street: '1 rue du Bac',
  PostCode: '69002',
  Town: 'Lyon',
};
const PAYMENT = { Iban: 'FR1420041010050500013M02606', Bic: 'PSSTFRPPXXX', Amount: 700, Holder: 'ALPHA' };
const ADDRESS = { Street: '12 rue des Lilas', PostCode: '69002', Town: 'Lyon' };
const year = { StartDate: '2024-01-01', EndDate: END };
const refund = { ...year, DeclarationType: 'IS2573', DeclarationSourceType: 'Platform' };
const internal = { ...folder, channel: 'Internal' };
const LINES = [{ AB: 'CIR', AC: '2023', AG: 900 }];

const existing = (Type: string, StartDate: string, EndDate: string) => ({
  StartDate,
  EndDate,
  Type,
  Status: 'Draft',
  Name: Type,
  DeclarationSourceType: 'Manual',
});
const ADDED = {
  AccountingFolderId: 1,
  Declarations: [
    existing('IS2571', '2024-10-01', END),
    existing('LiasseTeteDeGroupe', '2024-01-01', END),
    existing('IS2573', '2015-01-01', '2015-12-31'),
  ],
};

const values = (DeclarationType: string | number, Forms: object, Facts: object = {}, EndDate = END) => ({
  params: folder,
  body: { DeclarationType, EndDate, Forms, Facts },
});
/** Not the losses that the form says: a control fails. */
const SIMPLIFIED = { Regime: 'simplified', Category: 'IS', LossesLeft: 7 };
/** Every fact that can be declared. */
const FACTS = {
  Regime: 'simplified',
  Category: 'IS',
  Rof: 'IS1',
  Writer: { ...WRITER, Street: '1 rue des Essais', PostCode: '69001' },
  IsProvisional: true,
  LossesLeft: 1000,
  LastProfit: 2000,
  Turnover: 500_000,
  GroupTurnover: 900_000,
  ValueAdded: 200_000,
  CapitalPaidAndHeldByPersons: true,
  ReferenceProfit: { Normal: 10_000, Reduced: 5_000 },
  LastSocialContribution: 50,
  SocialCredits: 10,
  Payments: [{ Iban: IBAN, Bic: 'GAMMFRPP', Amount: 700, Holder: 'ALPHA' }],
  Loans: [
    {
      Account: '164000',
      Lender: 'Banque',
      FirstDay: '2024-01-01',
      Months: 60,
      Amount: 36_000,
      Rate: 3.5,
      Instalment: 600,
    },
  ],
  NotDeductible: ['1511'],
  ExportAccounts: ['7062'],
  AcceptLastKnownForms: true,
};

/** The return was accepted in the cases of declarations: a corrective one is prepared, with a total typed over. */
const UNLOCKED = { ...year, DisableReadOnlyForms: true, DisableReadOnlyPayloadFields: true };

const publication = (body: object, params: object = {}) => ({ params: { ...internal, ...params }, body });

const changed = (body: object, EndDate = END) => ({
  params: folder,
  body: { DeclarationType: 'Liasse', EndDate, ...body },
});

const explained = (cell: string, endDate = END) => ({ params: { ...folder, cell, endDate } });

const good: readonly GoodCase[] = [
  ['folder.update', { params: folder, body: ADDRESS }],
  ['declaration.add', { params: folder, body: ADDED }],
  ['declaration.value.set', values('IS2573', { '2573': { Lines: LINES } }, { Writer: WRITER })],
  [
    'declaration.value.set',
    values(1, { '2571': { Cells: { CA: 700 } } }, { Writer: WRITER, Rof: 'IS1', Payments: [PAYMENT] }),
  ],
  ['declaration.value.show', { params: { ...folder, endDate: END, declarationType: 'is2573' } }],
  ['declaration.publish', publication(refund, { testPayload: true })],
  ['declaration.publish', publication(refund)],
  [
    'declaration.publish-existing',
    publication({ StartDate: '2024-10-01', EndDate: END }, { declarationType: 'IS2571', bloquerSiIncoherence: false }),
  ],
  ['declaration.piece.download', { params: { ...folder, pieceType: 'Sent', endDate: END, declarationType: 'IS2573' } }],
  ['declaration.edi.show', { params: { ...folder, endDate: END, declarationType: 'IS2573' } }],
  [
    'declaration.edi.show',
    { params: { ...folder, startDate: year.StartDate, endDate: END, declarationType: 'IS2573' } },
  ],
  ['declaration.form.show', { params: { ...folder, endDate: END, declarationType: 'IS2573' } }],
  ['declaration.settings.update', { params: folder, body: UNLOCKED }],
  ['declaration.value.set', values('IS2572', {}, FACTS)],
  ['declaration.value.show', { params: { ...folder, endDate: END, declarationType: 'IS2572' } }],
  ['declaration.document.download', { params: { ...folder, declarationId: 9, downloadType: 'Edi' } }],
  [
    'declaration.value.set',
    values('Liasse', { '2033B': { Cells: { BH: 9, CF: 20 } }, '2033D': { Cells: { PG: 5 } } }, SIMPLIFIED),
  ],
  [
    'declaration.value.add',
    values('Liasse', { '2033F': { Lines: [{ BA: 'MME MERLAN Anne' }], Cells: { GV: '1' } } }, { Rof: 'IS1' }),
  ],
  ['declaration.value.change', changed({ Form: '2033B', Cell: 'BH', Value: '11' })],
  ['declaration.value.change', changed({ Form: '2033B', Cell: 'CF' })],
  ['declaration.value.change', changed({ Form: '2033B', Cell: 'BH', Value: '9' })],
  ['declaration.value.change', changed({ Form: '2033B', Cell: 'CF', Value: '20' })],
  ['declaration.history', { params: { ...folder, endDate: END, declarationType: 'IS2573' } }],
  ['declaration.history', { params: { ...folder, endDate: END } }],
  ['declaration.form.show', { params: { ...folder, endDate: END, filledOnly: true } }],
  ['declaration.form.show', { params: { ...folder, endDate: END, form: '2033B', as: 'html' } }],
  ['declaration.explain', explained('2033A.CR')],
  ['declaration.explain', explained('2033B.BC')],
  ['declaration.explain', explained('2033B.BH')],
  ['declaration.form.show', { params: { ...folder, endDate: END, explain: '2033B.BC' } }],
  ['declaration.form.show', { params: { ...folder, endDate: END, explain: '2033A.CR' } }],
];

const ofType = (DeclarationType: string, EndDate = END) => ({ ...refund, DeclarationType, EndDate });
const standing = (declarationType: string, body: object = year) => publication(body, { declarationType });
const document = (declarationId: number, downloadType: string) => ({
  params: { ...folder, declarationId, downloadType },
});
const shown = (params: object) => ({ params: { ...folder, endDate: END, ...params } });
const deposit = (DeclarationType: string, EndDate = END) => ({
  params: folder,
  body: { DeclarationType, EndDate, Sujet: 'Dépôt' },
});

const bad: readonly BadCase[] = [
  ['declaration.send', 'PeriodUnknown', deposit('Liasse', '2019-12-31')],
  ['declaration.send', 'ValuesMissing', deposit('LiasseTeteDeGroupe')],
  ['declaration.send', 'ChannelNotConfigured', deposit('IS2573')],
  ['declaration.publish', 'PeriodUnknown', publication(ofType('IS2573', '2031-12-31'), { testPayload: true })],
  ['declaration.publish', 'PeriodReversed', publication(ofType('IS2573', '2019-12-31'))],
  ['declaration.publish', 'ValuesMissing', publication(ofType('LiasseTeteDeGroupe'))],
  ['declaration.publish', 'TypeNotSendable', publication(ofType('Inconnu'))],
  ['declaration.publish', 'AlreadyFiled', publication(refund)],
  ['declaration.publish-existing', 'NotDeclarable', standing('CVAESolde')],
  [
    'declaration.publish-existing',
    'PeriodUnknown',
    standing('IS2573', { StartDate: '2015-01-01', EndDate: '2015-12-31' }),
  ],
  ['declaration.publish-existing', 'ValuesMissing', standing('LiasseTeteDeGroupe')],
  ['declaration.publish-existing', 'AlreadyFiled', standing('IS2573')],
  ['declaration.piece.download', 'PieceNotThere', { params: { ...folder, pieceType: 'Ars', endDate: END } }],
  ['declaration.piece.download', 'InvalidInput', { params: { ...folder, pieceType: 'Autre', endDate: END } }],
  ['declaration.edi.show', 'EdiNotThere', { params: { ...folder, declarationType: 'CVAEAcompte' } }],
  ['declaration.form.show', 'PeriodUnknown', shown({ endDate: '2019-12-31' })],
  ['declaration.form.show', 'TypeNotSendable', shown({ declarationType: 'Inconnu' })],
  ['declaration.form.show', 'ValuesMissing', shown({ declarationType: 'LiasseTeteDeGroupe' })],
  ['declaration.form.show', 'FormUnknown', shown({ form: '2571' })],
  ['declaration.form.show', 'CellNotThere', shown({ explain: '2050.ZZ' })],
  ['declaration.form.show', 'CellNotThere', shown({ explain: '2571.CA', declarationType: 'IS2573' })],
  ['declaration.document.download', 'DeclarationNotFound', document(9999, 'Pdf')],
  ['declaration.document.download', 'DocumentNotThere', document(1, 'Pdf')],
  ['declaration.document.download', 'DownloadTypeUnknown', document(1, 'Unknown')],
  ['declaration.value.set', 'PeriodUnknown', values('Liasse', {}, {}, '2019-12-31')],
  ['declaration.value.add', 'PeriodUnknown', values('Liasse', {}, {}, '2019-12-31')],
  ['declaration.value.add', 'TypeNotSendable', values('Inconnu', {})],
  ['declaration.value.add', 'FormUnknown', values('Liasse', { '9999': {} })],
  ['declaration.value.add', 'DeclaredValuesInvalid', values('LiasseTeteDeGroupe', { '2065': { Cells: { ZZ: 1 } } })],
  ['declaration.value.add', 'FormsReadOnly', values('IS2571', { '2571': { Cells: { CA: 700 } } })],
  ['declaration.value.set', 'TypeNotSendable', values('Inconnu', {})],
  ['declaration.value.set', 'FormUnknown', values('Liasse', { '9999': {} })],
  ['declaration.value.set', 'DeclaredValuesInvalid', values('LiasseTeteDeGroupe', { '2065': { Cells: { ZZ: 1 } } })],
  ['declaration.value.set', 'FormsReadOnly', values('IS2571', { '2571': { Cells: { CA: 700 } } })],
  ['declaration.value.change', 'PeriodUnknown', changed({ Form: '2033B', Cell: 'BH', Value: '9' }, '2019-12-31')],
  ['declaration.value.change', 'TypeNotSendable', changed({ DeclarationType: 'Inconnu', Form: '2033B', Cell: 'BH' })],
  ['declaration.value.change', 'FormUnknown', changed({ Form: '9999', Cell: 'BH', Value: '9' })],
  ['declaration.value.change', 'DeclaredValuesInvalid', changed({ Form: '2033B', Cell: 'ZZ', Value: '9' })],
  [
    'declaration.value.change',
    'FormsReadOnly',
    changed({ DeclarationType: 'IS2571', Form: '2571', Cell: 'CA', Value: '1' }),
  ],
  ['declaration.explain', 'PeriodUnknown', explained('2050.GJ', '2019-12-31')],
  ['declaration.explain', 'CellNotThere', explained('2050.ZZ')],
  ['declaration.explain', 'ValuesMissing', explained('2050.GJ', '2023-12-31')],
  ['declaration.value.show', 'PeriodUnknown', { params: { ...folder, endDate: '2019-12-31' } }],
  ['declaration.value.show', 'TypeNotSendable', { params: { ...folder, endDate: END, declarationType: 'Inconnu' } }],
];

/** What only a partner can take, and the test that lets one. */
const goodElsewhere: Area['goodElsewhere'] = {
  'declaration.send': [
    deposit('IS2573'),
    'test/commands/declaration/demo.test.ts',
    'files through both channels, is rejected with reasons, corrects, is accepted, and has every piece',
  ],
};

/** Failures that a channel brings about. */
const SENDS = ['declaration.send', 'declaration.publish', 'declaration.publish-existing'];
const OUTCOMES = '%o (arrived: %s) gives %s, and leaves %s, %s';
const FAILURES: Readonly<Record<string, Waiver>> = {
  SendUnderWay: ['test/services/filing/send.test.ts', 'at the same moment is refused'],
  SendInDoubt: ['test/services/filing/send.test.ts', OUTCOMES],
  FilingRefused: ['test/services/filing/send.test.ts', OUTCOMES],
  ControlsFailed: [
    'test/services/declarations/sending/contents.test.ts',
    'block, unless the settings of the period let them pass',
  ],
};
const provedElsewhere: Readonly<Record<string, Waiver>> = Object.fromEntries([
  ...SENDS.flatMap((id) => Object.entries(FAILURES).map(([code, where]) => [`${id} ${code}`, where])),
  ['declaration.send AlreadyFiled', ['test/services/filing/send.test.ts', 'of a declaration that is %s: %s']],
]);

export const declarationSending: Area = {
  operations: [
    'explain',
    'send',
    'history',
    'publish',
    'publish-existing',
    'piece',
    'edi',
    'document',
    'form',
    'value',
  ].map((noun) => `declaration.${noun}`),
  seed: [...FIRM, ...BOOKS, ...declarations.good],
  good,
  bad,
  provedElsewhere,
  goodElsewhere,
  neverGiven: {
    'declaration.piece.download? format': 'only what a channel sent is signed: test/services/filing/notices.test.ts',
  },
  neverFilled: Object.fromEntries(
    [
      ...['edi.show ChannelAId', 'publish ChannelAUrl', 'publish-existing ChannelAId'],
      ...['history [].Message', 'history [].Reasons[]'],
    ].map((field) => [`declaration.${field}`, 'ChannelA gives it: test/commands/declaration/demo.test.ts']),
  ),
};
