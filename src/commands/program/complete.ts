import type { Option } from 'commander';
import type { Language } from '../../services/kernel/errors.ts';
import { firstWord } from './arguments.ts';
import { attribute, commonOptions, FORMATS, operationOptions, optionAbout } from './flags.ts';
import type { ManifestEntry, ManifestInput } from './manifest.ts';
import { aboutOf } from './topics.ts';

/** One proposal and what it is for. */
type Proposal = readonly [value: string, about: string];

/** What the shell does when we propose nothing: complete file names (0) or nothing (4). */
const FILES = 0;
const NO_FILES = 4;

export interface Completing {
  readonly entries: readonly ManifestEntry[];
  readonly language: Language;
  /** Values of an input that only the data know. */
  readonly stored: (
    input: ManifestInput,
    entry: ManifestEntry,
    words: readonly string[],
  ) => Promise<readonly Proposal[]>;
}

/**
 * Answers the question of a shell: the words typed so far, the last one unfinished. One proposal a line, then `:` and
 * the directive, as the completion scripts read it. A value is proposed by its beginning, or by that of a word about it:
 * a folder by its number or its name.
 */
export async function complete(typed: readonly string[], around: Completing): Promise<string> {
  const words = separated(typed);
  const typing = (words.at(-1) ?? '').replace(/^['"]/, ''); // fish hands over the word with its open quote
  const { proposals, directive, isNamed } = await propose(words.slice(0, -1), typing, around);
  const fitting = proposals.filter(([value, about]) => value.startsWith(typing) || (isNamed && isAbout(about, typing)));
  return `${[...new Map(fitting)].map(([value, about]) => `${value}\t${about}\n`).join('')}:${directive}\n`;
}

/** What bash hands over as it was typed: without its quotes, of which the last may be open, and backslashes. */
export const unquoted = (word: string): string =>
  word.replace(
    /\\(.)|'([^']*)'?|"((?:\\.|[^"\\])*)"?/gs,
    (_, escaped, single, double) => escaped ?? single ?? double.replace(/\\(["\\$`])/g, '$1'),
  );

/** `--flag=value` is two words to the command line, and three as bash cuts it. */
function separated(typed: readonly string[]): string[] {
  const words = typed.flatMap((word) => /^(--[^=]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]);
  const isEquals = (word: string, at: number) => word === '=' && words[at - 1]?.startsWith('--') === true;
  if (isEquals(words.at(-1) ?? '', words.length - 1)) words.push('');
  return words.filter((word, at) => !isEquals(word, at));
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const isAbout = (about: string, typing: string): boolean => ` ${folded(about)}`.includes(` ${folded(typing)}`);

interface Answer {
  readonly proposals: readonly Proposal[];
  readonly directive: number;
  /** What is typed may be the beginning of what the proposal is about. */
  readonly isNamed?: boolean;
}

async function propose(before: readonly string[], typing: string, around: Completing): Promise<Answer> {
  const { entries, language } = around;
  const words = before.slice(firstWord(before)).filter((word) => word !== 'help');
  const entry = entries
    .filter(({ cli }) => cli.path.every((word, index) => words[index] === word))
    .sort((a, b) => b.cli.path.length - a.cli.path.length)[0];
  const options = [...(entry ? operationOptions(entry, language) : []), ...commonOptions(language)];
  const { awaited, args } = readSoFar(entry ? words.slice(entry.cli.path.length) : before, options);
  const values = awaited && (await valuesOf(awaited, entry, { before, around }));
  if (values && !(awaited.many && typing.startsWith('-'))) return values;
  if (typing.startsWith('-') && (entry || words.length === 0)) return flagsOf(options, language);
  const next = nextWords(words, entries, language);
  const argument = entry?.inputs.find(({ name }) => name === entry.cli.args?.[args]);
  if (entry && argument) return withWords(next, await valuesOfInput(argument, entry, { before, around }));
  return { proposals: next, directive: entry?.files ? FILES : NO_FILES };
}

const withWords = (next: readonly Proposal[], answer: Answer): Answer => ({
  ...answer,
  proposals: [...next, ...answer.proposals],
});

interface Awaited {
  readonly name: string;
  /** It has a value already, and may have more. */
  readonly many: boolean;
}

/** How many arguments are typed, and the option whose value comes next. */
function readSoFar(
  words: readonly string[],
  options: readonly Option[],
): { readonly awaited: Awaited | undefined; readonly args: number } {
  let args = 0;
  let awaited: Awaited | undefined;
  for (const word of words) {
    const option = options.find(({ long }) => long === word);
    if (word.startsWith('-')) awaited = option && takesValue(option) ? { name: option.name(), many: false } : undefined;
    else if (!awaited) args += 1;
    else awaited = isMany(awaited.name, options) ? { ...awaited, many: true } : undefined;
  }
  return { awaited, args };
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;
const isMany = (name: string, options: readonly Option[]): boolean =>
  options.some((option) => option.name() === name && option.variadic);

const flagsOf = (options: readonly Option[], language: Language): Answer => ({
  proposals: [
    ...options
      .filter(({ hidden }) => !hidden)
      .map((option) => [option.long ?? '', optionAbout(option, language)] as const),
    ['--help', ''],
  ],
  directive: NO_FILES,
});

function nextWords(path: readonly string[], entries: readonly ManifestEntry[], language: Language): Proposal[] {
  const under = entries.filter(({ cli }) => path.every((word, index) => cli.path[index] === word));
  return under.flatMap(({ cli, summary }) => {
    const word = cli.path[path.length];
    if (word === undefined) return [];
    const about = cli.path.length === path.length + 1 ? summary : aboutOf([...path, word]);
    return [[word, about?.[language] ?? ''] as const];
  });
}

interface Asked {
  readonly before: readonly string[];
  readonly around: Completing;
}

/** Of every command. */
const LANGUAGES: readonly Proposal[] = [
  ['en', 'English'],
  ['fr', 'français'],
];
const VALUES: Readonly<Record<string, readonly Proposal[]>> = {
  format: FORMATS.map((format) => [format, '']),
  lang: LANGUAGES,
};

/** Flags that name a file or a folder. */
const NAMES_FILE = /^(body|output|home|.*(path|file|files|folder|key))$/;

/** Values a flag takes: its choices, those that are stored, files for those that name one. */
async function valuesOf({ name }: Awaited, entry: ManifestEntry | undefined, asked: Asked): Promise<Answer> {
  const common = VALUES[name];
  if (common) return { proposals: common, directive: NO_FILES };
  const input = entry?.inputs.find((candidate) => attribute(candidate.flag) === attribute(name));
  if (entry && input) return valuesOfInput(input, entry, asked);
  return { proposals: [], directive: NAMES_FILE.test(name) ? FILES : NO_FILES };
}

const SWITCH = ['true', 'false'];

async function valuesOfInput(input: ManifestInput, entry: ManifestEntry, { before, around }: Asked): Promise<Answer> {
  const choices = input.choices ?? input.values ?? (input.type === 'boolean' ? SWITCH : undefined);
  if (choices) return { proposals: choices.map((choice) => [choice, '']), directive: NO_FILES };
  const stored = await around.stored(input, entry, before);
  if (stored.length > 0) return { proposals: stored, directive: NO_FILES, isNamed: true };
  return { proposals: [], directive: input.type === 'string' && NAMES_FILE.test(input.flag) ? FILES : NO_FILES };
}
