/** A send whose answer was lost: the channel is asked before anything is sent again. */
import type { Instant } from '../kernel/paris-time.ts';

/** Seconds between two questions, by default: both are asked within a minute of a start. */
export const QUESTION_SECONDS = 45;

/** Negative answers, at that distance, after which the send is taken for never arrived. */
const NEGATIVES = 2;

export interface Question {
  readonly askedAt: Instant;
  readonly found: boolean;
}

/** `Found`: SentToChannel. `Lost`: back to Draft. `Ask` now, or `Wait` before the next question. */
export type Doubt = 'Found' | 'Lost' | 'Ask' | 'Wait';

/** What to do after the questions asked so far, in order. Questions closer than the interval count as one. */
export function resolveDoubt(questions: readonly Question[], now: Instant, seconds: number = QUESTION_SECONDS): Doubt {
  if (questions.some(({ found }) => found)) return 'Found';
  const apart: Instant[] = [];
  for (const { askedAt } of questions) {
    const last = apart.at(-1);
    if (last === undefined || secondsBetween(last, askedAt) >= seconds) apart.push(askedAt);
  }
  if (apart.length >= NEGATIVES) return 'Lost';
  const last = apart.at(-1);
  return last === undefined || secondsBetween(last, now) >= seconds ? 'Ask' : 'Wait';
}

const secondsBetween = (from: Instant, to: Instant): number => (Date.parse(to) - Date.parse(from)) / 1000;
