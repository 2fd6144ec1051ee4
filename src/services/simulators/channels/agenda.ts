/** What will happen at the simulated partners, and when. Time moves only on request, so that tests need no wait. */
export interface Agenda {
  /** Plans an action that many milliseconds from now. */
  after(ms: number, action: () => unknown): void;
  /** Lets time pass: due actions run in order, one after the other, those they plan included. */
  advance(ms: number): Promise<void>;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly action: () => unknown;
}

export function agenda(): Agenda {
  let now = 0;
  let planned = 0;
  let entries: Entry[] = [];
  let last: Promise<void> = Promise.resolve();

  const next = (until: number): Entry | undefined => {
    const due = entries.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order);
    entries = entries.filter((entry) => entry !== due[0]);
    return due[0];
  };

  const pass = async (ms: number): Promise<void> => {
    const until = now + ms;
    for (let entry = next(until); entry; entry = next(until)) {
      now = Math.max(now, entry.at);
      await entry.action();
    }
    now = until;
  };

  return {
    after: (ms, action) => {
      entries.push({ at: now + ms, order: planned++, action });
    },
    advance: (ms) => {
      last = last.then(() => pass(ms));
      return last;
    },
  };
}
