/** A printed next step runs as it is printed: it says every value that its command requires, the folder first. */
import { expect, it } from 'vitest';
import { manifest } from '../../../src/commands/program/operations.ts';
import { vatControlCodes } from '../../../src/services/forms/vat-control-codes.ts';
import { readCatalogue } from '../../../src/services/kernel/errors.ts';

const TABLES = ['src/services/vat/errors.tsv', 'src/services/vat/configuration/errors.tsv'];
const entries = [
  ...TABLES.flatMap((table) => Object.entries(readCatalogue(table))),
  ...vatControlCodes().map(({ code, next }) => [code, { hint: next }] as const),
];

const ofFolders = manifest
  .filter(({ inputs }) => inputs.some(({ flag, required }) => flag === 'folder' && required))
  .map(({ cli }) => cli.path.join(' '))
  .sort((a, b) => b.length - a.length);

/** Commands of a text that want a folder and name none, each with what follows it up to the next command. */
const withoutFolder = (text: string): string[] =>
  text
    .split(/\btaxops /)
    .slice(1)
    .filter((said) => ofFolders.some((path) => `${said} `.startsWith(`${path} `)) && !said.includes('--folder '));

const byLength = [...manifest].sort((a, b) => b.cli.path.length - a.cli.path.length);

/** Where a body is given as a file, what it requires is in the file. */
function lacking(said: string): string[] {
  const command = byLength.find(({ cli }) => said.startsWith(`${cli.path.join(' ')} `));
  if (!command) return [];
  const { path, args = [] } = command.cli;
  const hasFile = said.includes(' --body ');
  return command.inputs
    .filter(({ required, name, flag }) => required && flag && !args.includes(name))
    .filter((input) => !(hasFile && input.in === 'body') && !said.includes(` --${input.flag}`))
    .map(({ flag }) => `${path.join(' ')} --${flag}`);
}

it.each(entries)('%s', (_, { hint }) => {
  for (const text of [hint?.en ?? '', hint?.fr ?? '']) {
    expect(withoutFolder(text)).toEqual([]);
    expect(
      text
        .split(/\btaxops /)
        .slice(1)
        .flatMap(lacking),
    ).toEqual([]);
  }
});

it('sees a command that lacks what it requires', () => {
  expect(lacking('vat procedure sent-date 4 --folder 1')).toEqual(['vat procedure sent-date --sent-date']);
  expect(lacking('vat notice register --folder 1 --body notice.json')).toEqual([]);
});

it('sees a command that names no folder', () => {
  const said = 'taxops vat procedure send 4; taxops vat status --folder 1, taxops vat template list';
  expect(withoutFolder(said)).toEqual(['vat procedure send 4; ']);
});
