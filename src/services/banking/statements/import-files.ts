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
    const report = await importStatementFile(ctx, only, options);
    await tellPlanner(ctx, [report]);
    return report;
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
  await tellPlanner(ctx, reports);
  return reports;
}

const ANALYZE_TRANSACTIONS = 1_000;

/**
 * After many new transactions, once however many files brought them: until the planner knows of them, what is joined with
 * them (advices, lines of the books) is looked up as if they were a handful.
 */
async function tellPlanner(ctx: Context, reports: readonly ImportReport[]): Promise<void> {
  const created = reports
    .flatMap(({ accounts }) => accounts)
    .reduce((sum, { transactionsCreated }) => sum + transactionsCreated, 0);
  if (created >= ANALYZE_TRANSACTIONS) await (await ctx.db()).knex.raw('analyze bank_transaction, bank_sighting');
}
