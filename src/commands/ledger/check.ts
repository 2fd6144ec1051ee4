import * as z from 'zod';
import { checkFiles } from '../../services/ledger/check-files.ts';
import { checkFolder } from '../../services/ledger/check-folder.ts';
import { ledgerErrors } from '../../services/ledger/errors.ts';
import { FEC_FORMS } from '../../services/ledger/fec/columns.ts';
import { day, identifier } from '../operation/fields.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { choice, date, eurosText, int, maybe, sentence, text } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';

/** What a file cannot tell of itself, or tells wrong. */
export const fileOptions = {
  siren: z
    .string()
    .regex(/^\d{9}$/, { error: 'nine digits' })
    .optional()
    .describe('SIREN of the company, else taken from the file name'),
  closing: day().optional().describe('Last day of the exercise, else taken from the file name'),
  form: z.enum(FEC_FORMS).optional().describe('Form of bookkeeping: general unless given'),
  strict: z.boolean().optional().describe('Refuse what the tool of the tax administration refuses or reports'),
};

export const CheckShape = z
  .object({
    Verdict: choice(['Accepted', 'Refused'], 'Verdict'),
    Findings: headed(
      z.array(
        z.object({
          Code: text('Code'),
          Severity: choice(['error', 'warning', 'info'], 'Gravité'),
          Line: maybe(int('Ligne')).describe('From 1, header included'),
          Column: maybe(text('Colonne')),
          Message: sentence('Message'),
        }),
      ),
      'Constats',
    ),
    Counts: z.record(z.string(), z.int()).describe('Full number of findings per code; 1,000 of each are listed'),
    Figures: z.object({
      Entries: int('Écritures'),
      Lines: int('Lignes'),
      Accounts: int('Comptes'),
      SubAccounts: int('Sous-comptes'),
      Journals: int('Journaux'),
      TotalDebit: eurosText('Total débit'),
      TotalCredit: eurosText('Total crédit'),
      LetterGroups: int('Lettrages'),
      PartialLetterGroups: int('Lettrages partiels'),
      Siren: maybe(text('SIREN')),
      ExerciseStart: maybe(date('Début')),
      ExerciseEnd: maybe(date('Fin')),
    }),
  })
  .meta({ id: 'LedgerFileCheck' });

/** What can be wrong with an archive or a folder of files. */
export const ARCHIVE_ERRORS = ['ArchiveDamaged', 'ArchiveEmpty', 'ArchiveTooLarge'];

const FilesShape = CheckShape.extend({
  Files: maybe(
    z.array(
      z.object({
        File: text('Fichier'),
        Verdict: choice(['Accepted', 'Refused'], 'Verdict'),
        Problem: maybe(text('Problème')),
        Check: headed(maybe(CheckShape), 'Contrôle'),
      }),
    ),
  ).describe('Each of several files; null for one'),
}).meta({ id: 'LedgerFilesCheck' });

/** One row per file of several. */
const filesTable = (files: readonly NonNullable<z.output<typeof FilesShape>['Files']>[number][]): Block => ({
  kind: 'table',
  columns: [
    { name: 'FileName', fr: 'Fichier' },
    { name: 'Verdict' },
    ...[
      { name: 'Entries', fr: 'Écritures' },
      { name: 'Lines', fr: 'Lignes' },
      { name: 'Findings', fr: 'Constats' },
    ].map((column) => ({
      ...column,
      type: 'number' as const,
    })),
    { name: 'Problem', fr: 'Problème', type: 'sentence' },
  ],
  rows: files.map(({ File, Verdict, Check, Problem }) => {
    const findings = Check && Object.values(Check.Counts).reduce((sum, count) => sum + count, 0);
    return [File, Verdict, Check?.Figures.Entries, Check?.Figures.Lines, findings, Problem];
  }),
});

/** Places of each code shown to a person; all are in the JSON. */
const PLACES = 5;

/** Verdict, figures and the first findings of a check. */
export function* viewCheck(check: z.output<typeof CheckShape>, isEach = false): Generator<Block> {
  const { Verdict, Counts, Figures } = check;
  const { Entries, Lines, Accounts, SubAccounts, Journals, TotalDebit, TotalCredit } = Figures;
  yield {
    kind: 'table',
    columns: [
      ...[
        { name: 'Siren' },
        { name: 'ExerciseStart', type: 'day' as const },
        { name: 'ExerciseEnd', type: 'day' as const },
      ],
      ...['Entries', 'Lines', 'Accounts', 'SubAccounts', 'Journals'].map((name) => ({ name, type: 'number' as const })),
    ],
    rows: [
      [Figures.Siren, Figures.ExerciseStart, Figures.ExerciseEnd, Entries, Lines, Accounts, SubAccounts, Journals],
    ],
  };
  yield {
    kind: 'table',
    columns: [
      { name: 'Verdict' },
      { name: 'TotalDebit', fr: 'Total débit', type: 'amount' },
      { name: 'TotalCredit', fr: 'Total crédit', type: 'amount' },
      { name: 'LetterGroups', fr: 'Lettrages', type: 'number' },
      { name: 'PartialLetterGroups', fr: 'Lettrages partiels', type: 'number' },
    ],
    rows: [[Verdict, TotalDebit, TotalCredit, Figures.LetterGroups, Figures.PartialLetterGroups]],
  };
  if (Object.keys(Counts).length > 0) yield isEach ? eachFinding(check) : findingsByCode(check, '--all');
}

type Check = z.output<typeof CheckShape>;

/** What shows the findings of a file: as a command line calls it, or FILE for what was sent, or lies in an archive. */
export const checkOf = (given: string | undefined): string =>
  `taxops ledger check ${given === undefined ? 'FILE' : asWord(given)}`;

/** One word of a command line, whatever its letters. */
const asWord = (text: string): string => (/^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** One row per code: how often, where first, and what to do; `more` shows each finding, where there are others. */
export function findingsByCode({ Findings, Counts }: Pick<Check, 'Findings' | 'Counts'>, more: string): Block {
  const sorted = worstFirst(Findings);
  const codes = [...new Set(sorted.map(({ Code }) => Code))];
  const ofCode = new Map(codes.map((code) => [code, sorted.filter(({ Code }) => Code === code)]));
  return {
    kind: 'table',
    title: 'Findings',
    columns: [
      ...[{ name: 'Code' }, { name: 'Severity' }, { name: 'Count', fr: 'Nombre', type: 'number' as const }],
      { name: 'Lines', fr: 'Lignes' },
      { name: 'Message', type: 'sentence' },
    ],
    rows: [...ofCode].map(([code, all]) => [...[code, all[0]?.Severity, Counts[code], placesOf(all), all[0]?.Message]]),
    ...(Findings.length > codes.length && { note: more }),
  };
}

function placesOf(findings: Check['Findings']): string {
  const lines = [...new Set(findings.flatMap(({ Line }) => Line ?? []))];
  return `${lines.slice(0, PLACES).join(', ')}${lines.length > PLACES ? '…' : ''}`;
}

function eachFinding({ Findings, Counts }: Check): Block {
  const total = Object.values(Counts).reduce((sum, count) => sum + count, 0);
  return {
    kind: 'table',
    title: 'Findings',
    columns: [
      ...[{ name: 'Code' }, { name: 'Severity' }, { name: 'Line', type: 'number' as const }, { name: 'Column' }],
      { name: 'Message', type: 'sentence' },
    ],
    rows: worstFirst(Findings).map(({ Code, Severity, Line, Column, Message }) => [
      ...[Code, Severity, Line, Column, Message],
    ]),
    ...(total > Findings.length && { note: `${Findings.length} / ${total}` }),
  };
}

const RANKS = ['error', 'warning', 'info'];

const worstFirst = <T extends { readonly Severity: string }>(findings: readonly T[]): T[] =>
  findings.toSorted((a, b) => RANKS.indexOf(a.Severity) - RANKS.indexOf(b.Severity));

export const ledgerCheck = defineOperation({
  id: 'ledger.check',
  summary: { en: 'Check a ledger file (FEC)', fr: 'Contrôler un fichier des écritures (FEC)' },
  description:
    'A file needs no database; a folder, a zip or a gz stands for the files in it, each with its verdict. With a folder and no file, the ledger itself: whether an exercise, the last one unless given, is balanced and opens as the one before closed. A refused file is a result: exit 2 on the command line, 200 over HTTP.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: '/api/accounting/ledger-files/check' },
  cli: {
    examples: [
      'taxops ledger check 732829320FEC20241231.txt --json',
      'taxops ledger check ledger.csv --closing 2024-12-31',
      'taxops ledger check exports.zip',
      'taxops ledger check --folder 12',
    ],
  },
  query: z.object({
    ...fileOptions,
    accountingFolderId: identifier().optional().describe('Check the ledger of this folder'),
    exerciseId: identifier().optional().describe('Of that folder; the last one unless given'),
    all: z.boolean().optional().describe('Show each finding, not one line per code'),
  }),
  files: {
    many: false,
    isOptional: true,
    description: 'The FEC: text separated by tabs or |; or a zip or gz of it',
    bytes: 4 * 1024 ** 3,
  },
  output: FilesShape,
  errors: [
    ...['LedgerFileMissing', 'FileUnreadable', 'FolderNotFound', 'ExerciseNotFound', 'FolderWithoutExercise'],
    ...ARCHIVE_ERRORS,
  ],
  view: function* (result, _language, origin) {
    if (result.Files) yield filesTable(result.Files);
    yield* viewCheck(result, 'isEach' in origin && origin.isEach === true);
  },
  outcome: ({ Verdict }) => (Verdict === 'Refused' ? 'refused' : 'done'),
  run: async (ctx, { files: [file], accountingFolderId, exerciseId, all: isEach, ...options }) => {
    if (!file && accountingFolderId !== undefined)
      return { ...(await checkFolder(ctx, accountingFolderId, exerciseId)), files: null, isEach };
    if (!file) throw ledgerErrors.LedgerFileMissing();
    return { ...(await checkFiles(ctx, file, options)), isEach };
  },
});
