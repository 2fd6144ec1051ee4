/**
 * Long work in turns: the process has one loop, and between two slices of work it serves what came meanwhile. Whoever
 * goes through many things does it here, whatever each of them costs.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/**
 * A slice of work. As short as a turn of the loop allows: what the database answers is taken at the end of one, and an
 * exchange of four messages under slices of 10 ms waits longer than the work that it should pass beside.
 */
const SLICE_MS = 1;
/** The clock is asked once in so many things: asking costs as much as a small one. */
const ASKED = 4;

/** When the present slice began: one for all that is done in turns, however many passes it makes one after the other. */
let began = 0;
/** A clock that went back ends a slice too: those of tests do. */
const isOver = (): boolean => Math.abs(performance.now() - began) >= SLICE_MS;

/** What `work` promises is waited for. */
export async function eachInTurns<T>(things: Iterable<T>, work: (thing: T, at: number) => unknown): Promise<void> {
  let at = 0;
  for (const thing of things) {
    if (at % ASKED === 0 && isOver()) await nextTurn();
    const done = work(thing, at++);
    if (done instanceof Promise) await done;
  }
}

export async function mapInTurns<T, R>(things: Iterable<T>, work: (thing: T, at: number) => R): Promise<R[]> {
  const made: R[] = [];
  await eachInTurns(things, (thing, at) => made.push(work(thing, at)));
  return made;
}

const callers = new AsyncLocalStorage<AbortSignal>();

/** Work in turns that only its caller wants: once they are gone it ends at its next turn, by the reason of the signal. */
export const whileWanted = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => callers.run(signal, work);

async function nextTurn(): Promise<void> {
  await setImmediate();
  callers.getStore()?.throwIfAborted();
  began = performance.now();
}
