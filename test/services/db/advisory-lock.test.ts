import { describe, expect, it } from 'vitest';
import { keptSessions, withAdvisoryLock } from '../../../src/services/db/advisory-lock.ts';
import { testDatabase } from '../../support/database.ts';

const db = await testDatabase();

describe('a named lock', () => {
  it('gives back what the work gives, and is free again after it, also when it fails', async () => {
    expect(await db.withAdvisoryLock('a', async () => 7)).toBe(7);
    await expect(db.withAdvisoryLock('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await db.withAdvisoryLock('a', async () => 8)).toBe(8);
  });

  it('is refused to a second one, not to another name, and given to one that waits', async () => {
    const order: string[] = [];
    let waiting: Promise<void> | undefined;
    await db.withAdvisoryLock('b', async () => {
      await expect(db.withAdvisoryLock('b', async () => {})).rejects.toMatchObject({
        code: 'LockHeld',
        kind: 'lockHeld',
      });
      await expect(db.withAdvisoryLock('b', async () => {}, { wait: 30 })).rejects.toMatchObject({ code: 'LockHeld' });
      await db.withAdvisoryLock('c', async () => order.push('another name'));
      waiting = db.withAdvisoryLock('b', async () => void order.push('second'), { wait: 'forever' });
      order.push('first');
    });
    await waiting;
    expect(order).toEqual(['another name', 'first', 'second']);
  });

  it('tells the work when it is lost', async () => {
    const lost = await db.withAdvisoryLock('d', async (signal) => {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await db.knex.raw(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`);
      await aborted;
      return signal.aborted;
    });
    expect(lost).toBe(true);
  });

  it('a time limit of statements does not cut the wait', async () => {
    expect((await db.knex.raw('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
  });
});

it('sessions are kept for the next locks, and one whose work failed is ended with its lock', async () => {
  let opened = 0;
  const connect = (direct?: boolean) => {
    opened += 1;
    return db.engine.connect(direct);
  };
  const sessions = keptSessions({ ...db.engine, connect });
  for (const round of [1, 2, 3]) expect(await withAdvisoryLock(sessions, 'kept', async () => round)).toBe(round);
  expect(opened).toBe(1);
  const failing = withAdvisoryLock(sessions, 'kept', () => Promise.reject(new Error('work')));
  await expect(failing).rejects.toThrow('work');
  expect(await withAdvisoryLock(sessions, 'kept', async () => 4, { wait: 'forever' })).toBe(4);
  expect(opened).toBe(2);
  await sessions.close();
});

describe('locks that are free', () => {
  it('are held together while the work lasts, but for those that another holds', async () => {
    await db.withAdvisoryLock('held', () =>
      db.withFreeLocks(['held', 'free', 'other'], async (held) => {
        expect([...held].toSorted()).toEqual(['free', 'other']);
        await expect(db.withAdvisoryLock('free', async () => {})).rejects.toMatchObject({ code: 'LockHeld' });
      }),
    );
    expect(await db.withAdvisoryLock('free', async () => 1)).toBe(1);
  });
});
