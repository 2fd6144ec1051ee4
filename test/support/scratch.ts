import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const ENOUGH = 3 * 2 ** 30;

/** Where servers of tests keep their data: in memory where there is plenty, since a database is a thousand small files. */
export const scratchFolder = (): string => (hasRoomInMemory() ? MEMORY : tmpdir());

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH && freemem() > ENOUGH;
  } catch {
    return false;
  }
}
