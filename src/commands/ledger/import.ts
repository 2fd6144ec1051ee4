import * as z from 'zod';
import { type FileOutcome, importLedgerFiles } from '../../services/ledger/import/import-files.ts';
import { amountText, identifier } from '../operation/fields.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { choice, date, int, maybe, sentence, text } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';
import { ARCHIVE_ERRORS, CheckShape, checkOf, fileOptions, findingsByCode, viewCheck } from './check.ts';

export const EntryCounts = z.object({
  Added: int('Ajoutées'),
  Changed: int('Modifiées'),
  Removed: int('Supprimées'),
  Unchanged: int('Inchangées'),
  Kept: int('Gardées').describe('Entries written in taxops that the file does not hold'),
});

export const ChangeShape = z.object({
  Kind: choice(['Added', 'Changed', 'Removed'], 'Changement'),
  EntryId: maybe(int('Écriture')),
  JournalCode: text('Journal'),
  EntryNumber: text('Numéro'),
  Date: date('Date'),
  Label: text('Libellé'),
  Debit: headed(amountText(), 'Débit', 'amount'),
  Fields: headed(
    z.array(z.string()).describe('What is not as it was: Journal, Number, Date, ValidationDate, Lines'),
    'Champs',
  ),
});

const AppliedShape = z.object({
  FolderId: int('Dossier'),
  ExerciseId: int('Exercice'),
  ExerciseStart: date('Début'),
  ExerciseEnd: date('Fin'),
  ImportId: maybe(int('N° import')),
  Grouping: text('Regroupement').describe('What makes an entry in this file'),
  Entries: headed(EntryCounts, 'Écritures'),
  Chart: z.object({
    JournalsAdded: int('Journaux ajoutés'),
    AccountsAdded: int('Comptes ajoutés'),
    SubAccountsAdded: int('Sous-comptes ajoutés'),
    LabelsChanged: int('Libellés modifiés'),
  }),
  Changes: z.array(ChangeShape).describe('Entries of a changed file, at most 1,000 of each kind'),
});

const FileShape = z.object({
  File: text('Fichier'),
  Status: choice(['Imported', 'Updated', 'Unchanged', 'Refused', 'Failed'], 'État'),
  Applied: headed(maybe(AppliedShape), 'Appliquées'),
  Check: headed(maybe(CheckShape), 'Contrôle'),
  Problem: maybe(z.object({ Code: text('Code'), Message: sentence('Message'), Hint: maybe(sentence('Remède')) })),
});

const ImportShape = z.object({ Files: z.array(FileShape) }).meta({ id: 'LedgerImportResult' });

function* view({ Files }: z.output<typeof ImportShape>, _language: unknown, origin: unknown): Generator<Block> {
  const { files = [] } = (origin ?? {}) as { readonly files?: readonly Pick<FileOutcome, 'given'>[] };
  yield {
    kind: 'table',
    columns: [
      ...[
        { name: 'File' },
        { name: 'Status' },
        { name: 'Folder', fr: 'Dossier' },
        { name: 'ExerciseId', fr: 'Exercice' },
      ],
      ...['Added', 'Changed', 'Removed', 'Unchanged'].map((name) => ({ name, type: 'number' as const })),
      { name: 'Findings', fr: 'Constats', type: 'number' },
    ],
    rows: Files.map(({ File, Status, Applied, Check }) => {
      const { Added, Changed, Removed, Unchanged } = Applied?.Entries ?? {};
      const findings = Object.values(Check?.Counts ?? {}).reduce((sum, count) => sum + count, 0);
      return [File, Status, Applied?.FolderId, Applied?.ExerciseId, Added, Changed, Removed, Unchanged, findings];
    }),
  };
  for (const [index, file] of Files.entries()) yield* viewDetails(file, files[index]?.given, Files.length > 1);
}

function* viewDetails(
  { File, Status, Applied, Check, Problem }: z.output<typeof FileShape>,
  given: string | undefined,
  isOneOfMany: boolean,
): Generator<Block> {
  if (Problem) yield { kind: 'text', text: `${File}: ${Problem.Message} ${Problem.Hint ?? ''}` };
  if (Status === 'Refused' && Check) yield* viewCheck(Check);
  else if (Check) yield* viewAccepted(isOneOfMany ? File : undefined, Check, given);
  for (const { Code, Message } of Check?.Findings ?? [])
    if (Code === LETTERS_LOST) yield { kind: 'text', text: `${File}: ${Message}` };
  if (!Applied || Applied.Changes.length === 0) return;
  yield { kind: 'text', text: File };
  yield changesTable(Applied.Changes);
}

/** What an import did to our own work is said lettering by lettering; the other findings are of the file. */
const LETTERS_LOST = 'FEC095';

/** An accepted file says what is wrong in it as its check does: a figure alone would leave it unread. */
function* viewAccepted(
  file: string | undefined,
  { Findings, Counts }: z.output<typeof CheckShape>,
  given: string | undefined,
) {
  const ofFile = Findings.filter(({ Code }) => Code !== LETTERS_LOST);
  if (ofFile.length === 0) return;
  if (file !== undefined) yield { kind: 'text', text: file } as const;
  yield findingsByCode({ Findings: ofFile, Counts }, `${checkOf(given)} --all`);
}

/** Changes shown to a person; 1,000 of each kind are in the JSON and in the history. */
const SHOWN = 50;

const changesTable = (changes: readonly z.output<typeof ChangeShape>[]): Block => ({
  kind: 'table',
  columns: [
    { name: 'Kind' },
    { name: 'EntryId', type: 'number' },
    { name: 'JournalCode' },
    { name: 'EntryNumber' },
    { name: 'Date', type: 'day' },
    { name: 'Label' },
    { name: 'Debit', type: 'amount' },
    { name: 'Fields', fr: 'Champs' },
  ],
  rows: changes.map((change) => [
    ...[change.Kind, change.EntryId, change.JournalCode, change.EntryNumber, change.Date],
    ...[change.Label, change.Debit, change.Fields.join(', ')],
  ]),
  shown: SHOWN,
});

const FAILED = new Set(['Refused', 'Failed']);

export const ledgerImport = defineOperation({
  id: 'ledger.import',
  summary: { en: 'Import ledger files (FEC)', fr: 'Importer des fichiers des écritures (FEC)' },
  description:
    'A folder, a zip or a gz stands for the files in it. Each file goes whole into the exercise it is of, or not at all. The folder is that of --folder, or the one of the ' +
    'SIREN, made when the operator of this machine imports its first file. The same file again changes nothing; a ' +
    'changed one is compared and applied entry by entry, and identifiers stay.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: '/api/accounting/ledger-files/import' },
  cli: {
    examples: ['taxops ledger import 732829320FEC20241231.txt', 'taxops ledger import exports.zip --folder 12'],
  },
  query: z.object({
    accountingFolderId: identifier().optional(),
    ...fileOptions,
    replace: z.boolean().optional().describe('Accept a file that drops most entries of its exercise'),
  }),
  files: { many: true, description: 'FEC files, folders of them, zip or gz', bytes: 4 * 1024 ** 3 },
  output: ImportShape,
  errors: [
    ...[
      'FolderNotFound',
      'LedgerFileMissing',
      'FileUnreadable',
      'LedgerFolderInactive',
      'LedgerFolderMismatch',
      'LedgerFolderAmbiguous',
    ],
    ...[
      'LedgerSirenUnknown',
      'LedgerClosingUnknown',
      'LedgerFileUnrelated',
      'LedgerFileKnown',
      'ExerciseOverlaps',
      'ExerciseClosed',
    ],
    'SirenInvalid',
    ...ARCHIVE_ERRORS,
  ],
  view,
  outcome: ({ Files }) => {
    const failed = Files.filter(({ Status }) => FAILED.has(Status)).length;
    return failed === 0 ? 'done' : failed === Files.length ? 'refused' : 'partial';
  },
  run: async (ctx, { files, accountingFolderId, ...options }) => {
    const outcomes = await importLedgerFiles(ctx, files, { folderId: accountingFolderId, ...options });
    const { adoptForFolders } = await import('../../services/declarations/receive.ts');
    // A first import makes the folder that deliveries of the webhook may wait for.
    await adoptForFolders(ctx, new Set(outcomes.flatMap(({ applied }) => applied?.folderId ?? [])));
    return { files: outcomes };
  },
});
