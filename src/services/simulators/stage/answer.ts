import type { Fault } from './faults.ts';

/** What a simulated partner answers, before any fault. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** What some faults make of the body, where the usual damage would not do. */
  readonly damaged?: Partial<Readonly<Record<Fault, string | Uint8Array>>> | undefined;
}

export const json = (value: unknown, status = 200, damaged?: Answer['damaged']): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
  ...(damaged && { damaged }),
});

/** What a simulated partner is asked. */
export interface Question {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}
