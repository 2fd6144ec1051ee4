/**
 * Stores with lines what their computation gives: the tax-excluded amount, what is at no rate of it, and the VAT to
 * declare. What a person set stays. Only what changed is written.
 */
import type { Knex } from 'knex';
import { type Language, TaxopsError } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { ledgerErrors } from '../../ledger/errors.ts';
import type { Context } from '../../operation/context.ts';
import { lockDraft } from '../drafts/stored-return.ts';
import { sum } from '../engine/sharing.ts';
import { vatErrors } from '../errors.ts';
import { type LineConfigurationRow, lineConfigurations, writeLineConfigurations } from '../lines/store.ts';
import { editable, refuseMany } from './change.ts';
import { type Computed, computeEntries, readVatBooks, type Seen, seenFrom } from './context.ts';
import { type AllocationLine, baseOf, isAdvance, readAllocation } from './entries.ts';
import { SCOPE_ACCOUNTS } from './filter.ts';
import type { LineKey } from './show.ts';
import { isKnown, type Spread, spreadsOf } from './spread.ts';

export interface Calculated {
  readonly isSuccessful: boolean;
  readonly errorMessage: string | null;
  /** Null when there is no such line. */
  readonly entryLine: AllocationLine | null;
}

export interface CalculatedLines {
  readonly results: readonly Calculated[];
  readonly totalProcessed: number;
  readonly successCount: number;
  readonly failureCount: number;
  readonly isSuccessful: boolean;
}

interface Asked {
  readonly dryRun: boolean;
  readonly seen?: Seen | undefined;
}

/** Entries read at once. */
const BATCH = 1000;

/** One result for each, in the order given; a failure stops none of the others. Throws FolderNotFound, BatchTooLarge. */
export async function calculateLines(
  ctx: Context,
  folderId: number,
  { lines, dryRun }: { readonly lines: readonly LineKey[]; readonly dryRun: boolean },
): Promise<CalculatedLines> {
  refuseMany(lines);
  await seenFrom(ctx, folderId);
  return calculateAll(ctx, folderId, lines, { dryRun });
}

/** Throws FolderNotFound, EntryNotFound, EntryLineNotFound. */
export async function calculateLine(
  ctx: Context,
  folderId: number,
  { dryRun, ...place }: LineKey & { readonly dryRun: boolean },
): Promise<Calculated> {
  const { results } = await calculateLines(ctx, folderId, { lines: [place], dryRun });
  const [result] = results;
  if (result?.entryLine) return result;
  const { knex } = await ctx.db();
  const entry = await knex('entry').where({ folder_id: folderId, id: place.entryId }).first('id');
  throw entry
    ? vatErrors.EntryLineNotFound({ folderId, ...place })
    : ledgerErrors.EntryNotFound({ folderId, entryId: place.entryId });
}

/**
 * The lines of third parties of the invoices dated in the period of a draft, by day. What is done stays when a later part
 * fails: asked again, it writes what is left. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus.
 */
export async function processReturn(ctx: Context, folderId: number, procedureId: number): Promise<CalculatedLines> {
  const seen = await seenFrom(ctx, folderId, procedureId);
  const db = await ctx.db();
  await db.transaction((trx) => lockDraft(trx, folderId, procedureId));
  const { rows } = await db.knex.raw(DOCUMENTS, {
    folderId,
    start: seen?.startDate ?? null,
    end: seen?.endDate ?? null,
    scopes: Object.values(SCOPE_ACCOUNTS),
  });
  return calculateAll(ctx, folderId, rows, { dryRun: false, seen });
}

/** Payments have no line of an operation or of tax; invoices to come or to be made are of nobody yet. */
const DOCUMENTS = `
  select l.entry_id as "entryId", l.id as "lineId" from entry_line l
  join account a on a.folder_id = l.folder_id and a.id = l.account_id
  where l.folder_id = :folderId and l.entry_date between :start and :end
    and exists (select from unnest(:scopes::text[]) p where starts_with(a.number, p))
    and a.number !~ '^4[01]8'
    and exists (select from entry_line o join account b on b.folder_id = o.folder_id and b.id = o.account_id
                where o.folder_id = l.folder_id and o.entry_id = l.entry_id and b.number ~ '^(2|445|6|7)')
  order by l.entry_date, l.id`;

async function calculateAll(
  ctx: Context,
  folderId: number,
  lines: readonly LineKey[],
  asked: Asked,
): Promise<CalculatedLines> {
  const results: Calculated[] = [];
  for (let start = 0; start < lines.length; start += BATCH)
    results.push(...(await calculateBatch(ctx, folderId, lines.slice(start, start + BATCH), asked)));
  const successCount = results.filter(({ isSuccessful }) => isSuccessful).length;
  const failureCount = results.length - successCount;
  return { results, totalProcessed: results.length, successCount, failureCount, isSuccessful: failureCount === 0 };
}

async function calculateBatch(
  ctx: Context,
  folderId: number,
  lines: readonly LineKey[],
  { dryRun, seen }: Asked,
): Promise<Calculated[]> {
  const books = await readVatBooks(ctx, folderId);
  const reading = { folderId, entryIds: [...new Set(lines.map(({ entryId }) => entryId))], seen };
  return (await ctx.db()).transaction(async (trx) => {
    const computed = await computeEntries(trx, books, reading);
    const outcomes = lines.map((line) => attempt(() => amountsOf(line, folderId, computed), ctx.language));
    if (!dryRun)
      await writeChanged(
        trx,
        folderId,
        outcomes.flatMap(({ rows }) => rows ?? []),
        ctx.clock.now(),
      );
    const entries = await readAllocation(trx, books, reading);
    const shown = new Map(
      entries.flatMap((entry) => entry.lines.map((line) => [`${entry.id} ${line.id}`, line] as const)),
    );
    return lines.map(({ entryId, lineId }, place) => {
      const errorMessage = outcomes[place]?.message ?? null;
      return {
        isSuccessful: errorMessage === null,
        errorMessage,
        entryLine: shown.get(`${entryId} ${lineId}`) ?? null,
      };
    });
  });
}

type Amounts = Pick<
  LineConfigurationRow,
  'tax_excluded_cents' | 'tax_excluded_remaining_cents' | 'vat_to_declare_cents'
> & {
  readonly entry_id: number;
  readonly line_id: number;
};

/** Throws EntryNotFound, EntryLineNotFound, LineWithoutVat, LineAlreadyDeclared. */
function amountsOf(place: LineKey, folderId: number, computed: Computed): Amounts[] {
  const { entryId, lineId } = place;
  const entry = computed.entries.get(entryId);
  if (!entry) throw ledgerErrors.EntryNotFound({ folderId, entryId });
  if (!entry.lines.some((line) => line.lineId === lineId))
    throw vatErrors.EntryLineNotFound({ folderId, entryId, lineId });
  const { facts, targets } = editable(place, computed);
  const spreads = spreadsOf(facts, computed.applied.get(place.entryId) ?? [], computed.folder.territory);
  return targets.map((line_id) => {
    const own = spreads.get(line_id) ?? [];
    const base = isAdvance(line_id, facts) ? total(own, 'taxExcludedAmount') : baseOf(line_id, facts);
    return {
      entry_id: place.entryId,
      line_id,
      tax_excluded_cents: base,
      tax_excluded_remaining_cents: base - total(own.filter(isKnown), 'taxExcludedAmount'),
      vat_to_declare_cents: total(own, 'vatAmountToDeclare'),
    };
  });
}

const total = (spreads: readonly Spread[], name: 'taxExcludedAmount' | 'vatAmountToDeclare'): Cents =>
  sum(spreads.map((one) => one[name]));

interface Attempt {
  readonly rows?: readonly Amounts[];
  readonly message?: string;
}

function attempt(work: () => readonly Amounts[], language: Language): Attempt {
  try {
    return { rows: work() };
  } catch (error) {
    if (error instanceof TaxopsError) return { message: error.text(language) };
    throw error;
  }
}

const AMOUNTS = ['tax_excluded_cents', 'tax_excluded_remaining_cents', 'vat_to_declare_cents'] as const;
const NEW = {
  vat_rate: null,
  vat_category: null,
  exigibility: null,
  custom_vat_rate: null,
  imposed_vat_cents: null,
  imposed_procedure_id: null,
} as const;

async function writeChanged(
  trx: Knex.Transaction,
  folderId: number,
  amounts: readonly Amounts[],
  now: string,
): Promise<void> {
  const byLine = new Map(amounts.map((one) => [one.line_id, one]));
  const rows = await lineConfigurations(trx)
    .where({ folder_id: folderId })
    .whereRaw('line_id = any(?)', [[...byLine.keys()]])
    .orderBy('line_id')
    .forUpdate();
  const known = new Map(rows.map((row) => [row.line_id, row]));
  const changed = [...byLine.values()].flatMap((one): LineConfigurationRow[] => {
    const before = known.get(one.line_id);
    const isSame = before && (before.source === 'Manual' || AMOUNTS.every((name) => before[name] === one[name]));
    const made = { ...NEW, source: 'Automatic', status: 'Draft' } as const;
    return isSame ? [] : [{ ...made, ...before, ...one, folder_id: folderId, updated_at: now }];
  });
  for (let start = 0; start < changed.length; start += BATCH)
    await writeLineConfigurations(trx, changed.slice(start, start + BATCH));
}
