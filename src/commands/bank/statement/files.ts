import { bankingErrors } from '../../../services/banking/errors.ts';
import type { InputFile } from '../../../services/kernel/stream.ts';

/** The one file of an operation that reads one. Throws StatementFileMissing. */
export function requireOneFile(files: readonly InputFile[]): InputFile {
  const [file] = files;
  if (!file) throw bankingErrors.StatementFileMissing();
  return file;
}
