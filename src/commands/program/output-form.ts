/** What form a result takes: that of a flag, or the one that the name of `--output` tells, which is never disregarded. */
import { extname } from 'node:path';
import type * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import type { Settings } from '../../services/kernel/settings.ts';
import { invalidInput } from '../operation/invoke.ts';
import type { Operation } from '../operation/operation.ts';
import { facts } from '../operation/wire.ts';
import { attribute, type Flags, type Format } from './flags.ts';
import type { Io } from './io.ts';
import type { ManifestEntry, ManifestInput } from './manifest.ts';

export interface Form {
  readonly format: Format;
  readonly fields: readonly string[] | undefined;
}

/** The extensions that say a form; `.txt` is the table, and no extension says nothing. */
const FORMS: Readonly<Record<string, Format>> = {
  json: 'json',
  ndjson: 'ndjson',
  csv: 'csv',
  xlsx: 'xlsx',
  pdf: 'pdf',
  txt: 'table',
  tsv: 'table',
};

/** By media type of a file that an operation answers, the names it may be written under. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/json': ['json'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/xml': ['xml'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'message/rfc822': ['eml'],
  'text/calendar': ['ics'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/plain': ['txt'],
};

/** Inputs by which an operation chooses between files, and what each of their values is called as an extension. */
const CHOOSERS = ['as', 'exportType', 'format', 'downloadType'];
const EXTENSION_OF: Readonly<Record<string, string>> = { excel: 'xlsx', platform: 'json', signed: 'eml', edi: 'txt' };

const extensionOf = (choice: string): string => EXTENSION_OF[choice.toLowerCase()] ?? choice.toLowerCase();
const chooserOf = ({ inputs }: ManifestEntry): ManifestInput | undefined =>
  inputs.find(({ name, in: place, choices }) => place === 'query' && choices && CHOOSERS.includes(name));

const namedKind = ({ output }: Flags): string =>
  typeof output === 'string' ? extname(output).slice(1).toLowerCase() : '';

/** What writes several kinds of file writes the one that the name of `--output` tells. */
export function asNamed(entry: ManifestEntry, flags: Flags): Flags {
  const chooser = chooserOf(entry);
  const choice = chooser?.choices?.find((value) => extensionOf(value) === namedKind(flags));
  return chooser && choice !== undefined ? { [attribute(chooser.flag)]: choice } : {};
}

const listed = (names: readonly string[]): string => names.map((name) => `.${name}`).join(', ');
const refusal = (message: string) => invalidInput([{ path: '--output', code: 'extension', message }]);

/** What only CSV can do is refused of any other form: it would be disregarded. */
function requireCsv(flags: Flags, chosen: Format | undefined, language: Language): void {
  const given = ['excel', 'table'].find((flag) => flags[flag] !== undefined);
  if (given === undefined || chosen === 'csv') return;
  const message = (chosen === undefined ? WORDS.ownFile : WORDS.csvOnly)[language];
  throw invalidInput([{ path: `--${given}`, code: 'form', message }]);
}

const WORDS = {
  csvOnly: { en: 'goes with CSV: add --format csv', fr: 'ne vaut que pour un CSV : ajoutez --format csv' },
  /** What writes a file of its own is no CSV whatever is asked. */
  ownFile: {
    en: 'this command writes a file of its own, not a CSV: leave it out',
    fr: 'cette commande écrit son propre fichier, non un CSV : ôtez l’option',
  },
  contrary: {
    en: (kind: string, form: string) => `.${kind} is not ${form}: leave one of them out`,
    fr: (kind: string, form: string) => `.${kind} n’est pas ${form} : ne donnez que l’un des deux`,
  },
  other: {
    en: (command: string, kinds: string, kind: string) => `${command} writes ${kinds}, not .${kind}`,
    fr: (command: string, kinds: string, kind: string) => `${command} écrit ${kinds}, pas .${kind}`,
  },
  binary: {
    en: (kind: string) => `this is no text: add --output FILE.${kind}`,
    fr: (kind: string) => `ce n’est pas du texte : ajoutez --output FICHIER.${kind}`,
  },
} as const;

/** What is asked for: a command with its flags, in the language of who types it. */
export interface Asked {
  readonly operation: Operation;
  readonly entry: ManifestEntry;
  readonly flags: Flags;
  readonly language: Language;
}

/** Throws InvalidInput where the name says what the command does not write, or another form than a flag. */
export function formOf(given: Asked, io: Io): Form {
  const { operation, entry, flags, language } = given;
  const { json, format, fields } = flags;
  const kind = namedKind(flags);
  const asked = (json === true ? 'json' : format) as Format | undefined;
  requireWritable(given);
  const named = FORMS[kind];
  const isOwn = 'media' in (facts.get(operation.output) ?? {}) || Object.keys(asNamed(entry, flags)).length > 0;
  if (!isOwn && asked && named && named !== asked && named !== 'table')
    throw refusal(WORDS.contrary[language](kind, asked));
  const chosen = asked ?? named ?? (flags.excel === true ? 'csv' : 'table');
  requireCsv(flags, isOwn ? undefined : chosen, language);
  if ((chosen === 'xlsx' || chosen === 'pdf') && io.stdout.isTTY && flags.output === undefined) {
    throw invalidInput([{ path: '--format', code: 'binary', message: WORDS.binary[language](chosen) }]);
  }
  return {
    format: chosen,
    fields: typeof fields === 'string' ? fields.split(',').map((field) => field.trim()) : undefined,
  };
}

function requireWritable({ operation, entry, flags, language }: Asked): void {
  const kind = namedKind(flags);
  if (kind === '') return;
  const choices = chooserOf(entry)?.choices?.map(extensionOf) ?? [];
  const ofText = choices.length > 0 ? choices : TEXT_FILES;
  const own = operation.toFile ? ofText : ownExtensions(operation.output);
  const writable = own ?? [...Object.keys(FORMS), ...choices];
  if (!writable.includes(kind))
    throw refusal(WORDS.other[language](`taxops ${entry.cli.path.join(' ')}`, listed(writable), kind));
  const chooser = chooserOf(entry);
  const typed = chooser && flags[attribute(chooser.flag)];
  if (typeof typed === 'string' && choices.includes(kind) && extensionOf(typed) !== kind)
    throw refusal(WORDS.contrary[language](kind, `--${chooser?.flag} ${typed}`));
}

/** Of a result that is the text of a file. */
const TEXT_FILES = ['xml', 'txt'];

/** Of an operation that always answers a file; undefined for results that any form can hold, or any kind of file. */
function ownExtensions(output: z.ZodType): readonly string[] | undefined {
  const media = facts.get(output)?.media;
  if (!media || media.includes('application/octet-stream')) return undefined;
  return media.flatMap((type) => EXTENSIONS[type] ?? []);
}

/** Forms in which every row belongs: a file, or one row a line. */
export const holdsEverything = ({ format }: Form, { output }: Flags): boolean =>
  output !== undefined || ['csv', 'ndjson', 'xlsx', 'pdf'].includes(format);

const PAPER = new Set(['pdf', 'xlsx', 'html', 'htm', 'excel']);

/** Documents go to clients and to the authority: they are in French unless a flag or a setting says otherwise. */
export function languageOf({ language }: Settings, { operation, entry, flags }: Omit<Asked, 'language'>): Language {
  const chooser = chooserOf(entry);
  const chosen = String((chooser && flags[attribute(chooser.flag)]) ?? '').toLowerCase();
  const kinds = [String(flags.format), namedKind(flags), chosen, ...(ownExtensions(operation.output) ?? [])];
  if (kinds.some((kind) => PAPER.has(kind)) && language.source === 'locale') return 'fr';
  return language.value === 'fr' ? 'fr' : 'en';
}
