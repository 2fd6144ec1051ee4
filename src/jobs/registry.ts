import { jobErrors } from './errors.ts';
import type { Job } from './job.ts';

/** Every job by name, loaded when it runs. */
const JOBS: Readonly<Record<string, () => Promise<Job>>> = {
  'poll-notices': async () => (await import('./poll-notices.ts')).pollNotices,
  'import-parked': async () => (await import('./import-parked.ts')).importParked,
  'import-statements': async () => (await import('./import-statements.ts')).importStatements,
  'sync-transactions': async () => (await import('./sync-transactions.ts')).syncTransactions,
  'follow-provider-events': async () => (await import('./follow-provider-events.ts')).followProviderEvents,
  'export-editions': async () => (await import('./export-editions.ts')).exportEditions,
  'vat-prepare': async () => (await import('./vat-prepare.ts')).vatPrepare,
  'vat-send': async () => (await import('./vat-send.ts')).vatSend,
  'refresh-declarations': async () => (await import('./refresh-declarations.ts')).refreshDeclarations,
};

export const jobNames = (): string[] => Object.keys(JOBS);

/** Throws JobUnknown. */
export async function loadJob(name: string): Promise<Job> {
  const load = JOBS[name];
  if (!load) throw jobErrors.JobUnknown({ job: name });
  return load();
}

export const allJobs = (): Promise<Job[]> => Promise.all(jobNames().map(loadJob));
