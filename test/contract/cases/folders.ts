/** Cases of firms, their folders, and what taxops says of itself. */
import type { Area, BadCase, GoodCase } from '../requests.ts';

const ADDRESS = { Street: '12 rue des Lilas', PostCode: '69002', Town: 'Lyon', Country: 'FR' };
const EVERYTHING = {
  CompanyId: 1,
  Siren: '998120406',
  Siret: '99812040600017',
  LegalForm: 'SAS',
  Department: '75',
  Naf: '6920Z',
  TaxRegime: 'CorporationTax',
  VatSystem: 'RealNormal',
  ExternalId: 'EXT-1',
  IsActive: true,
  ResultRegime: 'Normal',
  TaxpayerKind: 'SoleTrader',
  Territory: 'Corsica',
  FamilyName: 'Lenoir',
  DeductionCoefficient: 0.8,
  VatDeadlineDay: 19,
  SubjectToCVAE: true,
  CVAEAdvanceDeposit: false,
  ISBalance: true,
  ...ADDRESS,
};
const { CompanyId: _, ...EVERYTHING_ELSE } = {
  ...EVERYTHING,
  DeductionCoefficient: '0.55',
  Naf: '6202A',
  ExternalId: 'EXT-2',
  IsActive: false,
};

const LEAVING = 'test/services/departure/delete-folder.test.ts';

const good: readonly GoodCase[] = [
  ['company.create', { body: { Name: 'Cabinet Alpha', Siren: '732829320', Siret: '73282932000074', ...ADDRESS } }],
  ['company.list', {}],
  ['company.show', { params: { companyId: 1 } }],
  ['company.update', { params: { companyId: 1 }, body: { Name: 'Cabinet Bêta' } }],
  ['folder.create', { body: { Name: 'ALPHA', Siren: '999999998', LegalForm: 'SAS', TaxRegime: 'CorporationTax' } }],
  ['folder.create', { body: { Name: 'BETA', Siren: '732829320' } }],
  ['folder.list', { params: { search: 'alp' } }],
  ['folder.show', { params: { accountingFolderId: 1 } }],
  ['folder.update', { params: { accountingFolderId: 1 }, body: { Department: '75', LegalForm: null } }],
  ['folder.create', { body: { Name: 'GAMMA', ...EVERYTHING } }],
  ['folder.update', { params: { accountingFolderId: 3 }, body: { Name: 'GAMMA SAS', ...EVERYTHING_ELSE } }],
  ['folder.list', { params: { companyId: 1, search: '998120406' } }],
  ['company.update', { params: { companyId: 1 }, body: { Siren: '552100554', Siret: null } }],
  ['company.update', { params: { companyId: 1 }, body: { Siret: '55210055400013', ...ADDRESS } }],
  ['folder.delete', { params: { accountingFolderId: 1, preview: true } }],
  ['operator.explain', { params: { code: 'FolderNotFound' } }],
  ['operator.operation.list', { params: { missing: false } }],
  ['operator.operation.show', { params: { id: 'folder.create' } }],
  ['operator.search', { params: { words: 'folder create' } }],
  ['folder.update', { params: { accountingFolderId: 3 }, body: { CVAEAdvanceDeposit: true, ISBalance: false } }],
];

const bad: readonly BadCase[] = [
  ['company.show', 'CompanyNotFound', { params: { companyId: 99 } }],
  ['company.create', 'SirenInvalid', { body: { Name: 'X', Siren: '123456789' } }],
  ['company.update', 'CompanyNotFound', { params: { companyId: 99 }, body: { Name: 'X' } }],
  ['company.update', 'SirenInvalid', { params: { companyId: 1 }, body: { Siren: '12' } }],
  ['company.create', 'SiretInvalid', { body: { Name: 'X', Siret: '12' } }],
  ['company.create', 'CountryUnknown', { body: { Name: 'X', Country: 'UK' } }],
  ['company.update', 'SiretInvalid', { params: { companyId: 1 }, body: { Siret: '73282932000074' } }],
  ['company.update', 'CountryUnknown', { params: { companyId: 1 }, body: { Country: 'fr' } }],
  ['folder.create', 'CountryUnknown', { body: { Name: 'X', Country: 'ZQ' } }],
  ['folder.update', 'CountryUnknown', { params: { accountingFolderId: 1 }, body: { Country: 'ZQ' } }],
  ['folder.show', 'FolderNotFound', { params: { accountingFolderId: 99 } }],
  ['folder.create', 'CompanyNotFound', { body: { Name: 'X', CompanyId: 99 } }],
  ['folder.create', 'SirenInvalid', { body: { Name: 'X', Siren: '999999990' } }],
  ['folder.create', 'SiretInvalid', { body: { Name: 'X', Siren: '732829320', Siret: '99999999800010' } }],
  ['folder.create', 'SirenTaken', { body: { Name: 'X', Siren: '999999998' } }],
  ['folder.create', 'InvalidInput', { body: { Name: 'X', VatDeadlineDay: 14 } }],
  ['folder.create', 'InvalidInput', { body: { Name: 'X', DeductionCoefficient: 1.01 } }],
  ['folder.update', 'FolderNotFound', { params: { accountingFolderId: 99 }, body: { Name: 'X' } }],
  ['folder.update', 'SirenInvalid', { params: { accountingFolderId: 1 }, body: { Siren: '999999990' } }],
  ['folder.update', 'SiretInvalid', { params: { accountingFolderId: 1 }, body: { Siret: '1' } }],
  ['folder.update', 'SirenTaken', { params: { accountingFolderId: 1 }, body: { Siren: '732829320' } }],
  ['folder.delete', 'FolderNotFound', { params: { accountingFolderId: 99 } }],
  ['operator.operation.show', 'OperationUnknown', { params: { id: 'nope' } }],
  ['operator.explain', 'CodeUnknown', { params: { code: 'Nope' } }],
];

export const folders: Area = {
  operations: [
    'company',
    ...['folder.create', 'folder.list', 'folder.show', 'folder.update', 'folder.delete'],
    'operator.explain',
    'operator.operation',
    'operator.search',
  ],
  good,
  bad,
  provedElsewhere: {
    'folder.delete FolderSending': [LEAVING, 'while something is %s it stays, with no archive of it'],
    'folder.delete SecretUnreadable': [LEAVING, 'what cannot be archived stays, and half an archive goes'],
    'folder.delete DocumentDamaged': [LEAVING, 'a document that is not what was stored keeps the folder'],
    'folder.delete FileUnwritable': [LEAVING, 'without a place for the archive nothing goes'],
  },
  neverFilled: {
    'folder.delete Archive': `of a deletion: ${LEAVING}`,
    'folder.delete Contents.BeingSent[]': `of a sending: ${LEAVING}`,
    'folder.delete Contents.KeepUntil': `of books: ${LEAVING}`,
  },
  unwritten: ['operator.operation.list', 'operator.operation.show', 'operator.search'],
};
