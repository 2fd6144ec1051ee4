/** The lines of one entry by the part they take in it, in the order of their numbers. */

import type { Cents } from '../../kernel/money.ts';
import { type AccountRule, type AccountRules, type Role, WITHHELD } from '../account-rule.ts';
import type { AdvancePaymentMode, HeldTax, VatEntry, VatLine } from './model.ts';

export interface RoleLine {
  readonly line: VatLine;
  readonly rule: AccountRule;
  /** Debit less credit; the other way round of a purchase that is declared among the sales. */
  readonly net: Cents;
}

const BASES: ReadonlySet<Role> = new Set(['sale', 'untaxed', 'purchase', 'reverse', 'regularisation']);
const TAXES: ReadonlySet<Role> = new Set(['collected', 'deductible', 'due']);
const REGULARISED: ReadonlySet<Role> = new Set(['collected', 'deductible']);
const BESIDE_SALES: ReadonlySet<Place> = new Set(['untaxed', 'regularisation', 'reverse', 'due', 'deductible']);
const WITHOUT_ELEMENT: ReadonlySet<Role> = new Set(['purchase', 'thirdParty', 'treasury']);
const TO_COME: ReadonlySet<Place> = new Set(['sale', 'untaxed']);
const COLLECTED: ReadonlySet<Place> = new Set(['collected', 'due']);
const BESIDE_INVOICES: readonly Place[] = ['thirdParty', 'treasury', 'advance'];
/** Invoices to be made, tax that waits, income received in advance; credit notes to be made (4198) wait by their tax. */
const ACCRUAL = /^(?:418|4458|487)/;
const NONE: readonly RoleLine[] = [];

/** Tax lines of an entry that regularises taxed operations are neither collected nor deductible: they go with those. */
type Place = Role | 'regularisedTax';

/** The lines in one place. Few places are taken in an entry: a chain of them is found as fast, and made with less. */
interface Taken {
  readonly place: Place;
  readonly lines: RoleLine[];
  readonly others: Taken | undefined;
}

export class EntryLines {
  readonly entry: VatEntry;
  readonly hasBase: boolean;
  readonly hasTax: boolean;
  #taken: Taken | undefined;

  constructor(entry: VatEntry, rules: AccountRules, mode: AdvancePaymentMode) {
    const ordered = inOrder(entry.lines);
    const lines = new Array<RoleLine>(ordered.length);
    let [hasTax, regularises] = [false, false];
    for (let place = 0; place < ordered.length; place++) {
      const one = roleLine(ordered[place] as VatLine, rules);
      hasTax ||= TAXES.has(one.rule.role);
      regularises ||= one.rule.role === 'regularisation';
      lines[place] = one;
    }
    this.entry = entry;
    this.hasTax = hasTax;
    this.hasBase = this.#sort(lines, regularises, mode);
    if (this.#isToCome(lines)) this.#taken = without(this.#taken, TO_COME);
    if (this.#in('due') && !this.#in('reverse') && this.of('sale').some(isWithholding)) this.#collectDue();
  }

  /** Tax withheld on copyright (CGI 285 bis) is that of the royalty, on whichever account of tax due it is booked. */
  #collectDue(): void {
    const lines = [...this.of('collected'), ...this.of('due')].sort((a, b) => a.line.lineId - b.line.lineId);
    this.#taken = { place: 'collected', lines, others: without(this.#taken, COLLECTED) };
  }

  /**
   * What is only brought to its exercise, such as an invoice to be made (418, 44587) or income received in advance (487),
   * is declared with its invoice: the entry is with nobody, nothing is paid, and no tax is due or deducted.
   */
  #isToCome(lines: readonly RoleLine[]): boolean {
    if (this.hasTax || BESIDE_INVOICES.some((place) => this.#in(place))) return false;
    return lines.some(({ rule: { role, accountNumber } }) => role === 'none' && ACCRUAL.test(accountNumber));
  }

  /** Puts each line in its place; whether one of them is a base. */
  #sort(lines: readonly RoleLine[], regularises: boolean, mode: AdvancePaymentMode): boolean {
    let hasBase = false;
    for (const line of lines) {
      if (line.rule.onlyWithTax && !this.hasTax) continue;
      const role = roleIn(line.rule, mode);
      hasBase ||= BASES.has(role);
      if (isLiable(line.rule)) this.#add(regularises && REGULARISED.has(role) ? 'regularisedTax' : role, line);
    }
    return hasBase;
  }

  #add(place: Place, line: RoleLine): void {
    const found = this.#in(place);
    if (found) found.lines.push(line);
    else this.#taken = { place, lines: [line], others: this.#taken };
  }

  #in(place: Place): Taken | undefined {
    let taken = this.#taken;
    while (taken !== undefined && taken.place !== place) taken = taken.others;
    return taken;
  }

  of(place: Place): readonly RoleLine[] {
    return this.#in(place)?.lines ?? NONE;
  }

  /** A sale or a purchase paid at once: base and treasury in one entry. */
  get isCash(): boolean {
    return this.hasBase && this.#in('treasury') !== undefined;
  }

  /** Nothing but sales and their tax is to declare of it. */
  get isSale(): boolean {
    for (let taken = this.#taken; taken; taken = taken.others) if (BESIDE_SALES.has(taken.place)) return false;
    return true;
  }

  /** An invoice or a credit note, as opposed to a payment. */
  get isDocument(): boolean {
    return this.hasBase || this.hasTax;
  }
}

const without = (taken: Taken | undefined, places: ReadonlySet<Place>): Taken | undefined => {
  if (taken === undefined) return undefined;
  const others = without(taken.others, places);
  return places.has(taken.place) ? others : { ...taken, others };
};

function inOrder(lines: readonly VatLine[]): readonly VatLine[] {
  let last = Number.NEGATIVE_INFINITY;
  for (const { lineId } of lines) {
    if (lineId < last) return [...lines].sort((a, b) => a.lineId - b.lineId);
    last = lineId;
  }
  return lines;
}

function roleLine(line: VatLine, rules: AccountRules): RoleLine {
  const rule = rules.ofLine(line);
  const net = line.credit === 0n ? line.debit : line.debit - line.credit;
  return { line, rule, net: rule.isWithheld ? -net : net };
}

const isWithholding = ({ rule }: RoleLine): boolean => rule.category?.code === WITHHELD;

/** What is not liable, and what feeds boxes that are carried or typed, stays out. A purchase only leads to its tax. */
const isLiable = ({ category, exigibility, role }: AccountRule): boolean =>
  category?.side !== 'result' && (exigibility !== 'NotLiable' || WITHOUT_ELEMENT.has(role));

/** Advances kept without their tax are sales and purchases like others. */
export function roleIn(rule: AccountRule, mode: AdvancePaymentMode): Role {
  if (rule.role !== 'advance' || mode === 'TaxIncluded') return rule.role;
  return isCustomer(rule) ? 'sale' : 'purchase';
}

/** Of an advance or a third party: received from a customer, not paid to a supplier. */
export const isCustomer = ({ accountNumber }: Pick<AccountRule, 'accountNumber'>): boolean =>
  !accountNumber.startsWith('40');

/** Debit less credit: the sign of purchases and of deductible tax. */
export const debited = ({ net }: RoleLine): Cents => net;

/** Credit less debit: the sign of sales and of tax due. */
export const credited = ({ net }: RoleLine): Cents => -net;

export const totalOf = (lines: readonly RoleLine[], amount: (line: RoleLine) => Cents): Cents =>
  lines.reduce((total, line) => total + amount(line), 0n);

/** Tax as lines hold it, an amount for each of them; nought is held by nobody. */
export function held(lines: readonly RoleLine[], amounts: readonly Cents[]): HeldTax[] {
  const holders: HeldTax[] = [];
  for (const [place, { line }] of lines.entries()) {
    const amount = amounts[place] ?? 0n;
    if (amount !== 0n) holders.push({ lineId: line.lineId, accountNumber: line.accountNumber, amount });
  }
  return holders;
}
