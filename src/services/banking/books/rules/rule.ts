/** Assignment rules: which transactions they take, and what they make of them. */
import type { Cents } from '../../../kernel/money.ts';
import { labelTest } from './pattern.ts';

export const DIRECTIONS = ['In', 'Out'] as const;

/** What a rule asks of a transaction; what is absent or null asks nothing. */
export interface RuleCriteria {
  /** Bank account. */
  readonly accountId?: number | null | undefined;
  readonly labelPattern?: string | null | undefined;
  /** CFONB code, or the provider's. */
  readonly operationCode?: string | null | undefined;
  /** `In`: the account gains. */
  readonly direction?: (typeof DIRECTIONS)[number] | null | undefined;
  /** Bounds of the magnitude. */
  readonly minCents?: Cents | null | undefined;
  readonly maxCents?: Cents | null | undefined;
}

export interface RuleDraft extends RuleCriteria {
  readonly name: string;
  /** The lowest is tried first; among equals the oldest. */
  readonly priority: number;
  readonly isActive: boolean;
  /** Number of the counterpart's account. */
  readonly ledgerAccount: string;
  readonly subAccount?: string | null | undefined;
  /** Set together, or neither. */
  readonly vatAccount?: string | null | undefined;
  /** Percent as a decimal: `20`, `5.5`. */
  readonly vatRate?: string | null | undefined;
  /** Label of the entry; that of the transaction without it. */
  readonly entryLabel?: string | null | undefined;
}

export interface Rule extends RuleDraft {
  readonly id: number;
}

/** What of a transaction rules look at. */
export interface RuleSubject {
  readonly accountId: number;
  readonly label: string;
  readonly operationCode: string | null;
  readonly amount: Cents;
}

export type RuleTest = (subject: RuleSubject) => boolean;

/** The criteria of a rule, its pattern read once. */
export function ruleTest(rule: RuleCriteria): RuleTest {
  const isLabel = rule.labelPattern ? labelTest(rule.labelPattern) : () => true;
  return ({ accountId, label, operationCode, amount }) =>
    (rule.accountId ?? accountId) === accountId &&
    (rule.operationCode ?? operationCode) === operationCode &&
    (!rule.direction || rule.direction === (amount > 0n ? 'In' : 'Out')) &&
    isWithin(amount < 0n ? -amount : amount, rule) &&
    isLabel(label);
}

const isWithin = (magnitude: Cents, { minCents, maxCents }: RuleCriteria): boolean =>
  (minCents ?? magnitude) <= magnitude && magnitude <= (maxCents ?? magnitude);

/** Finds the active rule that takes a transaction first. */
export function ruleFinder<R extends Rule>(rules: readonly R[]): (subject: RuleSubject) => R | undefined {
  const inOrder = rules
    .filter(({ isActive }) => isActive)
    .sort((a, b) => a.priority - b.priority || a.id - b.id)
    .map((rule) => ({ rule, fits: ruleTest(rule) }));
  return (subject) => inOrder.find(({ fits }) => fits(subject))?.rule;
}
