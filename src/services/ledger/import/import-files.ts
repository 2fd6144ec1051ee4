/** Several files, one after the other: one that fails does not stop the others. */
import { TaxopsError } from '../../kernel/errors.ts';
import type { InputFile } from '../../kernel/stream.ts';
import type { Context } from '../../operation/context.ts';
import { ledgerErrors } from '../errors.ts';
import { type ImportOptions, importLedgerFile } from './import-file.ts';
import type { ImportReport } from './report.ts';

/** A file that could not be imported for another reason than its own content. */
export interface FailedFile {
  readonly File: string;
  readonly Status: 'Failed';
  readonly Applied: null;
  readonly Check: null;
  readonly Problem: { readonly Code: string; readonly Message: string; readonly Hint: string | null };
}

export type FileOutcome = (ImportReport & { readonly Problem: null }) | FailedFile;

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
    return { ...(await importLedgerFile(ctx, file, options)), Problem: null };
  } catch (error) {
    if (isAlone || !(error instanceof TaxopsError)) throw error;
    const Problem = {
      Code: error.code,
      Message: error.text(ctx.language),
      Hint: error.hint(ctx.language) ?? null,
    };
    return { File: file.name, Status: 'Failed', Applied: null, Check: null, Problem };
  }
}
