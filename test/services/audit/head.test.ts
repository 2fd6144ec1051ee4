import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appendAudit, sealAudit } from '../../../src/services/audit/audit.ts';
import { keepHead, readHead } from '../../../src/services/audit/head.ts';
import { listAudit } from '../../../src/services/audit/list.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const db = await testDatabase();
const file = join(temporaryFolder('head'), 'head');

it('is kept as the chain goes on; a page of the log ends where the next one begins', async () => {
  await keepHead(db, file);
  expect(await readHead(file)).toBeUndefined();
  for (const operation of ['a.one', 'a.two', 'b'])
    await appendAudit(db.knex, {
      at: '2026-03-01T10:00:00.000Z',
      actor: 'local:a',
      operation,
      folderId: null,
      outcome: 'done',
    });
  await sealAudit(db);
  await keepHead(db, file);
  expect((await readHead(file))?.sequence).toBe(3n);
  const page = await listAudit(testContext(db), { operation: 'a', limit: 1 });
  expect([page.items.map(({ operation }) => operation), page.next]).toEqual([['a.two'], page.items[0]?.id]);
});
