import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Ids } from '../kernel/clock.ts';
import type { Resolve } from './outbound/address-rules.ts';

/** What channels take from outside besides settings. */
export interface ChannelSurroundings {
  readonly clock: Clock;
  readonly ids: Ids;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  readonly timer?: Timer | undefined;
  /** Names to addresses; the system's resolver by default. */
  readonly resolve?: Resolve | undefined;
}

/** Waiting, and time that only goes forward: the clock may be set back while a call waits. */
export interface Timer {
  /** Milliseconds since some moment. */
  now(): number;
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs the action after that time, unless it is cancelled before. Returns the cancellation. */
  after(ms: number, action: () => void): () => void;
}

export const systemTimer: Timer = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal ? { signal } : {});
  },
  after: (ms, action) => {
    const timeout = setTimeout(action, ms);
    return () => clearTimeout(timeout);
  },
};
