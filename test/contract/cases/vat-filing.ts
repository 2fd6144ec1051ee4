/** Cases of filing VAT returns: through the internal channel, which needs no partner. */
import type { Area, BadCase, GoodCase, Waiver } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const folder = { enterpriseId: 1 };
const accounting = { accountingFolderId: 1 };
const nameless = { enterpriseId: 3 };

const ADDRESS = { Street: '12 rue des Lilas', PostCode: '69002', Town: 'Lyon' };
type Place = Readonly<Record<string, number>>;
const ca3 = (month: string, lastDay: number, place: Place = folder, definition = 1): GoodCase => [
  'vat.procedure-group.create',
  {
    params: place,
    body: {
      DocumentName: `CA3 ${month}`,
      ProcedureDefinitionId: definition,
      Category: 'Tva',
      BeginDate: `2024-${month}-01`,
      EndDate: `2024-${month}-${lastDay}`,
    },
  },
];

type Value = number | string;
const typed = (procedureId: number, FormCode: string, zones: Readonly<Record<string, Value>>, place: Place = folder) =>
  Object.entries(zones).map(
    ([Zone, Value]): GoodCase => [
      'vat.procedure.box.set',
      { params: { ...place, procedureId }, body: { FormCode, Zone, Value } },
    ],
  );

const SALES = { CA: 1000, FP: 1000, GP: 200 };
const ACCOUNT = 'FR1420041010050500013M02606, PSSTFRPPXXX, ALPHA';

/** 1 to send, 2 that was sent, 3 that was rejected, 4 a form without any box, 5 with a blocking control, 6 not paid, 7 of nobody. */
const seed: readonly GoodCase[] = [
  ...FIRM,
  ...BOOKS,
  ['company.update', { params: { companyId: 1 }, body: { Siret: '73282932000017', ...ADDRESS } }],
  ['folder.update', { params: accounting, body: ADDRESS }],
  ...[
    ca3('09', 30),
    ca3('03', 31),
    ca3('04', 30),
    ca3('05', 31, folder, 6),
    ca3('06', 30),
    ca3('07', 31),
    ca3('08', 31, nameless),
  ],
  ...typed(1, '_3310CA3', SALES),
  ...typed(1, 'T_IDENTIF', { GA: ACCOUNT, HA: 200, KA: 'TVA SEPTEMBRE' }),
  ...typed(5, '_3310CA3', { ...SALES, BC: 'X' }),
  ...typed(6, '_3310CA3', SALES),
  ...typed(7, '_3310CA3', { CE: 5 }, nameless),
];

const stored = `
  update vat_procedure set status = 'Sent', test_mode = false, numero_piece = '0000004201', code_retour = '00',
    sent_at = '2024-04-15T10:00:00Z', sent_date = '2024-04-15', sending_channel = 'DgfipDirect' where id = 2;
  update vat_procedure set status = 'Rejected', test_mode = false, created_by = 'ann', sent_at = '2024-05-15T10:00:00Z',
    sent_date = '2024-05-15', computed_boxes = '{"3310CA3": {"KA": 5, "KE": 5}}', prefilled_boxes = '{"3310CA3": {"KA": 5}}'
    where id = 3;`;

const procedure = (procedureId: number, more: object = {}) => ({
  params: { ...folder, channel: 'Internal', procedureId, ...more },
});
const of = (procedureId: number, more: object = {}) => ({ params: { ...folder, procedureId, ...more } });
const edi = (procedureId: number, more: object = {}) => ({ params: { ...accounting, procedureId, ...more } });

const NOTICE = {
  NumeroAds: '0000004201',
  TypeAccuse: 'Ars',
  CodeRetour: '00',
  RawXml: '<avis numero="4201"/>',
  Contenu: Buffer.from('<avis numero="4201"/>').toString('base64'),
  MimeType: 'Autre',
  CodeRejetApplicatif: '',
  LibelleRejetApplicatif: '',
};
const notice = (change: object = {}) => ({ params: accounting, body: { ...NOTICE, ...change } });
const STRANGE = {
  NumeroAds: '0000009999',
  TypeAccuse: 'Acs',
  CodeRetour: '05',
  RawXml: '<avis numero="9999"/>',
  CodeRejetApplicatif: '048',
  LibelleRejetApplicatif: 'Période déjà déclarée',
};

const good: readonly GoodCase[] = [
  ['vat.notice.register', notice()],
  ['vat.notice.register', notice()],
  ['vat.notice.register', notice(STRANGE)],
  ['vat.notice.list', { params: { ...accounting, typeAccuse: 'Ars' } }],
  ['vat.notice.list', { params: { ...accounting, typeAccuse: 'Code98' } }],
  ['vat.notice.list', { params: accounting }],
  ['vat.procedure.edi', edi(2, { fileType: 'Received' })],
  ['vat.procedure.notices', edi(2)],
  ['vat.procedure.reopen', of(3)],
  ['vat.procedure.send', procedure(1, { shouldGenerateODAutomaticaly: false })],
  ['vat.procedure.send', procedure(1)],
  ['vat.procedure.edi', edi(1)],
  ['vat.diagnostic.regenerate', of(1)],
  ['vat.diagnostic.redeposit', of(1)],
  ['vat.diagnostic.poll', { params: { ...folder, typeAccuse: 'Ars' } }],
];

const bad: readonly BadCase[] = [
  ['vat.procedure.send', 'ProcedureNotFound', procedure(99)],
  ['vat.procedure.send', 'ProcedureNotInDraftStatus', procedure(2)],
  ['vat.procedure.send', 'ValidationFailed', procedure(4)],
  ['vat.procedure.send', 'ControlsFailed', procedure(5)],
  ['vat.procedure.send', 'PaymentsInvalid', procedure(6)],
  ['vat.procedure.send', 'ChannelModeMismatch', procedure(1, { activateTestMode: false })],
  ['vat.procedure.send', 'ChannelNotConfigured', of(1)],
  ['vat.procedure.edi', 'ProcedureNotFound', edi(99)],
  ['vat.procedure.notices', 'ProcedureNotFound', edi(99)],
  ['vat.procedure.edi', 'VatEdiNotThere', edi(4)],
  ['vat.procedure.reopen', 'ProcedureNotFound', of(99)],
  ['vat.procedure.reopen', 'ProcedureNotRejected', of(4)],
  ['vat.notice.register', 'NoticeInvalid', notice({ RawXml: '<avis>' })],
  ['vat.notice.register', 'NoticeInvalid', notice({ Contenu: '%' })],
  ['vat.notice.register', 'InvalidInput', notice({ NumeroAds: '../1' })],
  ['vat.diagnostic.redeposit', 'ProcedureNotFound', of(99)],
  ['vat.diagnostic.redeposit', 'NeverSent', of(4)],
  ['vat.diagnostic.regenerate', 'ProcedureNotFound', of(99)],
  ['vat.diagnostic.regenerate', 'EdiInvalid', { params: { ...nameless, procedureId: 7 } }],
  ['vat.procedure.send', 'EdiInvalid', { params: { ...nameless, channel: 'Internal', procedureId: 7 } }],
];

/** What a return has that was never sent is in the cases of vat-procedures. */
const REOPENED_WITHOUT = [
  ...['FileId', 'FileName', 'PdfDownloadUrl', 'PdfFileName', 'VatControlByAccountBalanceLink', 'SentAt', 'SendingDate'],
  ...['NumeroPiece', 'ReceiveContent[]', 'ReceiveContentInfos[]'],
];

const SENDING = 'test/services/vat/filing/send.test.ts';
const DEPOSIT = 'test/services/vat/filing/deposit.test.ts';
const provedElsewhere: Readonly<Record<string, Waiver>> = {
  'vat.procedure.send BoxUnknown': [DEPOSIT, '%s'],
  'vat.diagnostic.regenerate BoxUnknown': [DEPOSIT, '%s'],
  'vat.diagnostic.regenerate PaymentsInvalid': [DEPOSIT, '%s'],
  'vat.procedure.send PeriodNotBegun': [SENDING, 'of a period that has not begun leaves for test alone (%s, at %s)'],
  'vat.procedure.edi VatFileElsewhere': [SENDING, 'says of a file that is not there why, and what to do'],
  'vat.procedure.edi VatNoticeNotThere': [SENDING, 'has no notice yet when it has just left'],
  'vat.procedure.send FiledElsewhere': [SENDING, 'of which the file was attached as filed elsewhere never leaves'],
  'vat.procedure.send AlreadyFiled': [SENDING, 'of a period that another return was sent for meanwhile is refused'],
  'vat.procedure.send SendUnderWay': [SENDING, 'at the same moment is refused'],
  'vat.procedure.send SendInDoubt': [SENDING, 'whose answer is lost is asked for, not sent again'],
  'vat.procedure.send FilingRefused': [SENDING, 'that the channel refuses is rejected, and may be opened again'],
  'vat.diagnostic.redeposit SendUnderWay': [SENDING, 'at the same moment is refused'],
  'vat.diagnostic.redeposit SendInDoubt': [SENDING, 'again whose answer is lost is doubted'],
  'vat.procedure.reopen PeriodAlreadyDeclared': [
    'test/services/vat/procedures/procedures.test.ts',
    'a rejected return is not opened again beside the one that took its place',
  ],
  ...Object.fromEntries(
    ['redeposit', 'poll', 'regenerate'].map((name) => [
      `vat.diagnostic.${name} DiagnosticsNotAllowed`,
      [SENDING, 'is refused in production'] as const,
    ]),
  ),
};

export const vatFiling: Area = {
  operations: [
    'vat.procedure.send',
    'vat.procedure.reopen',
    'vat.procedure.edi',
    'vat.procedure.notices',
    'vat.notice',
    'vat.diagnostic',
  ],
  seed,
  stored,
  good,
  bad,
  provedElsewhere,
  neverGiven: {
    'vat.procedure.send? activateTestMode': `a real deposit needs channels in production: ${SENDING}`,
  },
  neverFilled: {
    'vat.diagnostic.redeposit NumeroADS': `ChannelB gives it: ${SENDING}`,
    ...Object.fromEntries(
      REOPENED_WITHOUT.map((field) => [
        `vat.procedure.reopen ${field}`,
        'made of a return that goes on: cases of vat-procedures',
      ]),
    ),
    'vat.diagnostic.poll Items[]': `ChannelB gives them: ${SENDING}`,
  },
};
