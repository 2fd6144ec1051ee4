/** Start of the command line: `--help`, and a warm command with one query, above a bare `node`. */
import { rmSync } from 'node:fs';
import { median, report, runNode } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf } from './size.ts';

const ROUNDS = roundsOf(11);
const CLI = 'bin/taxops.js';

const home = benchHome();
const env = { TAXOPS_HOME: home };
const bare = ['-e', '0'];
const help = [CLI, '--help'];
const query = [CLI, 'folder', 'list'];

await runNode([CLI, 'db', 'start'], env);
const seconds = { bare: [] as number[], help: [] as number[], query: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  seconds.bare.push((await runNode(bare, env)).seconds);
  seconds.help.push((await runNode(help, env)).seconds);
  seconds.query.push((await runNode(query, env)).seconds);
}
await runNode([CLI, 'db', 'stop'], env);
rmSync(home, { recursive: true, force: true });

const floor = median(seconds.bare);
const above = (values: readonly number[]) => Math.round((median(values) - floor) * 1000);
report('--help, above bare node', `${above(seconds.help)} ms`, '30 ms', above(seconds.help) <= 30);
report(
  'a warm command with one query, above bare node',
  `${above(seconds.query)} ms`,
  '100 ms',
  above(seconds.query) <= 100,
);
