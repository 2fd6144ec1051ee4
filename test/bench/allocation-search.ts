/**
 * A page of 20 of the allocation of VAT in a folder of 1,000,000 entry lines, with filter, sort and count:
 * `npm run ts test/bench/allocation-search.ts [ENTRIES]`. Medians of 5 calls; server and caller share the machine.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import type { AllocationFilter } from '../../src/services/vat/allocation/filter.ts';
import { type AllocationSearch, searchAllocation } from '../../src/services/vat/allocation/search.ts';
import { testContext } from '../support/context.ts';
import { median, report, TYPESCRIPT } from './child.ts';
import { benchHome } from './home.ts';

const ROUNDS = 5;
const root = resolve(import.meta.dirname, '../..');
const [entryCount = '400000'] = process.argv.slice(2);
const home = benchHome();

function makeFile(): { name: string; path: string } {
  const folder = join(home, 'fec');
  mkdirSync(folder);
  spawnSync(process.execPath, [...TYPESCRIPT, join(root, 'test/bench/generate-fec.ts'), folder, entryCount], {
    cwd: root,
  });
  const name = readdirSync(folder)[0] ?? '';
  return { name, path: join(folder, name) };
}

type Change = Partial<AllocationSearch>;

/** Every filter of the table, the heavy ones where they keep most; accounts and letters as the books have them. */
function searchesOf({
  revenue,
  tax,
  customers,
  journalId,
  letterId,
  customer,
}: Books): Readonly<Record<string, Change>> {
  const filtered = (filter: AllocationFilter, change: Change = {}): Change => ({ filter, ...change });
  const account = (accountId: number) => [{ accountId, withDescendant: true }];
  return {
    'by day': {},
    'page 100 by amount': { sortBy: 'AbsoluteAmount', sortDesc: true, page: 100 },
    'amount and label': filtered({ amountAbove: 100_000n, entryLineLabel: 'a' }, { sortBy: 'Label' }),
    'amount between': filtered({ amountAbove: 100_000n, amountBelow: 200_000n }, { sortBy: 'AbsoluteAmount' }),
    'beginning of a label': filtered({ entryLineLabelStartWith: 'fac' }, { sortBy: 'DocRef' }),
    reference: filtered({ docRef: '12' }, { sortBy: 'Journal' }),
    'one journal': filtered({ journalId }, { sortBy: 'DebitSum', sortDesc: true }),
    'type of journal': filtered({ journalType: 'Sale' }),
    'other types of journal': filtered({ withoutJournalType: 'Bank' }, { page: 500 }),
    'beginning of an account': filtered({ accountStartWith: '411' }, { sortBy: 'CreditSum', sortDesc: true }),
    'one account': filtered({ accountKey: { accountId: customers } }, { sortDesc: true }),
    'one customer': filtered({ accountKey: { accountId: customers, subAccountId: customer } }),
    'entries of a revenue account': filtered({ withAccounts: account(revenue) }),
    'entries of the tax account, by amount': filtered({ withAccounts: account(tax) }, { sortBy: 'AbsoluteAmount' }),
    'balanced customers': filtered({ balancedAccount: true }),
    'customers that are not balanced': filtered({ balancedAccount: false }, { sortBy: 'Label' }),
    debits: filtered({ amountDirections: ['Debit'] }, { sortBy: 'None' }),
    'entries of files': filtered({ entrySource: 'FecImport' }),
    'entries by hand': filtered({ entrySource: 'Manual' }),
    'some accounts': filtered({ accountIds: [customers] }, { sortBy: 'Letter' }),
    'some customers': filtered({ subAccountIds: [customer] }),
    'lettered after': filtered({ letteringCreatedAfter: day('2024-03-31') }),
    'lettered before': filtered({ letteringCreatedBefore: day('2024-03-31') }),
    'purchases not lettered': filtered({ unletteredAt: day('2024-06-30') }, { scope: 'Purchases' }),
    'one letter': filtered({ letterId }),
    'some entries': filtered({ entryIds: [1, 2, 3] }),
  };
}

const day = (text: string) => text as never;

interface Books {
  readonly customers: number;
  readonly customer: number;
  readonly revenue: number;
  readonly tax: number;
  readonly journalId: number;
  readonly letterId: number;
}

/** The account of each kind with most lines. */
async function booksOf(knex: Knex, folderId: number): Promise<Books> {
  const most = async (prefix: string): Promise<number> => {
    const [row] = await knex('entry_line as l')
      .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
      .where('l.folder_id', folderId)
      .whereRaw('starts_with(a.number, ?)', [prefix])
      .groupBy('a.id')
      .orderByRaw('count(*) desc')
      .limit(1)
      .select('a.id');
    return row?.id ?? 0;
  };
  const customers = await most('411');
  const line = () => knex('entry_line').where({ folder_id: folderId, account_id: customers });
  const [lettered] = await line().whereNotNull('letter').orderBy('id').limit(1).select('id');
  const [party] = await line().whereNotNull('sub_account_id').limit(1).select('sub_account_id');
  const [journal] = await knex('journal').where({ folder_id: folderId, type: 'Sale' }).limit(1).select('id');
  return {
    customers,
    customer: party?.sub_account_id ?? 0,
    revenue: await most('70'),
    tax: await most('4457'),
    journalId: journal?.id ?? 0,
    letterId: lettered?.id ?? 0,
  };
}

const db = await openDatabase({ home, migrations: join(root, 'migrations'), schema: 'apply' });
try {
  const file = makeFile();
  const siren = file.name.slice(0, 9);
  const ctx = testContext(db);
  const { id: folderId } = await createFolder(ctx, undefined, { name: 'BENCH', siren });
  await importLedgerFile(ctx, file, {});
  await db.knex.raw('vacuum analyze entry_line');
  await db.knex.raw('vacuum analyze entry');
  const searches = searchesOf(await booksOf(db.knex, folderId));
  for (const [label, change] of Object.entries(searches)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      const search = { scope: 'Sales', page: 1, limit: 20, sortBy: 'Date', sortDesc: false, filter: {} } as const;
      await searchAllocation(ctx, folderId, { ...search, onlyRequiringCompletion: false, ...change });
      times.push(performance.now() - started);
    }
    const figure = median(times);
    report(label, `${figure.toFixed(0)} ms`, 'under 300 ms', figure < 300);
  }
} finally {
  await db.close();
  rmSync(home, { recursive: true, force: true });
}
