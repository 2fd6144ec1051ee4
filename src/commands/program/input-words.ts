/** What people call the inputs of commands, where they are asked for: prompts, forms and what a change repeats. */
import type { Labels, Language } from '../../services/kernel/errors.ts';
import { readTable } from '../../services/kernel/package-file.ts';
import { inWords } from '../render/in-words.ts';
import type { ManifestInput } from './manifest.ts';
import { aboutInput } from './usage-words.ts';

type Named = Pick<ManifestInput, 'name' | 'flag'>;

let words: ReadonlyMap<string, Labels> | undefined;

/**
 * A flag means one thing in every command, so its words are said once (`inputs.tsv`); an input has its own under its
 * wire name where its flag serves another thing too. English is read off the flag unless the table has it.
 */
export function inputWords({ name, flag }: Named, language: Language): string {
  const said = saidOf(name) ?? saidOf(flag);
  return said?.[language] || inWords(flag || name);
}

/** What an option of help is for: what its declaration says, else the word for it. */
export const inputText = (input: ManifestInput, language: Language): string =>
  input.about === undefined ? inputWords(input, language) : aboutInput(input.about, language);

/** Whether people have a French word for it. */
export const isNamed = ({ name, flag }: Named): boolean => (saidOf(name) ?? saidOf(flag)) !== undefined;

function saidOf(input: string): Labels | undefined {
  words ??= new Map(readTable('src/commands/program/inputs.tsv', ['input', 'en', 'fr']).map((row) => [row.input, row]));
  return words.get(input);
}
