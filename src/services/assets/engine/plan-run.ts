/** One pass over a plan: the same interface for every mode, and an observer that costs nothing when absent. */
import type { PlanEvent } from './plan.ts';

/** A plan being posted, exercise by exercise. `posted` is the cumulated amortization in cents. */
export interface PlanRun {
  posted: number;
  base: number;
  open(exercise: number): void;
  /** Posts the part up to `day`, inside the open exercise. */
  post(exercise: number, day: number): void;
  /** Applies an event; the part up to the day before it is already posted. */
  rebase(exercise: number, event: PlanEvent): void;
}

/** Why a part is what it is, for people who ask. Amounts in cents. */
export interface PlanPart {
  readonly exercise: number;
  readonly day: number;
  readonly rule: 'linear' | 'declining' | 'remaining' | 'complement' | 'reversal';
  /** `amount × numerator / denominator`, capped at what is left. */
  readonly amount: number;
  readonly numerator: number;
  readonly denominator: number;
  readonly unit: string;
  readonly cents: number;
}

export type PlanObserver = (part: PlanPart) => void;
