/** Cases of the ledger and of what reads its files: folder 1 has an exercise written by hand, folder 2 a file. */
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BadCase, CaseSet, GoodCase } from './requests.ts';

const scratch = mkdtempSync(join(tmpdir(), 'taxops-ledger-cases-'));

/** A fixture under the name that its sender would give it. */
function named(fixture: string, name: string): string {
  const path = join(scratch, name);
  copyFileSync(join('fixtures', fixture), path);
  return path;
}

const fec = named('fec/worked-example.txt', '732829320FEC20241231.txt');
const unnamed = named('fec/worked-example.txt', 'export.txt');
const otherSiren = named('fec/worked-example.txt', '552100554FEC20241231.txt');
const badSiren = named('fec/worked-example.txt', '123456789FEC20241231.txt');
const overlapping = named('fec/worked-example.txt', '999999998FEC20240630.txt');

const folder = { accountingFolderId: 1 };
const filed = { accountingFolderId: 2 };
const empty = { accountingFolderId: 3 };
const closed = { accountingFolderId: 4 };
const missing = 999;

const entry = (change: object = {}) => ({
  JournalCode: 'VE',
  Date: '2024-02-15',
  Label: 'Facture F1',
  Lines: [
    { AccountNumber: '411000', SubAccountCode: 'C1', Debit: '120.00' },
    { AccountNumber: '706000', Credit: 120 },
  ],
  ...change,
});
const lines = (...all: object[]) => ({ Lines: all });
const sale = { AccountNumber: '706000', Credit: '1.00' };

const good: readonly GoodCase[] = [
  ['folder.create', { body: { Name: 'Vide' } }],
  ['folder.create', { body: { Name: 'Inactif', Siren: '552100554', IsActive: false } }],
  ['exercise.create', { params: folder, body: { StartDate: '2024-01-01', EndDate: '2024-12-31' } }],
  ['exercise.create', { params: folder, body: { StartDate: '2023-01-01', EndDate: '2023-12-31' } }],
  ['exercise.update', { params: { ...folder, exerciseId: 2 }, body: { IsClosed: true } }],
  ['exercise.list', { params: folder }],
  ['exercise.show', { params: { ...folder, exerciseId: 1 } }],
  ['journal.create', { params: folder, body: { Code: 'VE', Label: 'Ventes', Type: 'Sale' } }],
  ['journal.create', { params: folder, body: { Code: 'OD', Label: 'Divers', Type: 'Miscellaneous' } }],
  ['journal.update', { params: { ...folder, journalId: 2 }, body: { Label: 'Opérations diverses' } }],
  ['journal.list', { params: folder }],
  ['journal.show', { params: { ...folder, journalId: 1 } }],
  ['account.create', { params: folder, body: { Number: '411000', Label: 'Clients' } }],
  ['account.create', { params: folder, body: { Number: '706000', Label: 'Prestations' } }],
  ['account.create', { params: folder, body: { Number: '708000', Label: 'Annexes', ValidTo: '2023-12-31' } }],
  ['account.update', { params: { ...folder, accountId: 2 }, body: { Label: 'Prestations de services' } }],
  ['account.list', { params: { ...folder, account: ['4', '7'] } }],
  ['account.show', { params: { ...folder, accountId: 1 } }],
  ['account.chart', { params: { opening: '2025-01-01', account: '657' } }],
  ['account.sub-account.create', { params: { ...folder, accountId: 1 }, body: { Code: 'C1', Label: 'Atelier Morel' } }],
  ['account.sub-account.update', { params: { ...folder, accountId: 1, subAccountId: 1 }, body: { Label: 'Morel' } }],
  ['account.sub-account.list', { params: folder }],
  ['entry.create', { params: folder, body: entry({ Validate: true }) }],
  ['entry.create', { params: folder, body: entry({ Label: 'Facture F2' }) }],
  ['entry.create', { params: folder, body: entry({ Label: 'Facture F3' }) }],
  ['entry.update', { params: { ...folder, entryId: 2 }, body: entry({ Label: 'Facture F2 bis' }) }],
  ['entry.delete', { params: { ...folder, entryId: 3 } }],
  ['entry.validate', { params: folder, body: { EntryIds: [2] } }],
  ['entry.create', { params: folder, body: entry({ Label: 'Brouillon', Number: '77' }) }],
  ['exercise.create', { params: folder, body: { StartDate: '2022-01-01', EndDate: '2022-12-31' } }],
  ['entry.create', { params: folder, body: entry({ Date: '2022-03-01' }) }],
  ['exercise.update', { params: { ...folder, exerciseId: 3 }, body: { IsClosed: true } }],
  ['entry.list', { params: { ...folder, from: '2024-01-01', to: '2024-12-31' } }],
  ['entry.show', { params: { ...folder, entryId: 1 } }],
  ['entry.line.list', { params: { ...folder, account: '411', minAmount: '100' } }],
  ['ledger.check', { params: { siren: '732829320' }, files: [fec] }],
  ['ledger.check', { files: ['fixtures/fec/bad-unbalanced.txt'] }],
  ['ledger.import', { files: [fec] }],
  ['ledger.import', { files: [fec] }],
  ['ledger.imports', { params: filed }],
  ['ledger.balance', { params: { ...filed, subAccounts: true } }],
  ['ledger.general', { params: { ...filed, account: '411' } }],
  ['ledger.journal', { params: filed }],
  ['ledger.letters', { params: filed }],
  ['ledger.export', { params: filed }],
];

const bad: readonly BadCase[] = [
  [
    'exercise.create',
    'ExerciseDatesInvalid',
    { params: folder, body: { StartDate: '2025-12-31', EndDate: '2025-01-01' } },
  ],
  ['exercise.create', 'ExerciseOverlaps', { params: folder, body: { StartDate: '2024-06-01', EndDate: '2025-05-31' } }],
  ['exercise.show', 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
  ['exercise.update', 'ExerciseNotFound', { params: { ...folder, exerciseId: missing }, body: { IsClosed: true } }],
  [
    'exercise.update',
    'ExerciseDatesInvalid',
    { params: { ...folder, exerciseId: 1 }, body: { EndDate: '2020-01-01' } },
  ],
  ['exercise.update', 'ExerciseOverlaps', { params: { ...folder, exerciseId: 1 }, body: { StartDate: '2023-06-01' } }],
  ['exercise.update', 'ExerciseClosed', { params: { ...folder, exerciseId: 2 }, body: { StartDate: '2023-02-01' } }],
  ['journal.show', 'JournalNotFound', { params: { ...folder, journalId: missing } }],
  ['journal.create', 'JournalCodeTaken', { params: folder, body: { Code: 'VE', Label: 'Ventes' } }],
  ['journal.update', 'JournalNotFound', { params: { ...folder, journalId: missing }, body: { Label: 'X' } }],
  ['journal.update', 'JournalCodeTaken', { params: { ...folder, journalId: 2 }, body: { Code: 'VE' } }],
  ['account.show', 'AccountNotFound', { params: { ...folder, accountId: missing } }],
  ['account.create', 'AccountNumberTaken', { params: folder, body: { Number: '411000', Label: 'X' } }],
  [
    'account.create',
    'AccountPeriodInvalid',
    { params: folder, body: { Number: '5', Label: 'X', ValidFrom: '2024-02-01', ValidTo: '2024-01-01' } },
  ],
  ['account.update', 'AccountNotFound', { params: { ...folder, accountId: missing }, body: { Label: 'X' } }],
  [
    'account.update',
    'AccountPeriodInvalid',
    { params: { ...folder, accountId: 1 }, body: { ValidFrom: '2024-02-01', ValidTo: '2024-01-01' } },
  ],
  [
    'account.sub-account.create',
    'AccountNotFound',
    { params: { ...folder, accountId: missing }, body: { Code: 'C', Label: 'X' } },
  ],
  [
    'account.sub-account.create',
    'SubAccountCodeTaken',
    { params: { ...folder, accountId: 1 }, body: { Code: 'C1', Label: 'X' } },
  ],
  [
    'account.sub-account.create',
    'AccountPeriodInvalid',
    {
      params: { ...folder, accountId: 1 },
      body: { Code: 'C2', Label: 'X', ValidFrom: '2024-02-01', ValidTo: '2024-01-01' },
    },
  ],
  [
    'account.sub-account.update',
    'SubAccountNotFound',
    { params: { ...folder, accountId: 1, subAccountId: missing }, body: { Label: 'X' } },
  ],
  [
    'account.sub-account.update',
    'AccountPeriodInvalid',
    { params: { ...folder, accountId: 1, subAccountId: 1 }, body: { ValidFrom: '2024-02-01', ValidTo: '2024-01-01' } },
  ],
  ['entry.show', 'EntryNotFound', { params: { ...folder, entryId: missing } }],
  ...(['entry.create', 'entry.update'] as const).flatMap((id): BadCase[] => {
    const params = id === 'entry.create' ? folder : { ...folder, entryId: 4 };
    const given = id === 'entry.create' ? {} : { params: { ...closed, entryId: 1 } };
    return [
      [id, 'LedgerFolderInactive', { params: closed, body: entry(), ...given }],
      [id, 'DateOutsideExercises', { params, body: entry({ Date: '2030-01-01' }) }],
      [id, 'ExerciseClosed', { params, body: entry({ Date: '2023-05-05' }) }],
      [id, 'JournalNotFound', { params, body: entry({ JournalCode: 'ZZ' }) }],
      [id, 'AccountNotFound', { params, body: entry(lines({ AccountNumber: '999999', Debit: '1.00' }, sale)) }],
      [id, 'AccountNotActive', { params, body: entry(lines({ AccountNumber: '708000', Debit: '1.00' }, sale)) }],
      [
        id,
        'SubAccountNotFound',
        { params, body: entry(lines({ AccountNumber: '411000', SubAccountCode: 'ZZ', Debit: '1.00' }, sale)) },
      ],
      [id, 'EntryLineEmpty', { params, body: entry(lines({ AccountNumber: '411000' }, sale)) }],
      [id, 'EntryNotBalanced', { params, body: entry(lines({ AccountNumber: '411000', Debit: '2.00' }, sale)) }],
      [id, 'EntryNumberTaken', { params, body: entry({ Number: '1' }) }],
    ];
  }),
  ['entry.update', 'EntryNotFound', { params: { ...folder, entryId: missing }, body: entry() }],
  ['entry.update', 'EntryFromFile', { params: { ...filed, entryId: 1 }, body: entry() }],
  ['entry.update', 'EntryValidated', { params: { ...folder, entryId: 1 }, body: entry() }],
  ['entry.delete', 'LedgerFolderInactive', { params: { ...closed, entryId: 1 } }],
  ['entry.delete', 'EntryNotFound', { params: { ...folder, entryId: missing } }],
  ['entry.delete', 'EntryFromFile', { params: { ...filed, entryId: 1 } }],
  ['entry.delete', 'EntryValidated', { params: { ...folder, entryId: 1 } }],
  ['entry.validate', 'LedgerFolderInactive', { params: closed, body: { EntryIds: [1] } }],
  ['entry.validate', 'EntryNotFound', { params: folder, body: { EntryIds: [missing] } }],
  ['entry.validate', 'EntryFromFile', { params: filed, body: { EntryIds: [1] } }],
  ...(['ledger.balance', 'ledger.general', 'ledger.journal'] as const).flatMap((id): BadCase[] => [
    [id, 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
    [id, 'FolderWithoutExercise', { params: empty }],
    [id, 'LedgerPeriodInvalid', { params: { ...folder, from: '2023-12-01', to: '2024-01-31' } }],
  ]),
  ['ledger.export', 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
  ['ledger.export', 'FolderWithoutExercise', { params: closed }],
  ['ledger.export', 'LedgerFolderSirenMissing', { params: empty }],
  ['entry.delete', 'ExerciseClosed', { params: { ...folder, entryId: 5 } }],
  ['ledger.check', 'LedgerFileMissing', { files: [] }],
  ['ledger.import', 'LedgerFileMissing', { files: [] }],
  ['ledger.import', 'FolderNotFound', { params: { accountingFolderId: missing }, files: [fec] }],
  ['ledger.import', 'LedgerFolderInactive', { params: closed, files: [otherSiren] }],
  ['ledger.import', 'LedgerFolderMismatch', { params: folder, files: [fec] }],
  ['ledger.import', 'LedgerSirenUnknown', { params: { closing: '2024-12-31' }, files: [unnamed] }],
  ['ledger.import', 'LedgerClosingUnknown', { params: { siren: '732829320' }, files: [unnamed] }],
  ['ledger.import', 'ExerciseOverlaps', { files: [overlapping] }],
  ['ledger.import', 'SirenInvalid', { files: [badSiren] }],
];

export const ledgerCases: CaseSet = { good, bad };
