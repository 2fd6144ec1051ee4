/** What a call changes, as the database logs it in the transaction of the change. */
import { describe, expect, it } from 'vitest';
import { logChanges } from '../../../src/services/audit/change.ts';
import { duringCall } from '../../../src/services/db/call.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const CALL = { at: '2026-03-01T10:00:00.000Z', actor: 'local:anne@bureau', operation: 'test.act', folderId: null };
const during = <T>(operation: string, work: () => PromiseLike<T>) => duringCall({ ...CALL, operation }, work);

interface Logged {
  readonly folder_id: number | null;
  readonly actor: string;
  readonly details: {
    readonly table: string;
    readonly action: string;
    readonly rows: number;
    readonly changes?: unknown;
  };
}
const logged = (operation: string): Promise<Logged[]> =>
  db.knex('audit_entry').where({ operation, outcome: 'changed' }).orderBy('id').select('folder_id', 'actor', 'details');

await db.knex('company').insert({ name: 'CABINET' });
await db.knex('folder').insert([
  { company_id: 1, name: 'ALPHA' },
  { company_id: 1, name: 'BETA' },
]);

describe('a change of a call', () => {
  it('is logged with what was before and after, and who did it', async () => {
    await during('test.rename', () => db.knex('company').where({ id: 1 }).update({ name: 'CABINET BIS' }));
    expect(await logged('test.rename')).toEqual([
      {
        folder_id: null,
        actor: 'local:anne@bureau',
        details: {
          table: 'company',
          action: 'update',
          rows: 1,
          changes: [{ before: { id: 1, name: 'CABINET' }, after: { id: 1, name: 'CABINET BIS' } }],
        },
      },
    ]);
  });

  it('names the folder of its rows; rows that stay as they were are none', async () => {
    await during('test.folders', async () => {
      await db.knex('folder').update({ name: db.knex.raw("case id when 2 then 'GAMMA' else name end") });
      await db.knex('account').insert({ folder_id: 2, number: '512000', label: 'Banque' });
      await db.knex('account').where({ folder_id: 2 }).del();
    });
    const entries = await logged('test.folders');
    expect(entries.map(({ folder_id, details: { table, action, rows } }) => [table, action, rows, folder_id])).toEqual([
      ['folder', 'update', 1, null],
      ['account', 'insert', 1, 2],
      ['account', 'delete', 1, 2],
    ]);
    expect(entries[2]?.details.changes).toMatchObject([{ before: { folder_id: 2, number: '512000' } }]);
  });

  it('is undone with its transaction, and the next call is not taken for it', async () => {
    const undone = during('test.undone', () =>
      db.transaction(async (trx) => {
        await trx('company').where({ id: 1 }).update({ name: 'NOBODY' });
        throw new Error('undone');
      }),
    );
    await expect(undone).rejects.toThrow('undone');
    expect(await logged('test.undone')).toEqual([]);
    for (let turn = 0; turn < 10; turn++)
      await during(`test.after${turn}`, () =>
        db
          .knex('company')
          .where({ id: 1 })
          .update({ name: `FIRM ${turn}` }),
      );
    for (let turn = 0; turn < 10; turn++) expect(await logged(`test.after${turn}`)).toHaveLength(1);
  });

  it('of calls at the same time stays apart', async () => {
    const turns = Array.from({ length: 24 }, (_, turn) => turn);
    await Promise.all(
      turns.map((turn) =>
        during(`test.turn${turn}`, () =>
          db.transaction(async (trx) => {
            await trx('journal').insert({ folder_id: 1, code: `J${turn}`, label: 'X', type: 'Bank' });
            await trx('journal')
              .where({ folder_id: 1, code: `J${turn}` })
              .update({ label: 'Y' });
          }),
        ),
      ),
    );
    for (const turn of turns) {
      const entries = await logged(`test.turn${turn}`);
      expect(entries.map(({ details }) => details.action)).toEqual(['insert', 'update']);
      expect(JSON.stringify(entries)).toContain(`"J${turn}"`);
    }
  });

  it('of many rows is a number, and outside of a call nothing is said', async () => {
    const rows = Array.from({ length: 21 }, (_, rank) => ({ folder_id: 1, number: `6${rank}`, label: 'X' }));
    await during('test.many', () => db.knex('account').insert(rows));
    const [entry] = await logged('test.many');
    expect(entry?.details).toEqual({ table: 'account', action: 'insert', rows: 21 });
    const before = await db.knex('audit_entry').count();
    await db.knex('company').where({ id: 1 }).update({ name: 'SILENT' });
    expect(await db.knex('audit_entry').count()).toEqual(before);
  });

  it('masks what is stored encrypted, and cuts long texts', async () => {
    await during('test.secret', () =>
      db.knex('statement_source').insert({
        name: 's',
        kind: 'Folder',
        settings: JSON.stringify({ path: 'p'.repeat(2000) }),
        sealed: Buffer.from('hush'),
        created_at: CALL.at,
        updated_at: CALL.at,
      }),
    );
    const text = JSON.stringify(await logged('test.secret'));
    expect(text).toContain('"sealed":"********"');
    expect(text).toContain(`${'p'.repeat(900)}`);
    expect(text).not.toContain('p'.repeat(1100));
    expect(text).not.toContain(Buffer.from('hush').toString('hex'));
  });
});

it('a change that is reported takes the form of one that is watched: of many their number, outside of a call nothing', async () => {
  const told = (count: number) =>
    db.transaction((trx) => {
      const changes = Array.from({ length: count }, (_, id) => ({ before: { id } }));
      return logChanges(trx, { folderId: 2, table: 'entry', action: 'delete', changes });
    });
  await told(1);
  await during('test.told', async () => {
    for (const count of [0, 1, 21]) await told(count);
  });
  expect(await db.knex('audit_entry').where('details', '@>', '{"table":"entry"}').count({ n: '*' })).toEqual([
    { n: 2n },
  ]);
  expect((await logged('test.told')).map(({ folder_id, details }) => ({ folder_id, ...details }))).toEqual([
    { folder_id: 2, table: 'entry', action: 'delete', rows: 1, changes: [{ before: { id: 0 } }] },
    { folder_id: 2, table: 'entry', action: 'delete', rows: 21 },
  ]);
});

/** Of which a statement may write a million rows, or which serve the program rather than the books. */
const UNWATCHED = [
  'asset_entry_line',
  'asset_figure',
  'audit_entry',
  'bank_advice',
  'bank_advice_source',
  'bank_provider_event',
  'bank_sighting',
  'entry',
  'entry_line',
  'idempotent_answer',
  'intake',
  'intake_chunk',
  'job_item',
  'job_run',
  'job_worker',
  'produced_file',
  'produced_file_chunk',
  'rate_bucket',
  'schema_migration',
  'supporting_document_chunk',
  'vat_line_distribution',
  'web_link',
  'webhook_delivery',
];

it('every table is watched but those that are named', async () => {
  const { rows } = await db.knex.raw(
    `select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgname in ('audit_insert', 'audit_update', 'audit_delete')) < 3
     order by 1`,
  );
  expect(rows.map(({ name }: { name: string }) => name).sort()).toEqual(UNWATCHED);
});
