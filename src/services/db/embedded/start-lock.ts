/**
 * One process at a time creates, starts or repairs the private server. The lock is a file made in one step by a hard
 * link, holding the number and the birth of its owner, so a lock whose owner was killed is recognised and taken over.
 * Should two processes ever hold it, nothing breaks: `initdb` works in a folder of its own that is renamed into place,
 * and `postmaster.pid` stops a second server. The lock saves work and keeps repairs apart.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { birthOf } from './processes.ts';

/** Takes the lock at `path` if it is free or its owner is dead; returns the release, or undefined when it is held. */
export function tryStartLock(path: string): (() => void) | undefined {
  const mine = JSON.stringify({
    pid: process.pid,
    birth: birthOf(process.pid) ?? '',
    key: randomBytes(8).toString('hex'),
  });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, mine, { mode: 0o644 });
  try {
    if (!linked(draft, path) && !(removeDead(path) && linked(draft, path))) return undefined;
    return () => {
      if (read(path) === mine) unlinkSync(path);
    };
  } finally {
    unlinkSync(draft);
  }
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead owner's lock aside; false when the owner lives. */
function removeDead(path: string): boolean {
  const seen = read(path);
  if (seen === undefined) return true;
  if (ownerLives(seen)) return false;
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
  } catch {
    return true; // someone else moved it
  }
  // Between reading and moving, a live process may have replaced the dead lock: give it back.
  if (read(aside) !== seen) linked(aside, path);
  unlinkSync(aside);
  return true;
}

function ownerLives(content: string): boolean {
  try {
    const owner = JSON.parse(content) as { pid?: unknown; birth?: unknown };
    return typeof owner.pid === 'number' && birthOf(owner.pid) === owner.birth;
  } catch {
    return false;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
