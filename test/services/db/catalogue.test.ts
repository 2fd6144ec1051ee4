import { describe, expect, it } from 'vitest';
import { folderRuleBreaches, GLOBAL_TABLES } from '../../../src/services/db/catalogue.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();

describe('every growing table carries the folder in its keys', () => {
  it('holds for the whole schema', async () => {
    expect(await folderRuleBreaches(db.knex)).toEqual([]);
  });

  it('excuses only tables that exist', async () => {
    const { rows } = await db.knex.raw("select relname from pg_class where relkind in ('r', 'p')");
    const present = new Set(rows.map(({ relname }: { relname: string }) => relname));
    expect(GLOBAL_TABLES.filter((name) => !present.has(name))).toEqual([]);
  });

  it.each([
    ['a table without it', 'create table bad (id int primary key)', ['bad: no column folder_id']],
    [
      'one that may be null',
      'create table bad (folder_id int, id int)',
      ['bad: folder_id may be null', 'bad: no primary key'],
    ],
    [
      'a primary key without it',
      'create table bad (folder_id int not null, id int primary key)',
      ['bad: unique key bad_pkey without folder_id'],
    ],
    [
      'a unique index that only includes it',
      'create table bad (folder_id int, id int, primary key (folder_id, id)); create unique index once on bad (id) include (folder_id)',
      ['bad: unique key once without folder_id'],
    ],
    [
      'a reference that does not pair it',
      `create table good (folder_id int, id int, primary key (folder_id, id), unique (id, folder_id));
       create table bad (folder_id int, id int, good_id int, primary key (folder_id, id),
                         foreign key (folder_id, good_id) references good (id, folder_id))`,
      ['bad: reference bad_folder_id_good_id_fkey to good does not pair folder_id'],
    ],
    [
      'a sound one',
      `create table good (folder_id int, id int, primary key (folder_id, id));
       create table fine (folder_id int, id int, good_id int, primary key (folder_id, id),
                          foreign key (folder_id, good_id) references good (folder_id, id))`,
      [],
    ],
  ])('sees %s', async (_, sql, breaches) => {
    const trx = await db.knex.transaction();
    try {
      await trx.raw(sql);
      const found = await folderRuleBreaches(trx);
      expect(found.filter((breach) => /^(bad|good|fine):/.test(breach))).toEqual(breaches);
    } finally {
      await trx.rollback();
    }
  });
});
