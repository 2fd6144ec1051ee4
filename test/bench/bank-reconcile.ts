/**
 * Proposals of a folder with 20,000 open lines of its bank and 10,000 transactions over a year:
 * `npm run ts test/bench/bank-reconcile.ts [LINES]`. Median of 3 calls; server and caller share the machine.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createAccount } from '../../src/services/banking/accounts/account-creation.ts';
import { proposeLinks } from '../../src/services/banking/books/reconciliation/propose.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import { testContext } from '../support/context.ts';
import { median, report } from './child.ts';
import { generateFec } from './generate-fec.ts';
import { roundsOf, sized } from './size.ts';

const [lines = sized(20_000)] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(tmpdir(), 'taxops-bench-'));
const db = await openDatabase({ home, migrations: resolve(import.meta.dirname, '../../migrations'), schema: 'apply' });
try {
  mkdirSync(join(home, 'fec'));
  const path = await generateFec(join(home, 'fec'), 2 * lines); // every second entry is a payment
  const ctx = testContext(db);
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'BENCH', siren: basename(path).slice(0, 9) });
  await importLedgerFile(ctx, { name: basename(path), path }, {});
  const accountId = await createAccount(ctx, folderId, {
    provider: 'ManualTransaction',
    iban: null,
    bankName: 'Banque',
  });
  // Every second payment, some days later, by name; one in four with its reference.
  await db.knex.raw(
    `insert into bank_transaction (folder_id, account_id, operation_date, value_date, amount_units, decimals, currency,
       label, source_id, created_at, updated_at)
     select l.folder_id, :accountId, l.entry_date + (l.id % 4)::int, l.entry_date, l.debit_cents, 2, 'EUR',
       'VIR SEPA RECU ' || upper(s.label) || case when l.id % 4 = 0 then ' ' || l.doc_ref else '' end, l.id::text, :now, :now
     from entry_line l
     join account a on a.folder_id = l.folder_id and a.id = l.account_id and a.number = '512000'
     join entry_line o on o.folder_id = l.folder_id and o.entry_id = l.entry_id and o.sub_account_id is not null
     join sub_account s on s.folder_id = o.folder_id and s.id = o.sub_account_id
     where l.folder_id = :folderId and l.entry_id % 4 = 0`,
    { folderId, accountId, now: ctx.clock.now() },
  );
  await db.knex.raw('vacuum analyze');
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < roundsOf(3); round++) {
    const started = performance.now();
    found = (await proposeLinks(ctx, folderId, {})).proposals.length;
    times.push(performance.now() - started);
  }
  const figure = median(times);
  report(`${found} proposals`, `${figure.toFixed(0)} ms`, 'under 3000 ms', found > 0 && figure < 3000);
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
