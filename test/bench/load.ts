/** A process that keeps so many connections busy for a while, and tells how long each answer took. */
import { Client } from 'undici';
import { sized } from './size.ts';

/** Until then the load itself warms up, on the cores of whoever answers: connections, and code that was never run. */
const WARM_UP_MS = sized(500);

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadPlan {
  readonly url: string;
  readonly connections: number;
  readonly milliseconds: number;
  /** Taken in turn by the connections; the first again after the last unless `once`. */
  readonly requests: readonly LoadRequest[];
  readonly once?: boolean;
}

export interface LoadReport {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
}

async function run({ url, connections, milliseconds, requests, once }: LoadPlan): Promise<LoadReport> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const start = performance.now() + WARM_UP_MS;
  const loop = async (): Promise<void> => {
    const client = new Client(url);
    let answers = 0;
    while (performance.now() - start < milliseconds || answers === 0) {
      const request = requests[once ? next++ : next++ % requests.length];
      if (!request) break;
      const before = performance.now();
      const { statusCode, body } = await client.request({ ...request, body: request.body ?? null });
      await body.dump();
      if (before < start) continue;
      answers++;
      latencies.push(performance.now() - before);
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), statuses };
}

process.once('message', async (plan) => {
  const report = await run(plan as LoadPlan);
  process.send?.(report, () => process.disconnect());
});
