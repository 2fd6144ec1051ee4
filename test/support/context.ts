import type { Database } from '../../src/services/db/database.ts';
import { type Context, silent } from '../../src/services/operation/context.ts';
import { secretBox } from '../../src/services/secrets/secret-box.ts';

/** A context whose clock, identifiers and chance are known: the local operator on this database. */
export function testContext(db: Database, change: Partial<Context> = {}): Context {
  let ids = 0;
  return {
    actor: { kind: 'local', name: 'test' },
    language: 'en',
    clock: { now: () => '2026-03-01T10:00:00.000Z' },
    ids: { uuid: () => `00000000-0000-7000-8000-${String(ids++).padStart(12, '0')}` },
    random: () => 0.5,
    db: async () => db,
    secrets: async () => secretBox('00'.repeat(32)),
    progress: silent,
    signal: new AbortController().signal,
    ...change,
  };
}
