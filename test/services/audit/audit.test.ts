import { describe, expect, it } from 'vitest';
import { appendAudit, sealAudit, verifyAudit } from '../../../src/services/audit/audit.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();
const entry = (operation: string) => ({
  at: '2026-03-01T10:00:00.123Z',
  actor: 'local:a',
  operation,
  folderId: 1,
  outcome: 'done',
});

describe('the audit log', () => {
  it('chains what several writers append and several sealers seal', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => appendAudit(db.knex, entry(`op${index}`))));
    const sealed = await Promise.all([sealAudit(db), sealAudit(db), sealAudit(db)]);
    expect(sealed.reduce((a, b) => a + b, 0)).toBe(40);
    expect(await verifyAudit(db)).toMatchObject({ entries: 40, unsealed: 0, brokenAt: undefined });
  });

  it('refuses to change or remove an entry', async () => {
    await expect(db.knex('audit_entry').where({ operation: 'op1' }).update({ outcome: 'x' })).rejects.toThrow(
      /append-only/,
    );
    await expect(db.knex('audit_entry').where({ operation: 'op1' }).del()).rejects.toThrow(/append-only/);
  });

  it.each([
    ['a changed entry', `update audit_entry set outcome = 'x' where operation = 'op7'`],
    ['a removed entry', `delete from audit_entry where operation = 'op8'`],
    ['a changed hash', `update audit_entry set hash = repeat('0', 64) where operation = 'op9'`],
  ])('shows %s, made behind the trigger', async (_what, sql) => {
    await db.knex
      .transaction(async (trx) => {
        await trx.raw('alter table audit_entry disable trigger all');
        await trx.raw(sql);
        const report = await verifyAudit({ ...db, knex: trx, transaction: (work) => work(trx) });
        expect(report.brokenAt).toBeDefined();
        throw new Error('undo');
      })
      .catch((error: Error) => expect(error.message).toBe('undo'));
    expect((await verifyAudit(db)).brokenAt).toBeUndefined();
  });
});
