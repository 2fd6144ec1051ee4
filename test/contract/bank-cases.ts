/** Cases of banking: accounts of folder 2, whose ledger is the one of the ledger cases. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ibanFromRib } from '../../src/services/banking/accounts/iban.ts';
import type { BadCase, CaseSet, GoodCase } from './requests.ts';

const scratch = mkdtempSync(join(tmpdir(), 'taxops-bank-cases-'));
const written = (name: string, text: string): string => {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
};

// The example, two years earlier: in the exercise that the ledger cases import.
const example = readFileSync('fixtures/cfonb/good/worked-example.cfonb', 'latin1');
const statement = written('releve.txt', example.replaceAll('0326', '0324'));
const noise = written('noise.bin', 'not a statement at all');
const iban = ibanFromRib('98765', '00042', '00012345678') ?? '';
const other = ibanFromRib('98765', '00042', '00000000099') ?? '';

const folder = { enterpriseId: 2 };
const missing = 999;

const good: readonly GoodCase[] = [
  ['bank.statement.check', { files: [statement] }],
  ['bank.account.create', { params: folder, body: { Iban: other, BankName: 'Banque', IsCfonbControlActive: true } }],
  ['bank.account.create-manual', { params: folder, body: { BankName: 'Caisse' } }],
  ['bank.statement.import', { params: { enterpriseId: 2, createAccounts: true }, files: [statement] }],
  ['bank.statement.import', { files: [statement] }],
  ['bank.account.list', { params: folder }],
  ['bank.account.compare', { params: { enterpriseId: 2, bankAccountId: 3 } }],
  ['bank.statement.list', { params: folder }],
  ['bank.statement.imports', { params: folder }],
  ['bank.transaction.list', { params: { ...folder, searchTextOrAmount: 'vir' } }],
  [
    'import',
    {
      params: { accountingFolderId: 2, createAccounts: true },
      files: ['fixtures/cfonb/good/several-accounts.cfonb', noise],
    },
  ],
  ['bank.statement.undo', { params: { importId: 2 } }],
];

const bad: readonly BadCase[] = [
  [
    'bank.account.create',
    'IbanInvalid',
    { params: folder, body: { Iban: 'FR00', BankName: 'B', IsCfonbControlActive: true } },
  ],
  [
    'bank.account.create',
    'BankAccountExists',
    { params: folder, body: { Iban: other, BankName: 'B', IsCfonbControlActive: true } },
  ],
  ['bank.account.create-manual', 'IbanInvalid', { params: folder, body: { Iban: `${iban}1`, BankName: 'B' } }],
  ['bank.account.create-manual', 'BankAccountExists', { params: folder, body: { Iban: other, BankName: 'B' } }],
  ['bank.account.compare', 'ExerciseNotFound', { params: { enterpriseId: 2, bankAccountId: 3, exerciseId: missing } }],
  ['bank.account.compare', 'FolderWithoutExercise', { params: { enterpriseId: 3, bankAccountId: 1 } }],
  ['bank.account.compare', 'StatementMissing', { params: { enterpriseId: 2, bankAccountId: 2 } }],
  ['bank.account.compare', 'LedgerAccountMissing', { params: { enterpriseId: 2, bankAccountId: 3, account: '517' } }],
  ['bank.statement.check', 'StatementFileMissing', { files: [] }],
  ['bank.statement.import', 'StatementFileMissing', { files: [] }],
  ['bank.statement.import', 'StatementFileRefused', { files: [noise] }],
  ['bank.statement.import', 'StatementFolderMissing', { params: { createAccounts: true }, files: [statement] }],
  ['bank.statement.import', 'FolderNotFound', { params: { enterpriseId: missing }, files: [statement] }],
  [
    'bank.statement.import',
    'FolderInactive',
    { params: { enterpriseId: 4, createAccounts: true }, files: [statement] },
  ],
  ['bank.statement.list', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ['bank.statement.undo', 'StatementImportNotFound', { params: { importId: missing } }],
  ['bank.transaction.list', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  [
    'bank.transaction.list',
    'PeriodInverted',
    { params: { ...folder, beginDate: '2024-02-01', endDate: '2024-01-01' } },
  ],
  ['import', 'FileMissing', { files: [] }],
];

export const bankCases: CaseSet = { good, bad };
