import { setTimeout as pause } from 'node:timers/promises';

export interface Repeated {
  /** Ends when the turn under way has. */
  stop(): Promise<void>;
}

/** Does `turn` at once and then again after each pause, until it is stopped; a turn that fails is followed by the next one. */
export function repeat(until: AbortSignal, pauseMs: number, turn: (signal: AbortSignal) => Promise<unknown>): Repeated {
  const ending = new AbortController();
  const turning = turns(AbortSignal.any([until, ending.signal]), pauseMs, turn);
  return {
    stop: () => {
      ending.abort();
      return turning;
    },
  };
}

async function turns(signal: AbortSignal, pauseMs: number, turn: (signal: AbortSignal) => Promise<unknown>) {
  while (!signal.aborted) {
    // A database or a partner that is away is met again at the next turn.
    await turn(signal).catch(() => undefined);
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
