/** Several statement files in a row: one that is refused does not stop the others. */
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { type ImportOptions, importStatementFile } from './import.ts';
import { type ImportReport, refusedReport } from './report.ts';
import type { StatementFile } from './survey.ts';

/** Faults of a file; anything else (a database that is away, a folder that is not there) concerns them all. */
const OWN_FAULTS: ReadonlySet<string> = new Set([
  'FileUnreadable',
  'StatementFileRefused',
  'StatementFileChanged',
  'BankAccountChanged',
]);

export async function importStatementFiles(
  ctx: Context,
  files: readonly StatementFile[],
  options: ImportOptions,
): Promise<readonly ImportReport[]> {
  const reports: ImportReport[] = [];
  for (const file of files) {
    try {
      reports.push(await importStatementFile(ctx, file, options));
    } catch (error) {
      if (!(error instanceof TaxopsError && OWN_FAULTS.has(error.code))) throw error;
      reports.push(refusedReport(file.name, error, ctx.language));
    }
  }
  return reports;
}
