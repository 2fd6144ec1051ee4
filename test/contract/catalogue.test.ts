import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadCatalogue } from '../../src/commands/program/catalogue.ts';
import { KINDS } from '../../src/services/kernel/errors.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }))
  .filter(({ text }) => /= defineErrors\(/.test(text));

it('every catalogue is known to `explain`', () => {
  const catalogue = readFileSync('src/commands/program/catalogue.ts', 'utf8');
  const known = (file: string) =>
    catalogue.includes(`'./${file.replace(/^commands\//, '')}'`) || catalogue.includes(`'../${file}'`);
  expect(sources.map(({ file }) => file).filter((file) => !known(file))).toEqual([]);
});

it('every code means one thing', () => {
  const codes = sources.flatMap(({ text }) =>
    [...text.matchAll(/^ {2}([A-Z]\w+): \{$/gm)].map(([, code]) => code ?? ''),
  );
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

it('every code speaks both languages and names only what it is given', async () => {
  for (const [code, { kind, en, fr, hint }] of Object.entries(await loadCatalogue())) {
    expect(Object.keys(KINDS), code).toContain(kind);
    const named = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect(named(fr), code).toEqual(named(en));
    if (hint) expect(named(hint.fr), code).toEqual(named(hint.en));
  }
});
