/** What a start loads: stable where a time limit would be flaky. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachOf } from '../support/length.ts';
import { temporaryFolder } from '../support/scratch.ts';

const root = new URL('../../', import.meta.url).pathname;
const outputs: Record<string, { inputs: Record<string, unknown> }> = JSON.parse(
  readFileSync(join(root, 'dist/meta.json'), 'utf8'),
);

/** Libraries whose code ran or was read, from the bundle's own record of what each file holds. */
function librariesOf(argv: readonly string[]): string[] {
  const coverage = temporaryFolder('startup');
  const env = { ...process.env, NODE_V8_COVERAGE: coverage, TAXOPS_HOME: coverage };
  execFileSync(process.execPath, [join(root, 'bin/taxops.js'), ...argv], { env, stdio: 'ignore' });
  const [report] = readdirSync(coverage).filter((name) => name.endsWith('.json'));
  const { result } = JSON.parse(readFileSync(join(coverage, report ?? ''), 'utf8')) as { result: { url: string }[] };
  const files = result.map(({ url }) => /\/(dist\/.*\.cjs)$/.exec(url)?.[1] ?? '').filter(Boolean);
  const libraries = files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {})).map(libraryOf);
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

  it('loads no calendar for a command that takes days', () => {
    expect(
      librariesOf(['ledger', 'check', 'fixtures/demo/998120406FEC20241231.txt', '--closing', '2024-12-31']),
    ).toEqual(['commander', 'zod']);
  });

  it('imports libraries on demand at the second start too, which takes what the first one kept compiled', () => {
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
