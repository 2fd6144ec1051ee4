/** What the VAT of some entries is computed from: the books around them, what was declared, and the return if one is named. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { AccountRules } from '../account-rule.ts';
import { readVatEntries, type Window } from '../books/entries.ts';
import { type BookAccounts, bookAccounts } from '../books/vat-accounts.ts';
import { vatFolderOf } from '../books/vat-folder.ts';
import { readAdvanceMode } from '../configuration/advance-mode.ts';
import { readBookBasis } from '../configuration/basis.ts';
import { openReturn } from '../drafts/draft.ts';
import { readImposed, withImposed } from '../drafts/imposed.ts';
import { countedReturns } from '../drafts/previous.ts';
import { declaredBefore, shareOf, shares } from '../drafts/share-store.ts';
import { formOf } from '../drafts/stored-return.ts';
import { elementsOf, type VatBook } from '../engine/elements.ts';
import type { PeriodShare, VatEntry, VatFolder } from '../engine/model.ts';
import { settlementsOf } from '../engine/settlement.ts';
import { periodShares, type ShareOptions } from '../engine/shares.ts';
import { type LineConfiguration, readLineConfigurations } from '../lines/store.ts';
import { firstDayOf } from '../return/first-day.ts';

/** The return that an allocation is seen from. */
export interface Seen extends Window {
  readonly procedureId: number;
  readonly form: string;
  readonly isDraft: boolean;
}

export interface VatBooks {
  readonly folder: VatFolder;
  readonly accounts: BookAccounts;
  readonly rules: AccountRules;
}

/** All that its entries need to be shown. */
export interface Computed extends VatBooks {
  readonly entries: ReadonlyMap<number, VatEntry>;
  /** By entry: what applies, and what there would be without what persons set for lines. */
  readonly applied: ReadonlyMap<number, readonly PeriodShare[]>;
  readonly initial: ReadonlyMap<number, readonly PeriodShare[]>;
  /** By entry: what payments alone make due. */
  readonly due: ReadonlyMap<number, readonly PeriodShare[]>;
  /** By line: the VAT that a person says the return declares, or the next one. */
  readonly imposed: ReadonlyMap<number, Cents>;
  /** By line. */
  readonly settings: ReadonlyMap<number, LineConfiguration>;
  /** By entry that is settled: debit less credit. */
  readonly settled: ReadonlyMap<number, Cents>;
  /** Entries with a share that a return which counts declares. */
  readonly declared: ReadonlySet<number>;
  readonly seen: Seen | undefined;
}

/** Later than every entry. */
const ALWAYS = '9999-12-31' as PlainDate;
const EVER = '0001-01-01' as PlainDate;

/** A draft is brought up to date. Throws FolderNotFound, ProcedureNotFound. */
export async function seenFrom(ctx: Context, folderId: number, procedureId?: number): Promise<Seen | undefined> {
  await getFolder(ctx, folderId);
  if (procedureId === undefined) return undefined;
  const opened = await openReturn(ctx, folderId, procedureId);
  const { procedure, group } = opened;
  return {
    procedureId,
    form: formOf(opened),
    isDraft: procedure.status === 'Draft',
    startDate: group.begin_date,
    endDate: group.end_date,
  };
}

/** Throws FolderNotFound. */
export async function readVatBooks(ctx: Context, folderId: number): Promise<VatBooks> {
  const folder = vatFolderOf(await getFolder(ctx, folderId), await readAdvanceMode((await ctx.db()).knex, folderId));
  const accounts = bookAccounts(await readBookBasis(ctx, folderId), folder);
  return { folder, accounts, rules: new AccountRules(folder, accounts.accounts) };
}

export interface Asked {
  readonly folderId: number;
  readonly entryIds: readonly number[];
  readonly seen: Seen | undefined;
}

/** In a transaction; reads the entries with those that their letters go with. */
export async function computeEntries(trx: Knex.Transaction, books: VatBooks, asked: Asked): Promise<Computed> {
  const { folder, accounts } = books;
  const { folderId, entryIds, seen } = asked;
  const hasAdvances = folder.advancePaymentMode === 'TaxIncluded';
  const entries = await readVatEntries(trx, folderId, accounts, {
    windows: [],
    endDate: ALWAYS,
    entryIds,
    hasAdvances,
  });
  const before = await declaredBefore(trx, folderId, seen?.endDate ?? ALWAYS);
  const stored = await readLineConfigurations(trx, folderId, { entryIds });
  const settings = new Map(stored.map((one) => [one.lineId, one]));
  const period = seen ?? { startDate: EVER, endDate: ALWAYS };
  const firstDay = seen ? firstDayOf(seen, await countedReturns(trx, folderId)) : '';
  const sharesIn = (ledger: readonly VatEntry[]) => {
    const book = elementsOf({ folder, ...accounts, entries: ledger });
    const options = { ...period, declared: before, firstDay };
    return { book, shares: periodShares(book, options), others: otherShares(book, options) };
  };
  const applied = sharesIn(entries.map(counted));
  const imposed = await readImposed(trx, folderId, seen?.procedureId);
  const around = { folder, accounts: accounts.accounts, entries: entries.map(counted), startDate: period.startDate };
  const declaring = withImposed(applied.shares, imposed, around);
  const initial = sharesIn(entries.map((entry) => untouched(entry, settings)));
  const wanted = new Set(entryIds);
  return {
    ...books,
    seen,
    settings,
    entries: new Map(entries.filter(({ entryId }) => wanted.has(entryId)).map((entry) => [entry.entryId, entry])),
    applied: byEntry(withOthers(seen ? await inReturn(trx, asked, declaring) : declaring, applied.others)),
    due: byEntry(applied.shares),
    imposed: new Map(imposed.filter(({ isHere }) => isHere).map(({ lineId, tax }) => [lineId, tax])),
    initial: byEntry(withOthers(initial.shares, initial.others)),
    settled: settledIn(applied.book.thirdPartyLines.groups(period.endDate, undefined)),
    declared: new Set(before.map(({ entryId }) => entryId)),
  };
}

/** Whatever the period: of what a return that is named neither declares nor defers, the rates are shown all the same. */
const otherShares = (book: VatBook, options: ShareOptions): PeriodShare[] =>
  options.endDate === ALWAYS
    ? []
    : periodShares(book, { declared: options.declared, startDate: EVER, endDate: ALWAYS, firstDay: '' }).map(
        (share) => {
          const isLater = share.element.date > options.endDate;
          return { ...leftOut(share), ...(!isLater && { deferredTax: 0n }) };
        },
      );

const keyOf = ({ element: { entryId, lineId, side, rate } }: PeriodShare): string =>
  `${entryId} ${lineId} ${side} ${rate}`;

function withOthers(own: readonly PeriodShare[], others: readonly PeriodShare[]): PeriodShare[] {
  const known = new Set(own.map(keyOf));
  return [...own, ...others.filter((share) => !known.has(keyOf(share)))];
}

/** Lines that were declared by hand still show their VAT. */
const counted = (entry: VatEntry): VatEntry => ({
  ...entry,
  lines: entry.lines.map((line) => ({ ...line, isDeclared: false })),
});

/** What persons set for lines taken away. */
const untouched = (entry: VatEntry, settings: ReadonlyMap<number, LineConfiguration>): VatEntry => ({
  ...entry,
  lines: entry.lines.map((line) => {
    const rate = settings.get(line.lineId)?.vatRate ? undefined : line.rate;
    return { ...line, isDeclared: false, distributions: undefined, rate };
  }),
});

/** The shares of the return; what it has no share of is not declared by it. */
async function inReturn(
  trx: Knex.Transaction,
  { folderId, entryIds, seen }: Asked,
  computed: readonly PeriodShare[],
): Promise<PeriodShare[]> {
  const rows = await shares(trx)
    .where({ folder_id: folderId, procedure_id: seen?.procedureId ?? 0, is_left_out: false })
    .whereRaw('entry_id = any(?)', [[...entryIds]])
    .orderBy('position');
  const taken = new Set(rows.map(({ entry_id, line_id }) => `${entry_id} ${line_id}`));
  const others = computed.filter(({ element }) => !taken.has(`${element.entryId} ${element.lineId}`));
  return [...rows.map(shareOf), ...others.map(leftOut)];
}

const leftOut = (share: PeriodShare): PeriodShare => ({
  ...share,
  toDeclare: { taxExcluded: 0n, tax: 0n },
  deferredTax: share.element.tax - share.declared.tax,
  prior: { taxExcluded: 0n, tax: 0n },
});

function byEntry(all: readonly PeriodShare[]): ReadonlyMap<number, readonly PeriodShare[]> {
  const found = new Map<number, PeriodShare[]>();
  for (const share of all) {
    const { entryId } = share.element;
    const known = found.get(entryId);
    if (known) known.push(share);
    else found.set(entryId, [share]);
  }
  return found;
}

const settledIn = (groups: Parameters<typeof settlementsOf>[0]): ReadonlyMap<number, Cents> =>
  new Map(
    [...settlementsOf(groups).byEntry].map(([entryId, parts]) => [
      entryId,
      parts.reduce((total, { amount }) => total + amount, 0n),
    ]),
  );
