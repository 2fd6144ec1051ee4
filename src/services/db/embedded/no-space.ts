import { databaseErrors } from '../errors.ts';

const NO_SPACE = /No space left on device|Disk quota exceeded/;

/**
 * What the programs of PostgreSQL say when the disk is full. Without room for its write-ahead log a server ends, and does
 * not start again: nothing but its words tells why.
 */
export const spaceFailure = (folder: string, said: string): Error | undefined =>
  NO_SPACE.test(said) ? databaseErrors.DatabaseDiskFull({ folder }) : undefined;
