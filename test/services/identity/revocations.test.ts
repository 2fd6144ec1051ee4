import { expect, it } from 'vitest';
import { takeToken } from '../../../src/services/identity/rate-bucket.ts';
import { listRevocations, revokeTokens, sweepRevocations } from '../../../src/services/identity/revocations.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);

it('is known to the statement that counts requests, never goes back, and is forgotten when no token is left', async () => {
  const by = { subject: 'anne', revokedBy: 'local:test' };
  expect(await revokeTokens(ctx, by)).toMatchObject({ issuedBefore: ctx.clock.now() });
  await revokeTokens(ctx, { ...by, issuedBefore: '2020-01-01T00:00:00.000Z' });
  const revokedBefore = Date.parse(ctx.clock.now()) / 1000;
  expect(await takeToken(db.knex, 'k', 15, 'anne')).toMatchObject({ revokedBefore });
  expect((await takeToken(db.knex, 'k', 15, 'bruno')).revokedBefore).toBeUndefined();
  await sweepRevocations(db.knex, '2026-03-02T10:00:00.000Z');
  expect(await listRevocations(ctx)).toHaveLength(1);
  await sweepRevocations(db.knex, '2026-03-02T12:00:00.000Z');
  expect(await listRevocations(ctx)).toEqual([]);
});
