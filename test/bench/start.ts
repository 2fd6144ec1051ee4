/**
 * Start of the command line: `--help`, and a warm command with one query, above a bare `node` that was started just before it. The
 * median of the rounds: what slows the machine for a while slows the three alike.
 */
import { rmSync } from 'node:fs';
import { median, report, runNode } from './child.ts';
import { benchHome } from './home.ts';
import { roundsOf } from './size.ts';

const ROUNDS = roundsOf(15);
const CLI = 'bin/taxops.js';

const home = benchHome();
const env = { TAXOPS_HOME: home };
const bare = ['-e', '0'];
const help = [CLI, '--help'];
const query = [CLI, 'folder', 'list'];

await runNode([CLI, 'db', 'start'], env);
const above = { help: [] as number[], query: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  const floor = (await runNode(bare, env)).seconds;
  above.help.push((await runNode(help, env)).seconds - floor);
  above.query.push((await runNode(query, env)).seconds - floor);
}
await runNode([CLI, 'db', 'stop'], env);
rmSync(home, { recursive: true, force: true });

const milliseconds = (values: readonly number[]) => Math.round(median(values) * 1000);
const [ofHelp, ofQuery] = [milliseconds(above.help), milliseconds(above.query)];
report('--help, above bare node', `${ofHelp} ms`, '30 ms', ofHelp <= 30);
report('a warm command with one query, above bare node', `${ofQuery} ms`, '100 ms', ofQuery <= 100);
