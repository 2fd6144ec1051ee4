/** What a start loads: stable where a time limit would be flaky. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachOf } from '../support/length.ts';
import { temporaryFolder } from '../support/scratch.ts';

const root = new URL('../../', import.meta.url).pathname;
const outputs: Record<string, { inputs: Record<string, unknown> }> = JSON.parse(
  readFileSync(join(root, 'dist/meta.json'), 'utf8'),
);

/** Files of the program that were read. */
function filesOf(argv: readonly string[]): string[] {
  const coverage = temporaryFolder('startup');
  const env = { ...process.env, NODE_V8_COVERAGE: coverage, TAXOPS_HOME: coverage };
  execFileSync(process.execPath, [join(root, 'bin/taxops.js'), ...argv], { env, stdio: 'ignore' });
  const [report] = readdirSync(coverage).filter((name) => name.endsWith('.json'));
  const { result } = JSON.parse(readFileSync(join(coverage, report ?? ''), 'utf8')) as { result: { url: string }[] };
  return result.map(({ url }) => /\/(dist\/.*\.cjs)$/.exec(url)?.[1] ?? '').filter(Boolean);
}

/** Libraries whose code was read, from the bundle's own record of what each file holds. */
function librariesOf(argv: readonly string[]): string[] {
  const libraries = filesOf(argv)
    .flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
    .map(libraryOf);
  return [...new Set(libraries.filter((name) => name !== undefined))].sort();
}

const libraryOf = (input: string): string | undefined => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];

describe('a start', () => {
  eachOf([[['--help']], [['folder', '--help']], [['folder', 'create', '--help']]], 1)(
    '%j loads commander and nothing else',
    (argv) => {
      expect(librariesOf(argv)).toEqual(['commander']);
    },
  );

  it('loads schemas, but no database, for a command that needs none', () => {
    expect(librariesOf(['explain', 'FolderNotFound'])).toEqual(['commander', 'zod']);
  });

  it('reads one file for each step of a command, and none of the database for one that needs none', () => {
    expect(filesOf(['--help']).sort()).toEqual(['dist/chunks/start.cjs', 'dist/main.cjs']);
    const files = filesOf(['explain', 'FolderNotFound']);
    expect(files).toEqual(expect.arrayContaining(['dist/chunks/command.cjs', 'dist/chunks/start.cjs']));
    expect(files).not.toContain('dist/chunks/database.cjs');
  });

  it('loads no part of Node that takes long and that it does not use', () => {
    const told = join(temporaryFolder('startup'), 'told');
    const hook = `${told}.cjs`;
    writeFileSync(
      hook,
      `process.once('exit', () => require('fs').writeFileSync('${told}', process.moduleLoadList.join('\\n')))`,
    );
    const argv = ['--require', hook, join(root, 'bin/taxops.js'), 'explain', 'FolderNotFound'];
    execFileSync(process.execPath, argv, { env: { ...process.env, TAXOPS_HOME: told }, stdio: 'ignore' });
    const modules = readFileSync(told, 'utf8').split('\n');
    expect(modules).toContain('NativeModule fs');
    const slow = ['crypto', 'fs/promises', 'child_process', 'http', 'tty', 'dns'];
    expect(modules.filter((name) => slow.includes(name.replace('NativeModule ', '')))).toEqual([]);
  });

  it('loads no calendar for a command that takes days', () => {
    expect(
      librariesOf(['ledger', 'check', 'fixtures/demo/998120406FEC20241231.txt', '--closing', '2024-12-31']),
    ).toEqual(['commander', 'zod']);
  });

  it('imports libraries on demand at the second start too, which takes what the first one kept compiled', {
    tags: 'long',
  }, () => {
    const home = temporaryFolder('startup');
    const env = { ...process.env, TAXOPS_HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
    const file = join(home, 'explained.xlsx');
    const argv = [join(root, 'bin/taxops.js'), 'explain', 'FolderNotFound', '--output', file];
    for (const start of ['first', 'second']) {
      rmSync(file, { force: true });
      const { status, stderr } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
      expect({ start, status, stderr }).toEqual({ start, status: 0, stderr: '' });
      expect(existsSync(file)).toBe(true);
    }
  });
});
