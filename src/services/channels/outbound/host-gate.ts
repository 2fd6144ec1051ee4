import PQueue from 'p-queue';
import type { Timer } from '../surroundings.ts';

/** Part of the partner's rate that is used: his clock and ours cut seconds at different places. */
const SHARE = 0.8;
const CONCURRENCY = 8;

/** Calls to one host: never faster than its rate allows, and silent for as long as it asked. */
export interface HostGate {
  /** Runs the task when its turn comes; rejects when the signal is aborted before, and only then. */
  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Lets nothing start for that long. */
  pause(ms: number): void;
  /** Time left of a pause, 0 without one. */
  pausedMs(): number;
}

/** `rate`: requests per second that the partner allows, above 0. */
export function hostGate(rate: number, timer: Timer): HostGate {
  const perSecond = rate * SHARE;
  const intervalCap = Math.max(1, Math.floor(perSecond));
  const interval = Math.ceil((intervalCap / perSecond) * 1000);
  const queue = new PQueue({ concurrency: CONCURRENCY, intervalCap, interval, strict: true });
  let until = 0;
  const pausedMs = () => Math.max(0, until - timer.now());
  const waitForEnd = async (signal: AbortSignal): Promise<void> => {
    while (pausedMs() > 0) await timer.sleep(pausedMs(), signal);
  };
  return {
    run: async (task, signal) => {
      await waitForEnd(signal);
      signal.throwIfAborted();
      let isBegun = false;
      let giveUp = () => {};
      // The queue's own signal would also give up on a task that runs, as if it had never begun.
      const tooLate = new Promise<never>((_, reject) => {
        giveUp = () => isBegun || reject(signal.reason);
        signal.addEventListener('abort', giveUp);
      });
      const turn = queue.add(() => {
        signal.throwIfAborted();
        isBegun = true;
        return task();
      });
      return Promise.race([turn, tooLate]).finally(() => signal.removeEventListener('abort', giveUp));
    },
    pause: (ms) => {
      until = Math.max(until, timer.now() + ms);
    },
    pausedMs,
  };
}
