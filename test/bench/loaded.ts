/** A load from a process of its own, on whoever calls: what was answered, and what it cost. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { LoadPlan, LoadReport } from './load.ts';

export type Answered = LoadReport & { readonly cpuMs: number };

/** Also what one answer costs this process: steadier than the rate on a busy machine. */
export async function load(plan: LoadPlan): Promise<Answered> {
  const before = process.cpuUsage();
  const answered = await fromChild(plan);
  const { user, system } = process.cpuUsage(before);
  const answers = Object.values(answered.statuses).reduce((sum, count) => sum + count, 0);
  return { ...answered, cpuMs: (user + system) / 1000 / answers };
}

const fromChild = (plan: LoadPlan): Promise<LoadReport> =>
  new Promise((done, failed) => {
    const client = fork(join(import.meta.dirname, 'load.ts'));
    client.once('message', (message) => done(message as LoadReport)).once('error', failed);
    client.send(plan);
  });

export function text({ perSecond, p50, p99, statuses, cpuMs }: Answered): string {
  const times = `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} cpu ${cpuMs.toFixed(2)} ms`;
  return `${perSecond.toFixed(0)}/s ${times} ${JSON.stringify(statuses)}`;
}
