/** Several files, one after the other: one that fails does not stop the others. */
import { TaxopsError } from '../../kernel/errors.ts';
import type { InputFile } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { ledgerErrors } from '../errors.ts';
import { type ImportOptions, importLedgerFile } from './import-file.ts';
import type { ImportReport } from './report.ts';

/** A file that could not be imported for another reason than its own content. */
export interface FailedFile {
  readonly file: string;
  readonly status: 'Failed';
  readonly applied: null;
  readonly check: null;
  readonly problem: { readonly code: string; readonly message: string; readonly hint: string | null };
}

export type FileOutcome = (ImportReport & { readonly problem: null }) | FailedFile;

/** Throws LedgerFileMissing; the failure of a file given alone is the failure of the call. */
export async function importLedgerFiles(
  ctx: Context,
  files: readonly InputFile[],
  options: ImportOptions,
): Promise<FileOutcome[]> {
  if (files.length === 0) throw ledgerErrors.LedgerFileMissing();
  const outcomes: FileOutcome[] = [];
  for (const file of files) outcomes.push(await outcomeOf(ctx, file, options, files.length === 1));
  return outcomes;
}

async function outcomeOf(
  ctx: Context,
  file: InputFile,
  options: ImportOptions,
  isAlone: boolean,
): Promise<FileOutcome> {
  try {
    return { ...(await importLedgerFile(ctx, file, options)), problem: null };
  } catch (error) {
    if (isAlone || !(error instanceof TaxopsError)) throw error;
    const problem = {
      code: error.code,
      message: error.text(ctx.language),
      hint: error.hint(ctx.language) ?? null,
    };
    return { file: file.name, status: 'Failed', applied: null, check: null, problem };
  }
}
