/**
 * Speed of the check of a FEC, or of its reading for an import:
 * `npx esbuild test/bench/fec.ts --bundle --platform=node --format=esm --outfile=FILE.mjs`, then
 * `/usr/bin/time -v node FILE.mjs check|read FEC`.
 */
import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { checkFec, type FecCheck } from '../../src/services/ledger/fec/check.ts';
import { readFec } from '../../src/services/ledger/fec/read.ts';

const [mode, path = ''] = process.argv.slice(2);

async function read(): Promise<FecCheck> {
  const { check, ledger } = await readFec(path);
  let lines = 0;
  for await (const batch of ledger?.batches() ?? []) for (const entry of batch) lines += entry.lines.length;
  process.stdout.write(`${lines} lines read\n`);
  return check;
}

const started = performance.now();
const { verdict, counts, figures } = mode === 'read' ? await read() : await checkFec(path);
const seconds = (performance.now() - started) / 1000;
const megabytes = statSync(path).size / 1024 ** 2;
const rss = process.resourceUsage().maxRSS / 1024;
process.stdout.write(`${JSON.stringify({ verdict, counts, lines: figures.lines })}\n`);
process.stdout.write(
  `${megabytes.toFixed(0)} MB in ${seconds.toFixed(2)} s: ${(megabytes / seconds).toFixed(0)} MB/s, RSS ${rss.toFixed(0)} MB\n`,
);
