import { Command, CommanderError, type Option } from 'commander';
import type { Language } from '../../services/kernel/errors.ts';
import { commandErrors } from './errors.ts';
import { commonOptions, type Flags, operationOptions, optionText } from './flags.ts';
import type { ManifestEntry } from './manifest.ts';
import { WORDS } from './text.ts';
import { aboutOf, groupOf, TOPICS } from './topics.ts';
import { aboutInput, placeholder, usageText } from './usage-words.ts';

/** The surroundings of the command tree: what it says in, writes help with and runs commands by. */
export interface Around {
  readonly language: Language;
  readonly write: (text: string) => void;
  readonly run: (entry: ManifestEntry, flags: Flags, args: readonly string[]) => Promise<void>;
}

/**
 * Builds the command tree. A command that is named whole stands alone in it, with its options: with 200 operations,
 * registering the others would cost more than most commands do. Where the words stop at a noun, its commands are listed.
 */
export function buildProgram(entries: readonly ManifestEntry[], argv: readonly string[], around: Around): Command {
  const { language, write } = around;
  const root = new Command('taxops')
    .exitOverride()
    .showSuggestionAfterError()
    // Commander must neither end the process nor write failures: they become problems like any other.
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => {} })
    .configureHelp({
      styleTitle: (title) => TITLES[language][title] ?? title,
      optionDescription: (option) => optionText(option, language),
    })
    .description(ABOUT[language])
    .addHelpText('after', `\n${FOOT[language]}`)
    .option('--version', VERSION[language])
    .helpOption('-h, --help', WORDS.helpFlag[language])
    .helpCommand(WORDS.helpCommand[language], WORDS.helpOfCommand[language])
    .enablePositionalOptions();
  const words = argv.filter((word) => word !== 'help' && !word.startsWith('-'));
  const run = namedBy(words, entries);
  const reached = run ? entries.filter(({ cli }) => startsWith(cli.path, run.cli.path)) : entries;
  const common = commonOptions(language);
  const optionsOf = (entry: ManifestEntry): Option[] =>
    startsWith(words, entry.cli.path) ? [...operationOptions(entry, language), ...common] : common.slice(0, 1); // one shows that there are some
  for (const name of topicNames(reached)) {
    const own = reached.filter(({ cli }) => cli.path[0] === name);
    const command = addTopic(root, name, own, language);
    if (name === words[0]) for (const entry of own) addCommand(command, entry, optionsOf(entry), around);
    else command.allowUnknownOption().allowExcessArguments();
  }
  return root;
}

/** The command that the words begin with, the longest of them. */
const namedBy = (words: readonly string[], entries: readonly ManifestEntry[]): ManifestEntry | undefined =>
  entries.filter(({ cli }) => startsWith(words, cli.path)).sort((a, b) => b.cli.path.length - a.cli.path.length)[0];

const startsWith = (words: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((word, index) => word === words[index]);

/** Topics in the order of the table, then any other in the order of the manifest. */
export const topicNames = (entries: readonly ManifestEntry[]): string[] => {
  const used = new Set(entries.map(({ cli }) => cli.path[0]));
  return [...TOPICS.filter((name) => used.has(name)), ...[...used].filter((name) => !TOPICS.includes(name))];
};

function addTopic(root: Command, name: string, own: readonly ManifestEntry[], language: Language): Command {
  const single = own.find(({ cli }) => cli.path.length === 1);
  const about = single?.summary ?? aboutOf([name]);
  const group = groupOf(name);
  const command = root.command(name).description(about?.[language] ?? name);
  return group ? command.helpGroup(`${group[language]}${COLON[language]}`) : command;
}

/** Walks down to the command's last word, making the nouns on the way. */
function addCommand(topic: Command, entry: ManifestEntry, options: readonly Option[], { language, run }: Around): void {
  let holder = topic;
  for (const [index, word] of entry.cli.path.slice(1).entries()) {
    const about = aboutOf(entry.cli.path.slice(0, index + 2))?.[language] ?? '';
    holder = holder.commands.find((command) => command.name() === word) ?? holder.command(word).description(about);
  }
  holder.description(entry.summary[language]).usage(usage(entry, language));
  for (const name of argumentsOf(entry)) holder.argument(`[${name}]`);
  if (entry.files)
    holder.argument(
      `[${placeholder('file', language)}${entry.files.many ? '...' : ''}]`,
      aboutInput(entry.files.description, language),
    );
  for (const option of options) holder.addOption(option);
  holder.addHelpText('after', examples(entry, language));
  holder.action(async (...given: unknown[]) => {
    const command = given.at(-1) as Command;
    const { args } = command;
    await run(entry, command.opts(), entry.cli.isSentence && args.length > 0 ? [args.join(' ')] : args);
  });
}

/** As help writes them. */
const argumentsOf = ({ cli }: ManifestEntry): string[] =>
  (cli.args ?? []).map((name) => (cli.isSentence ? `${name}...` : name));

function usage(entry: ManifestEntry, language: Language): string {
  const args = argumentsOf(entry).map((name) => `<${name}>`);
  const file = placeholder('file', language);
  const files = entry.files
    ? [entry.files.many ? `<${file}...>` : entry.files.isOptional ? `[${file}]` : `<${file}>`]
    : [];
  return [...args, ...files, '[options]'].join(' ');
}

const examples = (entry: ManifestEntry, language: Language): string =>
  `${entry.hasBody ? `\n${WORDS.bodyFields[language]}${COLON[language]} taxops operation show ${entry.id}\n` : ''}\n${WORDS.examples[language]}${COLON[language]}\n${entry.cli.examples.map((example) => `  $ ${example}`).join('\n')}\n\n${WORDS.exitCodes[language]}${COLON[language]} ${EXITS[language]}`;

/** A refusal of commander as one of ours, or undefined for help and version, which are no failure. */
export function usageFailure(
  error: unknown,
  argv: readonly string[],
  entries: readonly ManifestEntry[],
  language: Language,
): Error | undefined {
  if (!(error instanceof CommanderError)) return error as Error;
  if (error.exitCode === 0 || error.code === 'commander.help') return undefined;
  const command = ['taxops', ...knownPath(argv, entries)].join(' ');
  return commandErrors.Usage({ message: usageText(error.message.replace(/^error: /, ''), language), command });
}

/** The help of a command that does not exist is refused as the command is, with what is near: its words alone are left. */
export function helpOfSomething(argv: readonly string[], entries: readonly ManifestEntry[]): readonly string[] {
  const option = argv.findIndex((word) => word.startsWith('-'));
  const typed = option < 0 ? argv : argv.slice(0, option);
  const words = typed.filter((word) => word !== 'help');
  const asks = words.length < typed.length || argv.includes('--help') || argv.includes('-h');
  const isOn = ({ cli }: ManifestEntry) => startsWith(words, cli.path) || startsWith(cli.path, words);
  return asks && !entries.some(isOn) ? words : argv;
}

/** The words typed as far as commands go by them: what help can be asked of. */
function knownPath(argv: readonly string[], entries: readonly ManifestEntry[]): string[] {
  const words = argv.filter((word) => !word.startsWith('-'));
  const depths = entries.map(({ cli }) => {
    const stop = cli.path.findIndex((word, index) => words[index] !== word);
    return stop < 0 ? cli.path.length : stop;
  });
  return words.slice(0, Math.max(...depths));
}

const TITLES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  fr: { 'Usage:': 'Usage :', 'Options:': 'Options :', 'Commands:': 'Commandes :', 'Arguments:': 'Arguments :' },
};

const COLON: Readonly<Record<Language, string>> = { en: ':', fr: ' :' };

const ABOUT: Readonly<Record<Language, string>> = {
  en: 'The back office of a French accounting firm: ledgers, bank statements, fixed assets, VAT and filings.',
  fr: 'L’arrière-guichet d’un cabinet comptable : comptabilités, relevés, immobilisations, TVA et télédéclarations.',
};

const VERSION: Readonly<Record<Language, string>> = { en: 'Print the version', fr: 'Affiche la version' };

const FOOT: Readonly<Record<Language, string>> = {
  en: 'Start with: taxops demo\nFind a command: taxops search <words>\nWhat a code means: taxops explain <code>',
  fr: 'Pour commencer : taxops demo\nTrouver une commande : taxops search <mots>\nSens d’un code : taxops explain <code>',
};

const EXITS: Readonly<Record<Language, string>> = {
  en: '0 done, 2 refused or bad input, 3 partial, 4 not allowed, 5 not found, 6 conflict, 7 unavailable, 1 bug',
  fr: '0 fait, 2 refusé ou entrée fausse, 3 partiel, 4 interdit, 5 introuvable, 6 conflit, 7 indisponible, 1 anomalie',
};
