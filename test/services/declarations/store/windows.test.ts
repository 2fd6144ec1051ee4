/** Readers that go from window to window miss nothing, however late a writer commits. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/commands/program/context.ts';
import { addDeclarations, updateDeclarations } from '../../../../src/services/declarations/change.ts';
import { listUpdated } from '../../../../src/services/declarations/list.ts';
import { readWindow } from '../../../../src/services/declarations/rules/window.ts';
import {
  type DeclarationDraft,
  insertDeclaration,
  readDeclaration,
  updateDeclaration,
} from '../../../../src/services/declarations/store.ts';
import { testFirm } from './firm.ts';

const firm = await testFirm();
const { ctx, db, folderId } = firm;
afterEach(firm.clear);

const read = async (after: string, before: string, at = ctx) =>
  (await listUpdated(at, 1, readWindow(after, before))).updated;

const labelsOf = (found: Awaited<ReturnType<typeof read>>) => found.map(({ record }) => record.values.label);

const draftOf = (label: string): DeclarationDraft => ({
  channel: 'None',
  sourceType: 'Manual',
  ignoreWhenRejected: false,
  record: { values: { label }, stamps: {} },
});

describe('the window of changes', () => {
  it('that was read gets nothing more: what commits late is in the next one', async () => {
    const [slow] = await addDeclarations(ctx, folderId, [{ name: 'slow' }]);
    const [t0, t1, t2] = ['2026-05-20T12:00:00Z', '2026-05-20T12:00:30Z', '2026-05-20T12:00:59Z'];
    await db.transaction(async (trx) => {
      const before = await readDeclaration(trx, folderId, slow?.id ?? 0, { locked: true });
      const record = { ...before.record, values: { ...before.record.values, label: 'slow, later' } };
      await updateDeclaration(trx, before, { ...before, record }, ctx.clock.now());
      await db.transaction((other) => insertDeclaration(other, { folderId }, draftOf('quick'), ctx.clock.now()));
      expect(labelsOf(await read(t0, t1))).toEqual(['slow', 'quick']);
    });
    expect(labelsOf(await read(t1, t2))).toEqual(['slow, later']);
  });

  it('tells deletions', async () => {
    await addDeclarations(ctx, folderId, [{ channelAId: 3, name: 'gone', status: 'Draft' }]);
    await updateDeclarations(ctx, folderId, [{ channelAId: 3, status: 'Deleted' }]);
    const found = await read('2026-05-20T12:00:00Z', '2026-05-20T12:00:30Z');
    expect(found.map(({ status, record }) => [status, record.values.label])).toEqual([['Deleted', 'gone']]);
  });

  it('together show every last word of two writers', async () => {
    const live = { ...ctx, clock: systemClock };
    const seen = new Set<string>();
    let isWriting = true;
    const write = async (writer: number) => {
      for (let n = 0; n < 25; n++) {
        const name = `${writer}.${n}`;
        await db.transaction(async (trx) => {
          await insertDeclaration(trx, { folderId }, draftOf(name), systemClock.now());
          await pause(n % 5); // commits later than what began after it
        });
      }
    };
    const readOn = async () => {
      for (let after = new Date(Date.now() - 1_000).toISOString(); ; ) {
        const isLast = !isWriting;
        await pause(1);
        const before = new Date().toISOString();
        for (const label of labelsOf(await read(after, before, live))) seen.add(label ?? '');
        if (isLast) return;
        after = before;
      }
    };
    const reading = readOn();
    await Promise.all([write(1), write(2)]);
    isWriting = false;
    await reading;
    expect(seen.size).toBe(50);
  });
});
