import type { Language } from '../../services/kernel/errors.ts';
import { attribute, FORMATS, optionName } from './flags.ts';
import type { ManifestEntry, ManifestInput } from './manifest.ts';
import { aboutOf } from './topics.ts';
import { aboutInput } from './usage-words.ts';

/** One proposal and what it is for. */
type Proposal = readonly [value: string, about: string];

/** What the shell does when we propose nothing: complete file names (0) or nothing (4). */
const FILES = 0;
const NO_FILES = 4;

const COMMON: readonly Proposal[] = [
  ['--json', ''],
  ['--format', ''],
  ['--fields', ''],
  ['--output', ''],
  ['--lang', ''],
  ['--home', ''],
  ['--quiet', ''],
  ['--help', ''],
];

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
export async function complete(words: readonly string[], around: Completing): Promise<string> {
  const typing = words.at(-1) ?? '';
  const { proposals, directive, isNamed } = await propose(words.slice(0, -1), typing, around);
  const fitting = proposals.filter(([value, about]) => value.startsWith(typing) || (isNamed && isAbout(about, typing)));
  return `${[...new Map(fitting)].map(([value, about]) => `${value}\t${about}\n`).join('')}:${directive}\n`;
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
  const path = before.filter((word) => !word.startsWith('-'));
  const entry = entries.find(({ cli }) => cli.path.every((word, index) => path[index] === word));
  if (!entry) return { proposals: nextWords(path, entries, language), directive: NO_FILES };
  const flag = before.at(-1);
  const values = flag?.startsWith('--') ? await valuesOf(flag.slice(2), entry, { before, around }) : undefined;
  if (values) return values;
  if (typing.startsWith('-'))
    return { proposals: [...entry.inputs.map((input) => flagOf(input, language)), ...COMMON], directive: NO_FILES };
  const argument = entry.inputs.find(({ name }) => name === argumentTyped(path, entry));
  if (argument) return valuesOfInput(argument, entry, { before, around });
  return { proposals: [], directive: entry.files ? FILES : NO_FILES };
}

/** The argument that comes next when those before it are typed. */
const argumentTyped = (path: readonly string[], { cli }: ManifestEntry): string | undefined =>
  cli.args?.[path.length - cli.path.length];

function nextWords(path: readonly string[], entries: readonly ManifestEntry[], language: 'en' | 'fr'): Proposal[] {
  const under = entries.filter(({ cli }) => path.every((word, index) => cli.path[index] === word));
  return under.flatMap(({ cli, summary }) => {
    const word = cli.path[path.length];
    if (word === undefined) return [];
    const about = cli.path.length === path.length + 1 ? summary : aboutOf([...path, word]);
    return [[word, about?.[language] ?? ''] as const];
  });
}

const flagOf = (input: ManifestInput, language: Language): Proposal => [
  `--${optionName(input)}`,
  aboutInput(input.about ?? '', language),
];

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

/** Values a flag takes: its choices, those that are stored, files for those that name one; undefined where it takes none. */
async function valuesOf(flag: string, entry: ManifestEntry, asked: Asked): Promise<Answer | undefined> {
  const common = VALUES[flag];
  if (common) return { proposals: common, directive: NO_FILES };
  const input = entry.inputs.find((candidate) => attribute(candidate.flag) === attribute(flag));
  if (input?.type === 'boolean') return undefined;
  if (input) return valuesOfInput(input, entry, asked);
  return NAMES_FILE.test(flag) ? { proposals: [], directive: FILES } : undefined;
}

async function valuesOfInput(input: ManifestInput, entry: ManifestEntry, { before, around }: Asked): Promise<Answer> {
  if (input.choices) return { proposals: input.choices.map((choice) => [choice, '']), directive: NO_FILES };
  const stored = await around.stored(input, entry, before);
  if (stored.length > 0) return { proposals: stored, directive: NO_FILES, isNamed: true };
  return { proposals: [], directive: input.type === 'string' && NAMES_FILE.test(input.flag) ? FILES : NO_FILES };
}
