/**
 * What V8 compiled of the program is kept between starts (bin/compiled.js).
 *
 * @module-tag long
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/scratch.ts';

const LOADER = new URL('../../bin/compiled.js', import.meta.url).pathname;

/** A program of two files, whose second one names its build; a third is loaded where the environment asks for it. */
const MAIN = `exports.answer = () => {
  if (process.env.MORE) require('./chunks/two.cjs');
  return require('./chunks/one.cjs').word + require('node:path').basename(__filename);
};`;

let folder: string;
let cache: string;

beforeEach(() => {
  folder = temporaryFolder('program');
  cache = join(folder, 'cache');
  mkdirSync(join(folder, 'dist/chunks'), { recursive: true });
  writeFileSync(join(folder, 'dist/main.cjs'), MAIN);
  write('first', 'first ');
});

function write(build: string, word: string): void {
  writeFileSync(join(folder, 'dist/build'), build);
  writeFileSync(join(folder, 'dist/chunks/one.cjs'), `exports.word = ${JSON.stringify(word)};`);
}

/** What it answers, started by a process of its own. */
function started(env: NodeJS.ProcessEnv = {}): string {
  const code = `process.stdout.write(require(${JSON.stringify(LOADER)})
    .load(${JSON.stringify(join(folder, 'dist/main.cjs'))}, ${JSON.stringify(cache)}).answer())`;
  return execFileSync(process.execPath, ['-e', code], { encoding: 'utf8', env: { ...process.env, ...env } });
}

const kept = (): string[] =>
  readdirSync(cache).flatMap((build) => readdirSync(join(cache, build)).map((name) => join(cache, build, name)));

/** When each was written. */
const times = (): bigint[] => kept().map((path) => statSync(path, { bigint: true }).ctimeNs);

describe('what was compiled', () => {
  it('is kept at the first start and written no more', () => {
    expect(started()).toBe('first main.cjs');
    const written = times();
    expect(written).toHaveLength(2);
    expect(started()).toBe('first main.cjs');
    expect(times()).toEqual(written);
  });

  it('is written again by a start that loads more, which runs other functions of what was known', () => {
    writeFileSync(join(folder, 'dist/chunks/two.cjs'), '');
    started();
    const written = times();
    started({ MORE: 'yes' });
    expect(times()).toHaveLength(3);
    expect(times().filter((time) => written.includes(time))).toEqual([]);
  });

  it('is of one build: of another with a file as long nothing is taken', () => {
    started();
    write('second', 'other ');
    expect(started()).toBe('other main.cjs');
    expect(readdirSync(cache)).toHaveLength(2);
  });

  it('is made again where it is damaged', () => {
    started();
    for (const path of kept()) truncateSync(path, 10);
    expect(started()).toBe('first main.cjs');
    expect(kept().every((path) => statSync(path).size > 10)).toBe(true);
  });

  it('is neither read nor written where others may write', () => {
    started();
    const [build = ''] = readdirSync(cache);
    for (const path of kept()) truncateSync(path, 10);
    chmodSync(join(cache, build), 0o777);
    expect(started()).toBe('first main.cjs');
    expect(kept().map((path) => statSync(path).size)).toEqual([10, 10]);
  });

  it('is not needed: a start whose folder cannot be made answers too', () => {
    writeFileSync(cache, 'a file');
    expect(started()).toBe('first main.cjs');
    expect(readFileSync(cache, 'utf8')).toBe('a file');
  });
});
