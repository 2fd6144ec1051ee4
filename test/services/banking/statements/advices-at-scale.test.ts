/** What an import of many advices costs the database: statements and rows read, not time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { undoBookedImport } from '../../../../src/services/banking/books/undo-import.ts';
import { importStatementFile } from '../../../../src/services/banking/statements/import.ts';
import type { Database } from '../../../../src/services/db/database.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf, sized } from '../../../support/length.ts';
import { account, bankWorld, day, ibanOf, statement } from './world.ts';

const db = await testDatabase();
const { ctx, folder, give, newFolder } = bankWorld(db);

/** Advices of a file of many. */
const numberOf = () => sized(1200, 20_001);

const entry = (index: number) =>
  `<Ntry><Amt Ccy="EUR">${(100 + (index % 900)) / 100}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day(`03-${10 + (index % 20)}`)}</Dt></BookgDt><AcctSvcrRef>R${index >> 1}</AcctSvcrRef></Ntry>`;
const camt054 = (from: number, to: number) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02"><BkToCstmrDbtCdtNtfctn><Ntfctn><Id>1</Id><Acct><Id><IBAN>${ibanOf(account(1))}</IBAN></Id><Ccy>EUR</Ccy></Acct>${Array.from({ length: to - from }, (_, index) => entry(from + index)).join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

/** Two sequences of three advices in all, again and again. */
const RETURNED = `${readFileSync('fixtures/cfonb/returned/transfers-and-rejects.cfonb', 'latin1').replaceAll('00012345678', '00000000001').trimEnd()}\n`;
const FORMATS = {
  'camt.054': (advices: number) => camt054(0, advices),
  'CFONB 240': (advices: number) => RETURNED.repeat(advices / 3),
};

/** Rows that the session has read, of this transaction and of those not yet in the server's statistics. */
const READ = `select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int as rows
              from pg_stat_xact_user_tables where relname in ('bank_advice', 'bank_advice_source')`;

interface Cost {
  statements: number;
  rows: number;
}

/** A context whose transactions add up what they cost. */
function measured(cost: Cost): typeof ctx {
  const transaction: Database['transaction'] = (work, options) =>
    db.transaction(async (trx) => {
      trx.on('query', () => {
        cost.statements += 1;
      });
      const before: number = (await trx.raw(READ)).rows[0].rows;
      const result = await work(trx);
      cost.rows += (await trx.raw(READ)).rows[0].rows - before;
      return result;
    }, options);
  return { ...ctx, db: async () => ({ ...db, transaction }) };
}

let files = 0;
async function take(folderId: number, text: string) {
  const path = join(folder, `avis-${files++}`);
  writeFileSync(path, text);
  const cost: Cost = { statements: 0, rows: 0 };
  const { importId, accounts } = await importStatementFile(measured(cost), { name: 'avis', path }, { folderId });
  return { importId: importId ?? 0, advices: accounts[0]?.advices, ...cost };
}

const known = async () => {
  const own = await newFolder();
  await give(own, [statement(['03-01', 0], '03-31', [['03-04', 5, 'A']])]);
  return own;
};
/** Advices of a folder in the order of their numbers. */
const stored = (folderId: number) =>
  db
    .knex('bank_advice')
    .where({ folder_id: folderId })
    .select('fingerprint', 'twin', 'reference', 'amount_units', 'day')
    .orderBy('id');

describe('an import', { tags: 'sized' }, () => {
  eachOf(['camt.054', 'CFONB 240'] as const, 1)(
    'many advices of %s cost as many statements as few, and rows in their number',
    async (format) => {
      const count = numberOf();
      const own = await known();
      await db.knex.raw('analyze bank_advice, bank_advice_source'); // what is cached of small tables must not last
      const few = await take(own, FORMATS[format](3));
      const many = await take(own, FORMATS[format](count));
      const again = await take(own, `${FORMATS[format](count)}\n`);
      expect([few, many, again].map(({ advices }) => advices)).toEqual([
        { created: 3, known: 0 },
        { created: count - 3, known: 3 },
        { created: 0, known: count },
      ]);
      for (const cost of [many, again]) {
        expect(cost.statements).toBeLessThan(few.statements + 10);
        expect(cost.rows).toBeLessThan(10 * count);
      }
      for (const { importId } of [many, few]) await undoBookedImport(ctx, importId);
      expect(await stored(own)).toHaveLength(count);
      await undoBookedImport(ctx, again.importId);
      expect(await stored(own)).toEqual([]);
    },
  );
});

it('of files that overlap gives each advice once in any order, numbered as the file tells them', {
  tags: 'long',
}, async () => {
  const count = numberOf();
  const parts = [camt054(0, (count / 3) * 2), camt054(count / 3, count)];
  const [one, other] = [await known(), await known()];
  for (const text of parts) await take(one, text);
  for (const text of parts.toReversed()) await take(other, text);
  const [first, second] = [await stored(one), await stored(other)];
  expect(first.map(({ reference }) => reference)).toEqual(
    Array.from({ length: count }, (_, index) => `R${index >> 1}`),
  );
  const inOrder = (rows: typeof first) => rows.map((row) => JSON.stringify(Object.values(row).map(String))).sort();
  expect(inOrder(second)).toEqual(inOrder(first));
});
