/**
 * Node takes one connection in each turn of its loop, and a turn in which others are answered is long: of a thousand that
 * come at once, the last would be heard only when the first have asked twice. So requests wait while connections come: such
 * turns are short, and a crowd is in within a blink.
 */
export interface Arrivals {
  arrive(): void;
  /** Does the work now, or once a turn has passed in which nobody came. */
  whenQuiet(work: () => void): void;
}

/** Who comes without end keeps nobody waiting for longer. */
const MOST_MS = 300;

/** `now` in milliseconds. */
export function openArrivals(now: () => number, mostMs = MOST_MS): Arrivals {
  let waiting: (() => void)[] = [];
  let hasCome = false;
  let isWatching = false;
  const turn = (until: number): void => {
    if (hasCome && now() < until) {
      hasCome = false;
      setImmediate(turn, until);
      return;
    }
    isWatching = false;
    const ready = waiting;
    waiting = [];
    for (const work of ready) work();
  };
  return {
    arrive: () => {
      hasCome = true;
      if (isWatching) return;
      isWatching = true;
      setImmediate(turn, now() + mostMs);
    },
    whenQuiet: (work) => {
      if (isWatching) waiting.push(work);
      else work();
    },
  };
}
