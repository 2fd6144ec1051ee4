/** Entries with the allocation of their VAT over rates, line by line. */
import type { Knex } from 'knex';
import type { Cents } from '../../kernel/money.ts';
import { type Entry, readEntries } from '../../ledger/entries.ts';
import type { EntryLine } from '../../ledger/lines.ts';
import { EntryLines } from '../engine/entry-lines.ts';
import type { VatRate } from '../engine/model.ts';
import { share, sum } from '../engine/sharing.ts';
import { type Asked, type Computed, computeEntries, type VatBooks } from './context.ts';
import { type Letter, type Letters, readLetters } from './letters.ts';
import { FROM_FILE, readSources, type Source, type Sources } from './sources.ts';
import { type EntryFacts, factsOf, type Spread, spreadsOf } from './spread.ts';
import { isAdjusted, type Verification, verified } from './verification.ts';

export interface AllocationLine {
  readonly id: number;
  readonly accountId: number;
  readonly subAccountId: number | null;
  readonly entryId: number;
  readonly label: string;
  /** Debit less credit. */
  readonly amount: Cents;
  /** Of what a search finds on the account, up to the line; null elsewhere. */
  readonly progressiveBalance: Cents | null;
  readonly letter: Letter | undefined;
  readonly source: Source;
  readonly taxExcludedAmount: Cents;
  readonly vatAmount: Cents;
  readonly vatRateDistributions: readonly Spread[];
  readonly initialVatRateDistributions: readonly Spread[];
  readonly isAdjustedBySystem: boolean;
  readonly vatAmountToDeclare: Cents;
  readonly isVatEditable: boolean;
  readonly isVatRateInherited: boolean;
  readonly isAlreadyDeclared: boolean;
  readonly canUndeclare: boolean;
  readonly uniqueVatRate: VatRate | undefined;
  /** Of a line of a third party, in the sign of its entry. */
  readonly ttcRestantAPayer: Cents | null;
  readonly priorPeriodTaxExcludedAmount: Cents;
  readonly priorPeriodVatAmount: Cents;
  readonly isVatDeclarable: boolean;
}

export interface AllocationEntry extends Omit<Entry, 'lines'> {
  readonly lines: readonly AllocationLine[];
  readonly verificationInfo: Verification;
}

/** In a transaction; in the order of the identifiers. Those that do not exist are left out. */
export async function readAllocation(trx: Knex.Transaction, books: VatBooks, asked: Asked): Promise<AllocationEntry[]> {
  if (asked.entryIds.length === 0) return [];
  const entries = await readEntries(trx, asked.folderId, asked.entryIds);
  const letters = await readLetters(trx, asked.folderId, entries);
  const sources = await readSources(trx, asked.folderId, entries);
  const computed = await computeEntries(trx, books, asked);
  return entries.map((entry) => allocated(entry, computed, { letters, sources }));
}

/** An entry as its lines are made from it. */
interface Whole {
  readonly computed: Computed;
  readonly letters: Letters;
  readonly source: Source;
  readonly facts: EntryFacts;
  readonly applied: ReadonlyMap<number, readonly Spread[]>;
  readonly initial: ReadonlyMap<number, readonly Spread[]>;
  readonly left: ReadonlyMap<number, Cents>;
}

interface Around {
  readonly letters: Letters;
  readonly sources: Sources;
}

function allocated(entry: Entry, computed: Computed, { letters, sources }: Around): AllocationEntry {
  const { folder, rules, entries } = computed;
  const vatEntry = entries.get(entry.id) ?? { entryId: entry.id, journal: '', date: entry.date, lines: [] };
  const facts = factsOf(new EntryLines(vatEntry, rules, folder.advancePaymentMode));
  const applied = spreadsOf(facts, computed.applied.get(entry.id) ?? [], folder.territory);
  const bare = {
    ...facts,
    bases: facts.bases.map((base) => ({ ...base, line: { ...base.line, distributions: undefined } })),
  };
  const initial = spreadsOf(bare, computed.initial.get(entry.id) ?? [], folder.territory);
  const whole = {
    computed,
    letters,
    facts,
    applied,
    initial,
    source: sources.get(entry.id) ?? FROM_FILE,
    left: leftToPay(entry, computed, facts),
  };
  return {
    ...entry,
    lines: entry.lines.map((line) => allocatedLine(line, whole)),
    verificationInfo: verified(facts, applied, folder.territory),
  };
}

/** Total less settled, by line of a third party of an invoice, in its sign. */
function leftToPay(
  { id }: Entry,
  { settled }: Computed,
  { parties, isDocument, isCustomer }: EntryFacts,
): ReadonlyMap<number, Cents> {
  if (!isDocument) return new Map();
  const nets = parties.map(({ net }) => net);
  const left = share(sum(nets) - (settled.get(id) ?? 0n), nets);
  return new Map(parties.map(({ line }, place) => [line.lineId, (isCustomer ? 1n : -1n) * (left[place] ?? 0n)]));
}

function allocatedLine(line: EntryLine, whole: Whole): AllocationLine {
  const { facts, applied, initial, left } = whole;
  const spreads = applied.get(line.id) ?? [];
  const total = (name: 'taxExcludedAmount' | 'vatAmount' | 'vatAmountToDeclare') =>
    sum(spreads.map((one) => one[name]));
  const rates = new Set(spreads.map(({ vatRate }) => vatRate));
  const lines = targetsOf(line.id, facts);
  return {
    id: line.id,
    accountId: line.accountId,
    subAccountId: line.subAccountId,
    entryId: line.entryId,
    label: line.label,
    amount: line.debit - line.credit,
    progressiveBalance: null,
    letter: whole.letters.get(line.id),
    source: whole.source,
    taxExcludedAmount:
      lines.length > 0 && !isAdvance(line.id, facts) ? baseOf(line.id, facts) : total('taxExcludedAmount'),
    vatAmount: total('vatAmount'),
    vatRateDistributions: spreads,
    initialVatRateDistributions: initial.get(line.id) ?? [],
    isAdjustedBySystem: isAdjusted(initial.get(line.id) ?? []),
    vatAmountToDeclare: toDeclareOf(line, total('vatAmountToDeclare'), whole),
    ...states(line, whole, lines),
    uniqueVatRate: rates.size === 1 ? [...rates][0] : undefined,
    ttcRestantAPayer: left.get(line.id) ?? null,
    priorPeriodTaxExcludedAmount: sum(spreads.map((one) => one.priorPeriodTaxExcludedAmount)),
    priorPeriodVatAmount: sum(spreads.map((one) => one.priorPeriodVatAmount)),
    isVatDeclarable: spreads.length > 0,
  };
}

/** Purchases show the tax of their entry in proportion, save for what a person says of one of them. */
function toDeclareOf({ id, entryId }: EntryLine, shown: Cents, { computed, facts }: Whole): Cents {
  if (facts.isCustomer || shown === 0n || computed.declared.has(entryId)) return shown;
  return computed.imposed.get(id) ?? shown;
}

type States = Pick<AllocationLine, 'isVatEditable' | 'isVatRateInherited' | 'isAlreadyDeclared' | 'canUndeclare'>;

function states(line: EntryLine, { computed, facts, applied }: Whole, lines: readonly number[]): States {
  const { settings, seen, declared } = computed;
  const isDeclared = declared.has(line.entryId);
  const byHand = lines.length > 0 && lines.every((id) => settings.get(id)?.status === 'Declared');
  const inDraft =
    seen?.isDraft === true && sum((applied.get(line.id) ?? []).map((one) => one.vatAmountToDeclare)) !== 0n;
  const isSet = lines.some((id) => settings.get(id)?.vatRate || hasDistributions(id, facts));
  return {
    isVatEditable: lines.length > 0 && !isDeclared && !byHand,
    isVatRateInherited: !isSet,
    isAlreadyDeclared: isDeclared || byHand,
    canUndeclare: !isDeclared && (byHand || inDraft),
  };
}

const hasDistributions = (lineId: number, { bases }: EntryFacts): boolean =>
  bases.some(({ line }) => line.lineId === lineId && (line.distributions?.length ?? 0) > 0);

/** The lines whose VAT a line stands for: itself, or for a third party the operations of its entry. */
export function targetsOf(
  lineId: number,
  { bases, parties, advances }: Pick<EntryFacts, 'bases' | 'parties' | 'advances'>,
): number[] {
  const all = bases.map(({ line }) => line.lineId);
  if (all.includes(lineId) || isAdvance(lineId, { advances })) return [lineId];
  return parties.some(({ line }) => line.lineId === lineId) ? all : [];
}

/** An advance kept tax included: its rate may be set, its tax is within it. */
export const isAdvance = (lineId: number, { advances }: Pick<EntryFacts, 'advances'>): boolean =>
  advances.some(({ line }) => line.lineId === lineId);

/** The tax-excluded amount of an operation, or what a line of a third party has of them. */
export function baseOf(lineId: number, { bases, parties, isCustomer, taxExcluded }: EntryFacts): Cents {
  const base = bases.find(({ line }) => line.lineId === lineId);
  if (base) return isCustomer ? -base.net : base.net;
  const place = parties.findIndex(({ line }) => line.lineId === lineId);
  return (
    share(
      taxExcluded,
      parties.map(({ net }) => net),
    )[place] ?? 0n
  );
}
