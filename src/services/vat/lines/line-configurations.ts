/** VAT of single entry lines: rate, category and exigibility that win over those of their account. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { type Language, TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { readBookBasis } from '../configuration/basis.ts';
import { configurationAt } from '../configuration/configuration.ts';
import { COUNTS } from '../drafts/previous.ts';
import { vatErrors } from '../errors.ts';
import { type CategoryOf, LineBook, type LineChange } from './line-book.ts';
import {
  type LineConfiguration,
  type LineConfigurationFilter,
  readLineConfigurations,
  writeLineConfigurations,
} from './store.ts';

/** By entry and line; of some entries where they are named. Throws FolderNotFound. */
export async function listLineConfigurations(
  ctx: Context,
  folderId: number,
  filter?: LineConfigurationFilter,
): Promise<LineConfiguration[]> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  return withDeclared(knex, folderId, await readLineConfigurations(knex, folderId, filter));
}

/** A line that a return which counts declares is Declared as long as that return counts; what is stored stays. */
async function withDeclared(
  knex: Knex,
  folderId: number,
  all: readonly LineConfiguration[],
): Promise<LineConfiguration[]> {
  const declared = await declaredLines(knex, folderId, all);
  return all.map((one) => (declared.has(one.lineId) ? { ...one, status: 'Declared' } : one));
}

/**
 * Creates or changes the setting of one line. Throws FolderNotFound, EntryNotFound, EntryLineNotFound,
 * LineAccountDiffers, VatCategoryUnknown, VatCombinationInvalid, LineAlreadyDeclared.
 */
export async function saveLineConfiguration(
  ctx: Context,
  folderId: number,
  change: LineChange,
): Promise<LineConfiguration> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return db.transaction(async (trx) => {
    const categoryOf = await accountCategories(within(ctx, trx), folderId);
    const declared = await declaredLines(trx, folderId, [change]);
    const book = await LineBook.open(trx, folderId, [change], { categoryOf, declared });
    book.change(change, ctx.clock.now());
    await writeLineConfigurations(trx, book.changed());
    const stored = await readLineConfigurations(trx, folderId, { lineIds: [change.lineId] });
    const [saved] = await withDeclared(trx, folderId, stored);
    if (!saved) throw vatErrors.EntryLineNotFound({ folderId, entryId: change.entryId, lineId: change.lineId });
    return saved;
  });
}

/** Those of which a return that counts declares something; tax that is deducted goes with all the lines of its entry. */
async function declaredLines(
  knex: Knex,
  folderId: number,
  lines: readonly Pick<LineChange, 'lineId'>[],
): Promise<ReadonlySet<number>> {
  if (lines.length === 0) return new Set();
  const { rows }: { rows: { id: number }[] } = await knex.raw(
    `select distinct l.id
     from entry_line l
     join vat_share s on s.folder_id = l.folder_id and s.entry_id = l.entry_id
       and (s.line_id = l.id or s.side = 'Deductible')
     join vat_procedure p on p.folder_id = s.folder_id and p.id = s.procedure_id
     where l.folder_id = ? and l.id = any(?) and s.is_taken and ${COUNTS}
       and (s.declare_base_cents <> 0 or s.declare_tax_cents <> 0)`,
    [folderId, lines.map(({ lineId }) => lineId)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** What is configured, or guessed, for the accounts of a folder. */
async function accountCategories(ctx: Context, folderId: number): Promise<CategoryOf> {
  const basis = await readBookBasis(ctx, folderId);
  return ({ accountId, subAccountId }) => {
    const own = basis.subAccounts.has(subAccountId ?? 0) ? { accountId, subAccountId } : { accountId };
    return configurationAt(basis, own).effective.vatCategory;
  };
}

export interface LineImport {
  /** Lines that had no setting before. */
  readonly totalImported: number;
  readonly totalUpdated: number;
  readonly totalErrors: number;
  /** One text for each line that was left out, with its identifiers. */
  readonly errors: readonly string[];
}

/** Lines in one statement: PostgreSQL takes 65,535 parameters. */
const BATCH = 4_000;

/**
 * Saves those that can be, with source FecImport, in one transaction; says why the others are left out. The last one
 * wins when a line comes twice. Throws FolderNotFound.
 */
export async function importLineConfigurations(
  ctx: Context,
  folderId: number,
  changes: readonly LineChange[],
): Promise<LineImport> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return db.transaction(async (trx) => {
    const counts = { imported: 0, updated: 0 };
    const errors: string[] = [];
    const categoryOf = await accountCategories(within(ctx, trx), folderId);
    for (let start = 0; start < changes.length; start += BATCH) {
      const batch = changes.slice(start, start + BATCH);
      const declared = await declaredLines(trx, folderId, batch);
      const book = await LineBook.open(trx, folderId, batch, { categoryOf, declared });
      for (const change of batch) {
        const failure = attempt(() => {
          counts[book.change({ ...change, source: 'FecImport' }, ctx.clock.now()) ? 'updated' : 'imported']++;
        });
        if (failure) errors.push(errorText(change, failure, ctx.language));
      }
      await writeLineConfigurations(trx, book.changed());
    }
    return {
      totalImported: counts.imported,
      totalUpdated: counts.updated,
      totalErrors: errors.length,
      errors,
    };
  });
}

function attempt(act: () => void): TaxopsError | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof TaxopsError) return error;
    throw error;
  }
}

const PLACE = {
  en: (entryId: number, lineId: number) => `Entry ${entryId}, line ${lineId}: `,
  fr: (entryId: number, lineId: number) => `Écriture ${entryId}, ligne ${lineId} : `,
} as const;

const errorText = ({ entryId, lineId }: LineChange, error: TaxopsError, language: Language): string =>
  PLACE[language](entryId, lineId) + error.text(language);
