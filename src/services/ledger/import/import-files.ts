/** Several files, one after the other: one that fails does not stop the others. */
import { type GivenFile, withGivenFiles } from '../../documents/given-files.ts';
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

/** `given`: what a command line calls the file. */
export type FileOutcome = ((ImportReport & { readonly problem: null }) | FailedFile) & Pick<InputFile, 'given'>;

/**
 * Folders and archives stand for the files in them. Throws LedgerFileMissing; the failure of a file given alone is the failure of the call.
 */
export async function importLedgerFiles(
  ctx: Context,
  files: readonly InputFile[],
  options: ImportOptions,
): Promise<FileOutcome[]> {
  if (files.length === 0) throw ledgerErrors.LedgerFileMissing();
  return withGivenFiles(files, async (all) => {
    const outcomes: FileOutcome[] = [];
    for (const file of all) outcomes.push(await outcomeOf(ctx, file, options, all.length === 1));
    return outcomes;
  });
}

async function outcomeOf(
  ctx: Context,
  file: GivenFile,
  options: ImportOptions,
  isAlone: boolean,
): Promise<FileOutcome> {
  try {
    if (file.refusal) throw file.refusal;
    return { ...(await importLedgerFile(ctx, file, options)), problem: null, given: file.given };
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
