/** Programs run as a person runs them, with what they cost. */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Figure } from './performance-table.ts';
import { isSmall } from './size.ts';

export interface ChildCost {
  readonly seconds: number;
  /** Largest resident memory of the process. */
  readonly megabytes: number;
  readonly exitCode: number | null;
}

/** Options of Node for programs written in TypeScript, compiled as the product is. */
export const TYPESCRIPT = ['--import', new URL('../support/typescript.js', import.meta.url).href];

const REPORT = join(import.meta.dirname, 'report-memory.cjs');

export function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ChildCost> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--require', REPORT, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let kilobytes = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    kilobytes += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) =>
      resolve({ seconds: (performance.now() - started) / 1000, megabytes: Number(kilobytes) / 1024, exitCode }),
    );
  });
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * One figure beside its target: `ok` or `MISSED`, so that a reader finds the lines that matter; what is missed fails the
 * bench, and `ran` judges nothing. Told to `main.ts` too, for the table of docs/performance.md.
 */
export function report(what: string, figure: string, target: string, isMet: boolean): void {
  const verdict = isSmall ? 'ran' : isMet ? 'ok' : 'MISSED';
  if (verdict === 'MISSED') process.exitCode = 1;
  const figures = process.env.BENCH_FIGURES;
  if (figures) appendFileSync(figures, `${JSON.stringify({ what, figure, target, verdict } satisfies Figure)}\n`);
  process.stdout.write(`${verdict.padEnd(6)}  ${what.padEnd(58)} ${figure.padStart(22)}   target ${target}\n`);
}
