/** The lines of one entry by the part they take in it, in the order of their numbers. */

import type { Cents } from '../../kernel/money.ts';
import type { AccountRule, AccountRules, Role } from '../account-rule.ts';
import type { AdvancePaymentMode, HeldTax, VatEntry, VatLine } from './model.ts';
import { sum } from './sharing.ts';

export interface RoleLine {
  readonly line: VatLine;
  readonly rule: AccountRule;
  /** Debit less credit. */
  readonly net: Cents;
}

const BASES: ReadonlySet<Role> = new Set(['sale', 'untaxed', 'purchase', 'reverse', 'regularisation']);
const TAXES: ReadonlySet<Role> = new Set(['collected', 'deductible', 'due']);
const NONE: readonly RoleLine[] = [];

/** Tax lines of an entry that regularises taxed operations are neither collected nor deductible: they go with those. */
type Place = Role | 'regularisedTax';

export class EntryLines {
  readonly entry: VatEntry;
  readonly hasBase: boolean;
  readonly hasTax: boolean;
  readonly #byRole: ReadonlyMap<Place, readonly RoleLine[]>;

  constructor(entry: VatEntry, rules: AccountRules, mode: AdvancePaymentMode) {
    const lines = inOrder(entry.lines).map((line) => ({
      line,
      rule: rules.ofLine(line),
      net: line.debit - line.credit,
    }));
    this.entry = entry;
    this.hasTax = lines.some(({ rule }) => TAXES.has(rule.role));
    const counted = lines.filter(({ rule }) => !rule.onlyWithTax || this.hasTax);
    this.hasBase = counted.some(({ rule }) => BASES.has(roleIn(rule, mode)));
    this.#byRole = byRole(counted.filter(isLiable), mode);
  }

  of(role: Place): readonly RoleLine[] {
    return this.#byRole.get(role) ?? NONE;
  }

  /** A sale or a purchase paid at once: base and treasury in one entry. */
  get isCash(): boolean {
    return this.hasBase && this.#byRole.has('treasury');
  }

  /** An invoice or a credit note, as opposed to a payment. */
  get isDocument(): boolean {
    return this.hasBase || this.hasTax;
  }
}

function inOrder(lines: readonly VatLine[]): readonly VatLine[] {
  const isOrdered = lines.every((line, place) => place === 0 || (lines[place - 1]?.lineId ?? 0) <= line.lineId);
  return isOrdered ? lines : [...lines].sort((a, b) => a.lineId - b.lineId);
}

/** What is not liable, and what feeds boxes that are carried or typed, stays out. A purchase only leads to its tax. */
const isLiable = ({ rule }: RoleLine): boolean =>
  rule.category?.side !== 'result' &&
  (rule.exigibility !== 'NotLiable' || ['purchase', 'thirdParty', 'treasury'].includes(rule.role));

function byRole(lines: readonly RoleLine[], mode: AdvancePaymentMode): Map<Place, RoleLine[]> {
  const regularises = lines.some(({ rule }) => rule.role === 'regularisation');
  const found = new Map<Place, RoleLine[]>();
  for (const line of lines) {
    const role = roleIn(line.rule, mode);
    const place = regularises && (role === 'collected' || role === 'deductible') ? 'regularisedTax' : role;
    const same = found.get(place);
    if (same) same.push(line);
    else found.set(place, [line]);
  }
  return found;
}

/** Advances kept without their tax are sales and purchases like others. */
function roleIn(rule: AccountRule, mode: AdvancePaymentMode): Role {
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

export const totalOf = (lines: readonly RoleLine[], amount: (line: RoleLine) => Cents): Cents => sum(lines.map(amount));

/** Tax as lines hold it, an amount for each of them; nought is held by nobody. */
export const held = (lines: readonly RoleLine[], amounts: readonly Cents[]): HeldTax[] =>
  lines
    .map(({ line }, place) => ({
      lineId: line.lineId,
      accountNumber: line.accountNumber,
      amount: amounts[place] ?? 0n,
    }))
    .filter(({ amount }) => amount !== 0n);
