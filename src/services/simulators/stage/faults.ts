/** What can go wrong between any partner and us, and the rules that say when it does. */
import * as z from 'zod';

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

/** Rules about the operations of one simulator, as its script writes them. */
export const faultSchema = <const O extends string>(operations: readonly [O, ...O[]]) =>
  z.strictObject({
    operation: z.enum([...operations, '*']).default('*' as never),
    fault: z.enum(FAULTS),
    nth: z.int().min(1).optional().describe('Only the nth call of the operation; every one by default'),
    probability: z.number().min(0).max(1).optional(),
    taken: z.boolean().default(false).describe('Whether a filing is taken before the fault loses its answer'),
    forMs: z.int().min(0).max(600_000).default(1000).describe('How long no connection is accepted: refused and tls'),
    retryAfter: z.int().min(0).max(3600).default(1).describe('Seconds that too-many-requests asks for'),
  });

export interface FaultRule<O extends string = string> {
  readonly operation: O | '*';
  readonly fault: Fault;
  readonly nth?: number | undefined;
  readonly probability?: number | undefined;
  readonly taken: boolean;
  readonly forMs: number;
  readonly retryAfter: number;
}

export interface FaultPlan<O extends string = string> {
  /** Replaces the rules, and counts calls from 1 again. */
  set(rules: readonly FaultRule<O>[]): void;
  /** The fault of this call, if any; every call must be asked about once. */
  next(operation: O): FaultRule<O> | undefined;
}

export function faultPlan<O extends string>(initial: readonly FaultRule<O>[], random: () => number): FaultPlan<O> {
  let rules = initial;
  const calls = new Map<O, number>();
  const strikes = ({ operation: about, nth, probability }: FaultRule<O>, operation: O, call: number): boolean =>
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
    operation,
    fault,
    taken: taken !== undefined,
    ...(nth !== undefined && { nth: Number(nth) }),
    ...(probability !== undefined && { probability: Number(probability) }),
  };
}
