/**
 * At least one good input per operation, in an order that works on an empty database, and a bad input per declared failure.
 * An operation without its cases fails the contract.
 */
import type { CaseInput } from './requests.ts';

export const GOOD: readonly (readonly [operation: string, input: CaseInput])[] = [
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

/** Operation, code, input. The folder and firm of the good cases exist. */
export const BAD: readonly (readonly [operation: string, code: string, input: CaseInput])[] = [
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
