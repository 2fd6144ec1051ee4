/** The status webhook under mutated bodies, 20,000 with SOAK=1: answers 2xx or 4xx, never 5xx. */

import { expect, it } from 'vitest';
import { createFolder } from '../../src/services/folders/folders.ts';
import { hostileBody } from '../commands/declaration/hostile-body.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import fc from '../support/property.ts';

it('takes any body', async () => {
  const db = await testDatabase();
  await createFolder(db, undefined, { name: 'ALPHA', siren: '999999998' });
  const env = { TAXOPS_DATABASE_URL: db.settings.url ?? '', TAXOPS_SECRET_KEY: '5a'.repeat(32) };
  const actor = { kind: 'service', clientId: 'channel', scopes: new Set(['taxdeclarationapi']) } as const;
  const { app, failures, program } = await testApp(env, async () => actor, undefined, 1_000_000);
  const post = (body: string) =>
    app.request('/api/tax-declarations/webhook/channela', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
  await fc.assert(
    fc.asyncProperty(hostileBody, async (body) => {
      expect([2, 4]).toContain(Math.floor((await post(body)).status / 100));
    }),
    { numRuns: process.env.SOAK ? 20_000 : 800 },
  );
  expect(failures).toEqual([]);
  await program.close();
  await db.close();
});
