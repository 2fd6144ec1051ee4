/** Several statement files in a row: one that is refused does not stop the others. */
import { type GivenFile, withGivenFiles } from '../../documents/given-files.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { type ImportOptions, importStatementFile } from './import.ts';
import { type ImportReport, refusedReport } from './report.ts';
import type { StatementFile } from './survey.ts';

/**
 * Files as they are given: archives stand for what they hold. One report when one file was given that holds one, else one
 * for each in order. Throws what `importStatementFile` does, and of a single archive what is wrong with it.
 */
export const importGivenFiles = (
  ctx: Context,
  given: readonly StatementFile[],
  options: ImportOptions,
): Promise<ImportReport | readonly ImportReport[]> =>
  withGivenFiles(given, async (files) => {
    const [only] = files;
    if (!only || files.length > 1) return importStatementFiles(ctx, files, options);
    if (only.refusal) throw only.refusal;
    return importStatementFile(ctx, only, options);
  });

/** Faults of a file; anything else (a database that is away, a folder that is not there) concerns them all. */
const OWN_FAULTS: ReadonlySet<string> = new Set([
  'FileUnreadable',
  'StatementFileRefused',
  'StatementFileChanged',
  'BankAccountChanged',
  'StatementAccountMissing',
  'PeriodReconciled',
  'ArchiveDamaged',
  'ArchiveEmpty',
  'ArchiveTooLarge',
]);

export async function importStatementFiles(
  ctx: Context,
  files: readonly GivenFile[],
  options: ImportOptions,
): Promise<readonly ImportReport[]> {
  const reports: ImportReport[] = [];
  for (const file of files) {
    try {
      if (file.refusal) throw file.refusal;
      reports.push(await importStatementFile(ctx, file, options));
    } catch (error) {
      if (!(error instanceof TaxopsError && OWN_FAULTS.has(error.code))) throw error;
      reports.push(refusedReport(file.name, error, ctx.language));
    }
  }
  return reports;
}
