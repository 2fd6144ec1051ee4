/** What files are and whose, before they are imported: each is read by what would import it, and nothing is written. */

import { importAssets, type LineFault } from '../../services/assets/import/import-assets.ts';
import { getFolder } from '../../services/folders/folders.ts';
import type { Kept } from '../../services/intake/intakes.ts';
import {
  type Looked,
  type LookOptions,
  lookAtLedger,
  lookAtStatements,
  lookOfError,
  NOTHING_FOUND,
} from '../../services/intake/look.ts';
import type { FoundFault } from '../../services/intake/looked-file.ts';
import type { FileKind, RecognisedFile } from '../../services/intake/recognise.ts';
import type { Context } from '../../services/operation/context.ts';
import { importForm } from '../asset/import-form.ts';
import { UNKNOWN } from '../import/files.ts';
import { wordsIn } from '../operation/invoke.ts';
import { commandErrors } from '../program/errors.ts';

type Look = (ctx: Context, file: RecognisedFile, options: LookOptions) => Promise<Looked>;

const LOOKS: Readonly<Record<FileKind, Look>> = {
  Ledger: lookAtLedger,
  Statement: lookAtStatements,
  Assets: lookAtAssets,
  Unknown: async ({ language }) => ({ ...NOTHING_FOUND, state: 'Refused', message: UNKNOWN[language] }),
};

/** Each file with what was found of it, in their order. */
export async function lookAt(ctx: Context, files: readonly RecognisedFile[], options: LookOptions): Promise<Kept> {
  const kept: Kept[number][] = [];
  const { folderId, accountId } = options;
  const place = folderId !== undefined && accountId !== undefined ? { folderId, accountId } : null;
  for (const [index, file] of files.entries()) {
    const { kind, format, name } = file;
    const looked = await (file.refusal ? Promise.reject(file.refusal) : LOOKS[kind](ctx, file, options)).catch(
      (error: unknown) => lookOfError(error, ctx.language),
    );
    kept.push([{ rank: index + 1, file: name, kind, format, ...looked, made: [], place }, file]);
  }
  return kept;
}

/** Every line is checked as an import would, and none is written. */
async function lookAtAssets(ctx: Context, file: RecognisedFile, { folderId }: LookOptions): Promise<Looked> {
  if (folderId === undefined) {
    const unplaced = lookOfError(commandErrors.FileFolderMissing({ file: file.name }), ctx.language);
    return { ...unplaced, state: 'Unplaced' };
  }
  const { name } = await getFolder(ctx, folderId);
  const form = importForm(await wordsIn(ctx.language));
  const { faults, lines } = await importAssets(ctx, folderId, file, { form, dryRun: true });
  const owner = { folderId, folder: name, account: null, startDate: null, endDate: null, count: lines, problem: null };
  return {
    ...NOTHING_FOUND,
    state: faults.length > 0 ? 'Refused' : 'ToImport',
    owners: [owner],
    findings: faults.slice(0, MOST_FAULTS).map(faultOf),
    findingCount: faults.length,
    message: null,
  };
}

const MOST_FAULTS = 500;

const faultOf = ({ line, column, code, message }: LineFault): FoundFault => ({
  severity: 'error',
  code,
  line,
  field: column,
  message,
});
