/** Cases of the ledger and of what reads its files: folder 1 has an exercise written by hand, folder 2 a file. */
import { readFileSync } from 'node:fs';
import { zip } from '../../services/edi/archives.ts';
import type { Area, BadCase, GoodCase } from '../requests.ts';
import { FIRM, named, written } from '../seeds.ts';

const fec = named('fec/worked-example.txt', '732829320FEC20241231.txt');
const unnamed = named('fec/worked-example.txt', 'export.txt');
/** The same, later: another label, another currency, a column of the firm's own. */
const changed = written(
  '732829320FEC20241231.txt',
  readFileSync('fixtures/fec/worked-example.txt', 'latin1')
    .replace('Idevise', 'Idevise\tChantier')
    .replaceAll(/(2024\d{4}\t)\t(?=\r?\n)/g, '$11300,00\tUSD\tNord')
    .replaceAll('VIR MOREL', 'VIREMENT MOREL'),
);
const nextYear = written(
  '732829320FEC20251231.txt',
  readFileSync('fixtures/fec/worked-example.txt', 'latin1')
    .replaceAll('20240229', '20240228')
    .replaceAll('2024', '2025'),
);
/** A good file and one that is refused, in one archive. */
const several = written(
  'exports.zip',
  zip({
    '732829320FEC20241231.txt': readFileSync('fixtures/fec/worked-example.txt'),
    '732829320FEC20231231.txt': readFileSync('fixtures/fec/bad-semicolon.txt'),
  }),
);
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

const period = { from: '2024-01-01', to: '2024-12-31' };
const page = { page: 1, limit: 5 };
const valid = { ValidFrom: '2020-01-01', ValidTo: '2030-12-31' };
const full = entry({
  Label: 'Facture F4',
  Number: '90',
  DocRef: 'F4',
  DocDate: '2024-02-14',
  Lines: [
    { AccountId: 1, SubAccountId: 1, Label: 'Morel', Debit: '60.00', Letter: 'AA', LetterDate: '2024-03-01' },
    { AccountNumber: '411000', SubAccountCode: 'C1', Credit: '60.00', Letter: 'AA', LetterDate: '2024-03-01' },
  ],
});

/** Lists and books under every filter that they take. */
const everyFilter: readonly GoodCase[] = [
  ['account.chart', { params: { opening: '2025-01-01', search: 'clients' } }],
  ['account.create', { params: folder, body: { Number: '707000', Label: 'Marchandises', ...valid } }],
  ['account.update', { params: { ...folder, accountId: 1 }, body: valid }],
  ['account.list', { params: { ...folder, account: ['4'], on: '2024-06-30', search: 'client', ...page } }],
  [
    'account.sub-account.create',
    { params: { ...folder, accountId: 1 }, body: { Code: 'C9', Label: 'Neuf', ...valid } },
  ],
  ['account.sub-account.update', { params: { ...folder, accountId: 1, subAccountId: 3 }, body: valid }],
  ['account.sub-account.list', { params: { ...folder, accountId: 1, on: '2024-06-30', search: 'neuf', ...page } }],
  ['journal.update', { params: { ...folder, journalId: 2 }, body: { Code: 'OX', Type: 'Miscellaneous' } }],
  ['journal.list', { params: { ...folder, type: 'Sale' } }],
  ['exercise.create', { params: folder, body: { StartDate: '2026-01-01', EndDate: '2026-11-30' } }],
  [
    'exercise.update',
    { params: { ...folder, exerciseId: 5 }, body: { StartDate: '2026-01-01', EndDate: '2026-12-31' } },
  ],
  ['entry.create', { params: folder, body: full }],
  ['entry.update', { params: { ...folder, entryId: 6 }, body: { ...full, Number: '91', Validate: true } }],
  ['entry.list', { params: { ...folder, ...period, draft: false, manual: true, number: '91', ...page } }],
  ['entry.line.list', { params: { ...folder, accountId: 1, subAccountId: 1, letter: 'AA', lettered: true, ...page } }],
  ...(['entry.list', 'entry.line.list'] as const).map(
    (id): GoodCase => [
      id,
      {
        params: {
          ...folder,
          ...period,
          exerciseId: 1,
          journal: ['VE'],
          account: ['411'],
          lettered: false,
          search: 'facture',
          minAmount: '1',
          maxAmount: '999.99',
        },
      },
    ],
  ),
  ['entry.show', { params: { ...filed, entryId: 1 } }],
  [
    'ledger.check',
    { params: { siren: '732829320', closing: '2024-12-31', form: 'general', strict: true }, files: [fec] },
  ],
  ['ledger.check', { files: ['fixtures/fec/bad-dates.txt'] }],
  ['ledger.check', { files: [several] }],
  ['ledger.check', { params: { ...filed, exerciseId: 4, all: true }, files: [] }],
  ['ledger.imports', { params: { ...filed, ...page } }],
  ['ledger.balance', { params: { ...filed, exerciseId: 4, account: ['4'], validatedOnly: true } }],
  ['ledger.general', { params: { ...filed, exerciseId: 4, account: ['4'], lettered: true, ...page } }],
  ['ledger.journal', { params: { ...filed, exerciseId: 4 } }],
  ['journal.print', { params: { ...filed, exerciseId: 4, journal: 'VE' } }],
  ['ledger.letters', { params: { ...filed, exerciseId: 4, account: ['411'], partial: false, ...page } }],
  ['ledger.export', { params: { ...filed, exerciseId: 4, validatedOnly: true, encoding: 'iso-8859-15' } }],
];

const inPeriod: readonly GoodCase[] = (
  ['ledger.balance', 'ledger.general', 'ledger.journal', 'journal.print'] as const
).map((id) => [id, { params: { ...filed, from: '2024-03-01', to: '2024-03-31' } }]);

const secondPage: readonly GoodCase[] = (
  [
    ['account.list', folder],
    ['account.sub-account.list', folder],
    ['entry.list', folder],
    ['entry.line.list', folder],
    ['ledger.imports', filed],
    ['ledger.letters', filed],
  ] as const
).map(([id, params]) => [id, { params: { ...params, page: 2, limit: 1 } }]);

/** Folder 2: lines 1 and 5 are an invoice of C0007 and its payment, lettered by the file. */
const letterings: readonly GoodCase[] = [
  ['lettering.unset', { params: filed, body: { LineIds: [1] } }],
  ['lettering.propose', { params: { ...filed, exerciseId: 4, account: ['411'], minScore: 50, ...page } }],
  ['lettering.accept', { params: filed, body: { ExerciseId: 4, Accounts: ['411'], MinScore: 75 } }],
  ['lettering.undo', { params: { ...filed, letteringId: 2 } }],
  ['lettering.accept', { params: filed, body: { ProposalIds: [1] } }],
  ['lettering.unset', { params: filed, body: { LineIds: [5] } }],
  ['lettering.set', { params: filed, body: { LineIds: [1, 5], Partial: true } }],
  ['lettering.list', { params: { ...filed, ...page } }],
];

const good: readonly GoodCase[] = [
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
  ['ledger.import', { files: [fec, badSiren] }],
  [
    'ledger.import',
    {
      params: { ...filed, siren: '732829320', closing: '2024-12-31', form: 'general', strict: false, replace: true },
      files: [changed],
    },
  ],
  ['ledger.imports', { params: filed }],
  ['ledger.balance', { params: { ...filed, subAccounts: true } }],
  ['ledger.aged', { params: filed }],
  ['ledger.aged', { params: { ...filed, exerciseId: 4, on: '2024-03-01', account: ['4'] } }],
  ['ledger.general', { params: { ...filed, account: '411' } }],
  ['ledger.journal', { params: filed }],
  ['ledger.letters', { params: filed }],
  ['ledger.export', { params: filed }],
  ...everyFilter,
  ...inPeriod,
  ...secondPage,
  ...letterings,
  ['lettering.list', { params: { ...filed, page: 2, limit: 1 } }],
  ['lettering.propose', { params: { ...filed, page: 2, limit: 1 } }],
  ['ledger.import', { files: [nextYear] }],
  ['ledger.balance', { params: { ...filed, previous: true } }],
  ['ledger.opening.list', { params: filed }],
  ['ledger.opening.set', { params: { ...folder, entryId: 2 }, body: { IsOpening: true } }],
  ['ledger.opening.list', { params: { ...folder, exerciseId: 1 } }],
  ['ledger.opening.set', { params: { ...folder, entryId: 2 }, body: { IsOpening: null } }],
  ['ledger.undo', { params: { ...filed, importId: 3, preview: true } }],
  ['exercise.delete', { params: { ...folder, exerciseId: 1, preview: true } }],
  ['exercise.delete', { params: { ...folder, exerciseId: 5 } }],
  ['entry.list', { params: { ...filed, manual: true } }],
  ...['2024-04-10', '2024-05-10'].map(
    (on): GoodCase => ['ledger.aged', { params: { ...folder, exerciseId: 1, on, account: ['41'] } }],
  ),
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
  ...(['ledger.balance', 'ledger.general', 'ledger.journal', 'journal.print'] as const).flatMap((id): BadCase[] => [
    [id, 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
    [id, 'FolderWithoutExercise', { params: empty }],
    [id, 'LedgerPeriodInvalid', { params: { ...folder, from: '2023-12-01', to: '2024-01-31' } }],
  ]),
  ...(['entry.list', 'entry.line.list'] as const).flatMap((id): BadCase[] => [
    [id, 'JournalNotFound', { params: { ...folder, journal: ['VE', 'ZZ'] } }],
    [id, 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
  ]),
  ['journal.print', 'JournalNotFound', { params: { ...filed, journal: 'NO' } }],
  ['ledger.opening.list', 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
  ['ledger.opening.list', 'FolderWithoutExercise', { params: empty }],
  ['ledger.opening.set', 'EntryNotFound', { params: { ...folder, entryId: missing }, body: { IsOpening: true } }],
  ['ledger.aged', 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
  ['ledger.aged', 'FolderWithoutExercise', { params: empty }],
  ['ledger.aged', 'LedgerPeriodInvalid', { params: { ...folder, on: '2030-12-01' } }],
  ['ledger.export', 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
  ['ledger.export', 'FolderWithoutExercise', { params: closed }],
  ['ledger.export', 'LedgerFolderSirenMissing', { params: empty }],
  ['entry.delete', 'ExerciseClosed', { params: { ...folder, entryId: 5 } }],
  ['ledger.check', 'LedgerFileMissing', { files: [] }],
  ['ledger.check', 'FolderNotFound', { params: { accountingFolderId: missing }, files: [] }],
  ['ledger.check', 'ExerciseNotFound', { params: { ...filed, exerciseId: missing }, files: [] }],
  ['ledger.check', 'FolderWithoutExercise', { params: empty, files: [] }],
  ['ledger.import', 'LedgerFileMissing', { files: [] }],
  ...(['ledger.check', 'ledger.import'] as const).flatMap((id): BadCase[] => [
    [id, 'ArchiveDamaged', { files: [written('732829320FEC20241231.zip', zip({ a: Buffer.from('a') }, { crc: 1 }))] }],
    [id, 'ArchiveEmpty', { files: [written('732829320FEC20241231.zip', zip({}))] }],
  ]),
  ['ledger.import', 'FolderNotFound', { params: { accountingFolderId: missing }, files: [fec] }],
  ['ledger.import', 'LedgerFolderInactive', { params: closed, files: [otherSiren] }],
  ['ledger.import', 'LedgerFolderMismatch', { params: folder, files: [fec] }],
  ['ledger.import', 'LedgerSirenUnknown', { params: { closing: '2024-12-31' }, files: [unnamed] }],
  ['ledger.import', 'LedgerClosingUnknown', { params: { siren: '732829320' }, files: [unnamed] }],
  ['ledger.import', 'ExerciseOverlaps', { files: [overlapping] }],
  ['ledger.import', 'SirenInvalid', { files: [badSiren] }],
  ...(['lettering.set', 'lettering.unset'] as const).flatMap((id): BadCase[] => [
    [id, 'LedgerFolderInactive', { params: closed, body: { LineIds: [1, 2] } }],
    [id, 'LedgerLineNotFound', { params: filed, body: { LineIds: [missing, 1] } }],
  ]),
  ['lettering.set', 'LetteringMixed', { params: filed, body: { LineIds: [2, 3] } }],
  ['lettering.set', 'LineLettered', { params: filed, body: { LineIds: [1, 5] } }],
  ['lettering.unset', 'LineNotLettered', { params: filed, body: { LineIds: [2] } }],
  ['lettering.undo', 'LedgerFolderInactive', { params: { ...closed, letteringId: 1 } }],
  ['lettering.undo', 'LetteringNotFound', { params: { ...filed, letteringId: missing } }],
  ['lettering.undo', 'LetteringChangedSince', { params: { ...filed, letteringId: 2 } }],
  ...(['lettering.propose', 'lettering.accept'] as const).flatMap((id): BadCase[] => {
    const asked = (exerciseId: number) =>
      id === 'lettering.propose' ? { params: { ...folder, exerciseId } } : { body: { ExerciseId: exerciseId } };
    return [
      [id, 'ExerciseNotFound', { params: folder, ...asked(missing) }],
      [id, 'FolderWithoutExercise', { params: empty, ...(id === 'lettering.accept' && { body: {} }) }],
    ];
  }),
  ['exercise.delete', 'ExerciseNotFound', { params: { ...folder, exerciseId: missing } }],
  ['exercise.delete', 'ExerciseClosed', { params: { ...folder, exerciseId: 2 } }],
  ['exercise.delete', 'LedgerFolderInactive', { params: { ...closed, exerciseId: 1 } }],
  ['ledger.undo', 'LedgerImportNotFound', { params: { ...filed, importId: missing } }],
  ['ledger.undo', 'LedgerImportNotFirst', { params: { ...filed, importId: 1 } }],
  ['ledger.undo', 'LedgerFolderInactive', { params: { ...closed, importId: 1 } }],
  ['lettering.accept', 'LetterProposalNotFound', { params: filed, body: { ProposalIds: [missing] } }],
];

const PERIODS = 'test/services/banking/report/reconciled-period.test.ts';
const LETTERS = 'test/services/ledger/letters/change.test.ts';
const REMOVED = 'test/services/ledger/remove.test.ts';
const FILED = 'books of a closed exercise, or of one that was filed, stay';
const CLOSED = 'is refused in a closed exercise, and so are what takes it off, undoes it or accepts proposals';

const provedElsewhere: Area['provedElsewhere'] = {
  'entry.create PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'entry.update PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'entry.delete PeriodReconciled': [PERIODS, 'refuses what would change it, and names the way to open it'],
  'lettering.set LetteringNotBalanced': [LETTERS, 'is refused with its reason'],
  'lettering.set LetteringOneSided': [LETTERS, 'is refused with its reason'],
  'lettering.set ExerciseClosed': [LETTERS, CLOSED],
  'lettering.unset ExerciseClosed': [LETTERS, CLOSED],
  'lettering.undo ExerciseClosed': [LETTERS, CLOSED],
  'lettering.accept ExerciseClosed': [LETTERS, CLOSED],
  'lettering.accept LedgerFolderInactive': [LETTERS, 'is refused with its reason'],
  'ledger.check ArchiveTooLarge': [
    'test/services/documents/given-files.test.ts',
    'are refused as an archive that is %s, and the others go on',
  ],
  'ledger.import ArchiveTooLarge': [
    'test/services/documents/given-files.test.ts',
    'are refused as an archive that is %s, and the others go on',
  ],
  'ledger.check FileUnreadable': ['test/services/ledger/fec/check.test.ts', 'name what cannot be opened'],
  'ledger.import FileUnreadable': ['test/services/ledger/fec/check.test.ts', 'name what cannot be opened'],
  'ledger.import LedgerFolderAmbiguous': [
    'test/services/ledger/import.test.ts',
    'is asked for when two folders bear the SIREN',
  ],
  'ledger.import LedgerFileUnrelated': [
    'test/services/ledger/import.test.ts',
    'that drops most of an exercise is refused unless it replaces it',
  ],
  'ledger.import LedgerFileKnown': [
    'test/services/ledger/import-exercise.test.ts',
    'the same content under another name is refused',
  ],
  'exercise.delete ExerciseFiled': [REMOVED, FILED],
  'ledger.undo ExerciseFiled': [REMOVED, FILED],
  'ledger.undo ExerciseClosed': [REMOVED, FILED],
  'ledger.import ExerciseClosed': ['test/services/ledger/import.test.ts', 'is an open exercise that overlaps no other'],
};

export const ledger: Area = {
  operations: ['account', 'journal', 'exercise', 'entry', 'ledger', 'lettering'],
  seed: FIRM,
  good,
  bad,
  provedElsewhere,
  neverFilled: {
    'exercise.delete Archive': 'of a removal: test/services/ledger/remove.test.ts',
    'entry.delete Unlettered[]': 'of a lettered entry: test/services/ledger/write-entries.test.ts',
    'entry.delete TransactionIds[]': 'of a booked one: test/services/banking/transactions/entries/bank-entries.test.ts',
    'entry.update Unlettered[]': 'of a lettered entry: test/services/ledger/write-entries.test.ts',
    'exercise.delete Unlettered[]': 'entries that stay after an import goes: test/services/ledger/remove.test.ts',
    'ledger.check Files[].Problem': 'of a folder with a broken archive: test/commands/ledger/ledger.test.ts',
    'lettering.propose CutParties[]': 'more lines than the bound: test/services/ledger/letters/rules.test.ts',
  },
};
