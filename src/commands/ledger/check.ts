import * as z from 'zod';
import { ledgerErrors } from '../../services/ledger/errors.ts';
import { checkFec, type FecCheck } from '../../services/ledger/fec/check.ts';
import { FEC_FORMS } from '../../services/ledger/fec/columns.ts';
import { watched } from '../../services/ledger/watched.ts';
import { day, dayText } from '../operation/fields.ts';
import { type Block, defineOperation } from '../operation/operation.ts';

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
    Verdict: z.enum(['Accepted', 'Refused']),
    Findings: z.array(
      z.object({
        Code: z.string(),
        Severity: z.enum(['error', 'warning', 'info']),
        Line: z.int().nullable().describe('From 1, header included'),
        Column: z.string().nullable(),
        Message: z.string(),
      }),
    ),
    Counts: z.record(z.string(), z.int()).describe('Full number of findings per code; 1,000 of each are listed'),
    Figures: z.object({
      Entries: z.int(),
      Lines: z.int(),
      Accounts: z.int(),
      SubAccounts: z.int(),
      Journals: z.int(),
      TotalDebit: z.string(),
      TotalCredit: z.string(),
      LetterGroups: z.int(),
      PartialLetterGroups: z.int(),
      Siren: z.string().nullable(),
      ExerciseStart: dayText().nullable(),
      ExerciseEnd: dayText().nullable(),
    }),
  })
  .meta({ id: 'LedgerFileCheck' });

/** Findings shown to a person; all are in the JSON. */
const SHOWN = 40;

/** Verdict, figures and the first findings of a check. */
export function* viewCheck({ Verdict, Findings, Counts, Figures }: z.output<typeof CheckShape>): Generator<Block> {
  const { Entries, Lines, Accounts, SubAccounts, Journals, TotalDebit, TotalCredit } = Figures;
  yield {
    kind: 'table',
    columns: [
      ...['Siren', 'ExerciseStart', 'ExerciseEnd', 'Entries', 'Lines', 'Accounts', 'SubAccounts', 'Journals'].map(
        (name) => ({ name }),
      ),
    ],
    rows: [
      [Figures.Siren, Figures.ExerciseStart, Figures.ExerciseEnd, Entries, Lines, Accounts, SubAccounts, Journals],
    ],
  };
  yield {
    kind: 'table',
    columns: [
      { name: 'Verdict' },
      { name: 'TotalDebit', type: 'amount' },
      { name: 'TotalCredit', type: 'amount' },
      { name: 'LetterGroups', type: 'number' },
      { name: 'PartialLetterGroups', type: 'number' },
    ],
    rows: [[Verdict, TotalDebit, TotalCredit, Figures.LetterGroups, Figures.PartialLetterGroups]],
  };
  const total = Object.values(Counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return;
  yield {
    kind: 'table',
    title: 'Findings',
    columns: [
      { name: 'Code' },
      { name: 'Severity' },
      { name: 'Line', type: 'number' },
      { name: 'Column' },
      { name: 'Message', type: 'sentence' },
    ],
    rows: worstFirst(Findings)
      .slice(0, SHOWN)
      .map(({ Code, Severity, Line, Column, Message }) => [Code, Severity, Line, Column, Message]),
    ...(total > SHOWN && { note: `${SHOWN} / ${total}: --json` }),
  };
}

const RANKS = ['error', 'warning', 'info'];

const worstFirst = <T extends { readonly Severity: string }>(findings: readonly T[]): T[] =>
  findings.toSorted((a, b) => RANKS.indexOf(a.Severity) - RANKS.indexOf(b.Severity));

/** The check as plain JSON values. */
export const toWireCheck = ({ Verdict, Findings, Counts, Figures }: FecCheck): z.input<typeof CheckShape> => ({
  Verdict,
  Findings: [...Findings],
  Counts: { ...Counts },
  Figures: { ...Figures },
});

export const ledgerCheck = defineOperation({
  id: 'ledger.check',
  summary: { en: 'Check a ledger file (FEC)', fr: 'Contrôler un fichier des écritures (FEC)' },
  description: 'Needs no database. A refused file is a result: exit 2 on the command line, 200 over HTTP.',
  policy: { right: 'read', of: 'nobody' },
  http: { method: 'POST', path: '/api/accounting/ledger-files/check' },
  cli: {
    examples: [
      'taxops ledger check 732829320FEC20241231.txt --json',
      'taxops ledger check ledger.csv --closing 2024-12-31',
    ],
  },
  query: z.object(fileOptions),
  files: { many: false, description: 'The FEC: text separated by tabs or |' },
  output: CheckShape,
  errors: ['LedgerFileMissing', 'FileUnreadable'],
  view: viewCheck,
  outcome: ({ Verdict }) => (Verdict === 'Refused' ? 'refused' : 'done'),
  run: async (ctx, { files: [file], ...options }) => {
    if (!file) throw ledgerErrors.LedgerFileMissing();
    const { siren, closing, form, strict } = options;
    const told = { siren, closing, form, strict, language: ctx.language, fileName: file.name };
    return toWireCheck(await watched(ctx, file, (progress) => checkFec(file.path, { ...told, progress })));
  },
});
