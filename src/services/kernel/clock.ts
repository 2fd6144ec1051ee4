/** What differs from run to run, injected so that any run can be replayed. */

export interface Clock {
  /** The present moment, UTC, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
  now(): string;
}

export interface Ids {
  /** A new UUID, version 7: sorts by time of creation. */
  uuid(): string;
}
