/**
 * At least one good input per operation, in an order that works on an empty database, and a bad input per declared failure.
 * An operation without its cases fails the contract.
 */
import { ASSET_BAD, ASSET_GOOD } from './asset-cases.ts';
import {
  ASSET_IMPORT_BAD,
  ASSET_IMPORT_ELSEWHERE,
  ASSET_IMPORT_GOOD,
  ASSET_IMPORT_PROVED,
} from './asset-import-cases.ts';
import {
  ASSET_LEDGER_BAD,
  ASSET_LEDGER_ELSEWHERE,
  ASSET_LEDGER_GOOD,
  ASSET_LEDGER_PROVED,
} from './asset-ledger-cases.ts';
import { ASSET_QUERY_BAD, ASSET_QUERY_GOOD, ASSET_QUERY_PROVED } from './asset-query-cases.ts';
import { ASSET_STORE_BAD, ASSET_STORE_GOOD, ASSET_STORE_PROVED } from './asset-store-cases.ts';
import { BANK_BAD, BANK_GOOD } from './bank-cases.ts';
import {
  COMPLEMENTARY_BAD,
  COMPLEMENTARY_ELSEWHERE,
  COMPLEMENTARY_GOOD,
  COMPLEMENTARY_PROVED,
} from './complementary-cases.ts';
import { CONNECTION_BAD, CONNECTION_ELSEWHERE, CONNECTION_GOOD } from './connection-cases.ts';
import { DECLARATION_BAD, DECLARATION_GOOD } from './declaration-cases.ts';
import { LEDGER_BAD, LEDGER_GOOD } from './ledger-cases.ts';
import { ODATA_BAD, ODATA_GOOD, ODATA_PROVED } from './odata-cases.ts';
import { RECONCILIATION_BAD, RECONCILIATION_GOOD, RECONCILIATION_PROVED } from './reconciliation-cases.ts';
import type { BadCase, CaseInput, GoodCase } from './requests.ts';
import { SENDING_BAD, SENDING_ELSEWHERE, SENDING_GOOD, SENDING_PROVED } from './sending-cases.ts';
import { TRANSACTION_BAD, TRANSACTION_GOOD, TRANSACTION_PROVED } from './transaction-cases.ts';

export const GOOD: readonly GoodCase[] = [
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
  ...LEDGER_GOOD,
  ...BANK_GOOD,
  ...TRANSACTION_GOOD,
  ...ODATA_GOOD,
  ...COMPLEMENTARY_GOOD,
  ...ASSET_GOOD,
  ...ASSET_STORE_GOOD,
  ...ASSET_IMPORT_GOOD,
  ...ASSET_LEDGER_GOOD,
  ...ASSET_QUERY_GOOD,
  ...DECLARATION_GOOD,
  ...SENDING_GOOD,
  ...RECONCILIATION_GOOD,
  ...CONNECTION_GOOD,
];

/** Operation, code, input. The folder and firm of the good cases exist. */
export const BAD: readonly BadCase[] = [
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
  ...LEDGER_BAD,
  ...BANK_BAD,
  ...TRANSACTION_BAD,
  ...ODATA_BAD,
  ...COMPLEMENTARY_BAD,
  ...ASSET_BAD,
  ...ASSET_STORE_BAD,
  ...ASSET_IMPORT_BAD,
  ...ASSET_LEDGER_BAD,
  ...ASSET_QUERY_BAD,
  ...DECLARATION_BAD,
  ...SENDING_BAD,
  ...RECONCILIATION_BAD,
  ...CONNECTION_BAD,
];

/**
 * Failures that no single request can bring about, and the test that does. `FolderNotFound` needs no case: every
 * operation of a folder is asked for one that does not exist.
 */
export const PROVED_ELSEWHERE: Readonly<Record<string, string>> = {
  ...ASSET_STORE_PROVED,
  ...ASSET_IMPORT_PROVED,
  ...ASSET_LEDGER_PROVED,
  ...ASSET_QUERY_PROVED,
  ...SENDING_PROVED,
  ...COMPLEMENTARY_PROVED,
  ...RECONCILIATION_PROVED,
  ...TRANSACTION_PROVED,
  ...ODATA_PROVED,
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

/** Good inputs of operations that need a partner; their success is proved where one is simulated. */
export const GOOD_ELSEWHERE: Readonly<Record<string, CaseInput>> = {
  ...SENDING_ELSEWHERE,
  ...ASSET_IMPORT_ELSEWHERE,
  ...ASSET_LEDGER_ELSEWHERE,
  ...COMPLEMENTARY_ELSEWHERE,
  ...CONNECTION_ELSEWHERE,
};
