/** A printed next step runs as it is printed: what a hint of VAT names of a folder says which. */
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

it.each(entries)('%s', (_, { hint }) => {
  for (const text of [hint?.en ?? '', hint?.fr ?? '']) expect(withoutFolder(text)).toEqual([]);
});

it('sees a command that names no folder', () => {
  const said = 'taxops vat procedure send 4; taxops vat status --folder 1, taxops vat template list';
  expect(withoutFolder(said)).toEqual(['vat procedure send 4; ']);
});
