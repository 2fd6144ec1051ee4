import type { ErrorCatalogue } from '../services/kernel/errors.ts';

/** Every catalogue of failures, loaded only when a code is explained. A test checks that none is missing. */
const SOURCES = [
  async () => (await import('./errors.ts')).commandErrors,
  async () => (await import('../services/db/errors.ts')).databaseErrors,
  async () => (await import('../services/operation/actor.ts')).accessErrors,
  async () => (await import('../services/operation/invoke.ts')).inputErrors,
  async () => (await import('../services/folders/errors.ts')).folderErrors,
  async () => (await import('../services/identity/errors.ts')).identityErrors,
  async () => (await import('../services/secrets/errors.ts')).secretErrors,
  async () => (await import('../jobs/errors.ts')).jobErrors,
  async () => (await import('../services/channels/errors.ts')).channelErrors,
];

/** All codes with what they mean and what to do. */
export async function loadCatalogue(): Promise<ErrorCatalogue> {
  const sources = await Promise.all(SOURCES.map((load) => load()));
  return Object.assign({}, ...sources.map(({ catalogue }) => catalogue));
}
