/** The codes that the program names are those of the tables that it ships, and every code means one thing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadCatalogue } from '../../src/commands/program/catalogue.ts';
import { commonOptions, operationOptions } from '../../src/commands/program/flags.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { KINDS, readCatalogue } from '../../src/services/kernel/errors.ts';
import { readTable } from '../../src/services/kernel/package-file.ts';

/** What a module defines: the table of each catalogue, and the codes of the object that it exports under that name. */
async function definedIn(file: string) {
  const found = [...readFileSync(file, 'utf8').matchAll(/export const (\w+) = defineErrors\(\s*'([^']+)'/g)];
  const module: Readonly<Record<string, object>> = found.length > 0 ? await import(resolve(file)) : {};
  return found.map(([, name = '', table = '']) => ({ table, codes: Object.keys(module[name] ?? {}) }));
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => join('src', file));
const sources = files.filter((file) => file.endsWith('.ts'));
const tables = files.filter((file) => file.endsWith('errors.tsv'));
const defined = (await Promise.all(sources.map(definedIn))).flat();
const everyEntry = tables.flatMap((table) => Object.entries(readCatalogue(table)));

it('every call of defineErrors is an exported catalogue, which this test sees', () => {
  const calls = sources.flatMap((file) => readFileSync(file, 'utf8').match(/(?<!function )\bdefineErrors[(<]/g) ?? []);
  expect(defined.length).toBe(calls.length);
  expect(defined.length).toBeGreaterThan(25);
});

it('every table has its catalogue', () => expect(defined.map(({ table }) => table).sort()).toEqual([...tables].sort()));

it.each(defined)('$table has the codes that are defined', ({ table, codes }) =>
  expect(codes).toEqual(Object.keys(readCatalogue(table))),
);

it('every code stands in one table only, and all of them are known to `explain`', () => {
  const codes = everyEntry.map(([code]) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(codes.length).toBeGreaterThan(300);
  expect(Object.keys(loadCatalogue()).sort()).toEqual(codes.sort());
});

it.each(everyEntry)('%s speaks both languages and names only what it is given', (code, { kind, en, fr, hint }) => {
  expect(Object.keys(KINDS), code).toContain(kind);
  const named = (text: string) => [...text.matchAll(/\{(\w+)(?::size)?\}/g)].map(([, name]) => name).sort();
  expect([en, fr], code).not.toContain('');
  expect(named(fr), code).toEqual(named(en));
  if (!hint) return;
  expect([hint.en, hint.fr], code).not.toContain('');
  expect(named(hint.fr), code).toEqual(named(hint.en));
});

/** `en` and `fr`, `hintEn` and `hintFr`, `next_en` and `next_fr`: where one says something, so does the other. */
function saidOnce(file: string): string[] {
  const [names = [], ...rows] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  const places = names.flatMap((name, place) => {
    const other = names.indexOf(name.replace(/en$/, 'fr').replace(/En$/, 'Fr'));
    return other === -1 || !/en$/i.test(name) ? [] : [[place, other] as const];
  });
  return rows.flatMap((cells) =>
    places.some(([en, fr]) => Boolean(cells[en]) !== Boolean(cells[fr])) ? [cells.slice(0, 2).join(' ')] : [],
  );
}

// The English of an input stands in its schema.
const inTwoLanguages = files.filter((file) => file.endsWith('.tsv') && !file.endsWith('program/inputs.tsv'));
it.each(inTwoLanguages)('%s says in one language what it says in the other', (file) =>
  expect(saidOnce(file)).toEqual([]),
);

it('every input that is described is described in French', () => {
  const rows = readTable('src/commands/program/inputs.tsv', ['input', 'en', 'fr']);
  expect(rows.filter(({ fr }) => fr === '').map(({ input }) => input)).toEqual([]);
});

/** Words after `taxops` up to the first that is none of a command: arguments, options and prose follow. */
const commandsIn = (text: string) =>
  [...text.matchAll(/\btaxops ([a-z][a-z-]*(?: [a-z][a-z-]*)*)/g)].map(([, words = '']) => words);
const paths = manifest.map(({ cli }) => cli.path.join(' '));
const topics = new Set(manifest.map(({ cli }) => cli.path[0]));
const isKnown = (words: string) => paths.some((path) => `${words} `.startsWith(`${path} `));

it.each(files.filter((file) => file.endsWith('.tsv')))('%s names commands that exist', (file) => {
  const named = commandsIn(readFileSync(file, 'utf8')).filter((words) => topics.has(words.split(' ')[0] ?? ''));
  expect(named.filter((words) => !isKnown(words))).toEqual([]);
});

it('sees a command that does not exist', () => {
  expect(commandsIn('taxops asset ledger check --folder 1, or taxops asset entry list')).toEqual([
    'asset ledger check',
    'asset entry list',
  ]);
  expect(['asset ledger check', 'asset entry list then'].map(isKnown)).toEqual([false, true]);
});

/** Options that follow a command, up to what ends it: another command, a tab, a semicolon, a bar, the end of a sentence. */
const optionsIn = (text: string) =>
  text.split(/\btaxops /).flatMap((words) => {
    const [said = ''] = words.split(/[\t\n;|`]|\. /);
    const entry = manifest
      .filter(({ cli }) => `${said} `.startsWith(`${cli.path.join(' ')} `))
      .sort((a, b) => b.cli.path.length - a.cli.path.length)[0];
    const known = entry && [...operationOptions(entry, 'en'), ...commonOptions('en')].flatMap(({ long }) => long ?? []);
    const named = [...said.matchAll(/(?<=\s)--[a-z][a-z-]*/g)].map(([option]) => option);
    return named
      .filter((option) => known && option !== '--help' && !known.includes(option))
      .map((option) => said + option);
  });

it.each(tables)('%s names options that their commands take', (file) => {
  expect(optionsIn(readFileSync(file, 'utf8'))).toEqual([]);
});
