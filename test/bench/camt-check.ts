/** `bank statement check --format table` of a camt.053: megabytes a second and memory. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ibanFromRib } from '../../src/services/banking/accounts/iban.ts';
import { addDays, plainDate } from '../../src/services/kernel/dates.ts';
import type { StatementDraft } from '../support/write-120.ts';
import { camtClosing, camtOpening, camtStatement } from '../support/write-camt.ts';
import { median, report, runNode } from './child.ts';
import { roundsOf, sized } from './size.ts';

const [movements = sized(200_000), rounds = roundsOf(5)] = process.argv.slice(2).map(Number);
const PER_STATEMENT = 400;

const account = {
  bankCode: '98765',
  branchCode: '00042',
  accountNumber: '00012345678',
  currencyCode: 'EUR',
  decimals: 2,
};

/** One statement a day, of credits alone. */
function* message(): Generator<string> {
  yield camtOpening('08');
  for (let done = 0, units = 0; done < movements; done += PER_STATEMENT) {
    const date = addDays(plainDate(2020, 1, 1), done / PER_STATEMENT);
    const entries = Array.from({ length: Math.min(PER_STATEMENT, movements - done) }, (_, index) => ({
      operationDate: date,
      units: 100 + ((done + index) % 9000),
      label: `VIR SEPA DUPONT ET FILS FACTURE 2025-${done + index}`,
    }));
    const draft: StatementDraft = {
      account,
      start: { date: addDays(date, -1), units },
      end: { date },
      movements: entries,
    };
    yield camtStatement(
      draft,
      ({ bankCode, branchCode, accountNumber }) => ibanFromRib(bankCode, branchCode, accountNumber) ?? '',
      { version: '08' },
    );
    units += entries.reduce((sum, entry) => sum + entry.units, 0);
  }
  yield camtClosing;
}

const folder = mkdtempSync(join(tmpdir(), 'taxops-bench-camt-'));
const file = join(folder, 'statements.xml');
await pipeline(Readable.from(message()), createWriteStream(file));
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
report(
  `camt check of ${movements} movements, ${megabytes.toFixed(0)} MB`,
  `${rate.toFixed(1)} MB/s`,
  '25 MB/s',
  rate >= 25,
);
report('its memory', `${memory.toFixed(0)} MB`, '150 MB', memory <= 150);
rmSync(folder, { recursive: true, force: true });
