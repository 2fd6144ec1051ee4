/**
 * Every module of services is imported by a test. One rule more: a module that only its own folder uses is the folder's
 * private matter, and counts as tested when a tested module of that folder uses it, directly or through another private
 * one; it is exercised through the door that the tests open. A module that other folders use is a door: it needs a test.
 * Catalogues of errors are all imported by the test of the catalogue.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

interface Module {
  readonly path: string;
  /** Modules that it imports at run time. */
  readonly imports: readonly string[];
  readonly isEmpty: boolean;
}

/** What is imported or handed on while the program runs, and what `import()` names: types leave no trace in what is compiled. */
const IMPORT = /^(?:import|export) (?!type )(?:[^;'"`]*? from )?'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm;
const EXPORT = /^export (?!type |interface |declare )/m;

const modulesIn = (folder: string): readonly Module[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => moduleOf(join(folder, file)));

function moduleOf(path: string): Module {
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(IMPORT)].map(([, name, asked = '']) => join(dirname(path), name ?? asked));
  return { path, imports, isEmpty: !EXPORT.test(text) };
}

const [sources, tests] = [modulesIn('src'), modulesIn('test')];
const services = sources.filter(({ path, isEmpty }) => path.startsWith('src/services/') && !isEmpty);
const opened = new Set(tests.flatMap(({ imports }) => imports));
const users = (path: string) => sources.filter(({ imports }) => imports.includes(path)).map((one) => one.path);

function isTested(path: string, asked: readonly string[] = []): boolean {
  if (opened.has(path) || path.endsWith('errors.ts')) return true;
  const own = users(path);
  const isPrivate = own.length > 0 && own.every((user) => user.startsWith(`${dirname(path)}/`));
  return isPrivate && own.some((user) => !asked.includes(user) && isTested(user, [...asked, path]));
}

it('every module of services has a test that imports it, or the module it is private to', () => {
  expect(services.length).toBeGreaterThan(500);
  const paths = services.map(({ path }) => path);
  expect(paths.filter((path) => !isTested(path))).toEqual([]);
});
