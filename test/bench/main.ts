/** All benches in one run: `npm run bench`, or `npm run bench -- start statement-check` for some; `memory` only by name. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const BENCHES = [
  'start',
  'statement-check',
  'statement-import',
  'bank-sync',
  'ledger-check',
  'ledger-import',
  'assets-schedule',
  'asset-search',
  'asset-export',
  'bank-search',
  'bank-export',
  'declarations',
];

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : BENCHES) {
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!existsSync(file)) continue;
  process.stdout.write(`\n${name}\n`);
  spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' });
}
