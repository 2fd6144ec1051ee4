/** Requests of every sort to one application, and what it holds on to afterwards. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LoadRequest } from './load.ts';
import type { portal } from './portal.ts';

type Portal = Awaited<ReturnType<typeof portal>>;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const AT_ONCE = 8;

async function collectTwice(): Promise<void> {
  collect();
  await new Promise((settled) => setImmediate(settled)); // finalisers
  collect();
}

/** What the system has given the process, once it holds on to nothing that it need not. */
export async function restingMegabytes(): Promise<number> {
  await collectTwice();
  return process.memoryUsage.rss() / 1e6;
}

/** Bytes in use, collected, after the requests from one number to another. */
export async function heapAfter(world: Portal, from: number, to: number): Promise<number> {
  let next = from;
  const loop = async (): Promise<void> => {
    for (let n = next++; n < to; n = next++) {
      const { path, ...request } = requestOf(world, n);
      await (await world.app.request(path, request)).text();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  await collectTwice();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Mostly listings; deliveries, tokens that are refused, paths that are not there. */
function requestOf({ listings, delivery }: Portal, n: number): LoadRequest {
  const listing = listings[n % listings.length] as LoadRequest;
  if (n % 10 === 1) return delivery(n);
  if (n % 1000 === 2) return { ...listing, headers: { authorization: `Bearer ${n}` } };
  return n % 10 === 3 ? { ...listing, path: `/nowhere/${n}` } : listing;
}
