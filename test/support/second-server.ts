/** A PostgreSQL of another major version than the run's, to prove that data move between the two. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryHome } from './database-process.ts';

const SYSTEM = '/usr/lib/postgresql';

/** Settings of a private server run by the system's programs; undefined when there are none. */
export function systemServer(): { readonly home: string; readonly binaries: string } | undefined {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).map(Number).filter(Number.isFinite) : [];
  const binaries = versions
    .sort((a, b) => a - b)
    .map((version) => join(SYSTEM, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
  return binaries === undefined ? undefined : { home: temporaryHome(), binaries };
}
