/** Every catalogue of errors on disk is one that `explain` knows, and every code means one thing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadCatalogues } from '../../src/commands/program/catalogue.ts';
import { type ErrorCatalogue, KINDS } from '../../src/services/kernel/errors.ts';

/** Catalogues that a module exports, and how many it defines: one that is not exported is known to nobody. */
async function cataloguesOf(file: string) {
  const defined = readFileSync(file, 'utf8').match(/\bdefineErrors\(/g)?.length ?? 0;
  const module: Readonly<Record<string, unknown>> = defined > 0 ? await import(resolve(file)) : {};
  const exported = Object.values(module).flatMap((value) => (isCatalogueOwner(value) ? [value.catalogue] : []));
  return { file, defined, exported };
}

const isCatalogueOwner = (value: unknown): value is { readonly catalogue: ErrorCatalogue } =>
  typeof value === 'object' && value !== null && 'catalogue' in value;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const onDisk = (await Promise.all(files.map((file) => cataloguesOf(join('src', file))))).filter(
  ({ file, defined }) => defined > 0 && !file.endsWith('kernel/errors.ts'),
);
const known = await loadCatalogues();
const codes = known.flatMap((catalogue) => Object.keys(catalogue));

it('every catalogue on disk is known to `explain`, as the same object', () => {
  const isKnown = ({ defined, exported }: (typeof onDisk)[number]) =>
    exported.length === defined && exported.every((catalogue) => known.includes(catalogue));
  expect(onDisk.filter((one) => !isKnown(one)).map(({ file }) => file)).toEqual([]);
  expect(onDisk.length).toBeGreaterThan(25);
});

it('every code stands in one catalogue only', () => {
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(codes.length).toBeGreaterThan(300);
});

it('every code speaks both languages and names only what it is given', () => {
  for (const [code, { kind, en, fr, hint }] of known.flatMap((catalogue) => Object.entries(catalogue))) {
    expect(Object.keys(KINDS), code).toContain(kind);
    const named = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect(named(fr), code).toEqual(named(en));
    if (hint) expect(named(hint.fr), code).toEqual(named(hint.en));
  }
});
