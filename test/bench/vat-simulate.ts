/**
 * `taxops vat simulate` of a body of 100,000 entry lines, from its start to its end, beside the reading of the same JSON:
 * `npm run ts test/bench/vat-simulate.ts [LINES]`.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median, report, runNode } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf, sized } from './size.ts';

const euros = (cents: number): string => (cents / 100).toFixed(2);

/** An invoice of three lines, and its payment of two: one letter each. */
function pairOf(rank: number): object[] {
  const net = 10_000 + ((rank * 7919) % 900_000) * 5;
  const day = `2026-05-${String(1 + (rank % 28)).padStart(2, '0')}`;
  const customer = { AccountNumber: '411000', SubAccount: `C${rank % 2000}`, Letter: `L${rank}` };
  const total = euros(net + net / 5);
  return [
    {
      EntryId: 2 * rank,
      Date: day,
      Journal: 'VE',
      Lines: [
        { LineId: 1, ...customer, Debit: total },
        { LineId: 2, AccountNumber: '706000', Credit: euros(net) },
        { LineId: 3, AccountNumber: '445710', Credit: euros(net / 5) },
      ],
    },
    {
      EntryId: 2 * rank + 1,
      Date: day,
      Journal: 'BQ',
      Lines: [
        { LineId: 1, AccountNumber: '512000', Debit: total },
        { LineId: 2, ...customer, Credit: total },
      ],
    },
  ];
}

const [lines = sized(100_000)] = process.argv.slice(2).map(Number);
const home = benchHome();
const path = join(home, 'vat.json');
const example = JSON.parse(readFileSync('fixtures/vat/worked-example.json', 'utf8'));
const Entries = Array.from({ length: Math.ceil(lines / 5) }, (_, index) => pairOf(index + 1)).flat();
writeFileSync(path, JSON.stringify({ ...example, Entries }));
const command = [resolve('bin/taxops.js'), 'vat', 'simulate', '--body', path, '--json'];
const costs = [];
for (let round = 0; round < roundsOf(5); round++) costs.push(await runNode(command));
if (costs.some(({ exitCode }) => exitCode !== 0)) throw new Error('vat simulate failed');
const seconds = median(costs.map((cost) => cost.seconds));
const started = performance.now();
JSON.parse(readFileSync(path, 'utf8'));
const parsed = performance.now() - started;
report(`vat simulate of ${lines} lines`, `${(seconds * 1000).toFixed(0)} ms`, '1000 ms', seconds <= 1);
report('JSON of the same body alone', `${parsed.toFixed(0)} ms`, '', true);
rmSync(home, { recursive: true, force: true });
