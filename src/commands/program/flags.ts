import { Option } from 'commander';
import type { Language } from '../../services/kernel/errors.ts';
import type { RawInput } from '../operation/invoke.ts';
import { invalidInput } from '../operation/invoke.ts';
import { inputText } from './input-words.ts';
import type { ManifestEntry, ManifestInput } from './manifest.ts';
import { WORDS } from './text.ts';
import { OPTION_WORDS, placeholder } from './usage-words.ts';

export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'xlsx', 'pdf'] as const;
export type Format = (typeof FORMATS)[number];

/** Values of the flags of one command, by their long names. */
export type Flags = Readonly<Record<string, unknown>>;

/** Options that every command has. */
export function commonOptions(language: Language): Option[] {
  return [
    new Option(`--format <${placeholder('format', language)}>`, WORDS.formatFlag[language]).choices([...FORMATS]),
    new Option('--json', WORDS.jsonFlag[language]),
    new Option(`--fields <${placeholder('names', language)}>`, WORDS.fieldsFlag[language]),
    new Option(`--output <${placeholder('file', language)}>`, WORDS.outputFlag[language]),
    new Option('--excel', WORDS.excelFlag[language]),
    new Option(`--table <${placeholder('name', language)}>`, WORDS.tableFlag[language]),
    new Option(`--lang <${placeholder('language', language)}>`, WORDS.langFlag[language]).choices(['en', 'fr']),
    new Option(`--home <${placeholder('folder', language)}>`, WORDS.homeFlag[language]),
    new Option('--quiet', WORDS.quietFlag[language]),
    new Option('--verbose', WORDS.verboseFlag[language]),
    new Option('--no-color').hideHelp(),
  ];
}

/** Options of one operation, read from its declaration. */
export function operationOptions(entry: ManifestEntry, language: Language): Option[] {
  const given = new Set(entry.cli.args ?? []);
  const own = entry.inputs.filter((input) => !given.has(input.name)).map((input) => new InputOption(input, language));
  const body = entry.hasBody
    ? [
        new Option(`--body <${placeholder('file', language)}>`, WORDS.bodyFlag[language]),
        new Option(`--set <${placeholder('field=value', language)}...>`, WORDS.setFlag[language]).argParser(collectOne),
      ]
    : [];
  const confirm = entry.cli.confirm ? [new Option('--yes', WORDS.yesFlag[language])] : [];
  return [...own, ...body, ...confirm];
}

/** The option of an input. Help alone asks what it is for: no other start reads the words. */
class InputOption extends Option {
  readonly input: ManifestInput;

  constructor(input: ManifestInput, language: Language) {
    super(`--${optionName(input)}${placeholderOf(input, language)}`);
    this.input = input;
    if (input.choices) this.choices([...input.choices]);
  }
}

/** What help says of an option. */
export function optionText(option: Option, language: Language): string {
  const input = option instanceof InputOption ? option.input : undefined;
  const said = [
    optionAbout(option, language),
    input?.required && `(${OPTION_WORDS.required[language]})`,
    input?.default && `(${OPTION_WORDS.default[language]}${input.default})`,
    option.argChoices && `(${OPTION_WORDS.choices[language]}${option.argChoices.join(', ')})`,
  ];
  return said.filter(Boolean).join(' ');
}

/** What it is for, without what it takes. */
export const optionAbout = (option: Option, language: Language): string =>
  option instanceof InputOption ? inputText(option.input, language) : option.description;

const isOnByDefault = ({ type, default: fallback }: ManifestInput): boolean =>
  type === 'boolean' && fallback === 'true';

/** The parser of flags says that a switch is on where nobody turned it off; a body may. */
const isUntold = (input: ManifestInput, value: unknown): boolean => isOnByDefault(input) && value === true;

/** What is on by default is given by its negation: `--no-auth`. */
export const optionName = (input: ManifestInput): string => (isOnByDefault(input) ? `no-${input.flag}` : input.flag);

function placeholderOf(input: ManifestInput, language: Language): string {
  if (input.type === 'boolean') return isOnByDefault(input) ? '' : ' [true|false]';
  const type = placeholder(input.type, language);
  return ` <${input.many ? `${type}...` : type}>`;
}

const collectOne = (value: string, previous: unknown): string[] => [
  ...(Array.isArray(previous) ? previous : []),
  value,
];

/** Turns flags and arguments into the input an operation takes, under wire names. */
export function rawInput(entry: ManifestEntry, flags: Flags, args: readonly string[], body: unknown): RawInput {
  const parts: Record<ManifestInput['in'], Record<string, unknown>> = { path: {}, query: {}, body: {} };
  for (const input of entry.inputs) {
    const position = entry.cli.args?.indexOf(input.name) ?? -1;
    const text = position >= 0 ? args[position] : flags[attribute(input.flag)];
    if (text !== undefined && !isUntold(input, text)) parts[input.in][input.name] = typed(input, text);
  }
  const isAlone = Object.keys(parts.body).length === 0;
  const whole = isObject(body) && !isAlone ? { ...body, ...parts.body } : (body ?? parts.body);
  return {
    params: parts.path,
    query: parts.query,
    ...(entry.hasBody && { body: withSettings(whole, flags.set, entry) }),
  };
}

/** Text from a terminal or an address, as the JSON type that the declaration names; text that does not fit stays text. */
export function typed(input: ManifestInput, value: unknown): unknown {
  if (input.many) return (Array.isArray(value) ? value : [value]).map((item) => scalar(input.type, item));
  return scalar(input.type, value);
}

function scalar(type: ManifestInput['type'], value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  return type === 'json' ? jsonOrText(value) : value;
}

/** The name under which commander keeps `--start-date`. */
export const attribute = (flag: string): string => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function withSettings(body: unknown, settings: unknown, entry: ManifestEntry): unknown {
  if (!Array.isArray(settings) || settings.length === 0) return body;
  const copy = structuredClone(isObject(body) ? body : {});
  for (const setting of settings as string[]) setPath(copy, setting, entry);
  return copy;
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

function setPath(target: Record<string, unknown>, setting: string, { inputs }: ManifestEntry): void {
  const equals = setting.indexOf('=');
  const path = setting.slice(0, equals).split('.');
  if (equals < 1 || path.some((name) => name === '' || FORBIDDEN.has(name))) {
    throw invalidInput([{ path: '--set', code: 'syntax', message: `write Field.Path=value, not ${setting}` }]);
  }
  let holder = target;
  for (const name of path.slice(0, -1)) {
    const next = holder[name];
    holder[name] = isObject(next) ? next : {};
    holder = holder[name] as Record<string, unknown>;
  }
  const field = path.join('.');
  const isText = inputs.some(
    ({ in: place, name, type, many }) => place === 'body' && name === field && type === 'string' && !many,
  );
  holder[path.at(-1) ?? ''] = settingValue(setting.slice(equals + 1), isText);
}

/** JSON, or text; a field that takes text takes `75` as such. */
function settingValue(text: string, isText: boolean): unknown {
  const value = jsonOrText(text);
  return isText && (typeof value === 'number' || typeof value === 'boolean') ? text : value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
