/** A build is put in place whole, and noticed when a file of it is gone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/scratch.ts';

const output = new URL('../../esbuild.output.js', import.meta.url).href;

/** What the scripts of the build answer: they are no part of the program. */
const ask = (call: string): string =>
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `import * as output from '${output}'; console.log(output.${call})`],
    { encoding: 'utf8' },
  ).trim();

/** A build with one chunk, made of `sources`. */
function builtIn(folder: string, chunk: string, sources = 'one'): string {
  mkdirSync(join(folder, 'chunks'), { recursive: true });
  const files = ['main.cjs', `chunks/${chunk}`];
  for (const file of [...files, 'browser.js', 'build']) writeFileSync(join(folder, file), sources);
  writeFileSync(
    join(folder, 'meta.json'),
    JSON.stringify(Object.fromEntries(files.map((file) => [`dist/${file}`, {}]))),
  );
  writeFileSync(join(folder, 'sources'), sources);
  return folder;
}

describe('the output of a build', () => {
  it('is built again when its sources changed or one of its files is gone', () => {
    const folder = builtIn(join(temporaryFolder('build'), 'dist'), 'a.cjs');
    const isBuilt = (sources: string) => ask(`isBuilt('${folder}', '${sources}')`);
    expect([isBuilt('one'), isBuilt('two')]).toEqual(['true', 'false']);
    rmSync(join(folder, 'chunks/a.cjs'));
    expect(isBuilt('one')).toBe('false');
  });

  it('replaces the one before at once, and leaves its chunks to the programs that run', () => {
    const home = temporaryFolder('build');
    const [folder, fresh, last] = ['dist', 'fresh', 'last'].map((name) => join(home, name)) as [string, string, string];
    builtIn(folder, 'a.cjs');
    const put = (from: string, chunk: string, sources: string) =>
      ask(`putInPlace('${builtIn(from, chunk, sources)}', '${folder}')`);
    put(fresh, 'b.cjs', 'two');
    const has = (chunk: string) => existsSync(join(folder, 'chunks', chunk));
    expect([has('a.cjs'), has('b.cjs'), readFileSync(join(folder, 'main.cjs'), 'utf8')]).toEqual([true, true, 'two']);
    put(last, 'c.cjs', 'three');
    expect([has('a.cjs'), has('b.cjs'), has('c.cjs')]).toEqual([false, true, true]);
    expect([fresh, last, `${fresh}.old`].filter((path) => existsSync(path))).toEqual([]);
  });

  /** The program as installed, without a build; `wait` is what happens while it waits for one. */
  function startedIn(home: string, wait: string) {
    mkdirSync(join(home, 'bin'), { recursive: true });
    for (const file of ['taxops.js', 'compiled.js'])
      copyFileSync(new URL(`../../bin/${file}`, import.meta.url), join(home, 'bin', file));
    const hook = join(home, 'hook.cjs');
    writeFileSync(hook, `Atomics.wait = () => { ${wait} };`);
    const argv = ['--require', hook, join(home, 'bin/taxops.js'), 'doctor'];
    return spawnSync(process.execPath, argv, { encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: home } });
  }

  it('is waited for by a command that starts, or loads a file, between the two renames', () => {
    const home = temporaryFolder('build');
    const built = builtIn(join(home, 'moved'), 'a.cjs');
    const rename = (from: string, to: string) =>
      `require('node:fs').renameSync('${join(home, from)}', '${join(home, to)}');`;
    const gap = rename('dist', 'moved');
    writeFileSync(join(built, 'main.cjs'), `exports.start = () => { ${gap} require('./chunks/a.cjs'); };`);
    writeFileSync(join(built, 'chunks/a.cjs'), `process.stdout.write('whole');`);
    const { status, stdout } = startedIn(home, rename('moved', 'dist'));
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'whole' });
  });

  it('is asked for where there is none', () => {
    const { status, stderr } = startedIn(temporaryFolder('build'), '');
    expect([status, stderr]).toEqual([1, 'taxops is not built here. Run: npm run build\n']);
  });
});
