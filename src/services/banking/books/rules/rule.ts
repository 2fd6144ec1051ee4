/** Assignment rules: which transactions they take, and what they make of them. */
import type { Cents } from '../../../kernel/money.ts';
import { labelTest } from './pattern.ts';

export const DIRECTIONS = ['In', 'Out'] as const;

/** What a rule asks of a transaction; null asks nothing. */
export interface RuleCriteria {
  /** Bank account. */
  readonly accountId: number | null;
  readonly labelPattern: string | null;
  /** CFONB code, or the provider's. */
  readonly operationCode: string | null;
  /** `In`: the account gains. */
  readonly direction: (typeof DIRECTIONS)[number] | null;
  /** Bounds of the magnitude. */
  readonly minAmount: Cents | null;
  readonly maxAmount: Cents | null;
}

export interface RuleDraft extends RuleCriteria {
  readonly name: string;
  /** The lowest is tried first; among equals the oldest. */
  readonly priority: number;
  readonly isActive: boolean;
  /** Number of the counterpart's account. */
  readonly ledgerAccount: string;
  readonly subAccount: string | null;
  /** Set together, or neither. */
  readonly vatAccount: string | null;
  /** Percent as a decimal: `20`, `5.5`. */
  readonly vatRate: string | null;
  /** Label of the entry; that of the transaction when null. */
  readonly entryLabel: string | null;
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
  const isLabel = rule.labelPattern === null ? () => true : labelTest(rule.labelPattern);
  return ({ accountId, label, operationCode, amount }) =>
    (rule.accountId === null || rule.accountId === accountId) &&
    (rule.operationCode === null || rule.operationCode === operationCode) &&
    (rule.direction === null || rule.direction === (amount > 0n ? 'In' : 'Out')) &&
    isWithin(amount < 0n ? -amount : amount, rule) &&
    isLabel(label);
}

const isWithin = (magnitude: Cents, { minAmount, maxAmount }: RuleCriteria): boolean =>
  (minAmount === null || minAmount <= magnitude) && (maxAmount === null || magnitude <= maxAmount);

/** Finds the active rule that takes a transaction first. */
export function ruleFinder<R extends Rule>(rules: readonly R[]): (subject: RuleSubject) => R | undefined {
  const inOrder = rules
    .filter(({ isActive }) => isActive)
    .sort((a, b) => a.priority - b.priority || a.id - b.id)
    .map((rule) => ({ rule, fits: ruleTest(rule) }));
  return (subject) => inOrder.find(({ fits }) => fits(subject))?.rule;
}
