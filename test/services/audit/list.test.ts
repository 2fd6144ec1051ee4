/** What the log is asked for: by whom, what, of which folder, between which days of Paris. */
import { expect, it } from 'vitest';
import { appendAudit } from '../../../src/services/audit/audit.ts';
import { listAudit } from '../../../src/services/audit/list.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const day = (text: string) => text as never;
const written = (at: string, actor: string, operation: string, folderId: number | null) =>
  appendAudit(db.knex, { at, actor, operation, folderId, outcome: 'done' });

// In March the day of Paris begins at 23:00.
await written('2026-02-28T22:59:59.000Z', 'user:web:anne', 'first', 1);
await written('2026-02-28T23:00:00.000Z', 'user:web:Bruno', 'second', 1);
await written('2026-03-01T22:59:59.000Z', 'user:web:anne', 'third', 2);
await written('2026-03-01T23:00:00.000Z', 'local:carole', 'third.more', null);

it.each([
  [{}, ['third.more', 'third', 'second', 'first']],
  [{ who: 'anne' }, ['third', 'first']],
  [{ who: 'bruno' }, ['second']],
  [{ ofFolder: 1 }, ['second', 'first']],
  [{ operation: 'third' }, ['third.more', 'third']],
  [{ operation: 'thi' }, []],
  [{ from: day('2026-03-01') }, ['third.more', 'third', 'second']],
  [{ to: day('2026-03-01') }, ['third', 'second', 'first']],
  [{ from: day('2026-03-01'), to: day('2026-03-01') }, ['third', 'second']],
])('asked for %j', async (query, expected) => {
  const { items, next } = await listAudit(ctx, { ...query, limit: 10 });
  expect(items.map(({ operation }) => operation)).toEqual(expected);
  expect(next).toBeUndefined();
});
