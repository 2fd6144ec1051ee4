/** Entries of a return with their VAT elements, as its assistant shows them. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { groupBy } from '../../kernel/group-by.ts';
import type { Cents } from '../../kernel/money.ts';
import { ONE, type Ratio } from '../../kernel/ratio.ts';
import { type Entry, readEntries } from '../../ledger/entries.ts';
import type { EntryLine } from '../../ledger/lines.ts';
import { type Letter, type Letters, readLetters } from '../allocation/letters.ts';
import { type ShareRow, shares } from '../drafts/share-store.ts';
import { isCustomer } from '../engine/entry-lines.ts';
import type { VatCategory, VatRate } from '../engine/model.ts';
import { largestOf, share, sum } from '../engine/sharing.ts';
import { readLineConfigurations } from '../lines/store.ts';
import type { AssistantBooks, PendingLine } from './books.ts';
import { type AssistantElement, declarationRatio, elementOf, isReverse, pendingElement } from './elements.ts';

export interface EntryAccount {
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly accountName: string;
  readonly subAccountName: string | null;
}

export interface RatedLine {
  readonly id: number;
  readonly account: EntryAccount;
  readonly label: string;
  readonly creditAmount: Cents;
  readonly debitAmount: Cents;
  /** Of an operation, without tax; of a third party, with it. */
  readonly vatRatesRepartition: readonly { readonly vatRate: VatRate; readonly amount: Cents }[];
  readonly lettering: Letter | null;
}

export interface AssistantEntry {
  readonly entryId: number;
  /** Part of it is declared by the return. */
  readonly toSend: boolean;
  readonly date: PlainDate;
  /** Its third party, else its largest line. */
  readonly account: EntryAccount;
  readonly label: string;
  readonly declarationRatio: Ratio;
  readonly journal: string;
  /** In the sign of invoices: negative for a credit note. */
  readonly taxExcludedAmount: Cents;
  readonly taxIncludedAmount: Cents;
  readonly vatAmount: Cents;
  readonly isCategorized: boolean;
  readonly isIgnored: boolean;
  readonly vatRatedEntryLines: readonly RatedLine[];
  readonly vatElements: readonly AssistantElement[];
  readonly lettering: Letter | null;
  readonly reference: string;
  /** Declared by returns that were sent, and by this one. */
  readonly vatAlreadyReported: Cents;
  readonly vatToReport: Cents;
  /** An advance kept tax included. */
  readonly isAdvancePayment: boolean;
}

/** In a transaction or not; in the order asked. Entries that do not exist are left out. */
export async function readAssistantEntries(
  knex: Knex,
  books: AssistantBooks,
  entryIds: readonly number[],
): Promise<AssistantEntry[]> {
  const { folder, procedure } = books.opened;
  const own = { folder_id: folder.id, procedure_id: procedure.id };
  const entries = await readEntries(knex, folder.id, entryIds);
  const letters = await readLetters(knex, folder.id, entries);
  const settings = await readLineConfigurations(knex, folder.id, { entryIds });
  const rows = await shares(knex)
    .where(own)
    .whereRaw('entry_id = any(?)', [[...entryIds]])
    .orderBy(['entry_id', 'line_id', 'position']);
  const ignored: number[] = await knex('vat_left_out')
    .where({ ...own, line_id: 0, is_ignored: true })
    .whereRaw('entry_id = any(?)', [[...entryIds]])
    .pluck('entry_id');
  const around = {
    books,
    letters,
    shares: groupBy(rows, ({ entry_id }) => entry_id),
    pending: groupBy(books.pending, ({ entryId }) => entryId),
    categories: new Map(settings.map(({ lineId, vatCategory }) => [lineId, vatCategory])),
    ignored: new Set(ignored),
  };
  const byId = new Map(entries.map((entry) => [entry.id, assistantEntry(entry, around)]));
  return entryIds.flatMap((id) => byId.get(id) ?? []);
}

interface Around {
  readonly books: AssistantBooks;
  readonly letters: Letters;
  readonly shares: ReadonlyMap<number, readonly ShareRow[]>;
  readonly pending: ReadonlyMap<number, readonly PendingLine[]>;
  /** Set for lines. */
  readonly categories: ReadonlyMap<number, VatCategory | null>;
  readonly ignored: ReadonlySet<number>;
}

function assistantEntry(entry: Entry, around: Around): AssistantEntry {
  const { books, letters, ignored } = around;
  const own = around.shares.get(entry.id) ?? [];
  const elements = elementsOf(entry, own, around);
  const figures = figuresOf(entry, own, books);
  const parties = entry.lines.filter(({ accountId }) => books.accounts.byId.get(accountId)?.isThirdParty);
  const named = parties.length > 0 ? parties : entry.lines;
  const main = named[largestOf(named.map(net))];
  const settled = own.find(({ total_cents }) => total_cents !== null);
  const declared = own.filter(({ is_left_out, is_taken }) => is_taken && !is_left_out);
  return {
    entryId: entry.id,
    toSend: declared.some((one) => one.declare_base_cents !== 0n || one.declare_tax_cents !== 0n),
    date: entry.date,
    account: main ? accountOf(main) : NO_ACCOUNT,
    label: entry.label,
    declarationRatio: settled ? declarationRatio(settled) : ONE,
    journal: entry.journalCode,
    ...figures,
    isCategorized: elements.every(({ category }) => category !== null),
    isIgnored: ignored.has(entry.id),
    vatRatedEntryLines: entry.lines.map((line) => ratedLine(line, own, around)),
    vatElements: elements,
    lettering: (main && letters.get(main.id)) ?? null,
    reference: entry.docRef,
    vatAlreadyReported: sum(own.filter(counts).map((one) => one.declared_tax_cents)),
    vatToReport: sum(declared.filter(counts).map((one) => one.declare_tax_cents)),
    isAdvancePayment: own.some(({ account_number }) => /^4[01]91/.test(account_number)),
  };
}

const NO_ACCOUNT: EntryAccount = { accountId: 0, subAccountId: null, accountName: '', subAccountName: null };

/** Tax that the buyer owes and deducts counts once, as what is deducted. */
const counts = (one: ShareRow): boolean => one.side !== 'Due' || !isReverse(one);

const net = ({ debit, credit }: EntryLine): Cents => debit - credit;

const accountOf = (line: EntryLine): EntryAccount => ({
  accountId: line.accountId,
  subAccountId: line.subAccountId,
  accountName: line.accountLabel,
  subAccountName: line.subAccountLabel,
});

function elementsOf(
  entry: Entry,
  own: readonly ShareRow[],
  { books, pending, categories }: Around,
): readonly AssistantElement[] {
  const lines = new Map(entry.lines.map((line) => [line.id, line]));
  const around = (line: EntryLine) => ({ books, line, ownCategory: categories.get(line.id) ?? null });
  const made = own.flatMap((one) => {
    const line = lines.get(one.line_id);
    return line ? [elementOf(one, around(line))] : [];
  });
  const waiting = (pending.get(entry.id) ?? []).flatMap((one) => {
    const line = lines.get(one.entryLineId);
    return line ? [pendingElement(one, around(line))] : [];
  });
  return [...made, ...waiting].sort((a, b) => a.entryLineId - b.entryLineId);
}

type Figures = Pick<AssistantEntry, 'taxExcludedAmount' | 'taxIncludedAmount' | 'vatAmount'>;

/** Operations and third party as the books have them, tax as the elements have it. A payment has its amount alone. */
function figuresOf(entry: Entry, own: readonly ShareRow[], { accounts }: AssistantBooks): Figures {
  const of = (...kinds: ('isThirdParty' | 'isAdvance' | 'isBase')[]) =>
    entry.lines.filter(({ accountId }) => kinds.some((kind) => accounts.byId.get(accountId)?.[kind]));
  const parties = of('isThirdParty');
  const largest = parties[largestOf(parties.map(net))];
  const isSale = largest ? isCustomer(largest) : !own.some(({ side }) => side === 'Deductible');
  const signed = (lines: readonly EntryLine[]) => (isSale ? 1n : -1n) * sum(lines.map(net));
  const vatAmount = sum(own.filter(counts).map(({ tax_cents }) => tax_cents));
  const bases = of('isBase');
  const taxIncluded = parties.length > 0 ? signed([...parties, ...of('isAdvance')]) : undefined;
  if (own.length === 0 && bases.length === 0)
    return { taxExcludedAmount: 0n, vatAmount: 0n, taxIncludedAmount: -signed(parties) };
  const taxExcludedAmount =
    bases.length > 0 ? -signed(bases) : sum(own.filter(counts).map(({ base_cents }) => base_cents));
  return { taxExcludedAmount, vatAmount, taxIncludedAmount: taxIncluded ?? taxExcludedAmount + vatAmount };
}

function ratedLine(line: EntryLine, own: readonly ShareRow[], { books, letters }: Around): RatedLine {
  const isParty = books.accounts.byId.get(line.accountId)?.isThirdParty === true;
  const concerned = own.filter((one) => counts(one) && (isParty || one.line_id === line.id));
  const byRate = groupBy(concerned, ({ rate }) => rate);
  const rates = [...byRate.keys()];
  const weights = rates.map((rate) => sum((byRate.get(rate) ?? []).map((one) => weightOf(one, isParty))));
  const amounts = isParty ? share(line.debit + line.credit, weights) : weights;
  return {
    id: line.id,
    account: accountOf(line),
    label: line.label,
    creditAmount: line.credit,
    debitAmount: line.debit,
    vatRatesRepartition: rates.map((vatRate, place) => ({ vatRate, amount: amounts[place] ?? 0n })),
    lettering: letters.get(line.id) ?? null,
  };
}

/** Of a line of tax without base of its own, its tax. */
const weightOf = ({ base_cents: base, tax_cents: tax }: ShareRow, isParty: boolean): Cents =>
  isParty ? base + tax : base === 0n ? tax : base;
