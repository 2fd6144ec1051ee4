/** A printed next step runs as it is printed: it says every value that its command requires, the folder first. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';

const READ_BY_PEOPLE =
  /(errors|findings|finding-kinds|alerts|header-words|control-words|control-codes|vat-controls|vat-control-codes)\.tsv$/;
const tables = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => READ_BY_PEOPLE.test(file));

/** Rows that name a command. */
const rows = tables.flatMap((file) =>
  readFileSync(`src/${file}`, 'utf8')
    .split('\n')
    .filter((row) => row.includes('taxops '))
    .map((row) => [`${file} ${row.split('\t')[0]}`, row] as const),
);

const byLength = [...manifest].sort((a, b) => b.cli.path.length - a.cli.path.length);

/** `said` follows the name of the program; what is no command is prose. */
const commandOf = (said: string) =>
  byLength.find(
    ({ cli }) => said.startsWith(cli.path.join(' ')) && /^(?![\w-])/.test(said.slice(cli.path.join(' ').length)),
  );

/** Where a body is given as a file, what it requires is in the file; help asks for nothing. */
function lacking(said: string): string[] {
  const command = commandOf(said);
  if (!command || said.includes(' --help')) return [];
  const { path, args = [] } = command.cli;
  const hasFile = said.includes(' --body ');
  const wanted = command.inputs.filter(({ required }) => required);
  const flags = wanted
    .filter(({ name, flag }) => flag && !args.includes(name))
    .filter((input) => !(hasFile && input.in === 'body') && !said.includes(` --${input.flag}`))
    .map(({ flag }) => `--${flag}`);
  const given =
    said
      .slice(path.join(' ').length)
      .match(/^(?: [^\s-]\S*)+/)?.[0]
      .trim()
      .split(' ') ?? [];
  const places = args.filter((name) => wanted.some((input) => input.name === name)).slice(given.length);
  return [...places, ...flags].map((value) => `${path.join(' ')} ${value}`);
}

const nextSteps = (text: string): string[] => text.split(/\btaxops /).slice(1);

it.each(rows)('%s', (_, row) => expect(row.split('\t').flatMap(nextSteps).flatMap(lacking)).toEqual([]));

it('reads every table of failures', () =>
  expect(tables.filter((file) => file.endsWith('errors.tsv')).length).toBeGreaterThan(30));

it.each([
  ['vat procedure sent-date 4 --folder 1', ['vat procedure sent-date --sent-date']],
  ['vat procedure send 4; then', ['vat procedure send --folder']],
  ['vat procedure send --folder 1', ['vat procedure send procedureId']],
  ['entry list).', ['entry list --folder']],
  ['vat notice register --folder 1 --body notice.json', []],
  ['bank statement mapping set --help', []],
  ['vat template list', []],
  ['alone writes.', []],
])('sees what a command lacks: %s', (said, expected) => expect(lacking(said)).toEqual(expected));
