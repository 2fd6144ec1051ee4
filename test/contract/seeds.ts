/** What several areas begin with. Identifiers count from 1 in each area, so these are always the same. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ibanFromRib } from '../../src/services/banking/accounts/iban.ts';
import { temporaryFolder } from '../support/scratch.ts';
import type { GoodCase } from './requests.ts';

/** A folder of its own for each file: two may have the same name. */
const scratch = () => temporaryFolder('seed');

/** A file of this content, under the name that its sender would give it. */
export function written(name: string, content: string | Uint8Array): string {
  const path = join(scratch(), name);
  writeFileSync(path, content);
  return path;
}

/** A fixture under another name. */
export function named(fixture: string, name: string): string {
  const path = join(scratch(), name);
  copyFileSync(join('fixtures', fixture), path);
  return path;
}

const alpha = { accountingFolderId: 1 };

/** Firm 1 and its folders: 1 ALPHA, 2 BETA, 3 without a SIREN, 4 inactive. */
export const FIRM: readonly GoodCase[] = [
  ['company.create', { body: { Name: 'Cabinet Alpha', Siren: '732829320' } }],
  ['folder.create', { body: { Name: 'ALPHA', Siren: '999999998', TaxRegime: 'CorporationTax', Department: '75' } }],
  ['folder.create', { body: { Name: 'BETA', Siren: '732829320' } }],
  ['folder.create', { body: { Name: 'Vide' } }],
  ['folder.create', { body: { Name: 'Inactif', Siren: '552100554', IsActive: false } }],
];

/** Folder 1: exercises 2024, 2023 (closed); journals VE, OD; accounts 411000, 706000, 708000; one entry. */
export const BOOKS: readonly GoodCase[] = [
  ['exercise.create', { params: alpha, body: { StartDate: '2024-01-01', EndDate: '2024-12-31' } }],
  ['exercise.create', { params: alpha, body: { StartDate: '2023-01-01', EndDate: '2023-12-31' } }],
  ['exercise.update', { params: { ...alpha, exerciseId: 2 }, body: { IsClosed: true } }],
  ['journal.create', { params: alpha, body: { Code: 'VE', Label: 'Ventes', Type: 'Sale' } }],
  ['journal.create', { params: alpha, body: { Code: 'OD', Label: 'Divers', Type: 'Miscellaneous' } }],
  ['account.create', { params: alpha, body: { Number: '411000', Label: 'Clients' } }],
  ['account.create', { params: alpha, body: { Number: '706000', Label: 'Prestations' } }],
  [
    'entry.create',
    {
      params: alpha,
      body: {
        JournalCode: 'VE',
        Date: '2024-02-15',
        Label: 'Facture F1',
        Lines: [
          { AccountNumber: '411000', Debit: '120.00' },
          { AccountNumber: '706000', Credit: 120 },
        ],
        Validate: true,
      },
    },
  ],
];

export const LEDGER_FILE = named('fec/worked-example.txt', '732829320FEC20241231.txt');

/** Folder 2: the ledger of 2024, from a file. */
export const FILED: readonly GoodCase[] = [['ledger.import', { files: [LEDGER_FILE] }]];

/** The example of a statement, two years earlier: in the exercise of the ledger. */
export const STATEMENT_FILE = written(
  'releve.txt',
  readFileSync('fixtures/cfonb/good/worked-example.cfonb', 'latin1').replaceAll('0326', '0324'),
);
/** A statement of the same account that does not begin where that one ended. */
export const LATER_STATEMENT = written(
  'suite.txt',
  readFileSync('fixtures/cfonb/deviation/continuity-gaps.cfonb', 'latin1')
    .split('\n')
    .slice(7)
    .join('\n')
    .replaceAll('050326', '080324')
    .replaceAll('060326', '090324'),
);
export const OTHER_IBAN = ibanFromRib('98765', '00042', '00000000099') ?? '';

const enterprise = { enterpriseId: 2 };

/** Folder 2: accounts 1 (statements, by hand), 2 (by hand), 3 with transactions 1250.00, -45.90 and -320.10. */
export const BANK: readonly GoodCase[] = [
  [
    'bank.account.create',
    { params: enterprise, body: { Iban: OTHER_IBAN, BankName: 'Banque', IsCfonbControlActive: true } },
  ],
  ['bank.account.create-manual', { params: enterprise, body: { BankName: 'Caisse' } }],
  ['bank.statement.import', { params: { ...enterprise, createAccounts: true }, files: [STATEMENT_FILE] }],
];

/** Folder 2 after BANK, with what a provider and persons with a token leave: connection 900 with account 3, movement 1. */
export const BY_PROVIDER = `
  update bank set country_code = 'FR', description = 'Banque de détail', updated_by_user_id = 7;
  insert into bank_connection
    (folder_id, id, provider, source_id, status, bank_id, name, created_at, updated_at, updated_by_user_id)
    values (2, 900, 'ManualEbics', '900', 'Ok', 1, 'Alpha', '2024-03-01T06:00:00Z', '2024-03-02T06:00:00Z', 7);
  insert into bank_event (folder_id, id, correlation_id, causality_id, user_id, user_email, user_name, created_at, type,
    aggregate_id, aggregate_name)
    select 2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 7, 'nobody@example.org', 'Nobody',
      '2024-03-01T06:00:00Z', name || 'Created', id, name from (values ('BankConnection', 900), ('BankAccount', 3)) t (name, id);
  update bank_account set bank_connection_id = 900, bic = 'GAMMFRPP', description = 'Compte courant', currency = 'EUR',
    account_updated_at = '2024-03-05T06:00:00Z', updated_by_user_id = 7 where folder_id = 2 and id = 3;
  update bank_transaction set description = 'Client fictif', source_id = '9001', fx_currency = 'USD', fx_amount = 1000.5,
    fx_rate = 0.899551, fx_date = '2024-03-02', updated_by_user_id = 7 where folder_id = 2 and id = 1;
  update bank_transaction set value_date = operation_date + 1 where folder_id = 2;
  insert into payment_information (folder_id, transaction_id, payment_date, payment_mode, nature_operation,
    payment_client_id, created_at, updated_at, updated_by_user_id)
    values (2, 1, '2024-03-03', 'VIR', 'Vente', 'C-7', '2024-03-04T06:00:00Z', '2024-03-05T06:00:00Z', 7)`;

/** Folder 2 after FILED and BANK: movement 1 is joined to an entry of the books, and has complementary data. */
export const RECONCILED: readonly GoodCase[] = [
  [
    'bank.reconcile.account.set',
    { params: { ...enterprise, bankAccountId: 3 }, body: { LedgerAccount: '512000', JournalCode: 'BQ' } },
  ],
  [
    'entry.create',
    {
      params: { accountingFolderId: 2 },
      body: {
        JournalCode: 'BQ',
        Date: '2024-03-03',
        Label: 'VIR CLIENT FICTIF',
        Lines: [
          { AccountNumber: '512000', Debit: '1250.00' },
          {
            AccountNumber: '411000',
            SubAccountCode: 'C0007',
            Credit: '1250.00',
            Letter: 'AB',
            LetterDate: '2024-03-31',
          },
        ],
      },
    },
  ],
  ['bank.reconcile.set', { params: { ...enterprise, transactionId: 1 }, body: { EntryId: 3 } }],
  ['entry.validate', { params: { accountingFolderId: 2 }, body: { EntryIds: [3] } }],
];
