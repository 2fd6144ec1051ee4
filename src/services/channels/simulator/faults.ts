/** What can go wrong between a partner and us, and the rules that say when it does. */
import type { FaultRule } from './script.ts';

export const FAULTS = [
  /** The connection is cut, and nobody is let in for a while. */
  'refused',
  /** No answer ever comes. */
  'timeout',
  'server-error',
  'too-many-requests',
  /** Status 200, and a body that says no. */
  'error-body',
  /** Half of the body, properly announced. */
  'truncated',
  /** A body announced as gzip that is none; a notice whose gzip is damaged. */
  'wrong-gzip',
  /** One byte at a time. */
  'slow',
  'wrong-charset',
  'redirect-loop',
  /** The encrypted connection breaks, and no new one is agreed on for a while. */
  'tls',
  /** The answer comes twice; lists name everything twice; a status is called back twice. */
  'duplicate',
] as const;
export type Fault = (typeof FAULTS)[number];

export const OPERATIONS = [
  'token',
  'liasse',
  'publish',
  'status',
  'list',
  'document',
  'deposit',
  'notices',
  'notice',
  'callback',
] as const;
export type SimulatorOperation = (typeof OPERATIONS)[number];

export interface FaultPlan {
  /** Replaces the rules, and counts calls from 1 again. */
  set(rules: readonly FaultRule[]): void;
  /** The fault of this call, if any; every call must be asked about once. */
  next(operation: SimulatorOperation): FaultRule | undefined;
}

export function faultPlan(initial: readonly FaultRule[], random: () => number): FaultPlan {
  let rules = initial;
  const calls = new Map<SimulatorOperation, number>();
  const strikes = ({ operation: about, nth, probability }: FaultRule, operation: string, call: number): boolean =>
    (about === '*' || about === operation) &&
    (nth === undefined || nth === call) &&
    (probability === undefined || random() < probability);
  return {
    set: (replacement) => {
      rules = replacement;
      calls.clear();
    },
    next: (operation) => {
      const call = (calls.get(operation) ?? 0) + 1;
      calls.set(operation, call);
      return rules.find((rule) => strikes(rule, operation, call));
    },
  };
}

/** `publish=timeout`, `deposit=server-error#2+taken`, `*=slow@0.1`: as the command line writes a rule. */
export function parseFault(text: string): Readonly<Record<string, unknown>> | undefined {
  const match = /^([a-z]+|\*)=([a-z-]+)(?:#(\d+))?(?:@(\d(?:\.\d+)?))?(\+taken)?$/.exec(text.trim());
  if (!match) return undefined;
  const [, operation, fault, nth, probability, taken] = match;
  return {
    ...{ operation, fault, taken: taken !== undefined },
    ...(nth !== undefined && { nth: Number(nth) }),
    ...(probability !== undefined && { probability: Number(probability) }),
  };
}
