/** Imports of several processes at once, each here a pool of its own. */
import { afterAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../src/services/db/database.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import { asReader } from '../../support/context.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { content, type Entry, type Importer, identifiers, importer, SALES, siren } from './books.ts';

const settings = await testDatabaseSettings(true);
const pools: Database[] = [];
const open = async () => {
  const db = await openDatabase({ ...settings, schema: 'ignore', poolSize: 2 });
  pools.push(db);
  return db;
};
afterAll(() => Promise.all(pools.map((db) => db.close())));
const processes = await Promise.all(Array.from({ length: 8 }, open));
const [db = await open()] = processes;
const takers = processes.map((pool) => importer(pool));
const statuses = (results: readonly { readonly status: string }[]) => results.map(({ status }) => status).sort();

const PATIENCE = 60_000;
const all = <T>(work: (take: Importer, at: number) => Promise<T>) => Promise.all(takers.map(work));

it('of different companies lose nothing', { tags: 'long', timeout: PATIENCE }, async () => {
  const results = await all((take, at) => take(SALES, { name: `${siren(at + 1)}FEC20241231.txt` }));
  expect(statuses(results)).toEqual(Array(8).fill('Imported'));
  const folders = results.map(({ applied }) => applied?.folderId ?? 0);
  expect(new Set(folders).size).toBe(8);
  for (const folderId of folders) expect(await content(db, folderId)).toHaveLength(5);
  expect(await db.knex('company').count({ n: '*' })).toEqual([{ n: 1n }]);
});

it('of different exercises of one company lose nothing', { tags: 'long', timeout: PATIENCE }, async () => {
  const years = await all((take, at) => {
    const year = 2017 + at;
    const entries = SALES.map((entry) => ({ ...entry, date: `${year}-${entry.date}` }));
    return take(entries, { name: `${siren(20)}FEC${year}1231.txt` });
  });
  expect(statuses(years)).toEqual(Array(8).fill('Imported'));
  const [folderId = 0] = new Set(years.map(({ applied }) => applied?.folderId ?? 0));
  expect(await db.knex('exercise').where({ folder_id: folderId }).count({ n: '*' })).toEqual([{ n: 8n }]);
  expect(await db.knex('entry').where({ folder_id: folderId }).countDistinct({ n: 'id' })).toEqual([{ n: 40n }]);
  expect(await db.knex('account').where({ folder_id: folderId }).count({ n: '*' })).toEqual([{ n: 8n }]);
});

it(
  'of the same file import it once',
  async () => {
    const results = await all((take) => take(SALES, { name: `${siren(21)}FEC20241231.txt` }));
    expect(statuses(results)).toEqual(['Imported', ...Array(7).fill('Unchanged')]);
    const folderId = results[0]?.applied?.folderId ?? 0;
    expect(Object.keys(await identifiers(db, folderId))).toHaveLength(5);
  },
  PATIENCE,
);

it(
  'of two versions of a file end as one of them',
  async () => {
    const name = `${siren(22)}FEC20241231.txt`;
    const other: Entry[] = SALES.map((entry) => (entry.number === 4 ? { ...entry, label: 'Autre' } : entry));
    const results = await all((take, at) => take(at % 2 === 0 ? SALES : other, { name }));
    expect(statuses(results).filter((status) => status === 'Imported')).toHaveLength(1);
    const folderId = results[0]?.applied?.folderId ?? 0;
    const found = (await content(db, folderId)) as { lines: string[][] }[];
    expect(found).toHaveLength(5);
    expect(new Set(found[3]?.lines.map((line) => line[9])).size).toBe(1);
  },
  PATIENCE,
);

it(
  'and entries written meanwhile keep distinct identifiers and numbers',
  async () => {
    const name = `${siren(23)}FEC20241231.txt`;
    const first = await takers[0]?.(SALES, { name });
    const folderId = first?.applied?.folderId ?? 0;
    const longer: Entry[] = [...SALES, { number: 60, date: '06-01', lines: ['512000 1', '706000 -1'] }];
    const lines = [
      { account: '512000', debit: 100n, credit: 0n },
      { account: '706000', debit: 0n, credit: 100n },
    ];
    const date = '2024-05-01' as never;
    await all(async (take, at) =>
      at === 0
        ? take(longer, { name })
        : createEntry(asReader(processes[at] ?? db), folderId, { journal: 'BQ', date, label: 'x', lines }),
    );
    const entries = await db.knex('entry').where({ folder_id: folderId }).select('id', 'number');
    expect(entries).toHaveLength(13);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(13);
    expect(new Set(entries.map(({ number }) => number)).size).toBe(13);
  },
  PATIENCE,
);
