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

const nounsOfTheField = (): ReadonlyMap<string, readonly string[]> => {
  nouns ??= new Map(
    readTable('src/commands/program/search-words.tsv', ['word', 'finds']).map((row) => [
      row.word,
      row.finds.split(' '),
    ]),
  );
  return nouns;
};

/** The operations that a noun of the field, or the number of a form, is about: beginnings of their identifiers. */
const meantBy = (word: string): readonly string[] =>
  nounsOfTheField().get(word) ??
  nounsOfTheField().get(singular(word)) ??
  FORM_FILES.find(({ form }) => form.test(word))?.finds ??
  [];

/** `grand livre` is one noun, which the table writes with a hyphen. */
function withNounsJoined(text: string): string {
  const joined = [...nounsOfTheField().keys()].filter((noun) => noun.includes('-'));
  return joined.reduce((all, noun) => all.replaceAll(noun.replaceAll('-', ' '), noun), text);
}

const isUnder = (id: string, beginning: string): boolean => id === beginning || id.startsWith(`${beginning}.`);

const textOf = ({ id, cli, summary, refs }: ManifestEntry): string => {
  const nounsBefore = cli.path.map((_, index) => aboutOf(cli.path.slice(0, index + 1)));
  const about = nounsBefore.flatMap((labels) => (labels ? [labels.en, labels.fr] : []));
  return [id, ...cli.path, summary.en, summary.fr, ...about, ...refs].join(' ');
};

/** What questions are put with: `what is not lettered` is about `lettered`. `is` alone is a tax. */
const PUT_WITH =
  /^(what (is|does)|does it|is it|que|qu’est-ce qui|est-ce que)\s+|(?<!\S)(non|not|n’est|ne|pas|with|the|my|an?|of|to|avec|est-elle|elle|est|la|le|l’|les|un|une|de|des|du|d’|au|aux|ca|ce|mon|ma|mes|on|en|a|sur|pour|par|dans)(?=\s|$)/giu;

function wantedWords(asked: string): readonly string[] {
  const said = withNounsJoined(folded(asked.replaceAll("'", '’')));
  const bare = said.replace(PUT_WITH, ' ').replace(/(?<!\S)(d|l|n|s|qu)’/giu, '');
  // `grand-livre` is a noun; `sub-account` is two words of a command.
  return (bare.trim() || said).split(/\s+/).flatMap((word) => (meantBy(word).length > 0 ? [word] : wordsOf(word)));
}

/**
 * Entries that every word is found in, at the beginning of a word: `vat` does not find `private`. Where no entry has all of
 * them, those that have most, half of them at least.
 */
export function searchCommands(asked: string, entries: readonly ManifestEntry[]): ManifestEntry[] {
  const wanted = wantedWords(asked);
  const found = entries.map((entry) => ({ entry, count: fittingWords(entry, wanted) }));
  const most = Math.max(...found.map(({ count }) => count));
  if (most === 0 || most * 2 < wanted.length) return [];
  return found.filter(({ count }) => count === most).map(({ entry }) => entry);
}

function fittingWords(entry: ManifestEntry, wanted: readonly string[]): number {
  const own = wordsOf(textOf(entry));
  return wanted.filter(
    (word) =>
      own.some((known) => known.startsWith(singular(word))) ||
      meantBy(word).some((beginning) => isUnder(entry.id, beginning)),
  ).length;
}
