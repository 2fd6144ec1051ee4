/** Finding commands by the words of either language and by the nouns of the field (`search-words.tsv`). */
import { readTable } from '../../services/kernel/package-file.ts';
import type { ManifestEntry } from './manifest.ts';
import { aboutOf } from './topics.ts';

/** Without case, accents and the plural: `Relevés` is `releve`. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
const singular = (word: string): string => (word.length > 3 ? word.replace(/[sx]$/, '') : word);

const FORM_FILES = [
  { form: /^(33[0-9]{2}|35[0-9]{2})/, finds: ['vat.form', 'vat.procedure', 'vat.simulate'] },
  { form: /^25[0-9]{2}/, finds: ['declaration.send', 'declaration.form'] },
  { form: /^(20[0-9]{2}|13[0-9]{2})/, finds: ['declaration.form', 'declaration.publish', 'declaration.value'] },
];

let nouns: ReadonlyMap<string, readonly string[]> | undefined;

/** The operations that a noun of the field, or the number of a form, is about: beginnings of their identifiers. */
function meantBy(word: string): readonly string[] {
  nouns ??= new Map(
    readTable('src/commands/program/search-words.tsv', ['word', 'finds']).map((row) => [
      row.word,
      row.finds.split(' '),
    ]),
  );
  return nouns.get(word) ?? nouns.get(singular(word)) ?? FORM_FILES.find(({ form }) => form.test(word))?.finds ?? [];
}

const isUnder = (id: string, beginning: string): boolean => id === beginning || id.startsWith(`${beginning}.`);

const textOf = ({ id, cli, summary, refs }: ManifestEntry): string => {
  const nounsBefore = cli.path.map((_, index) => aboutOf(cli.path.slice(0, index + 1)));
  const about = nounsBefore.flatMap((labels) => (labels ? [labels.en, labels.fr] : []));
  return [id, ...cli.path, summary.en, summary.fr, ...about, ...refs].join(' ');
};

/** What questions are put with: `what is not lettered` is about `lettered`. `is` alone is a tax. */
const PUT_WITH =
  /^(what (is|does)|does it|is it|que|qu’est-ce qui)\s+|(?<!\S)(non|not|n’est|ne|pas|with|the|avec|est-elle|elle|est|la|le|l’)(?=\s|$)/giu;

/** Entries that every word is found in, at the beginning of a word: `vat` does not find `private`. */
export function searchCommands(asked: string, entries: readonly ManifestEntry[]): ManifestEntry[] {
  // `grand-livre` is a noun; `sub-account` is two words of a command.
  const bare = asked
    .replaceAll("'", '’')
    .replace(PUT_WITH, ' ')
    .replace(/(?<!\S)(l|n|s)’/giu, '');
  const wanted = folded(bare.trim() || asked)
    .split(/\s+/)
    .flatMap((word) => (meantBy(word).length > 0 ? [word] : wordsOf(word)));
  if (wanted.length === 0) return [];
  return entries.filter((entry) => {
    const own = wordsOf(textOf(entry));
    return wanted.every(
      (word) =>
        own.some((known) => known.startsWith(singular(word))) ||
        meantBy(word).some((beginning) => isUnder(entry.id, beginning)),
    );
  });
}
