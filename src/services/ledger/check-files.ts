/** The check of a FEC, or of each of a folder or an archive of them. */
import { type GivenFile, withGivenFiles } from '../documents/given-files.ts';
import { TaxopsError } from '../kernel/errors.ts';
import type { InputFile } from '../kernel/stream.ts';
import type { Context } from '../operation/context.ts';
import { checkFec, type FecCheck, type FecFigures, type FecOptions } from './fec/check.ts';
import { wholeYear } from './fec/exercise.ts';
import { watched } from './watched.ts';

/** One of several: `check` is null for a file that could not be read, `problem` says why. */
export interface CheckedFile {
  readonly file: string;
  readonly verdict: FecCheck['verdict'];
  readonly problem: string | null;
  readonly check: FecCheck | null;
}

export interface FilesCheck extends FecCheck {
  /** Each of several files; null for one alone. */
  readonly files: readonly CheckedFile[] | null;
}

/** Of several files: the worst verdict, all findings and the sums. Throws as `checkFec` does when a file is alone. */
export const checkFiles = (ctx: Context, given: InputFile, options: FecOptions): Promise<FilesCheck> =>
  withGivenFiles([given], async (files) => {
    const [first] = files;
    if (first && files.length === 1) return { ...(await checked(ctx, first, options)), files: null };
    const each: CheckedFile[] = [];
    for (const file of files) each.push(await oneOf(ctx, file, options));
    return together(each);
  });

async function checked(ctx: Context, file: GivenFile, options: FecOptions): Promise<FecCheck> {
  if (file.refusal) throw file.refusal;
  const given = { ...options, language: ctx.language, fileName: file.name };
  return asImported(await watched(ctx, file, (progress) => checkFec(file.path, { ...given, progress })));
}

/** The exercise that an import makes of the file, where it is the first of its folder. */
function asImported(check: FecCheck): FecCheck {
  const { exerciseStart: start, exerciseEnd: end } = check.figures;
  if (check.isStartTold || start === null || end === null) return check;
  return { ...check, figures: { ...check.figures, exerciseStart: wholeYear({ start, end }).start } };
}

async function oneOf(ctx: Context, file: GivenFile, options: FecOptions): Promise<CheckedFile> {
  try {
    const check = await checked(ctx, file, options);
    return { file: file.name, verdict: check.verdict, problem: null, check };
  } catch (error) {
    if (!(error instanceof TaxopsError)) throw error;
    const problem = [error.text(ctx.language), error.hint(ctx.language)].filter(Boolean).join(' ');
    return { file: file.name, verdict: 'Refused', problem, check: null };
  }
}

function together(files: readonly CheckedFile[]): FilesCheck {
  const checks = files.flatMap(({ check }) => check ?? []);
  const counts: Record<string, number> = {};
  for (const check of checks)
    for (const [code, count] of Object.entries(check.counts)) counts[code] = (counts[code] ?? 0) + count;
  return {
    verdict: files.some(({ verdict }) => verdict === 'Refused') ? 'Refused' : 'Accepted',
    findings: files.flatMap(({ file, check }) =>
      (check?.findings ?? []).map((finding) => ({ ...finding, message: `${file}: ${finding.message}` })),
    ),
    counts,
    figures: checks.map(({ figures }) => figures).reduce(sum, NOTHING),
    isStartTold: true,
    files,
  };
}

const NOTHING: FecFigures = {
  entries: 0,
  lines: 0,
  accounts: 0,
  subAccounts: 0,
  journals: 0,
  totalDebit: 0n,
  totalCredit: 0n,
  letterGroups: 0,
  partialLetterGroups: 0,
  siren: null,
  exerciseStart: null,
  exerciseEnd: null,
};

/** Entries, lines and amounts add up; accounts and journals are those of each file, counted one after the other. */
const sum = (a: FecFigures, b: FecFigures): FecFigures => ({
  ...NOTHING,
  entries: a.entries + b.entries,
  lines: a.lines + b.lines,
  accounts: a.accounts + b.accounts,
  subAccounts: a.subAccounts + b.subAccounts,
  journals: a.journals + b.journals,
  totalDebit: a.totalDebit + b.totalDebit,
  totalCredit: a.totalCredit + b.totalCredit,
  letterGroups: a.letterGroups + b.letterGroups,
  partialLetterGroups: a.partialLetterGroups + b.partialLetterGroups,
});
