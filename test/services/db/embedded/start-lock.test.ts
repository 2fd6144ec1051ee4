import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { birthOf, isAlive, runsIn } from '../../../../src/services/db/embedded/processes.ts';
import { tryStartLock } from '../../../../src/services/db/embedded/start-lock.ts';
import { temporaryFolder } from '../../../support/scratch.ts';

const folder = temporaryFolder('lock');
const path = join(folder, 'start.lock');

describe('the start lock', () => {
  it('is held by one, then by the next, and leaves no file', () => {
    const release = tryStartLock(path);
    expect(release).toBeDefined();
    expect(tryStartLock(path)).toBeUndefined();
    release?.();
    const again = tryStartLock(path);
    expect(again).toBeDefined();
    again?.();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not taken away by the release of one that lost it', () => {
    const release = tryStartLock(path);
    rmSync(path);
    const other = tryStartLock(path);
    release?.();
    expect(existsSync(path)).toBe(true);
    other?.();
  });
});

describe('processes', () => {
  it('are known by number, birth and working folder', () => {
    expect(isAlive(process.pid)).toBe(true);
    expect(isAlive(2147483646)).toBe(false);
    expect(birthOf(process.pid)).toBe(birthOf(process.pid));
    expect(birthOf(process.pid)).not.toBe(birthOf(process.ppid));
    expect(birthOf(2147483646)).toBeUndefined();
    expect(runsIn(process.pid, folder)).toBe(false);
    if (process.platform === 'linux') expect(runsIn(process.pid, process.cwd())).toBe(true);
  });
});
