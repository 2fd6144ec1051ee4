/**
 * Work of a test file of which it is proved, at the end of the file, that it asked tables that grow for rows of a folder, as
 * the operations of every area do (test/contract/plans.ts). What the test asks itself is its own affair.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, expect, vi } from 'vitest';
import { runJob } from '../../src/jobs/runner.ts';
import type { Database } from '../../src/services/db/database.ts';
import { recordStatements, unboundReads } from '../contract/plans.ts';

export function boundWork(db: Database): <T>(work: () => T) => T {
  const working = new AsyncLocalStorage<true>();
  const statements = recordStatements(() => working.getStore() === true);
  let hasBegun = false;
  afterAll(async () => {
    vi.restoreAllMocks();
    expect(statements.size > 0).toBe(hasBegun); // tests may be skipped where a program is missing
    expect(await unboundReads(db, statements)).toEqual([]);
  });
  return (work) => {
    hasBegun = true;
    return working.run(true, work);
  };
}

/** The runner of jobs. */
export function boundJobs(db: Database): typeof runJob {
  const during = boundWork(db);
  return (...run) => during(() => runJob(...run));
}
