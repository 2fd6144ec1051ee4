/** `bank statement check --format table` of a file: megabytes a second and memory, each beside its target. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { median, report, runNode } from './child.ts';
import { roundsOf } from './size.ts';

interface Checked {
  readonly what: string;
  readonly text: Iterable<string>;
  /** Megabytes a second. */
  readonly rate: number;
  readonly rounds?: number | undefined;
}

export async function reportCheck({ what, text, rate: target, rounds = roundsOf(5) }: Checked): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'taxops-bench-check-'));
  const file = join(folder, 'statements');
  await pipeline(Readable.from(text), createWriteStream(file));
  const megabytes = statSync(file).size / 1e6;
  const start: number[] = [];
  const check: number[] = [];
  let memory = 0;
  for (let round = 0; round < rounds; round++) {
    start.push((await runNode(['bin/taxops.js', 'bank', 'statement', 'check', '--help'])).seconds);
    const cost = await runNode(['bin/taxops.js', 'bank', 'statement', 'check', file, '--format', 'table']);
    check.push(cost.seconds);
    memory = Math.max(memory, cost.megabytes);
  }
  const rate = megabytes / (median(check) - median(start));
  report(`${what}, ${megabytes.toFixed(0)} MB`, `${rate.toFixed(1)} MB/s`, `${target} MB/s`, rate >= target);
  report('its memory', `${memory.toFixed(0)} MB`, '150 MB', memory <= 150);
  rmSync(folder, { recursive: true, force: true });
}
