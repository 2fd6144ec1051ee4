import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const text = readFileSync('package-lock.json', 'utf8');
const packages = Object.entries((JSON.parse(text) as { packages: Record<string, Locked> }).packages);

it('names no registry', () => expect(text).not.toMatch(/"resolved"|https?:\/\/registry/));

// `npm ci` refuses a lock file that lacks a platform's package, on every platform.
it('holds the packages of every platform', () => {
  const known = new Set(packages.map(([path]) => path.split('node_modules/').at(-1)));
  const wanted = packages.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
  expect(wanted.filter((name) => !known.has(name))).toEqual([]);
});
