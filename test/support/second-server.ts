/** A PostgreSQL of another major version than the run's, to prove that data move between the two. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '../../src/services/db/embedded/binaries.ts';
import { temporaryHome } from './database-process.ts';

const SYSTEM = '/usr/lib/postgresql';

/** Folders of the system's PostgreSQL programs, oldest first. */
export function systemBinaries(): string[] {
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).map(Number).filter(Number.isFinite) : [];
  return versions
    .sort((a, b) => a - b)
    .map((version) => join(SYSTEM, String(version), 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')));
}

/** Settings of a private server of another major version than `major`; undefined when no programs of one are there. */
export function secondServer(major: number): { readonly home: string; readonly binaries: string } | undefined {
  const candidates = [...systemBinaries(), findBinaries(undefined).folder];
  const binaries = candidates.find((folder) => findBinaries(folder).major !== major);
  return binaries === undefined ? undefined : { home: temporaryHome(), binaries };
}
