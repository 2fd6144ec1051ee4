/** VAT returns computed from the invoices: boxes in whole euros by EDI zone, and the entry that empties the accounts. */
import { addDays, type PlainDate } from '../../../src/services/kernel/dates.ts';
import { type Cents, wholeEuros } from '../../../src/services/kernel/money.ts';
import { prorata, total } from './amounts.ts';
import type { Month } from './calendar.ts';
import { type Invoice, remaining, type Tax, type VatNature } from './trade.ts';

export interface VatPart {
  readonly nature: VatNature;
  readonly rate: bigint;
  readonly account: string;
  readonly deductibleAccount: string | undefined;
  base: Cents;
  tax: Cents;
}

/**
 * What becomes due or deductible of each tax in a period. On receipts, the share paid at the end of the period less
 * the share paid before it, each rounded on the cumulated amount, so that the last payment closes to the cent.
 */
export function vatOf(invoices: readonly Invoice[], period: { start: PlainDate; end: PlainDate }): VatPart[] {
  const parts = new Map<string, VatPart>();
  for (const invoice of invoices) {
    const before = dueAt(invoice, addDays(period.start, -1));
    dueAt(invoice, period.end).forEach((now, index) => {
      const past = before[index] ?? { base: 0n, tax: 0n };
      const tax = invoice.taxes[index];
      if (tax !== undefined) addPart(parts, tax, now.base - past.base, now.tax - past.tax);
    });
  }
  return [...parts.values()].filter(({ base, tax }) => base !== 0n || tax !== 0n);
}

function addPart(parts: Map<string, VatPart>, tax: Tax, base: Cents, amount: Cents): void {
  const { nature, rate, account, deductibleAccount } = tax;
  const key = `${nature} ${rate} ${account}`;
  const part = parts.get(key) ?? { nature, rate, account, deductibleAccount, base: 0n, tax: 0n };
  part.base += base;
  part.tax += amount;
  parts.set(key, part);
}

/** Base and tax of each tax of the invoice that are due by the end of `date`. */
function dueAt(invoice: Invoice, date: PlainDate): { base: Cents; tax: Cents }[] {
  const nothing = invoice.taxes.map(() => ({ base: 0n, tax: 0n }));
  if (invoice.exigibility === 'OnDebits') return invoice.date <= date ? [...invoice.taxes] : nothing;
  if (invoice.setAgainst !== undefined) return nothing;
  const owed = invoice.total + total(invoice.reductions.map((note) => note.total));
  const paid = owed - remaining(invoice, date);
  return invoice.taxes.map((tax, index) => ({
    base: prorata(reduced(invoice, index, 'base') + tax.base, paid, owed),
    tax: prorata(reduced(invoice, index, 'tax') + tax.tax, paid, owed),
  }));
}

/** What the credit notes take off the tax of that rank. */
const reduced = (invoice: Invoice, index: number, field: 'base' | 'tax'): Cents =>
  total(invoice.reductions.map((note) => note.taxes[index]?.[field] ?? 0n));

export type Boxes = Record<string, bigint>;

export interface Ca3 {
  readonly period: Month;
  /** EDI zone to whole euros; empty boxes left out. */
  readonly boxes: Boxes;
  /** Exact tax taken off each account by the return. */
  readonly accounts: readonly (readonly [string, Cents])[];
}

const RATE_ZONES: Readonly<Record<string, readonly [string, string]>> = {
  2000: ['FP', 'GP'],
  1000: ['FR', 'GR'],
  550: ['FB', 'GB'],
};
const OPERATION_ZONES: Readonly<Partial<Record<VatNature, string>>> = {
  Taxed: 'CA',
  Disposal: 'CB',
  ForeignService: 'KH',
  IntraEuAcquisition: 'CC',
  OtherUntaxed: 'DB',
  IntraEuSupply: 'DC',
};
const DEDUCTIBLE_ZONES: Readonly<Partial<Record<VatNature, string>>> = { Deductible: 'HB', DeductibleAsset: 'HA' };
const TAXED_ZONES = ['CA', 'CB', 'KH', 'CC'];

/** `creditBefore` = box 27 of the return before; `similarTaxes` = box 29, from annex 3310-A. */
export function ca3(period: Month, parts: readonly VatPart[], creditBefore: bigint, similarTaxes: bigint): Ca3 {
  const zones = new Map<string, Cents>();
  for (const part of parts) addZones(zones, part);
  const boxes: Boxes = {};
  for (const [zone, amount] of zones) if (wholeEuros(amount) !== 0n) boxes[zone] = wholeEuros(amount);
  balanceBases(boxes);
  return { period, boxes: totals(boxes, creditBefore, similarTaxes), accounts: accountTotals(parts) };
}

function addZones(zones: Map<string, Cents>, { nature, rate, base, tax, deductibleAccount }: VatPart): void {
  const add = (zone: string | undefined, amount: Cents): void => {
    if (zone !== undefined) zones.set(zone, (zones.get(zone) ?? 0n) + amount);
  };
  const deductibleZone = DEDUCTIBLE_ZONES[nature];
  add(deductibleZone, tax);
  if (deductibleZone !== undefined) return;
  add(OPERATION_ZONES[nature], base);
  const [baseZone, taxZone] = RATE_ZONES[String(rate)] ?? [];
  add(baseZone, base);
  add(taxZone, tax);
  if (nature === 'IntraEuAcquisition') add('GJ', tax);
  if (deductibleAccount !== undefined) add('HB', tax);
}

/** Rounded bases must add up: the largest taxed line takes the euro or two of difference (vat-ca3, section 4). */
function balanceBases(boxes: Boxes): void {
  const bases = Object.values(RATE_ZONES).map(([zone]) => zone);
  const sum = (zones: readonly string[]): bigint => zones.reduce((acc, zone) => acc + (boxes[zone] ?? 0n), 0n);
  const gap = sum(TAXED_ZONES) - sum(bases);
  const largest = bases.reduce((a, b) => ((boxes[b] ?? 0n) > (boxes[a] ?? 0n) ? b : a));
  if (gap !== 0n) boxes[largest] = (boxes[largest] ?? 0n) + gap;
}

function totals(boxes: Boxes, creditBefore: bigint, similarTaxes: bigint): Boxes {
  const sum = (...zones: string[]): bigint => zones.reduce((acc, zone) => acc + (boxes[zone] ?? 0n), 0n);
  const gross = sum('GP', 'GR', 'GB');
  const deducted = sum('HA', 'HB') + creditBefore;
  const due = gross > deducted ? gross - deducted : 0n;
  const left = deducted > gross ? deducted - gross : 0n;
  const result = { GH: gross, HD: creditBefore, HG: deducted, JA: left, JC: left, KA: due, ND: due };
  const all: Boxes = { ...boxes, ...result, KB: similarTaxes, KE: due + similarTaxes };
  return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0n));
}

function accountTotals(parts: readonly VatPart[]): [string, Cents][] {
  const sums = new Map<string, Cents>();
  const add = (account: string, amount: Cents): unknown => sums.set(account, (sums.get(account) ?? 0n) + amount);
  for (const { nature, account, deductibleAccount, tax } of parts) {
    add(account, nature === 'Deductible' || nature === 'DeductibleAsset' ? -tax : tax);
    if (deductibleAccount !== undefined) add(deductibleAccount, -tax);
  }
  return [...sums].filter(([, amount]) => amount !== 0n);
}

const CA12_ZONES: Readonly<Record<string, readonly [string, string]>> = {
  2000: ['EW', 'FW'],
  1000: ['GF', 'GH'],
  550: ['EF', 'FF'],
};

export interface Ca12 {
  readonly boxes: Boxes;
  readonly accounts: readonly (readonly [string, Cents])[];
}

/** Yearly return of the simplified regime; `instalments` in whole euros. Untaxed operations are left out. */
export function ca12(parts: readonly VatPart[], instalments: bigint): Ca12 {
  const zones = new Map<string, Cents>();
  const add = (zone: string | undefined, amount: Cents): void => {
    if (zone !== undefined) zones.set(zone, (zones.get(zone) ?? 0n) + amount);
  };
  for (const { nature, rate, base, tax } of parts) {
    const [baseZone, taxZone] = nature === 'Disposal' ? ['EL', 'FL'] : (CA12_ZONES[String(rate)] ?? []);
    if (nature === 'Deductible') add('HA', tax);
    else if (nature === 'DeductibleAsset') add('JA', tax);
    else {
      add(baseZone, base);
      add(taxZone, tax);
    }
  }
  const boxes = Object.fromEntries([...zones].map(([zone, amount]) => [zone, wholeEuros(amount)]));
  return { boxes: ca12Totals(boxes, instalments), accounts: accountTotals(parts) };
}

function ca12Totals(boxes: Boxes, paid: bigint): Boxes {
  const sum = (...zones: string[]): bigint => zones.reduce((acc, zone) => acc + (boxes[zone] ?? 0n), 0n);
  const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
  const [gross, services, deducted] = [sum('FW', 'GH', 'FF', 'FL'), sum('HA'), sum('HA', 'JA')];
  const [due, left] = [positive(gross - deducted), positive(deducted - gross)];
  const excess = left + positive(paid - due);
  const base = positive(gross - sum('FL') - services);
  const result = { GC: gross, HC: services, KD: deducted, LA: due, LB: left, MM: paid, MA: paid };
  const all = { ...boxes, ...result, NA: positive(due - paid), NB: positive(paid - due), NC: excess, VA: base };
  return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0n));
}
