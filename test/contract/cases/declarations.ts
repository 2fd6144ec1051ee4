/** Cases of the transmission of declarations: folder 1 has exercises, folder 3 has neither SIREN nor declaration. */
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { BOOKS, FIRM } from '../seeds.ts';

const folder = { accountingFolderId: 1 };
const empty = { accountingFolderId: 3 };
const missing = { accountingFolderId: 999 };
const year = { startDate: '2024-01-01', endDate: '2024-12-31' };
const window = { updatedAfter: '2020-01-01T00:00:00Z', updatedBefore: '2100-01-01' };

const naming = (...all: object[]) => ({ AccountingFolderId: 1, Declarations: all });
const liasse = {
  StartDate: '2024-01-01',
  EndDate: '2024-12-31T00:00:00',
  Type: 'Liasse',
  Status: 'Accepted',
  Name: 'Liasse 2024',
  ChannelAId: 41,
  ChannelACreationDate: '2025-04-01T08:00:00Z',
  Links: { DeclarationUrl: 'https://channel.example/41' },
  DeclarationSourceType: 'Manual',
  IsIgnoreWhenRejected: false,
};
const notification = {
  declarationId: 42,
  declarationStatus: 'Rejected',
  dateHeureModification: '2025-05-20T10:00:00',
  siren: '999999998',
  dateDebut: '2024-01-01',
  dateFin: '2024-12-31',
  declarationType: 'Paiement',
  declarationLibelle: 'Solde IS 2572',
  declarationErreurs: [{ formulaire: '2572', code: 'E7', libelle: 'Total faux' }],
};

const complete = {
  ...liasse,
  Type: 'IS2571',
  Name: 'Acompte',
  Status: 'Rejected',
  ChannelAId: 43,
  RejectionReason: 'Total faux',
  Links: {
    DeclarationUrl: 'https://channel.example/43',
    DeclarationPdfUrl: 'https://channel.example/43.pdf',
    EDIFileUrl: 'https://channel.example/43.edi',
    ReceiptPDFUrl: 'https://channel.example/43-ar.pdf',
  },
};
const fullNotification = {
  ...notification,
  declarationId: 44,
  declarationStatus: 'Accepted',
  declarationUrl: 'https://channel.example/44',
  declarationPdfUrl: 'https://channel.example/44.pdf',
  accuseDeReceptionPDFUrl: 'https://channel.example/44-ar.pdf',
  fichierEDIUrl: 'https://channel.example/44.edi',
  dateEnvoiDGFIP: '2025-05-20T08:00:00',
  dateHeureDGFiP: '2025-05-20T09:00:00',
  dateEcheance: '2025-05-15',
  paiementStatus: 'Accepted',
  declarationErreurs: [],
};
const settings = {
  AccountingFolderId: 1,
  StartDate: '2024-01-01',
  EndDate: '2024-12-31',
  AllowSendingDeclarationWithFscpError: true,
  DisableReadOnlyForms: true,
  DisableReadOnlyPayloadFields: true,
};

const obligation = { DeclarationType: 'IS2571', EndDate: '2024-03-31' };
const filed = { DeclarationType: 'Liasse', EndDate: '2024-12-31' };

const good: readonly GoodCase[] = [
  ['declaration.add', { params: folder, body: naming(liasse) }],
  ['declaration.update', { params: folder, body: naming({ ...liasse, Name: 'Liasse corrigée' }, { Type: 1 }) }],
  ['declaration.webhook.receive', { params: { segment: 'channela' }, body: notification }],
  ['declaration.webhook.receive', { params: { segment: 'channela' }, body: notification }],
  ['declaration.add', { params: folder, body: naming(complete) }],
  ['declaration.webhook.receive', { params: { segment: 'channela' }, body: fullNotification }],
  ['declaration.list', { params: folder }],
  ['declaration.list', { params: { ...folder, refreshChannelAData: false } }],
  ['declaration.period', { params: { ...folder, endDate: '2024-12-31', declarationType: 'IS2571' } }],
  ['declaration.settings.update', { params: folder, body: settings }],
  ['declaration.deadline.list', { params: { companyId: 1, ...year } }],
  [
    'declaration.deadline.list',
    {
      params: { ...folder, states: ['Late', 'ToSend'], types: ['IS2571'], dueFrom: '2024-06-01', dueTo: '2024-12-31' },
    },
  ],
  ['declaration.deadline.grid', { params: { companyId: 1, states: ['Late'], page: 2, limit: 1 } }],
  [
    'declaration.deadline.grid',
    {
      params: { ...folder, types: ['IS2571', 'Liasse'], dueFrom: '2024-06-01', dueTo: '2025-12-31', page: 1, limit: 2 },
    },
  ],
  ['declaration.deadline.calendar', { params: { companyId: 1, ...year } }],
  ['declaration.list', { params: { ...empty, refreshData: false } }],
  ['declaration.period', { params: { ...folder, endDate: '2024-12-31' } }],
  ['declaration.reminder.list', { params: { ...folder, ...year, declarationType: 'IS2572' } }],
  ['declaration.reminder.list', { params: { ...folder, ...year, declarationType: 'IS2571' } }],
  ['declaration.settings.update', { params: folder, body: { StartDate: '2024-01-01', EndDate: '2024-12-31' } }],
  ['declaration.settings.show', { params: { ...folder, ...year } }],
  ['declaration.page.show', { params: { ...folder, urlType: 'ChoixDeclaration' } }],
  ['declaration.date.list', { params: { ...folder, StartDate: '2024-01-01', EndDate: '2024-12-31' } }],
  ['declaration.updated', { params: { companyId: 1, ...window } }],
  [
    'declaration.obligation.dismiss',
    { params: folder, body: { ...obligation, Reason: 'Filed by the firm before us' } },
  ],
  ['declaration.deadline.list', { params: { ...folder, ...year } }],
  ['declaration.deadline.grid', { params: { ...folder, states: ['Dismissed'] } }],
  ['declaration.obligation.restore', { params: folder, body: obligation }],
  ['declaration.deadline.calendar', { params: { ...folder, ...year } }],
];

const REVERSED = { Type: 'IS2573', StartDate: '2025-03-01', EndDate: '2025-02-28' };

const bad: readonly BadCase[] = [
  ['declaration.list', 'FolderNotFound', { params: missing }],
  ['declaration.list', 'ChannelsFailed', { params: { ...empty, refreshData: true } }],
  ['declaration.list', 'InvalidInput', { params: { accountingFolderId: 0 } }],
  ['declaration.add', 'FolderNotFound', { params: missing, body: { AccountingFolderId: 999, Declarations: [] } }],
  ['declaration.add', 'ChannelAIdTaken', { params: folder, body: naming({ Name: 'New' }, liasse) }],
  ['declaration.add', 'PeriodReversed', { params: folder, body: naming(REVERSED) }],
  ['declaration.update', 'PeriodReversed', { params: folder, body: naming(REVERSED) }],
  ['declaration.add', 'InvalidInput', { params: folder, body: { AccountingFolderId: 2, Declarations: [] } }],
  ['declaration.add', 'InvalidInput', { params: folder, body: naming({ Status: 'Sending' }) }],
  ['declaration.add', 'InvalidInput', { params: folder, body: naming(...Array(501).fill({})) }],
  ['declaration.update', 'FolderNotFound', { params: missing, body: { AccountingFolderId: 999 } }],
  ['declaration.update', 'DeclarationNotDeletable', { params: folder, body: naming({ ...liasse, Status: 'Deleted' }) }],
  ['declaration.update', 'StatusNotRising', { params: folder, body: naming({ ...liasse, Status: 'Draft' }) }],
  ['declaration.webhook.receive', 'WebhookInvalid', { params: { segment: 'channela' }, body: { declarationId: 1 } }],
  ['declaration.period', 'FolderNotFound', { params: { ...missing, endDate: '2024-12-31' } }],
  ['declaration.period', 'PeriodUnknown', { params: { ...folder, endDate: '2019-12-31' } }],
  ['declaration.reminder.list', 'FolderNotFound', { params: missing }],
  ['declaration.settings.show', 'FolderNotFound', { params: { ...missing, ...year } }],
  [
    'declaration.settings.update',
    'FolderNotFound',
    { params: missing, body: { StartDate: '2024-01-01', EndDate: '2024-12-31' } },
  ],
  ['declaration.page.show', 'FolderNotFound', { params: missing }],
  ['declaration.page.show', 'UrlTypeUnknown', { params: { ...folder, urlType: 'Autre' } }],
  ['declaration.page.show', 'UrlTypeUnknown', { params: { ...folder, urlType: 2 } }],
  ['declaration.page.show', 'FolderSirenMissing', { params: empty }],
  ['declaration.page.show', 'InvalidInput', { params: { accountingFolderId: 0 } }],
  [
    'declaration.date.list',
    'FolderNotFound',
    { params: { ...missing, StartDate: '2024-01-01', EndDate: '2024-02-01' } },
  ],
  ['declaration.updated', 'CompanyNotFound', { params: { companyId: 99, ...window } }],
  ['declaration.updated', 'WindowBoundInvalid', { params: { companyId: 1, ...window, updatedBefore: 'tomorrow' } }],
  ['declaration.updated', 'WindowEmpty', { params: { companyId: 1, ...window, updatedAfter: '2100-01-01' } }],
  ['declaration.deadline.grid', 'FolderNotFound', { params: missing }],
  ['declaration.deadline.grid', 'InvalidInput', { params: { dueFrom: '2024-06-01', dueTo: '2024-05-31' } }],
  ['declaration.deadline.list', 'FolderNotFound', { params: missing }],
  ['declaration.deadline.list', 'InvalidInput', { params: { dueFrom: '2024-06-01', dueTo: '2024-05-31' } }],
  ['declaration.obligation.dismiss', 'FolderNotFound', { params: missing, body: { ...obligation, Reason: 'x' } }],
  ['declaration.obligation.dismiss', 'ObligationMet', { params: folder, body: { ...filed, Reason: 'x' } }],
  ['declaration.obligation.dismiss', 'InvalidInput', { params: folder, body: { ...obligation, Reason: ' ' } }],
  [
    'declaration.obligation.dismiss',
    'PeriodUnknown',
    { params: folder, body: { ...obligation, EndDate: '2019-12-31', Reason: 'x' } },
  ],
  [
    'declaration.obligation.dismiss',
    'TypeNotSendable',
    { params: folder, body: { ...obligation, DeclarationType: 'Inconnu', Reason: 'x' } },
  ],
  ['declaration.obligation.restore', 'FolderNotFound', { params: missing, body: obligation }],
  ['declaration.obligation.restore', 'ObligationDue', { params: folder, body: filed }],
  [
    'declaration.obligation.restore',
    'PeriodUnknown',
    { params: folder, body: { ...obligation, EndDate: '2019-12-31' } },
  ],
  [
    'declaration.obligation.restore',
    'TypeNotSendable',
    { params: folder, body: { ...obligation, DeclarationType: 'Inconnu' } },
  ],
  ['declaration.deadline.calendar', 'FolderNotFound', { params: missing }],
];

export const declarations: Area = {
  operations: [
    'add',
    'update',
    'updated',
    'list',
    'period',
    'webhook',
    'reminder',
    'settings',
    'page',
    'date',
    'deadline',
    'obligation',
  ].map((noun) => `declaration.${noun}`),
  seed: [...FIRM, ...BOOKS],
  good,
  bad,
  neverFilled: {
    'declaration.add [].ChannelBNumeroADS': 'ChannelB gives it: test/commands/declaration/demo.test.ts',
  },
  neverRead: { 'declaration.webhook.receive segment': 'the one segment that is configured, checked by the schema' },
};
