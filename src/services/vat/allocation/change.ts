/** Changes of the VAT of lines: their rate, how they are spread over rates, whether they are declared. */
import type { Knex } from 'knex';
import { type Cents, formatAmount, magnitude } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { lineDistributions } from '../books/line-settings.ts';
import { refuseCombination } from '../combination.ts';
import { configurationErrors } from '../configuration/errors.ts';
import { atIndex } from '../configuration/save.ts';
import { lockDraft } from '../drafts/stored-return.ts';
import { bumpWatch } from '../drafts/watch.ts';
import { EntryLines } from '../engine/entry-lines.ts';
import type { VatRate } from '../engine/model.ts';
import { crossShare, largestOf, share, sum, withGap } from '../engine/sharing.ts';
import { vatErrors } from '../errors.ts';
import { LineBook, type LineChange } from '../lines/line-book.ts';
import { lineConfigurations, writeLineConfigurations } from '../lines/store.ts';
import { taxOf } from '../rates.ts';
import { type Computed, computeEntries, readVatBooks, type Seen, seenFrom, type VatBooks } from './context.ts';
import { type AllocationLine, baseOf, isAdvance, readAllocation, targetsOf } from './entries.ts';
import type { LineKey } from './show.ts';
import { type EntryFacts, factsOf, spreadsOf } from './spread.ts';

/** Lines of one call at most. */
export const LINE_LIMIT = 10_000;

/** Throws BatchTooLarge. */
export function refuseMany(lines: readonly unknown[]): void {
  if (lines.length > LINE_LIMIT) throw configurationErrors.BatchTooLarge({ count: lines.length, limit: LINE_LIMIT });
}

interface Place extends LineKey {
  readonly accountId?: number | undefined;
  readonly subAccountId?: number | null | undefined;
}

export interface RateChange extends Place {
  readonly vatRate: VatRate;
}

/** What a change of some lines works on. */
interface Opened {
  readonly trx: Knex.Transaction;
  readonly folderId: number;
  readonly computed: Computed;
  readonly now: string;
}

/** The lines as they are after the work, in the order given; all or nothing. */
const changing = (
  ctx: Context,
  folderId: number,
  places: readonly Place[],
  work: (opened: Opened) => Promise<void>,
): Promise<AllocationLine[]> =>
  working(ctx, folderId, places, async (opened) => {
    await work(opened);
    return linesAt(opened.trx, { books: opened.computed, folderId, seen: undefined }, places);
  });

/** The same for who reads the lines afterwards, as a return shows them. */
async function working<T>(
  ctx: Context,
  folderId: number,
  places: readonly Place[],
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const books = await readVatBooks(ctx, folderId);
  return (await ctx.db()).transaction(async (trx) => {
    const computed = await computeEntries(trx, books, { folderId, entryIds: idsOf(places), seen: undefined });
    return work({ trx, folderId, computed, now: ctx.clock.now() });
  });
}

const idsOf = (places: readonly Place[]): number[] => [...new Set(places.map(({ entryId }) => entryId))];

interface Reading {
  readonly books: VatBooks;
  readonly folderId: number;
  readonly seen: Seen | undefined;
}

/** In the order given. Throws EntryLineNotFound. */
export async function linesAt(
  trx: Knex.Transaction,
  { books, ...asked }: Reading,
  places: readonly LineKey[],
): Promise<AllocationLine[]> {
  const entries = await readAllocation(trx, books, { ...asked, entryIds: idsOf(places) });
  const lines = new Map(entries.flatMap((entry) => entry.lines.map((line) => [line.id, line] as const)));
  return places.map(({ entryId, lineId }) => {
    const line = lines.get(lineId);
    if (!line) throw vatErrors.EntryLineNotFound({ folderId: asked.folderId, entryId, lineId });
    return line;
  });
}

/** What the entry of a line is, and the lines that it stands for. Throws LineWithoutVat, LineAlreadyDeclared. */
export function editable({ entryId, lineId }: LineKey, computed: Computed): { facts: EntryFacts; targets: number[] } {
  const { facts, targets } = standing({ entryId, lineId }, computed);
  const byHand = targets.some((id) => computed.settings.get(id)?.status === 'Declared');
  if (byHand || computed.declared.has(entryId)) throw vatErrors.LineAlreadyDeclared({ entryId, lineId });
  return { facts, targets };
}

function standing({ entryId, lineId }: LineKey, computed: Computed): { facts: EntryFacts; targets: number[] } {
  const facts = factsAt(entryId, computed);
  const targets = facts ? targetsOf(lineId, facts) : [];
  if (!facts || targets.length === 0) throw vatErrors.LineWithoutVat({ entryId, lineId });
  return { facts, targets };
}

export function factsAt(entryId: number, { entries, rules, folder }: Computed): EntryFacts | undefined {
  const entry = entries.get(entryId);
  return entry && factsOf(new EntryLines(entry, rules, folder.advancePaymentMode));
}

const bookOf = (trx: Knex.Transaction, folderId: number, places: readonly Place[], targets: readonly LineKey[]) =>
  LineBook.open(trx, folderId, [...places, ...targets] as LineChange[]);

/** What each line of an entry stands for, as places of their own. */
const lineKeys = (entryId: number, ids: readonly number[]): LineKey[] => ids.map((lineId) => ({ entryId, lineId }));

/**
 * One rate for each of some lines; what was spread before is taken away. All or nothing: a failure names its index. Throws
 * FolderNotFound, BatchTooLarge, EntryNotFound, EntryLineNotFound, LineAccountDiffers, LineWithoutVat,
 * LineAlreadyDeclared, VatCombinationInvalid.
 */
export async function setRates(
  ctx: Context,
  folderId: number,
  changes: readonly RateChange[],
  isList = true,
): Promise<AllocationLine[]> {
  refuseMany(changes);
  return changing(ctx, folderId, changes, async ({ trx, computed, now }) => {
    const all = changes.flatMap(({ entryId }) => lineKeys(entryId, basesAt(entryId, computed)));
    const book = await bookOf(trx, folderId, changes, all);
    for (const [index, { vatRate, ...place }] of changes.entries())
      atIndex(isList, index, () => {
        book.check(place);
        const { facts, targets } = editable(place, computed);
        refuseRates(facts, targets, [vatRate]);
        for (const key of lineKeys(place.entryId, targets))
          book.change({ ...key, vatRate, source: 'Manual', ...FREE }, now);
      });
    const changed = book.changed();
    await writeLineConfigurations(trx, changed);
    const single = changed.filter(({ vat_rate }) => vat_rate !== 'MultipleRates');
    await clearDistributions(
      trx,
      folderId,
      single.map(({ line_id }) => line_id),
    );
  });
}

/** By the category that counts of each line, its own or that of its account. Throws VatCombinationInvalid. */
function refuseRates({ bases }: EntryFacts, targets: readonly number[], rates: readonly VatRate[]): void {
  for (const { rule } of bases.filter(({ line }) => targets.includes(line.lineId)))
    for (const rate of rates) refuseCombination(rule.category?.code, rate);
}

const basesAt = (entryId: number, computed: Computed): number[] => {
  const { bases = [], advances = [] } = factsAt(entryId, computed) ?? {};
  return [...bases, ...advances].map(({ line }) => line.lineId);
};

const clearDistributions = (trx: Knex.Transaction, folderId: number, lineIds: readonly number[]) =>
  lineDistributions(trx)
    .where({ folder_id: folderId })
    .whereRaw('line_id = any(?)', [[...lineIds]])
    .delete();

export interface Distributed extends Place {
  readonly procedureId?: number | undefined;
  readonly vatAmountToDeclare: Cents;
  readonly distributions: readonly { readonly vatRate: VatRate; readonly htAmount: Cents }[];
}

/**
 * Spreads a line over rates. Throws FolderNotFound, ProcedureNotFound, ProcedureNotInDraftStatus, EntryNotFound,
 * EntryLineNotFound, LineAccountDiffers, LineWithoutVat, LineAlreadyDeclared, DistributionsDoNotSum, AmountBeyondVat,
 * VatCombinationInvalid.
 */
export async function distribute(ctx: Context, folderId: number, change: Distributed): Promise<AllocationLine> {
  const { procedureId, vatAmountToDeclare, distributions, ...place } = change;
  const seen = await seenFrom(ctx, folderId, procedureId);
  await working(ctx, folderId, [place], async (opened) => {
    const { trx, computed, now } = opened;
    if (procedureId !== undefined) await lockDraft(trx, folderId, procedureId);
    const keys = lineKeys(place.entryId, basesAt(place.entryId, computed));
    const book = await bookOf(trx, folderId, [place], keys);
    book.check(place);
    const { facts, targets } = editable(place, computed);
    if (isAdvance(place.lineId, facts)) throw vatErrors.LineWithoutVat({ ...keyOf(place) });
    refuseRates(
      facts,
      targets,
      distributions.map(({ vatRate }) => vatRate),
    );
    const taxes = checked(change, facts, { ...computed, seen });
    const parts = partsOf(change, taxes, { facts, targets });
    for (const lineId of targets) {
      const [only, ...others] = distributions;
      const vatRate = only && others.length === 0 ? only.vatRate : 'MultipleRates';
      const amounts = { taxExcludedCents: baseOf(lineId, facts), taxExcludedRemainingCents: 0n };
      const setting = { vatRate, source: 'Manual' as const, ...FREE };
      book.change({ entryId: place.entryId, lineId, ...amounts, ...setting }, now);
    }
    await writeLineConfigurations(trx, book.changed());
    await clearDistributions(trx, folderId, targets);
    const row = { folder_id: folderId, entry_id: place.entryId };
    if (parts.length > 0) await lineDistributions(trx).insert(parts.map((part) => ({ ...row, ...part })));
    await impose({ ...opened, seen }, change, targets);
  });
  return lineSeenFrom(ctx, folderId, place, procedureId);
}

const keyOf = ({ entryId, lineId }: LineKey): LineKey => ({ entryId, lineId });

/** Follows payments again. */
const FREE = { imposedVatCents: null, imposedProcedureId: null } as const;

/** Writes what is to be declared where it is not what payments make due, so that the others still follow them. */
async function impose(
  { trx, folderId, computed: books, now, seen }: Opened & { readonly seen: Seen | undefined },
  { entryId, lineId, vatAmountToDeclare, procedureId }: Distributed,
  targets: readonly number[],
): Promise<void> {
  const computed = await computeEntries(trx, books, { folderId, entryIds: [entryId], seen });
  const facts = factsAt(entryId, computed);
  const spreads = facts && spreadsOf(facts, computed.due.get(entryId) ?? [], computed.folder.territory);
  const of = (id: number, name: 'vatAmount' | 'vatAmountToDeclare') =>
    sum((spreads?.get(id) ?? []).map((one) => one[name]));
  const gap = vatAmountToDeclare - of(lineId, 'vatAmountToDeclare');
  const amounts = share(
    sum(targets.map((id) => of(id, 'vatAmountToDeclare'))) + gap,
    targets.map((id) => of(id, 'vatAmount')),
  );
  const keys = lineKeys(entryId, targets);
  const book = await bookOf(trx, folderId, [], keys);
  for (const [at, key] of keys.entries()) {
    const vatToDeclareCents = amounts[at] ?? 0n;
    const imposed = { imposedVatCents: vatToDeclareCents, imposedProcedureId: procedureId ?? null };
    book.change({ ...key, vatToDeclareCents, ...(gap !== 0n && imposed) }, now);
  }
  await writeLineConfigurations(trx, book.changed());
}

/** As the return shows it, which is computed again where it is a draft. */
async function lineSeenFrom(
  ctx: Context,
  folderId: number,
  place: LineKey,
  procedureId: number | undefined,
): Promise<AllocationLine> {
  const seen = await seenFrom(ctx, folderId, procedureId);
  const books = await readVatBooks(ctx, folderId);
  const [line] = await (await ctx.db()).transaction((trx) => linesAt(trx, { books, folderId, seen }, [place]));
  if (!line) throw vatErrors.EntryLineNotFound({ folderId, ...place });
  return line;
}

const TOLERANCE = 2n; // cents

/** The tax at each rate: what it bears, rounding on the largest. Throws DistributionsDoNotSum, AmountBeyondVat. */
function checked(change: Distributed, facts: EntryFacts, computed: Computed): Cents[] {
  const { entryId, lineId, distributions, vatAmountToDeclare: asked } = change;
  const amounts = distributions.map(({ htAmount }) => htAmount);
  const expected = baseOf(lineId, facts);
  const gap = expected - sum(amounts);
  if (gap !== 0n) throw vatErrors.DistributionsDoNotSum({ expected: formatAmount(expected), gap: formatAmount(gap) });
  const spreads = spreadsOf(facts, computed.applied.get(entryId) ?? [], computed.folder.territory).get(lineId) ?? [];
  const taxes = distributions.map(({ vatRate, htAmount }) => taxOf(htAmount, vatRate));
  const held = sum(spreads.map(({ vatAmount }) => vatAmount));
  const booked = spreads.length > 0 ? held : sum(taxes);
  const isRounding = magnitude(booked - sum(taxes)) <= TOLERANCE;
  const exact = isRounding ? withGap(booked, taxes, largestOf(taxes)) : taxes;
  const declared = sum(spreads.map(({ vatAmountDeclared }) => vatAmountDeclared));
  const left = isLater(entryId, computed) ? 0n : (facts.isCustomer ? sum(exact) : held) - declared;
  const isWithin = left < 0n ? asked <= 0n && asked >= left : asked >= 0n && asked <= left;
  if (!isWithin) throw vatErrors.AmountBeyondVat({ amount: formatAmount(asked), left: formatAmount(left) });
  return exact;
}

/** After the return that is named, which cannot declare it. */
const isLater = (entryId: number, { entries, seen }: Computed): boolean =>
  seen !== undefined && (entries.get(entryId)?.date ?? '') > seen.endDate;

interface Part {
  readonly line_id: number;
  readonly vat_rate: VatRate;
  readonly tax_excluded_cents: Cents;
  readonly tax_cents: Cents;
}

/** The rates of a third party are those of the operations of its entry, each in proportion. */
function partsOf(
  { distributions }: Distributed,
  taxes: readonly Cents[],
  { facts, targets }: { readonly facts: EntryFacts; readonly targets: readonly number[] },
): Part[] {
  const bases = crossShare(
    distributions.map(({ htAmount }) => htAmount),
    targets.map((id) => baseOf(id, facts)),
  );
  return distributions.flatMap(({ vatRate }, rate) => {
    const column = targets.map((_, at) => bases[at]?.[rate] ?? 0n);
    const own = share(taxes[rate] ?? 0n, column);
    return targets.map((line_id, at) => ({
      line_id,
      vat_rate: vatRate,
      tax_excluded_cents: column[at] ?? 0n,
      tax_cents: own[at] ?? 0n,
    }));
  });
}

/**
 * Marks by hand what was declared elsewhere, or takes the mark away. Throws FolderNotFound, EntryNotFound,
 * EntryLineNotFound, LineWithoutVat, LineAlreadyDeclared: by a return that was filed.
 */
export async function markDeclared(
  ctx: Context,
  folderId: number,
  { isDeclared, ...place }: LineKey & { readonly isDeclared: boolean },
): Promise<AllocationLine> {
  const [line] = await changing(ctx, folderId, [place], async ({ trx, computed, now }) => {
    (await bookOf(trx, folderId, [place], [])).check(place);
    const lineIds = declaredWith(place, computed);
    if (computed.declared.has(place.entryId)) throw vatErrors.LineAlreadyDeclared({ ...place });
    const keys = lineKeys(place.entryId, lineIds);
    const book = await bookOf(trx, folderId, [], keys);
    if (isDeclared) {
      for (const key of keys) book.change({ ...key, status: 'Declared' }, now);
      return writeLineConfigurations(trx, book.changed());
    }
    await lineConfigurations(trx)
      .where({ folder_id: folderId, entry_id: place.entryId, status: 'Declared' })
      .whereRaw('line_id = any(?)', [lineIds])
      .update({ status: 'Draft', updated_at: now });
  });
  if (!line) throw vatErrors.EntryLineNotFound({ folderId, ...place });
  return line;
}

/** Tax that is deducted stands on lines of its own: it goes with all the purchases of its entry. */
function declaredWith(place: LineKey, computed: Computed): number[] {
  const { facts, targets } = standing(place, computed);
  if (facts.isCustomer || isAdvance(place.lineId, facts)) return targets;
  return [...facts.bases, ...facts.taxes].map(({ line }) => line.lineId);
}

/**
 * Takes a line in or out of a draft, or marks it by hand where no return is named. Throws as markDeclared, and
 * ProcedureNotFound, ProcedureNotInDraftStatus; VatEntryNotDue: taken in before its day.
 */
export async function declareLine(
  ctx: Context,
  folderId: number,
  {
    shouldDeclare,
    procedureId,
    ...place
  }: LineKey & { readonly shouldDeclare: boolean; readonly procedureId?: number | undefined },
): Promise<AllocationLine> {
  if (procedureId === undefined) return markDeclared(ctx, folderId, { ...place, isDeclared: shouldDeclare });
  const seen = await seenFrom(ctx, folderId, procedureId);
  await working(ctx, folderId, [place], async ({ trx, computed }) => {
    await lockDraft(trx, folderId, procedureId);
    (await bookOf(trx, folderId, [place], [])).check(place);
    if (shouldDeclare && isLater(place.entryId, { ...computed, seen })) throw vatErrors.VatEntryNotDue({ ...place });
    const own = { folder_id: folderId, procedure_id: procedureId, entry_id: place.entryId };
    const lineIds = declaredWith(place, computed);
    const rest = basesAt(place.entryId, computed).filter((id) => !lineIds.includes(id));
    const whole = await trx('vat_left_out')
      .where({ ...own, line_id: 0 })
      .first('is_ignored');
    if (whole && shouldDeclare) await leaveOut(trx, own, rest);
    await trx('vat_left_out')
      .where(own)
      .whereRaw('line_id = any(?)', [[0, ...lineIds].slice(shouldDeclare ? 0 : 1)])
      .delete();
    if (!shouldDeclare) await leaveOut(trx, own, lineIds);
    await bumpWatch(trx, folderId);
  });
  return lineSeenFrom(ctx, folderId, place, procedureId);
}

const leaveOut = async (trx: Knex.Transaction, own: object, lineIds: readonly number[]): Promise<void> => {
  if (lineIds.length === 0) return;
  const rows = lineIds.map((line_id) => ({ ...own, line_id }));
  await trx('vat_left_out').insert(rows).onConflict(['folder_id', 'procedure_id', 'entry_id', 'line_id']).ignore();
};
