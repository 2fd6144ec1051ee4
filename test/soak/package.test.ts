/** The package as a person without a checkout installs it, and the move of a private database to a next major. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/scratch.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = temporaryFolder('package');
chmodSync(folder, 0o755); // under root the private server runs as another user, who must reach its programs
const homes = ['old', 'new'].map((name) => join(folder, name));
const installed = join(folder, 'installed');

const run = (command: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = folder) =>
  execFileSync(command, argv, {
    cwd,
    env: { ...process.env, LANG: 'C', ...env },
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 1e8,
  });

describe('the package', () => {
  it('is packed, installed without scripts, and runs alone', () => {
    const [packed] = JSON.parse(
      run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {}, ROOT),
    );
    mkdirSync(installed);
    const options = [
      '--prefix',
      installed,
      '--omit=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
    ];
    run('npm', ['install', ...options, join(folder, packed.filename)]);
    const taxops = join(installed, 'node_modules/.bin/taxops');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(run(taxops, ['--version'])).toBe(`${version}\n`);
    expect(run(taxops, ['--help'])).toContain('taxops demo');
    const demo = JSON.parse(run(taxops, ['demo', '--json'], { TAXOPS_HOME: join(folder, 'home'), TMPDIR: folder }));
    expect(demo.Folders).toHaveLength(3);
  });

  it('is built before it is packed, and holds no file of tests', () => {
    const [{ files }] = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--dry-run', '--json'], {}, ROOT));
    const paths = files.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/taxops.js',
        'bin/compiled.js',
        'dist/build',
        'dist/main.cjs',
        'src/commands/program/topics.tsv',
        'README.md',
        'LICENSE',
      ]),
    );
    expect(paths.filter((path: string) => /^test\/|\.test\.|^dist\/meta\.json$/.test(path))).toEqual([]);
  });
});

const OLD_BIN = '/usr/lib/postgresql/15/bin';

describe.runIf(existsSync(OLD_BIN))('a private database of PostgreSQL 15', () => {
  const taxops = (home: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    run(process.execPath, [join(ROOT, 'bin/taxops.js'), ...argv], { TAXOPS_HOME: home, ...env }, ROOT);
  const [old = '', next = ''] = homes;

  it('moves to the next major by backup and restore', () => {
    const before = { TAXOPS_PG_BIN: OLD_BIN };
    taxops(old, ['ledger', 'import', 'fixtures/demo/998120406FEC20241231.txt'], before);
    const balance = taxops(old, ['ledger', 'balance', '--folder', '1', '--json'], before);
    expect(taxops(old, ['doctor'], before)).toContain('PostgreSQL 15');
    const archive = join(folder, 'old.backup');
    const key = join(folder, 'old.key');
    taxops(old, ['db', 'backup', archive], before);
    taxops(old, ['secrets', 'key', 'export', key], before);
    taxops(old, ['db', 'stop'], before);
    taxops(next, ['db', 'restore', archive]);
    taxops(next, ['secrets', 'key', 'import', key]);
    expect(taxops(next, ['doctor'])).not.toContain('PostgreSQL 15');
    expect(taxops(next, ['ledger', 'balance', '--folder', '1', '--json'])).toBe(balance);
    expect(JSON.parse(taxops(next, ['db', 'verify', '--json'])).Findings).toEqual([]);
  });
});
