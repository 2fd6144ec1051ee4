/**
 * All benches in one run: `npm run bench`, or `npm run bench -- start statement-check` for some; `memory` only by name or
 * with `--small`, which runs a hundredth of each. Ends with 1 when one crashed or missed a target.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHES = [
  'start',
  'statement-check',
  'camt-check',
  'statement-import',
  'bank-sync',
  'ledger-check',
  'ledger-import',
  'line-search',
  'asset-search',
  'asset-export',
  'bank-search',
  'bank-reconcile',
  'bank-export',
  'declarations',
  'allocation-search',
  'vat-assistant',
  'vat-deadlines',
  'vat-return',
  'vat-simulate',
  'vat-firm-list',
  'vat-deposits',
  'poll-notices',
  'obligations',
  'liasse',
  'queue',
];

const [names, options] = [true, false].map((isName) =>
  process.argv.slice(2).filter((word) => word.startsWith('-') !== isName),
) as [string[], string[]];
const isSmall = options.includes('--small');
const env = { ...process.env, BENCH_SIZE: isSmall ? 'small' : 'whole' };
const asked = names.length > 0 ? names : [...BENCHES, ...(isSmall ? ['memory'] : [])];
const failed = asked.filter((name) => {
  process.stdout.write(`\n${name}\n`);
  const file = join(import.meta.dirname, `${name}.ts`);
  return spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit', env }).status !== 0;
});
if (failed.length > 0) process.stdout.write(`\ncrashed, or missed a target: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
