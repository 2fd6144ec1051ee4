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

/**
 * Answers the question of a shell: the words typed so far, the last one unfinished. One proposal a line, then `:` and
 * the directive, as the completion scripts read it.
 */
export function complete(words: readonly string[], entries: readonly ManifestEntry[], language: 'en' | 'fr'): string {
  const typing = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const { proposals, directive } = propose(before, typing, entries, language);
  const fitting = proposals.filter(([value]) => value.startsWith(typing));
  return `${[...new Map(fitting)].map(([value, about]) => `${value}\t${about}\n`).join('')}:${directive}\n`;
}

interface Answer {
  readonly proposals: readonly Proposal[];
  readonly directive: number;
}

function propose(
  before: readonly string[],
  typing: string,
  entries: readonly ManifestEntry[],
  language: 'en' | 'fr',
): Answer {
  const path = before.filter((word) => !word.startsWith('-'));
  const entry = entries.find(({ cli }) => cli.path.every((word, index) => path[index] === word));
  if (!entry) return { proposals: nextWords(path, entries, language), directive: NO_FILES };
  const flag = before.at(-1);
  if (flag?.startsWith('--')) {
    const values = valuesOf(flag.slice(2), entry);
    if (values) return values;
  }
  if (typing.startsWith('-'))
    return { proposals: [...entry.inputs.map((input) => flagOf(input, language)), ...COMMON], directive: NO_FILES };
  const choices = entry.inputs.find(({ name }) => name === argumentTyped(path, entry))?.choices ?? [];
  return { proposals: choices.map((choice) => [choice, '']), directive: entry.files ? FILES : NO_FILES };
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

/** Values a flag takes: its choices, files for those that name one, undefined for a flag without value. */
function valuesOf(flag: string, { inputs }: ManifestEntry): Answer | undefined {
  if (flag === 'format') return { proposals: FORMATS.map((format) => [format, '']), directive: NO_FILES };
  if (flag === 'lang')
    return {
      proposals: [
        ['en', 'English'],
        ['fr', 'français'],
      ],
      directive: NO_FILES,
    };
  if (['body', 'output', 'home'].includes(flag)) return { proposals: [], directive: FILES };
  const input = inputs.find((candidate) => attribute(candidate.flag) === attribute(flag));
  if (!input || input.type === 'boolean') return undefined;
  return {
    proposals: (input.choices ?? []).map((choice) => [choice, '']),
    directive: input.choices ? NO_FILES : FILES,
  };
}
