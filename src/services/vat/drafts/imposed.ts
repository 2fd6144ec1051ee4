/**
 * What persons say that a return declares of the VAT of a line, whatever was paid of it. It counts from the beginning of the
 * line: the return it is meant for declares it less what was declared before, and the returns after it neither take it back
 * nor declare it twice.
 */
import type { Knex } from 'knex';
import { type Cents, magnitude } from '../../kernel/money.ts';
import { divideRounded } from '../../kernel/ratio.ts';
import { AccountRules } from '../account-rule.ts';
import { type EntryFacts, factsOf } from '../allocation/spread.ts';
import { EntryLines } from '../engine/entry-lines.ts';
import type { PeriodShare, Side, VatAccount, VatEntry, VatFolder } from '../engine/model.ts';
import { share, sum } from '../engine/sharing.ts';
import { lineConfigurations } from '../lines/store.ts';
import { COUNTS } from './previous.ts';

export interface Imposed {
  readonly entryId: number;
  readonly lineId: number;
  /** In the sign of the invoice: negative for a credit note. */
  readonly tax: Cents;
  /** This return declares it; else a return that was filed did. */
  readonly isHere: boolean;
}

/**
 * Of the entries in `vat_candidate`: what is meant for the return, or for the next one, and what returns that count
 * declared. Without return, all that no return declared yet is meant.
 */
export async function readImposed(trx: Knex.Transaction, folderId: number, procedureId?: number): Promise<Imposed[]> {
  const { rows } = await trx.raw(
    `select c.entry_id as "entryId", c.line_id as "lineId", c.imposed_vat_cents as tax, not coalesce(${COUNTS}, false) as "isHere"
     from vat_line_configuration c
     left join vat_procedure p on p.folder_id = c.folder_id and p.id = c.imposed_procedure_id
     where c.folder_id = :folderId and c.imposed_vat_cents is not null and c.entry_id in (select id from vat_candidate)
       and (p.id is null or :procedureId::integer is null or p.id = :procedureId or ${COUNTS})
     order by c.entry_id, c.line_id`,
    { folderId, procedureId: procedureId ?? null },
  );
  return rows;
}

/** In the transaction in which a return begins to count: what was meant for the next return is what this one declared. */
export const bindImposed = (trx: Knex.Transaction, folderId: number, procedureId: number): Promise<number> =>
  lineConfigurations(trx)
    .where({ folder_id: folderId, imposed_procedure_id: null })
    .whereNotNull('imposed_vat_cents')
    .whereRaw(
      `entry_id in (select entry_id from vat_share
                     where folder_id = ? and procedure_id = ? and is_taken and not is_left_out)`,
      [folderId, procedureId],
    )
    .update({ imposed_procedure_id: procedureId });

export interface ImposedOn {
  readonly folder: VatFolder;
  readonly accounts: readonly VatAccount[];
  readonly entries: readonly VatEntry[];
  /** First day of the period. */
  readonly startDate: string;
}

/** The shares of a period, of which those of these lines are what persons say. */
export function withImposed(
  all: readonly PeriodShare[],
  imposed: readonly Imposed[],
  { folder, accounts, entries, startDate }: ImposedOn,
): PeriodShare[] {
  if (imposed.length === 0) return [...all];
  const rules = new AccountRules(folder, accounts);
  const concerned = new Set(imposed.map(({ entryId }) => entryId));
  const changed = new Map<PeriodShare, PeriodShare>();
  for (const entry of entries.filter(({ entryId }) => concerned.has(entryId))) {
    const facts = factsOf(new EntryLines(entry, rules, folder.advancePaymentMode));
    const own = {
      shares: all.filter(({ element }) => element.entryId === entry.entryId),
      imposed: new Map(imposed.filter(({ entryId }) => entryId === entry.entryId).map((one) => [one.lineId, one])),
    };
    for (const unit of unitsOf(facts, own))
      for (const [share, to] of declaredBy(unit, startDate)) changed.set(share, to);
  }
  return all.map((share) => changed.get(share) ?? share);
}

interface EntryShares {
  readonly shares: readonly PeriodShare[];
  readonly imposed: ReadonlyMap<number, Imposed>;
}

/** Lines with the shares that declare their VAT together, which belong to them by weight. */
interface Unit {
  readonly shares: readonly PeriodShare[];
  readonly lines: readonly { readonly weight: Cents; readonly imposed: Imposed | undefined }[];
}

/** An operation has shares of its own; the tax of purchases stands on tax lines, for all of them. */
function unitsOf(facts: EntryFacts, { shares, imposed }: EntryShares): Unit[] {
  const taxLines = new Set(facts.taxes.map(({ line }) => line.lineId));
  const of = (lineId: number, side: Side) =>
    shares.filter(({ element }) => element.lineId === lineId && element.side === side);
  const units = [...imposed.values()].flatMap((one): Unit[] => {
    const [due, deducted] = [of(one.lineId, 'Due'), of(one.lineId, 'Deductible')];
    const shown = facts.isCustomer || deducted.length === 0 ? due : deducted;
    return [due, deducted].map((own) => ({
      shares: own,
      lines: [{ weight: 1n, imposed: { ...one, tax: scaled(one.tax, taxIn(own), taxIn(shown)) } }],
    }));
  });
  const purchases = facts.bases.filter(
    ({ rule, line }) => rule.role === 'purchase' && of(line.lineId, 'Due').length === 0,
  );
  const pooled = {
    shares: shares.filter(({ element }) => element.side === 'Deductible' && taxLines.has(element.lineId)),
    lines: purchases.map(({ line, net }) => ({ weight: net, imposed: imposed.get(line.lineId) })),
  };
  const isPooled = !facts.isCustomer && pooled.lines.some((line) => line.imposed !== undefined);
  return isPooled ? [...units, pooled] : units;
}

const taxIn = (shares: readonly PeriodShare[]): Cents => sum(shares.map(({ element }) => element.tax));

const scaled = (tax: Cents, whole: Cents, shown: Cents): Cents =>
  shown === 0n || whole === shown ? tax : divideRounded(tax * whole, shown, 'halfUp');

/** Each share as it is to be declared; base and tax in the same proportion. */
function declaredBy({ shares, lines }: Unit, startDate: string): [PeriodShare, PeriodShare][] {
  const whole = taxIn(shares);
  if (whole === 0n) return [];
  const weights = lines.map(({ weight }) => weight);
  const before = share(sum(shares.map(({ declared }) => declared.tax)), weights);
  const due = share(sum(shares.map(({ declared, toDeclare }) => declared.tax + toDeclare.tax)), weights);
  const taxes = share(whole, weights);
  const total = sum(
    lines.map(({ imposed }, place) => {
      const [mine, declared, tax] = [due[place] ?? 0n, before[place] ?? 0n, taxes[place] ?? 0n];
      if (!imposed) return mine;
      return larger(within(imposed.tax, tax), imposed.isHere ? declared : mine);
    }),
  );
  const parts = share(
    total,
    shares.map(({ element }) => element.tax),
  );
  return shares.map((one, place) => [one, declaring(one, { tax: parts[place] ?? 0n, total, whole, startDate })]);
}

/** At most the VAT of the line, which the books may have made less since. */
function within(amount: Cents, tax: Cents): Cents {
  if (tax < 0n) return amount < tax ? tax : amount > 0n ? 0n : amount;
  return amount > tax ? tax : amount < 0n ? 0n : amount;
}

const larger = (a: Cents, b: Cents): Cents => (magnitude(a) > magnitude(b) ? a : b);

interface Part {
  /** Of the share, declared before included. */
  readonly tax: Cents;
  /** Of its unit: what is declared, of what. */
  readonly total: Cents;
  readonly whole: Cents;
  readonly startDate: string;
}

function declaring(share: PeriodShare, { tax, total, whole, startDate }: Part): PeriodShare {
  const { element, declared, toDeclare } = share;
  if (tax === declared.tax + toDeclare.tax) return share;
  const base = total === whole ? element.taxExcluded : divideRounded(element.taxExcluded * total, whole, 'halfUp');
  const now = { taxExcluded: base - declared.taxExcluded, tax: tax - declared.tax };
  return {
    ...share,
    toDeclare: now,
    deferredTax: element.tax - tax,
    prior: element.date < startDate ? now : { taxExcluded: 0n, tax: 0n },
  };
}
