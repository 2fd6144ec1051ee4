/**
 * Writes a CFONB 120 file of a given number of movements: seeded, so that each run measures the same bytes. Five
 * accounts, one statement per account and day of 400 movements, two complements for every three movements: 200,000
 * movements make 333,000 records and 40 MB.
 *
 * npm run ts test/bench/generate-cfonb.ts FILE [MOVEMENTS]
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Detail } from '../../src/services/banking/statements/cfonb/complements.ts';
import { addDays, type PlainDate, plainDate } from '../../src/services/kernel/dates.ts';
import { type MovementDraft, type StatementDraft, statementRecords } from '../support/write-120.ts';

const PER_STATEMENT = 400;
const ACCOUNTS = ['00012345678', '00012345679', '0500013M026', '00098765432', '00055555555'];
const LABELS = [
  'VIR SEPA DUPONT & FILS',
  'PRLV SEPA ELECTRICITE',
  'CB RESTAURANT DU PORT',
  'CHEQUE EMIS',
  'COMMISSIONS',
];
const CODES = ['05', 'B1', '11', '01', '62'];
const DETAILS: readonly Detail[] = [
  { qualifier: 'NPY', text: 'SOCIETE IMAGINAIRE DU NORD' },
  { qualifier: 'LIB', text: 'FACTURE 2025-000123 DU 03 MARS' },
  { qualifier: 'RCN', text: 'E2E-0000123456' },
  { qualifier: 'LCC', text: 'REGLEMENT DE VOS FACTURES 2025-118 A 2025-121, MERCI DE VOTRE CONFIANCE'.slice(0, 70) },
];

/** Repeatable pseudo-random integers below `limit` (mulberry32). */
function randomIntegers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function movementOf(index: number, date: PlainDate, random: (limit: number) => number): MovementDraft {
  const kind = random(LABELS.length);
  const first = random(DETAILS.length - 1);
  return {
    operationDate: date,
    valueDate: date,
    units: (random(2) === 0 ? 1 : -1) * (1 + random(500_000)),
    label: LABELS[kind] ?? '',
    operationCode: CODES[kind] ?? '05',
    internalCode: `B${random(900) + 100}`,
    reference: `REF${String(index).padStart(9, '0')}`,
    details: index % 3 === 0 ? DETAILS.slice(first, first + 2) : [],
  };
}

/** Statements chained per account: each starts where the one before it ended. */
export function* generateStatements(movements: number, seed = 1): Generator<StatementDraft> {
  const random = randomIntegers(seed);
  const balances = ACCOUNTS.map(() => 1_000_000);
  const first = plainDate(2024, 1, 1);
  for (let done = 0, number = 0; done < movements; number += 1) {
    const account = number % ACCOUNTS.length;
    const day = addDays(first, Math.floor(number / ACCOUNTS.length) % 3000);
    const count = Math.min(PER_STATEMENT, movements - done);
    const list = Array.from({ length: count }, (_, index) => movementOf(done + index, addDays(day, 1), random));
    const startUnits = balances[account] ?? 0;
    balances[account] = list.reduce((sum, movement) => sum + movement.units, startUnits);
    done += count;
    yield {
      account: {
        bankCode: '98765',
        branchCode: '00042',
        accountNumber: ACCOUNTS[account] ?? '',
        currencyCode: 'EUR',
        decimals: 2,
      },
      start: { date: day, units: startUnits },
      end: { date: addDays(day, 1) },
      movements: list,
    };
  }
}

/** Writes the file and gives its number of records. */
export async function generateCfonb(path: string, movements: number, seed = 1): Promise<number> {
  const file = createWriteStream(path, { encoding: 'latin1' });
  let records = 0;
  for (const statement of generateStatements(movements, seed)) {
    const lines = [...statementRecords(statement)];
    records += lines.length;
    if (!file.write(`${lines.join('\r\n')}\r\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return records;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , path = 'statements.cfonb', movements = '200000'] = process.argv;
  process.stdout.write(`${await generateCfonb(path, Number(movements))} records in ${path}\n`);
}
