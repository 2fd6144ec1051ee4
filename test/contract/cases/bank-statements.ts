/** Cases of banking: accounts of folder 2, whose ledger is the one of the ledger cases. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ibanFromRib } from '../../../src/services/banking/accounts/iban.ts';
import { zip } from '../../services/edi/archives.ts';
import type { Area, BadCase, GoodCase } from '../requests.ts';
import {
  FILED,
  FIRM,
  LATER_STATEMENT,
  LEDGER_FILE,
  named,
  OTHER_IBAN as other,
  STATEMENT_FILE as statement,
  written,
} from '../seeds.ts';

const noise = written('noise.bin', 'not a statement at all');
const iban = ibanFromRib('98765', '00042', '00012345678') ?? '';

const folder = { enterpriseId: 2 };
const missing = 999;

const cfonb = (name: string) => `fixtures/cfonb/${name}.cfonb`;
const [deleted, ofInactive] = ['00000000033', '00000000044'].map((account) => ibanFromRib('98765', '00042', account));
const onAccount = (account: string) => readFileSync(LATER_STATEMENT, 'latin1').replaceAll('00012345678', account);
const strangers = written(
  'autres.txt',
  `${onAccount('00000000033')}${onAccount('00000000044')}${onAccount('00000000022')}`,
);

/** A deleted account of folder 2, and one of the folder that is inactive. */
const ACCOUNTS = `
  insert into bank (id, provider, source_id, name, created_at, updated_at)
    values (900, 'ManualEbics', '900', 'Banque', '2024-01-01', '2024-01-01');
  insert into bank_account
    (folder_id, id, bank_id, provider, source_id, iban, bic, name, description, created_at, updated_at, deleted_at,
      bank_code, branch_code, account_number) values
    (2, 900, 900, 'ManualEbics', '900', '${deleted}', null, 'Clos', null, '2024-01-01', '2024-01-01', '2024-02-01',
      '98765', '00042', '00000000033'),
    (2, 901, 900, 'ManualEbics', '901', null, 'GAMMFRPP', 'Épargne', 'À vue', '2024-01-01', '2024-01-01', null, null, null, null),
    (4, 902, 900, 'ManualEbics', '902', '${ofInactive}', null, 'Inactif', null, '2024-01-01', '2024-01-01', null,
      '98765', '00042', '00000000044')`;

const ofAccount = { ...folder, bankAccountId: 3 };
/** Every column that a CSV may have. */
const COLUMNS = {
  Date: 'Date',
  ValueDate: 'Date de valeur',
  Label: ['Libellé', 'Détail'],
  Reference: 'Référence',
  Counterparty: 'Tiers',
  Debit: 'Débit',
  Credit: 'Crédit',
  Balance: 'Solde',
  Currency: 'Devise',
};
const FORMS = { Delimiter: ';', DateForm: 'DMY', DecimalMark: ',' };
const MAPPING = { ...FORMS, Columns: { ...COLUMNS, Amount: 'Crédit', Direction: 'Débit' } };
const HEADINGS = Object.values(COLUMNS).flat().join(';');
const FIRST_ROW = '02/05/2024;03/05/2024;VIR;MAI;R1;ACME;;12,00;112,00;EUR';
const cells = written(
  'export.csv',
  `${HEADINGS}\n${FIRST_ROW}\n02/03/2026;;REMISE;INI001;;;;3000,00;3112,00;EUR\n05/03/2026;;IMPAYE;;;;D;120,00;2992,00;EUR\n`,
);
const guessed = written('autre.csv', `${HEADINGS}\n${FIRST_ROW}\n`);

/** Files that wait to be imported: a statement, and a ledger. */
const WAITING = '0192f0c4-6a52-7cc1-9d4b-000000000061';
const waiting = { params: { intakeId: WAITING } };
const waitingFile = (rank: number, path: string, kind: string) => ({
  rank,
  file: basename(path),
  kind,
  format: null,
  state: 'ToImport',
  owners: [],
  findings: [],
  findingCount: 0,
  columns: [],
  message: null,
  made: [],
});
const WAITING_FILES = [statement, LEDGER_FILE];
const INTAKE = `
  insert into intake (id, owner, created_at, expires_at, files) values ('${WAITING}', 'local', '2026-03-01T08:00:00Z',
    '2099-01-01T00:00:00Z', '${JSON.stringify([waitingFile(1, statement, 'Statement'), waitingFile(2, LEDGER_FILE, 'Ledger')])}');
  insert into intake_chunk (intake_id, file_rank, chunk_rank, bytes) values
    ${WAITING_FILES.map((path, at) => `('${WAITING}', ${at + 1}, 0, '\\x${readFileSync(path).toString('hex')}')`).join(',')}`;
/** Of the folder that is inactive, unbalanced, and of another year. */
const faulty = named('fec/bad-unbalanced.txt', '552100554FEC20231231.txt');

const good: readonly GoodCase[] = [
  ['bank.statement.check', { files: [statement] }],
  ['bank.account.create', { params: folder, body: { Iban: other, BankName: 'Banque', IsCfonbControlActive: true } }],
  ['bank.account.create-manual', { params: folder, body: { BankName: 'Caisse' } }],
  ['bank.statement.import', { params: { enterpriseId: 2, createAccounts: true }, files: [statement] }],
  ['bank.statement.import', { files: [statement] }],
  ['bank.account.list', { params: folder }],
  ['bank.account.compare', { params: { enterpriseId: 2, bankAccountId: 3 } }],
  ['bank.statement.list', { params: folder }],
  ['bank.account.compare', { params: { enterpriseId: 2, bankAccountId: 3, exerciseId: 1, account: '512000' } }],
  [
    'bank.account.create-manual',
    { params: folder, body: { BankName: 'Autre', Iban: ibanFromRib('98765', '00042', '00000000055') } },
  ],
  ['bank.statement.list', { params: { ...folder, accountId: 3, beginDate: '2024-01-01', endDate: '2024-12-31' } }],
  ['bank.statement.imports', { params: folder }],
  [
    'import',
    {
      params: { accountingFolderId: 2, createAccounts: true },
      files: ['fixtures/cfonb/good/several-accounts.cfonb', noise],
    },
  ],
  ['bank.statement.undo', { params: { importId: 2 } }],
  ...['good/qualifiers', 'good/rejects', 'returned/transfers-and-rejects', 'deviation/dates-outside'].map(
    (name): GoodCase => ['bank.statement.check', { files: [cfonb(name)] }],
  ),
  ['bank.statement.import', { files: [LATER_STATEMENT] }],
  ['bank.account.compare', { params: { enterpriseId: 2, bankAccountId: 3 } }],
  ['bank.statement.import', { files: [strangers] }],
  ['bank.statement.import', { files: [cfonb('error/balance-mismatch')] }],
  ['bank.statement.import', { files: [statement, noise] }],
  ['bank.statement.mapping.set', { params: ofAccount, body: MAPPING }],
  ['bank.statement.mapping.show', { params: ofAccount }],
  ['bank.statement.import', { params: { enterpriseId: 2, accountId: 3 }, files: [cells] }],
  ['bank.statement.check', { files: [guessed] }],
  ['bank.statement.mapping.unset', { params: ofAccount }],
  ['bank.statement.import', { files: [cfonb('returned/transfers-and-rejects')] }],
  ['bank.advice.list', { params: folder }],
  [
    'bank.advice.list',
    { params: { ...folder, accountId: 3, beginDate: '2026-03-04', endDate: '2026-03-31', page: 2, limit: 1 } },
  ],
  ['intake.check', { params: { accountingFolderId: 2 }, files: [statement, strangers, cells, noise] }],
  ['intake.check', { params: { accountingFolderId: 2, accountId: 3 }, files: [cells] }],
  ['intake.check', { files: [faulty, LEDGER_FILE, cfonb('returned/transfers-and-rejects')] }],
  ['intake.place', { ...waiting, body: { AccountingFolderId: 2, AccountId: 3, Ranks: [1] } }],
  ['intake.import', { ...waiting, body: {} }],
  ['intake.import', { ...waiting, body: { AccountingFolderId: 2, AccountId: 3, CreateAccounts: true, Ranks: [1] } }],
  ['intake.show', waiting],
  ['intake.list', { params: { page: 2, limit: 1 } }],
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
  [
    'bank.statement.import',
    'ArchiveDamaged',
    { files: [written('releve.zip', zip({ a: Buffer.from('a') }, { crc: 1 }))] },
  ],
  [
    'bank.statement.check',
    'ArchiveDamaged',
    { files: [written('releve.zip', zip({ a: Buffer.from('01') }).subarray(0, 30))] },
  ],
  ['bank.statement.check', 'ArchiveEmpty', { files: [written('releve.zip', zip({}))] }],
  [
    'bank.statement.check',
    'ArchiveSeveral',
    { files: [written('releve.zip', zip({ a: Buffer.from('01'), b: Buffer.from('01') }))] },
  ],
  ['bank.statement.import', 'ArchiveEmpty', { files: [written('releve.zip', zip({}))] }],
  ['bank.statement.import', 'StatementFolderMissing', { params: { createAccounts: true }, files: [statement] }],
  ['bank.statement.import', 'FolderNotFound', { params: { enterpriseId: missing }, files: [statement] }],
  [
    'bank.statement.import',
    'FolderInactive',
    { params: { enterpriseId: 4, createAccounts: true }, files: [statement] },
  ],
  ['bank.statement.list', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ['bank.statement.undo', 'StatementImportNotFound', { params: { importId: missing } }],
  ['import', 'FileMissing', { files: [] }],
  ['intake.check', 'FileMissing', { files: [] }],
  ['intake.show', 'IntakeNotFound', { params: { intakeId: WAITING.replace('61', '99') } }],
  ['intake.import', 'IntakeNotFound', { params: { intakeId: WAITING.replace('61', '99') }, body: {} }],
  ['intake.import', 'IntakeFileUnknown', { ...waiting, body: { Ranks: [3] } }],
  [
    'intake.place',
    'IntakeNotFound',
    { params: { intakeId: WAITING.replace('61', '99') }, body: { AccountingFolderId: 2 } },
  ],
  ['intake.place', 'IntakeFileUnknown', { ...waiting, body: { AccountingFolderId: 2, Ranks: [3] } }],
  ['bank.advice.list', 'BankAccountNotFound', { params: { ...folder, accountId: missing } }],
  ['bank.statement.import', 'StatementAccountMissing', { params: folder, files: [cells] }],
  ['bank.statement.import', 'BankAccountNotFound', { params: { enterpriseId: 2, accountId: missing }, files: [cells] }],
  ...['show', 'unset'].map(
    (verb): BadCase => [
      `bank.statement.mapping.${verb}`,
      'BankAccountNotFound',
      { params: { ...folder, bankAccountId: missing } },
    ],
  ),
  [
    'bank.statement.mapping.set',
    'BankAccountNotFound',
    { params: { ...folder, bankAccountId: missing }, body: MAPPING },
  ],
  [
    'bank.statement.mapping.set',
    'MappingIncomplete',
    { params: ofAccount, body: { ...FORMS, Columns: { Date: 'Date', Label: ['Libellé'], Debit: 'Débit' } } },
  ],
];

const provedElsewhere: Area['provedElsewhere'] = {
  'intake.check IntakesFull': [
    'test/services/intake/intakes.test.ts',
    'keeps no more than so many of one person, and says until when',
  ],
  'bank.account.compare LedgerAccountOfOther': [
    'test/services/banking/readers.test.ts',
    'are compared by the account that was said to book the bank, and no other bank account takes it for its own',
  ],
  'bank.account.compare ComparisonInEuros': [
    'test/services/banking/readers.test.ts',
    'are not compared in euros with an account in another currency',
  ],
  'bank.statement.check FileUnreadable': [
    'test/commands/bank/statement.test.ts',
    'check names a file that cannot be read',
  ],
  'bank.statement.import PeriodReconciled': [
    'test/services/banking/report/reconciled-period.test.ts',
    'refuses what would change it, and names the way to open it',
  ],
  'bank.statement.undo PeriodReconciled': [
    'test/services/banking/report/reconciled-period.test.ts',
    'refuses what would change it, and names the way to open it',
  ],
  'bank.statement.import FileUnreadable': [
    'test/commands/bank/statement.test.ts',
    'import names a file that cannot be read',
  ],
  'bank.statement.check ArchiveTooLarge': [
    'test/services/documents/open-only.test.ts',
    'an archive that inflates without end is read up to the limit',
  ],
  'bank.statement.import ArchiveTooLarge': [
    'test/services/documents/given-files.test.ts',
    'are refused as an archive that is %s, and the others go on',
  ],
  'bank.statement.import StatementFileChanged': [
    'test/services/banking/statements/import.test.ts',
    'is noticed in the file, before the statement is stored',
  ],
  'bank.statement.import BankAccountChanged': [
    'test/services/banking/statements/import.test.ts',
    'is noticed in the account',
  ],
  'intake.check FileUnreadable': ['test/commands/import.test.ts', '%j fails with %s'],
  'import FileUnreadable': ['test/commands/import.test.ts', '%j fails with %s'],
  'bank.statement.undo TransactionLocked': [
    'test/services/banking/books/reconciliation/propose.test.ts',
    'say when what they join no longer agrees, and go with their import, even from a definitive entry',
  ],
  'bank.statement.undo LedgerFolderInactive': [
    'test/services/banking/books/rules/write.test.ts',
    'goes with the import of its transaction',
  ],
};

export const bankStatements: Area = {
  operations: [
    ...[
      'bank.account.create',
      'bank.account.create-manual',
      'bank.account.list',
      'bank.account.compare',
      'bank.advice.list',
      'import',
      'intake',
    ],
    ...['check', 'import', 'list', 'imports', 'undo', 'mapping.show', 'mapping.set', 'mapping.unset'].map(
      (verb) => `bank.statement.${verb}`,
    ),
  ],
  seed: [...FIRM, ...FILED],
  stored: `${ACCOUNTS};${INTAKE}`,
  good,
  bad,
  provedElsewhere,
};
