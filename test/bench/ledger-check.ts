/** `ledger check` of a FEC of a million entries. */
import { rmSync, statSync } from 'node:fs';
import { report, runNode } from './child.ts';
import { generateFec } from './generate-fec.ts';
import { benchHome } from './home.ts';
import { sized } from './size.ts';

const [entries = sized(1_000_000)] = process.argv.slice(2).map(Number);
const folder = benchHome();
const file = await generateFec(folder, entries);
const size = statSync(file).size / 1024 ** 2;
const cost = await runNode(['bin/taxops.js', 'ledger', 'check', file, '--json']);
const rate = size / cost.seconds;
report(`ledger check of ${entries} entries (${size.toFixed(0)} MB)`, `${rate.toFixed(0)} MB/s`, '40 MB/s', rate >= 40);
report('its memory', `${cost.megabytes.toFixed(0)} MB`, '300 MB', cost.megabytes <= 300);
rmSync(folder, { recursive: true, force: true });
