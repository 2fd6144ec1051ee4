/** A firm with one source of statement files, and what a run of the job does with it. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemIds } from '../../../../../src/commands/program/context.ts';
import { importStatements } from '../../../../../src/jobs/import-statements.ts';
import type { Source } from '../../../../../src/services/banking/feeds/sources/source.ts';
import { addSource, type SourceDraft } from '../../../../../src/services/banking/feeds/sources/store.ts';
import type { Database } from '../../../../../src/services/db/database.ts';
import { boundJobs } from '../../../../support/bound-work.ts';
import { defaultSettings, testContext } from '../../../../support/context.ts';
import { temporaryFolder } from '../../../../support/scratch.ts';
import { writeCfonb120 } from '../../../../support/write-120.ts';
import { type Move, statement } from '../../statements/world.ts';

let dir = 0;

export function sourcesWorld(db: Database) {
  const home = temporaryFolder('sources');
  const settings = { ...defaultSettings, home: { value: home, source: 'test' } };
  // Runs are distinguished by their time.
  let moment = Date.parse('2026-03-01T10:00:00Z');
  const clock = { now: () => new Date(moment++).toISOString() };
  const ctx = testContext(db, { settings, clock, ids: systemIds });
  const runJob = boundJobs(db);
  return {
    ctx,
    home,
    newPath: (): string => {
      const path = join(home, `inbox-${dir++}`);
      mkdirSync(path);
      return path;
    },
    add: (draft: Partial<SourceDraft> & Pick<SourceDraft, 'kind' | 'settings'>): Promise<Source> =>
      addSource(ctx, {
        name: `source-${dir++}`,
        folderId: null,
        companyId: null,
        createsAccounts: false,
        secrets: {},
        ...draft,
      }),
    /** One run of one source, as cron makes it. */
    run: ({ name }: Source, change = {}) =>
      runJob(importStatements, { ...ctx, ...change }, { scope: 'all', source: name }, { backoffMs: () => 0 }),
    movements: async (folderId: number): Promise<number> =>
      Number((await db.knex('bank_transaction').count('*').where({ folder_id: folderId }))[0]?.count),
    put: (path: string, name: string, bytes: Uint8Array | string) => writeFileSync(join(path, name), bytes),
    names: (path: string): string[] =>
      readdirSync(path, { withFileTypes: true })
        .flatMap((e) => (e.isFile() ? [e.name] : []))
        .sort(),
  };
}

/** A day's file of account 1: so many movements of one euro. */
export function dayFile(count = 2, from = 0): Buffer {
  const moves = Array.from({ length: count }, (_, index): Move => ['03-02', 100, `VIREMENT ${index}`]);
  return writeCfonb120([statement(['03-01', from], ['03-02', from + count * 100], moves)]);
}
