/** Several statement files in a row: one that is refused does not stop the others. */
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { type ImportOptions, type ImportReport, importStatementFile } from './import.ts';
import type { StatementFile } from './survey.ts';

/** Exactly one of the two is there. */
export interface FileOutcome {
  readonly fileName: string;
  readonly report?: ImportReport;
  readonly refusal?: TaxopsError;
}

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
): Promise<readonly FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const file of files) {
    try {
      outcomes.push({ fileName: file.name, report: await importStatementFile(ctx, file, options) });
    } catch (error) {
      if (!(error instanceof TaxopsError && OWN_FAULTS.has(error.code))) throw error;
      outcomes.push({ fileName: file.name, refusal: error });
    }
  }
  return outcomes;
}
