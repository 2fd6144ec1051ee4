/**
 * Cases of complementary data, supporting documents, exports and the files they produce, on transactions 1 to 3 of
 * folder 2: 1250.00, -45.90 and -320.10. Document 5 and category 2 are of folder 1. A document that is known takes a number.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/scratch.ts';
import type { Area, BadCase, CaseInput, GoodCase, Waiver } from '../requests.ts';
import { BANK, BY_PROVIDER, FILED, FIRM, RECONCILED } from '../seeds.ts';

const scratch = temporaryFolder('complementary-cases');
const file = (name: string, content: string | Buffer): string => {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
};
const pdf = (name: string, more = '') => file(name, `%PDF-1.7\n${name}${more}`);

const folder = { enterpriseId: 2 };
const on = (transactionId: number) => ({ ...folder, transactionId });
const missing = 999;
const gone = { params: { fileId: '01930000-0000-7000-8000-000000000000' } };
const search = { SortFields: 'ToJustify', SortDirection: 'Descending' };
const inverted = { BeginDate: '2024-02-01', EndDate: '2024-01-01' };

const mail = { Subject: 'Mouvements', Body: 'Bonjour', To: ['compta@example.org'] };
const mailed = (code: string, body: object): BadCase => [
  'bank.export.send',
  code,
  { params: folder, body: { ...mail, ...body } },
];

const change = (transactionId: number, body: object): CaseInput => ({
  params: on(transactionId),
  body: { ToJustify: true, ...body },
});
const taking = (transactionId: number, ...Documents: readonly object[]) => change(transactionId, { Documents });

const good: readonly GoodCase[] = [
  ['bank.nature.list', { params: { level1: 'goods', level2: 'VENTE', level3: 'union europeenne' } }],
  ['bank.category.create', { params: folder, body: { Name: 'Énergie', VatRate: 20, NatureId: 12 } }],
  ['bank.category.create', { params: { enterpriseId: 1 }, body: { Name: 'Énergie', VatRate: '5.5' } }],
  ['bank.category.list', { params: folder }],
  ['bank.analytic.create-axis', { params: folder, body: { Name: 'Ateliers', Type: 'Department' } }],
  ['bank.analytic.axes', { params: folder }],
  ['bank.analytic.create', { params: folder, body: { AxisId: 1, Name: 'Nord' } }],
  ['bank.analytic.list', { params: folder }],
  [
    'bank.document.add',
    {
      params: { ...folder, amount: '45.90', counterParty: 'Librairie du Parc', effectifDate: '2024-03-01' },
      files: [pdf('librairie.pdf')],
    },
  ],
  ['bank.document.add', { params: folder, files: [pdf('énergie.pdf'), pdf('client.pdf')] }],
  ['bank.document.add', { params: { ...folder, currencyCode: 'USD', amount: '10' }, files: [pdf('dollars.pdf')] }],
  ['bank.document.add', { params: { enterpriseId: 1, amount: '10' }, files: [pdf('autre.pdf')] }],
  ['bank.document.add', { params: folder, files: [pdf('librairie.pdf')] }],
  [
    'bank.document.update',
    { params: { ...folder, documentId: 3 }, body: { Amount: '2000.00', CounterParty: 'Alpha' } },
  ],
  ['bank.document.list', { params: { ...folder, search: 'librai', withRemainingAmount: true } }],
  ['bank.document.list', { params: { ...folder, page: 2, limit: 1 } }],
  ['bank.complement.search', { params: folder, body: { ...search, PageNumber: 2, PageSize: 1 } }],
  ['bank.document.download', { params: { ...folder, documentId: 1 } }],
  ['bank.document.match', { params: folder, body: {} }],
  ['bank.document.match', { params: folder, body: { Apply: true, DocumentIds: [1] } }],
  ['bank.document.show', { params: { ...folder, documentId: 1 } }],
  [
    'bank.complement.update',
    change(3, {
      Comment: 'Électricité',
      CategoryId: 1,
      Documents: [{ DocumentId: 2, Amount: 320.1, AssociatedAmount: 300, EffectifDate: '2024-03-02' }],
    }),
  ],
  ['bank.complement.patch', change(1, { AdditionalVats: [{ Vat: 20, Amount: 2000 }], Documents: [{ DocumentId: 3 }] })],
  ['bank.complement.set-category', { params: on(2), body: { CategoryId: 1 } }],
  ['bank.complement.show', { params: on(3) }],
  ['bank.complement.show', { params: on(2) }],
  ['bank.complement.list', { params: { ...folder, searchTextOrAmount: 'energie' } }],
  ['bank.complement.search', { params: folder, body: { ...search, ToJustify: true, WithRemainingAmount: true } }],
  ['bank.complement.search', { params: folder, body: { ...search, SortFields: 'Label', IsSynchronized: true } }],
  [
    'bank.complement.list',
    { params: { ...folder, accountId: 3, beginDate: '2024-03-01', endDate: '2024-03-31', page: 1, size: 5 } },
  ],
  [
    'bank.complement.search',
    {
      params: folder,
      body: {
        ...search,
        AccountId: 3,
        AmountGreaterThanOrEqualTo: -400,
        AmountLessThanOrEqualTo: 2000,
        BeginDate: '2024-03-01',
        EndDate: '2024-03-31',
        TextOrAmount: 'vir',
        PageNumber: 1,
        PageSize: 5,
      },
    },
  ],
  [
    'bank.complement.update',
    change(3, {
      Comment: 'Électricité',
      CategoryId: 1,
      AdditionalVats: [{ Vat: 20, Amount: 300 }],
      Documents: [{ DocumentId: 2, Amount: 320.1, AssociatedAmount: 300, EffectifDate: '2024-03-02' }],
    }),
  ],
  [
    'bank.complement.patch',
    change(3, {
      Comment: 'Énergie',
      CategoryId: 1,
      Documents: [{ DocumentId: 2, CounterParty: 'Énergie SA', IsAutoAssociated: true }],
    }),
  ],
  ['bank.complement.by-ids', { params: folder, body: { TransactionIds: [3, 1, missing] } }],
  ['bank.document.remaining', { params: folder, body: { DocIds: [3, 1] } }],
  ['bank.document.transactions', { params: { ...folder, docId: 3 } }],
  ['bank.export', { params: folder, body: { SortFields: 'Amount', ToJustify: true, EnterpriseId: 2 } }],
  ['bank.export', { params: { ...folder, format: 'xlsx' }, body: {} }],
  [
    'bank.export',
    {
      params: folder,
      body: {
        AccountId: 3,
        BeginDate: '2024-03-01',
        EndDate: '2024-03-31',
        TextOrAmount: 'vir',
        SortFields: 'Amount',
        SortDirection: 'Descending',
      },
    },
  ],
  [
    'bank.export',
    { params: folder, body: { AccountId: null, SortFields: null, SortDirection: null, EnterpriseId: null } },
  ],
  [
    'bank.document.update',
    { params: { ...folder, documentId: 4 }, body: { CurrencyCode: 'USD', EffectifDate: '2024-03-05' } },
  ],
  ['bank.document.delete', { params: { ...folder, documentId: 4 } }],
  ['bank.document.add', { params: { ...folder, currencyCode: 'USD', amount: '10' }, files: [pdf('dollars.pdf')] }],
  ['bank.document.add', { params: folder, files: [pdf('sans-montant.pdf')] }],
  ['bank.complement.patch', change(3, { Documents: [] })],
  ['bank.document.attach', { params: on(3), files: [pdf('facture.pdf')] }],
  ['bank.complement.of-account', { params: { ...folder, bankAccountId: 3 } }],
  [
    'bank.complement.of-account',
    {
      params: {
        ...folder,
        bankAccountId: 3,
        beginDate: '2024-03-01',
        endDate: '2024-03-31',
        searchTextOrAmount: 'vir',
        toJustify: true,
        order: 'Day',
        page: 2,
        limit: 1,
      },
    },
  ],
  ['bank.document.of-entry', { params: { ...folder, entryId: 3 } }],
];

const changes = (operation: string): BadCase[] => [
  [operation, 'BankTransactionUnknown', change(missing, {})],
  [operation, 'CategoryNotFound', change(2, { CategoryId: 2 })],
  [operation, 'DocumentTwice', taking(2, { DocumentId: 1 }, { DocumentId: 1 })],
  [operation, 'SupportingDocumentNotFound', taking(2, { DocumentId: 1 }, { DocumentId: 5 })],
  [operation, 'DocumentCurrencyDiffers', taking(2, { DocumentId: 7 })],
  [operation, 'DocumentContradicted', taking(2, { DocumentId: 1, Amount: 46 })],
  [operation, 'DocumentAmountMissing', taking(2, { DocumentId: 8 })],
  [operation, 'AssociationExceedsDocument', taking(1, { DocumentId: 1, AssociatedAmount: 0.01 })],
  [operation, 'AssociationExceedsTransaction', taking(2, { DocumentId: 3, AssociatedAmount: 45.91 })],
  [operation, 'NothingLeftToAssociate', taking(1, { DocumentId: 1 })],
  [operation, 'InvalidInput', { params: on(2), body: { Comment: 'ToJustify is missing' } }],
  [operation, 'InvalidInput', taking(2, { DocumentId: 1, AssociatedAmount: -1 })],
  [operation, 'InvalidInput', taking(2, { DocumentId: 1, AssociatedAmount: 0.001 })],
  [operation, 'InvalidInput', change(2, { AdditionalVats: [{ Vat: 101, Amount: 1 }] })],
  [operation, 'InvalidInput', change(2, { Comment: 'x\u0000' })],
];

const bad: readonly BadCase[] = [
  ['file.download', 'ProducedFileNotFound', gone],
  ['bank.nature.list', 'InvalidInput', { params: { level1: 'x'.repeat(101) } }],
  ['bank.category.create', 'NameTaken', { params: folder, body: { Name: 'energie' } }],
  ['bank.category.create', 'NatureNotFound', { params: folder, body: { Name: 'X', NatureId: 9999 } }],
  ['bank.analytic.create-axis', 'NameTaken', { params: folder, body: { Name: 'ATELIERS', Type: 'Other' } }],
  ['bank.analytic.create', 'AxisNotFound', { params: { enterpriseId: 1 }, body: { AxisId: 1, Name: 'Nord' } }],
  ['bank.analytic.create', 'NameTaken', { params: folder, body: { AxisId: 1, Name: 'nord' } }],
  ['bank.document.add', 'DocumentFileMissing', { params: folder, files: [] }],
  ['bank.document.add', 'DocumentTypeRefused', { params: folder, files: [file('a.pdf', 'PK\u0003\u0004 a zip')] }],
  ['bank.document.add', 'XmlRefused', { params: folder, files: [file('a.xml', '<Invoice><a></Invoice>')] }],
  ['bank.document.add', 'DocumentNameInvalid', { params: folder, files: [pdf(`${'n'.repeat(160)}.pdf`)] }],
  ['bank.document.add', 'DocumentTooLarge', { params: folder, files: [pdf('large.pdf', 'x'.repeat(11 * 2 ** 20))] }],
  ['bank.document.add', 'DocumentContradicted', { params: { ...folder, amount: '11' }, files: [pdf('dollars.pdf')] }],
  ['bank.document.add', 'InvalidInput', { params: { ...folder, amount: '-1' }, files: [pdf('librairie.pdf')] }],
  ['bank.document.attach', 'BankTransactionUnknown', { params: on(missing), files: [pdf('facture.pdf')] }],
  ['bank.document.attach', 'DocumentFileMissing', { params: on(2), files: [] }],
  ['bank.document.attach', 'DocumentTypeRefused', { params: on(2), files: [file('a.pdf', 'PK\u0003\u0004 a zip')] }],
  ['bank.document.attach', 'XmlRefused', { params: on(2), files: [file('a.xml', '<Invoice><a></Invoice>')] }],
  ['bank.document.attach', 'DocumentNameInvalid', { params: on(2), files: [pdf(`${'n'.repeat(160)}.pdf`)] }],
  ['bank.document.attach', 'DocumentTooLarge', { params: on(2), files: [pdf('large.pdf', 'x'.repeat(11 * 2 ** 20))] }],
  ['bank.document.attach', 'DocumentContradicted', { params: on(2), files: [pdf('dollars.pdf')] }],
  ['bank.document.attach', 'NothingLeftToAssociate', { params: on(1), files: [pdf('librairie.pdf')] }],
  ['bank.complement.of-account', 'BankAccountNotFound', { params: { ...folder, bankAccountId: missing } }],
  [
    'bank.complement.of-account',
    'PeriodInverted',
    { params: { ...folder, bankAccountId: 3, beginDate: '2024-02-01', endDate: '2024-01-01' } },
  ],
  ['bank.document.show', 'SupportingDocumentNotFound', { params: { ...folder, documentId: 5 } }],
  ['bank.document.download', 'SupportingDocumentNotFound', { params: { ...folder, documentId: 5 } }],
  ['bank.document.update', 'SupportingDocumentNotFound', { params: { ...folder, documentId: 5 }, body: { Amount: 1 } }],
  ['bank.document.update', 'AssociationExceedsDocument', { params: { ...folder, documentId: 3 }, body: { Amount: 1 } }],
  [
    'bank.document.update',
    'SupportingDocumentInUse',
    { params: { ...folder, documentId: 3 }, body: { CurrencyCode: 'USD' } },
  ],
  ['bank.document.delete', 'SupportingDocumentNotFound', { params: { ...folder, documentId: 5 } }],
  ['bank.document.delete', 'SupportingDocumentInUse', { params: { ...folder, documentId: 3 } }],
  ['bank.document.remaining', 'SupportingDocumentNotFound', { params: folder, body: { DocIds: [1, 5] } }],
  ['bank.document.remaining', 'InvalidInput', { params: { enterpriseId: 0 }, body: { DocIds: [1] } }],
  ['bank.document.transactions', 'SupportingDocumentNotFound', { params: { ...folder, docId: 5 } }],
  ['bank.document.match', 'SupportingDocumentNotFound', { params: folder, body: { DocumentIds: [5] } }],
  ['bank.export', 'BankAccountNotFound', { params: folder, body: { AccountId: missing } }],
  ['bank.export', 'PeriodInverted', { params: folder, body: inverted }],
  ['bank.export', 'InvalidInput', { params: folder, body: { EnterpriseId: 1 } }],
  mailed('MailNotConfigured', {}),
  mailed('BankAccountNotFound', { ExportQuery: { AccountId: missing } }),
  mailed('PeriodInverted', { ExportQuery: inverted }),
  mailed('InvalidInput', { ExportQuery: { EnterpriseId: 1 } }),
  mailed('InvalidInput', { Subject: 'Mouvements\r\nBcc: other@example.org' }),
  mailed('InvalidInput', { To: ['compta@example.org\r\nBcc: other@example.org'] }),
  mailed('InvalidInput', { To: ['Compta <compta@example.org>'] }),
  mailed('InvalidInput', { To: [] }),
  mailed('InvalidInput', { Bcc: Array.from({ length: 50 }, (_, at) => `a${at}@example.org`) }),
  ...changes('bank.complement.update'),
  ...changes('bank.complement.patch'),
  ['bank.complement.set-category', 'BankTransactionUnknown', { params: on(missing), body: { CategoryId: 1 } }],
  ['bank.complement.set-category', 'InvalidInput', { params: on(2), body: {} }],
  ['bank.complement.set-category', 'CategoryNotFound', { params: on(2), body: { CategoryId: 2 } }],
  ['bank.complement.show', 'BankTransactionUnknown', { params: { enterpriseId: 1, transactionId: 1 } }],
  ['bank.complement.list', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ['bank.complement.list', 'PeriodInverted', { params: { ...folder, beginDate: '2024-02-01', endDate: '2024-01-01' } }],
  ['bank.complement.list', 'InvalidInput', { params: { ...folder, page: 0 } }],
  ['bank.complement.search', 'BankAccountNotFound', { params: folder, body: { ...search, AccountId: missing } }],
  ['bank.complement.search', 'PeriodInverted', { params: folder, body: { ...search, ...inverted } }],
  [
    'bank.complement.search',
    'AmountsInverted',
    { params: folder, body: { ...search, AmountGreaterThanOrEqualTo: 2, AmountLessThanOrEqualTo: 1 } },
  ],
  ['bank.complement.search', 'InvalidInput', { params: folder, body: { ...search, PageNumber: 0 } }],
  ['bank.complement.by-ids', 'InvalidInput', { params: folder, body: { TransactionIds: [0] } }],
];

/**
 * A file has a name of its own each time: test/services/documents/produced-files.test.ts downloads one. Mail needs a
 * server: test/commands/bank/complement.test.ts has one.
 */
const goodElsewhere: Area['goodElsewhere'] = {
  'file.download': [gone, 'test/services/documents/produced-files.test.ts', 'comes back byte for byte, with its name'],
  'bank.export.send': [
    { params: folder, body: mail },
    'test/commands/bank/complement.test.ts',
    'is sent by mail, from either side',
  ],
};

/** Failures that both transports cannot bring about alike, and where they are proved. */
const provedElsewhere: Readonly<Record<string, Waiver>> = {
  'bank.export.send MailMisconfigured': ['test/services/mail/send.test.ts', 'that are wrong are reported: %s %j'],
  'bank.export.send MailTooLarge': ['test/services/mail/send.test.ts', 'with a large attachment is not begun'],
  'bank.export.send MailServerUnreachable': ['test/services/mail/send.test.ts', 'tells a server that is down'],
  'bank.export.send MailRefused': ['test/services/mail/send.test.ts', 'is refused when nobody would have it'],
  'bank.document.delete SupportingDocumentOfReturn': [
    'test/services/banking/transactions/supporting-documents/add.test.ts',
    'is not deleted under the VAT procedure group that names it',
  ],
  'bank.export FileUnwritable': [
    'test/services/documents/produced-files.test.ts',
    'that cannot be written is reported with its path',
  ],
  'bank.export ExportTooLong': [
    'test/services/banking/transactions/export.test.ts',
    'too long for a worksheet is refused before it begins',
  ],
  'bank.export.send ExportTooLong': [
    'test/services/banking/transactions/export.test.ts',
    'too long for a worksheet is refused before it begins',
  ],
  'bank.complement.list TooManyTransactions': ['test/services/banking/transactions/list.test.ts', 'fails with %s'],
  'bank.document.attach FileUnreadable': [
    'test/services/banking/transactions/supporting-documents/add.test.ts',
    '%s: nothing is stored, not even what came before it',
  ],
  'bank.document.attach DocumentFileChanged': [
    'test/services/banking/transactions/supporting-documents/add.test.ts',
    'a file that changes while it is read is not stored',
  ],
  'bank.document.add FileUnreadable': [
    'test/services/banking/transactions/supporting-documents/add.test.ts',
    '%s: nothing is stored, not even what came before it',
  ],
  'bank.document.add DocumentFileChanged': [
    'test/services/banking/transactions/supporting-documents/add.test.ts',
    'a file that changes while it is read is not stored',
  ],
};

export const bankComplements: Area = {
  operations: ['nature', 'category', 'analytic', 'complement', 'document', 'export']
    .map((noun) => `bank.${noun}`)
    .concat('file'),
  seed: [...FIRM, ...FILED, ...BANK, ...RECONCILED],
  stored: BY_PROVIDER,
  good,
  bad,
  goodElsewhere,
  provedElsewhere,
};
