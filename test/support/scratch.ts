/** Where tests put what they need on a disk. Nothing of it outlives the run (test/support/database-server.ts). */
import { accessSync, constants, mkdtempSync, readdirSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH = 3 * 2 ** 30;
const MARK = 'of-test-';
/** What Node keeps from one process to the next; the folder of a socket whose home has too long a path, for its next server. */
const KEPT = /^(?:node-compile-cache|taxops-[0-9a-f]{16})$/;

/** A new folder that nobody need remove: it goes with the run. `name` tells whose it was, should a person look. */
export const temporaryFolder = (name: string): string => mkdtempSync(join(tmpdir(), `${MARK}${name}-`));

/** What stands in the run's folder that no test asked for: the program forgot it there. */
export const leftBehind = (folder: string): string[] =>
  readdirSync(folder).filter((name) => !name.startsWith(MARK) && !KEPT.test(name));

/** The temporary folder of the system, whichever project of this run already has its own in its place. */
export const systemTemporary = (): string =>
  basename(tmpdir()).startsWith(`taxops-test-${process.pid}-`) ? dirname(tmpdir()) : tmpdir();

/** Where servers of tests keep their data: in memory where there is plenty, since a database is a thousand small files. */
export const scratchFolder = (): string => (hasRoomInMemory() ? MEMORY : systemTemporary());

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH && freemem() > ENOUGH;
  } catch {
    return false;
  }
}

/** What a program of a test knows when the test says nothing else. */
export const bareEnvironment = (): { readonly LANG: string; readonly TAXOPS_HOME: string } => ({
  LANG: 'C',
  TAXOPS_HOME: process.env.TAXOPS_HOME ?? temporaryFolder('home'),
});
