/** What differs from run to run, injected so that any run can be replayed. */
import type { PlainDate } from './dates.ts';
import { type Instant, parisDay, readInstant } from './paris-time.ts';

export interface Clock {
  /** The present moment, UTC, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
  now(): string;
}

export interface Ids {
  /** A new UUID, version 7: sorts by time of creation. */
  uuid(): string;
}

/** The present moment of a context. */
export function presentMoment({ clock }: { readonly clock: Clock }): Instant {
  const instant = readInstant(clock.now());
  if (!instant) throw new Error('the clock gives no date-time');
  return instant;
}

/** The present day in Paris. */
export const today = (ctx: { readonly clock: Clock }): PlainDate => parisDay(presentMoment(ctx));
