/** The shares of a return as the books give them: of all that it may declare, or of some entries alone. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { openVatEntries, type VatEntries, type Window } from '../books/entries.ts';
import { type BookAccounts, bookAccounts } from '../books/vat-accounts.ts';
import type { Basis } from '../configuration/basis.ts';
import { DeclaredBefore } from '../engine/declared.ts';
import { elementsRead } from '../engine/elements.ts';
import type { PeriodShare, VatEntry, VatFolder, VatIssue } from '../engine/model.ts';
import { periodShares, unmatchedPayments } from '../engine/shares.ts';
import { takenBack } from '../engine/taken-back.ts';
import { firstDayOf } from '../return/first-day.ts';
import type { PreviousProcedure } from '../return/inputs.ts';
import { goneShares, withDeclaredElements } from './gone-lines.ts';
import { readImposed, withImposed } from './imposed.ts';
import { undeclaredWindows } from './previous.ts';
import { declaredBefore } from './share-store.ts';
import { formOf, type OpenReturn } from './stored-return.ts';

export interface BooksWanted {
  readonly opened: OpenReturn;
  readonly vatFolder: VatFolder;
  readonly previous: readonly PreviousProcedure[];
  /** Every entry is to be looked at. */
  readonly everything: boolean;
  /** These alone, which must hold all that their letters go with. */
  readonly entryIds?: readonly number[] | undefined;
  /** They, where they were read last in the transaction: where they stand is still known by it. */
  readonly entries?: readonly VatEntry[] | undefined;
}

export interface BookShares {
  /** What the return declares. */
  readonly shares: readonly PeriodShare[];
  /** What a person left out of it. */
  readonly leftOut: readonly PeriodShare[];
  readonly issues: readonly VatIssue[];
}

export const NO_SHARES: BookShares = { shares: [], leftOut: [], issues: [] };

export async function bookShares(trx: Knex.Transaction, basis: Basis, wanted: BooksWanted): Promise<BookShares> {
  const { opened, vatFolder, previous } = wanted;
  const { folder, procedure, group } = opened;
  const period: Window = { startDate: group.begin_date, endDate: group.end_date };
  const firstDay = firstDayOf({ ...period, form: formOf(opened) }, previous);
  const accounts = bookAccounts(basis, vatFolder);
  const read = wanted.entries ? once(wanted.entries) : await entriesOf(trx, accounts, { ...wanted, period, firstDay });
  const imposed = await readImposed(trx, folder.id, procedure.id);
  const entries: VatEntry[] = [];
  const book = await elementsRead(
    { folder: vatFolder, ...accounts },
    keeping(read, new Set(imposed.map(({ entryId }) => entryId)), entries),
  );
  const declared = await declaredBefore(trx, folder.id, group.end_date);
  const before = new DeclaredBefore(declared, book.elements);
  const back = takenBack(before, { ...period, territory: vatFolder.territory });
  const gone = await goneShares(trx, { folderId: folder.id, endDate: group.end_date, entryIds: wanted.entryIds });
  const due = [...periodShares(book, { ...period, declared, firstDay }, before), ...gone];
  const all = [
    ...withImposed(due, imposed, { ...period, folder: vatFolder, accounts: accounts.accounts, entries }),
    ...(await withDeclaredElements(trx, folder.id, back)),
  ];
  const isLeftOut = await leftOutOf(trx, folder.id, procedure.id);
  return {
    shares: all.filter(({ element }) => !isLeftOut(element)),
    leftOut: all.filter(({ element }) => isLeftOut(element)),
    issues: [...book.issues, ...unmatchedPayments(book, period)],
  };
}

async function* once(entries: readonly VatEntry[]): VatEntries {
  yield entries;
}

/** The entries, of which those that a person decided about are kept too. */
async function* keeping(entries: VatEntries, wanted: ReadonlySet<number>, kept: VatEntry[]): VatEntries {
  for await (const some of entries) {
    if (wanted.size > 0) kept.push(...some.filter(({ entryId }) => wanted.has(entryId)));
    yield some;
  }
}

interface Days {
  readonly period: Window;
  readonly firstDay: PlainDate;
}

const entriesOf = (
  trx: Knex.Transaction,
  accounts: BookAccounts,
  { opened, vatFolder, previous, everything, entryIds, period, firstDay }: BooksWanted & Days,
) =>
  openVatEntries(trx, opened.folder.id, accounts, {
    windows: undeclaredWindows(period, previous, firstDay),
    endDate: period.endDate,
    everything: everything && entryIds === undefined,
    entryIds,
    hasAdvances: vatFolder.advancePaymentMode === 'TaxIncluded',
  });

type LeftOut = (line: { readonly entryId: number; readonly lineId: number }) => boolean;

/** What a person took out of the return. */
async function leftOutOf(trx: Knex.Transaction, folderId: number, procedureId: number): Promise<LeftOut> {
  const rows = await trx('vat_left_out')
    .where({ folder_id: folderId, procedure_id: procedureId })
    .select<{ entry_id: number; line_id: number }[]>('entry_id', 'line_id');
  const keys = new Set(rows.map(({ entry_id, line_id }) => `${entry_id} ${line_id}`));
  return ({ entryId, lineId }) => keys.has(`${entryId} 0`) || keys.has(`${entryId} ${lineId}`);
}
