/** Where a bench keeps its database and its files; `main.ts` removes what a crash leaves there. */
import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSmall } from './size.ts';

const MEMORY = '/dev/shm';

/** A new folder: on the disk that is measured, or in memory where a small run measures none. */
export const benchHome = (): string =>
  mkdtempSync(join(process.env.BENCH_ROOT ?? (isSmall && isWritable(MEMORY) ? MEMORY : tmpdir()), 'taxops-bench-'));

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
