import type { Clock } from '../kernel/clock.ts';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/**
 * Counts refused tokens per address and minute, in this process: a guesser is slowed down before any signature is
 * checked. Addresses are forgotten oldest first, so that a flood of them cannot fill the memory.
 */
export function refusalCount(limit: number, clock: Clock) {
  const seen = new Map<string, { count: number; since: number }>();
  const now = () => Date.parse(clock.now());
  const current = (address: string) => {
    const entry = seen.get(address);
    return entry && now() - entry.since < WINDOW_MS ? entry : undefined;
  };
  return {
    isBlocked: (address: string): boolean => (current(address)?.count ?? 0) >= limit,
    add: (address: string): void => {
      const entry = current(address) ?? { count: 0, since: now() };
      entry.count += 1;
      seen.delete(address);
      seen.set(address, entry);
      if (seen.size > MAX_ADDRESSES) seen.delete(seen.keys().next().value ?? '');
    },
  };
}
