/**
 * All benches in one run: `npm run bench`, or `npm run bench -- start statement-check` for some; `memory` only by name or
 * with `--small`, which runs a hundredth of each, several at a time, and judges none. Ends with 1 when one crashed, gave no
 * figure or missed a target; a whole run writes docs/performance.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import PQueue from 'p-queue';
import { TYPESCRIPT } from './child.ts';
import { type Figure, hasCrashed, hasFailed, mergedTable, type Outcome } from './performance-table.ts';

const BENCHES = [
  'start',
  'statement-check',
  'camt-check',
  'csv-check',
  'statement-import',
  'bank-sync',
  'ledger-check',
  'ledger-import',
  'line-search',
  'asset-search',
  'asset-figures',
  'asset-export',
  'bank-search',
  'bank-reconcile',
  'bank-export',
  'declarations',
  'webhook',
  'allocation-search',
  'vat-assistant',
  'vat-deadlines',
  'vat-return',
  'vat-simulate',
  'vat-firm-list',
  'vat-deposits',
  'poll-notices',
  'obligations',
  'firm-overview',
  'liasse',
  'queue',
  'pages',
];

const [names, options] = [true, false].map((isName) =>
  process.argv.slice(2).filter((word) => word.startsWith('-') !== isName),
) as [string[], string[]];
const isSmall = options.includes('--small');
const root = mkdtempSync(join(isSmall && existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'taxops-bench-'));
const env = { ...process.env, BENCH_SIZE: isSmall ? 'small' : 'whole', BENCH_ROOT: root };
const TABLE = resolve(import.meta.dirname, '../../docs/performance.md');

/** Those that are judged run alone and are seen at work; of the small ones each says all when it has ended. */
async function run(bench: string): Promise<Outcome> {
  const figures = join(root, `${bench}.figures`);
  writeFileSync(figures, '');
  if (!isSmall) process.stdout.write(`\n${bench}\n`);
  const said = isSmall ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, [...TYPESCRIPT, join(import.meta.dirname, `${bench}.ts`)], {
    stdio: ['ignore', said, said],
    env: { ...env, BENCH_FIGURES: figures },
  });
  const started = Date.now();
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += data));
  const [status] = await once(child, 'close');
  if (isSmall) process.stdout.write(`\n${bench}, ${Math.round((Date.now() - started) / 1000)} s\n${text}`);
  const told = readFileSync(figures, 'utf8').split('\n').filter(Boolean);
  return { bench, status, figures: told.map((line) => JSON.parse(line) as Figure) };
}

const asked = names.length > 0 ? names : [...BENCHES, ...(isSmall ? ['memory'] : [])];
const queue = new PQueue({ concurrency: isSmall ? availableParallelism() : 1 });
const outcomes = await queue.addAll(asked.map((bench) => () => run(bench)));
rmSync(root, { recursive: true, force: true });
const failed = outcomes.filter(hasFailed);
const told = (outcome: Outcome): string => `${outcome.bench} ${hasCrashed(outcome) ? 'crashed' : 'missed a target'}`;
if (failed.length > 0) process.stdout.write(`\n${failed.map(told).join('\n')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

if (!isSmall) {
  const before = existsSync(TABLE) ? readFileSync(TABLE, 'utf8') : '';
  const measured = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? '?'}`;
  writeFileSync(TABLE, mergedTable(before, outcomes, { measured, order: [...BENCHES, 'memory'] }));
  process.stdout.write(`\nwritten: docs/performance.md\n`);
}
