/** What the command line says of a line that it cannot read, in French: the library says it in English. */
import type { Labels, Language } from '../../services/kernel/errors.ts';
import { nearest } from '../../services/kernel/nearest.ts';
import { readTable } from '../../services/kernel/package-file.ts';

const FRENCH: readonly (readonly [RegExp, string])[] = [
  [/^unknown option '(.+?)'/, 'option inconnue « $1 »'],
  [/^unknown command '(.+?)'/, 'commande inconnue « $1 »'],
  [/^missing required argument '(.+?)'/, 'il manque l’argument « $1 »'],
  [/^option '(.+?)' argument missing/, 'l’option « $1 » demande une valeur'],
  [
    /^option '(.+?)' argument '(.*?)' is invalid\. Allowed choices are (.+)\./s,
    'la valeur « $2 » de l’option « $1 » n’est pas admise. Valeurs admises : $3.',
  ],
  [
    /^too many arguments(?: for '(.+?)')?\. Expected (\d+) arguments? but got (\d+)[^\n]*/,
    'trop d’arguments : $3 donnés, $2 attendus.',
  ],
  [/\(Did you mean one of (.+?)\?\)/, '(Vouliez-vous dire l’un de : $1 ?)'],
  [/\(Did you mean (.+?)\?\)/, '(Vouliez-vous dire $1 ?)'],
];

export function usageText(message: string, language: Language): string {
  const text =
    language === 'en' ? message : FRENCH.reduce((said, [english, french]) => said.replace(english, french), message);
  return [text, meantIn(message, language)].filter(Boolean).join(' ');
}

const CHOICES = /'([^']*)' is invalid(?: for argument '[^']*')?\. Allowed choices are (.+)\./s;

/** The choice that is near: letter case counts. */
function meantIn(message: string, language: Language): string {
  const [, given, choices] = CHOICES.exec(message) ?? [];
  return given === undefined || choices === undefined ? '' : nearest(given, choices.split(', '), language);
}

let abouts: ReadonlyMap<string, string> | undefined;

/** What an option is for: the declaration says it in English, `about.tsv` in French. A list of values is the same in both. */
export function aboutInput(about: string, language: Language): string {
  if (language === 'en') return about;
  abouts ??= new Map(readTable('src/commands/program/about.tsv', ['en', 'fr']).map(({ en, fr }) => [en, fr]));
  return abouts.get(about) ?? about;
}

export const OPTION_WORDS = {
  required: { en: 'required', fr: 'obligatoire' },
  default: { en: 'default: ', fr: 'par défaut : ' },
  choices: { en: 'choices: ', fr: 'valeurs : ' },
} as const satisfies Record<string, Labels>;

/** What stands for a value in help, in French. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  integer: 'entier',
  number: 'nombre',
  string: 'texte',
  format: 'forme',
  name: 'nom',
  names: 'noms',
  file: 'fichier',
  language: 'langue',
  folder: 'dossier',
  'field=value': 'champ=valeur',
};

export const placeholder = (word: string, language: Language): string =>
  (language === 'fr' ? PLACEHOLDERS[word] : undefined) ?? word;
