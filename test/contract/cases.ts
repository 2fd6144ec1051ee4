/**
 * At least one good input per operation, in an order that works on an empty database, and a bad input per declared failure.
 * An operation without its cases fails the contract.
 */

import { assetCases } from './asset-cases.ts';
import { assetImportCases } from './asset-import-cases.ts';
import { assetLedgerCases } from './asset-ledger-cases.ts';
import { assetQueryCases } from './asset-query-cases.ts';
import { assetStoreCases } from './asset-store-cases.ts';
import { bankCases } from './bank-cases.ts';
import { complementaryCases } from './complementary-cases.ts';
import { connectionCases } from './connection-cases.ts';
import { declarationCases } from './declaration-cases.ts';
import { ledgerCases } from './ledger-cases.ts';
import { odataCases } from './odata-cases.ts';
import { reconciliationCases } from './reconciliation-cases.ts';
import type { BadCase, CaseInput, CaseSet, GoodCase } from './requests.ts';
import { sendingCases } from './sending-cases.ts';
import { transactionCases } from './transaction-cases.ts';

const good: readonly GoodCase[] = [
  ['company.create', { body: { Name: 'Cabinet Alpha', Siren: '732829320' } }],
  ['company.list', {}],
  ['company.show', { params: { companyId: 1 } }],
  ['company.update', { params: { companyId: 1 }, body: { Name: 'Cabinet Bêta' } }],
  ['folder.create', { body: { Name: 'ALPHA', Siren: '999999998', LegalForm: 'SAS', TaxRegime: 'CorporationTax' } }],
  ['folder.create', { body: { Name: 'BETA', Siren: '732829320' } }],
  ['folder.list', { params: { search: 'alp' } }],
  ['folder.show', { params: { accountingFolderId: 1 } }],
  ['folder.update', { params: { accountingFolderId: 1 }, body: { Department: '75', LegalForm: null } }],
  ['operator.explain', { params: { code: 'FolderNotFound' } }],
  ['operator.operation.list', { params: { missing: false } }],
  ['operator.operation.show', { params: { id: 'folder.create' } }],
  ['operator.search', { params: { words: 'folder create' } }],
];

const bad: readonly BadCase[] = [
  ['company.show', 'CompanyNotFound', { params: { companyId: 99 } }],
  ['company.create', 'SirenInvalid', { body: { Name: 'X', Siren: '123456789' } }],
  ['company.update', 'CompanyNotFound', { params: { companyId: 99 }, body: { Name: 'X' } }],
  ['company.update', 'SirenInvalid', { params: { companyId: 1 }, body: { Siren: '12' } }],
  ['folder.show', 'FolderNotFound', { params: { accountingFolderId: 99 } }],
  ['folder.create', 'CompanyNotFound', { body: { Name: 'X', CompanyId: 99 } }],
  ['folder.create', 'SirenInvalid', { body: { Name: 'X', Siren: '999999990' } }],
  ['folder.create', 'SiretInvalid', { body: { Name: 'X', Siren: '732829320', Siret: '99999999800010' } }],
  ['folder.create', 'SirenTaken', { body: { Name: 'X', Siren: '999999998' } }],
  ['folder.update', 'FolderNotFound', { params: { accountingFolderId: 99 }, body: { Name: 'X' } }],
  ['folder.update', 'SirenInvalid', { params: { accountingFolderId: 1 }, body: { Siren: '999999990' } }],
  ['folder.update', 'SiretInvalid', { params: { accountingFolderId: 1 }, body: { Siret: '1' } }],
  ['folder.update', 'SirenTaken', { params: { accountingFolderId: 1 }, body: { Siren: '732829320' } }],
  ['operator.operation.show', 'OperationUnknown', { params: { id: 'nope' } }],
  ['operator.explain', 'CodeUnknown', { params: { code: 'Nope' } }],
];

/** `FolderNotFound` needs no case: every operation of a folder is asked for one that does not exist. */
const provedElsewhere = {
  'bank.statement.check FileUnreadable': 'test/commands/bank',
  'bank.statement.import FileUnreadable': 'test/commands/bank',
  'bank.statement.import StatementFileChanged': 'test/services/banking',
  'bank.statement.import BankAccountChanged': 'test/services/banking',
  'bank.transaction.list TooManyTransactions': 'test/services/banking',
  'import FileUnreadable': 'test/commands/import.test.ts',
  'ledger.check FileUnreadable': 'test/services/ledger/fec/check.test.ts',
  'ledger.import FileUnreadable': 'test/services/ledger/fec/check.test.ts',
  'ledger.import LedgerFolderAmbiguous': 'test/services/ledger',
  'ledger.import LedgerFileUnrelated': 'test/services/ledger',
  'ledger.import ExerciseClosed': 'test/services/ledger',
};

/** Each on what those before it have made. */
const AREAS: readonly CaseSet[] = [
  { good, bad, provedElsewhere },
  ledgerCases,
  bankCases,
  transactionCases,
  odataCases,
  complementaryCases,
  assetCases,
  assetStoreCases,
  assetImportCases,
  assetLedgerCases,
  assetQueryCases,
  declarationCases,
  sendingCases,
  reconciliationCases,
  connectionCases,
];

export const GOOD = AREAS.flatMap((area) => area.good);
export const BAD = AREAS.flatMap((area) => area.bad);
export const PROVED_ELSEWHERE = Object.assign({}, ...AREAS.map((area) => area.provedElsewhere)) as Readonly<
  Record<string, string>
>;
export const GOOD_ELSEWHERE = Object.assign({}, ...AREAS.map((area) => area.goodElsewhere)) as Readonly<
  Record<string, CaseInput>
>;
