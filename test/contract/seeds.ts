/** What several areas begin with. Identifiers count from 1 in each area, so these are always the same. */
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ibanFromRib } from '../../src/services/banking/accounts/iban.ts';
import type { GoodCase } from './requests.ts';

/** A folder of its own for each file: two may have the same name. */
const scratch = () => mkdtempSync(join(tmpdir(), 'taxops-seed-'));

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
