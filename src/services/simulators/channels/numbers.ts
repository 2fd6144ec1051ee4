/** The numbers a simulated partner gives. Kept in a folder, they go on after a restart: no number names two things. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { channelErrors } from '../../channels/errors.ts';

export interface Numbers {
  next(series: Series): number;
}

type Series = keyof typeof FIRST;

const FIRST = { declaration: 1001, deposit: 4201, piece: 1 };

const Next = z.record(z.enum(['declaration', 'deposit', 'piece']), z.int().min(1));

/** Without a path they start again with each simulator. Throws SimulatorScriptInvalid when the file is damaged. */
export function numbers(path?: string): Numbers {
  let next = path === undefined ? FIRST : readNumbers(path);
  return {
    next: (series) => {
      const number = next[series];
      next = { ...next, [series]: number + 1 };
      if (path !== undefined) writeNumbers(path, next);
      return number;
    },
  };
}

function readNumbers(path: string): typeof FIRST {
  try {
    return Next.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return FIRST;
    throw channelErrors.SimulatorScriptInvalid({ reason: `${path}: no numbers in it`, simulator: 'channel.simulate' });
  }
}

/** Before the number is given: a process that is killed skips one at most. */
function writeNumbers(path: string, next: typeof FIRST): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify(next));
  renameSync(`${path}.new`, path);
}
