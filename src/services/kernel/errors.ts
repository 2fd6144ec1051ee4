/**
 * Expected failures are values of one class, made from catalogues: one table per domain, each row saying in French and
 * English what failed and what to do next. Anything else that is thrown is a bug.
 */
import { type Row, readTable } from './package-file.ts';
import { commandAt, sizeText, spokenAdvice } from './spoken.ts';

export type ErrorKind =
  | 'invalid'
  | 'tooLarge'
  | 'unsupportedMedia'
  | 'unprocessable'
  | 'unauthenticated'
  | 'forbidden'
  | 'misdirected'
  | 'notFound'
  | 'conflict'
  | 'rateLimited'
  | 'upstream'
  | 'unavailable'
  | 'misconfigured'
  | 'diskFull'
  | 'lockHeld'
  | 'internal';

/** HTTP status and process exit code of each kind: the one table both transports read. */
export const KINDS: Readonly<Record<ErrorKind, { readonly status: number; readonly exit: number }>> = {
  invalid: { status: 400, exit: 2 },
  tooLarge: { status: 413, exit: 2 },
  unsupportedMedia: { status: 415, exit: 2 },
  unprocessable: { status: 422, exit: 2 },
  unauthenticated: { status: 401, exit: 4 },
  forbidden: { status: 403, exit: 4 },
  notFound: { status: 404, exit: 5 },
  misdirected: { status: 421, exit: 2 },
  conflict: { status: 409, exit: 6 },
  rateLimited: { status: 429, exit: 9 },
  upstream: { status: 502, exit: 7 },
  unavailable: { status: 503, exit: 7 },
  misconfigured: { status: 503, exit: 2 },
  diskFull: { status: 507, exit: 7 },
  lockHeld: { status: 409, exit: 75 },
  internal: { status: 500, exit: 1 },
};

export type Language = 'en' | 'fr';
export type Labels = Readonly<Record<Language, string>>;

/** One catalogue entry; `{name}` in a text is replaced by the parameter of that name. */
export interface ErrorEntry {
  readonly kind: ErrorKind;
  readonly en: string;
  readonly fr: string;
  /** What to do next. */
  readonly hint?: Labels;
}

/** What differs by language is given in both. */
export type ErrorParam = string | number | bigint | boolean | Labels;
export type ErrorParams = Readonly<Record<string, ErrorParam>>;

/** One faulty place of an input: `path` is where (`Body.Iban`, `--siren`), `code` what is wrong with it. */
export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** The place as a person reads it, where `path` is for programs. */
  readonly where?: string | undefined;
}

export class TaxopsError extends Error {
  override readonly name = 'TaxopsError';
  readonly code: string;
  readonly entry: ErrorEntry;
  readonly params: ErrorParams;
  readonly issues: readonly Issue[];

  constructor(code: string, entry: ErrorEntry, params: ErrorParams = {}, issues: readonly Issue[] = []) {
    super(said(entry.en, params, 'en'));
    this.code = code;
    this.entry = entry;
    this.params = params;
    this.issues = issues;
  }

  /** The same, its issues said in other words. */
  reworded(said: (message: string) => string): TaxopsError {
    const issues = this.issues.map((issue) => ({ ...issue, message: said(issue.message) }));
    return Object.assign(new TaxopsError(this.code, this.entry, this.params, issues), { stack: this.stack });
  }

  get kind(): ErrorKind {
    return this.entry.kind;
  }

  text(language: Language): string {
    return said(this.entry[language], this.params, language);
  }

  hint(language: Language): string | undefined {
    return this.entry.hint && said(this.entry.hint[language], this.params, language);
  }
}

/** What a caller typed or called something is said as it is, and so is what stands « between quotes ». */
const AS_TYPED = new Set(['file', 'message', 'name', 'path', 'version']);

/** French readers get days and amounts as they write them, commands as they are typed; English ones what programs match. */
function said(template: string, params: ErrorParams, language: Language): string {
  if (language === 'en') return fill(template, params, language);
  const at = commandAt(template);
  return fill(template, params, language, (value, { name, offset }) => {
    const isTyped = AS_TYPED.has(name) || offset > at || /«\s?$/.test(template.slice(0, offset));
    return isTyped ? value : spokenAdvice(value, language);
  });
}

type Saying = (value: string, place: { readonly name: string; readonly offset: number }) => string;

/** `{limit:size}` is a number of bytes, which people read in megabytes. */
const fill = (template: string, params: ErrorParams, language: Language, say: Saying = (value) => value): string =>
  template
    .replace(/\{(\w+)(:size)?\}/g, (whole, name: string, isSize: string | undefined, offset: number) => {
      if (!(name in params)) return whole;
      const value = params[name] ?? '';
      if (isSize) return sizeText(Number(value), language);
      return say(String(typeof value === 'object' ? value[language] : value), { name, offset });
    })
    .trimEnd();

export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;
type Makers<Code extends string> = {
  readonly [K in Code]: (params?: ErrorParams, issues?: readonly Issue[]) => TaxopsError;
};

/**
 * One maker per code of a table: `throw folderErrors.FolderNotFound({ folderId })`. The codes are repeated for the types;
 * a test compares both. The table is read when something fails, not when the program starts.
 */
export function defineErrors<const Code extends string>(table: string, codes: readonly Code[]): Makers<Code> {
  const makers = codes.map((code) => [
    code,
    (params?: ErrorParams, issues?: readonly Issue[]) => new TaxopsError(code, entryOf(table, code), params, issues),
  ]);
  return Object.fromEntries(makers) as Makers<Code>;
}

function entryOf(table: string, code: string): ErrorEntry {
  const entry = readCatalogue(table)[code];
  if (!entry) throw new Error(`${table} has no row ${code}`);
  return entry;
}

const COLUMNS = ['code', 'kind', 'en', 'fr', 'hintEn', 'hintFr'] as const;
const catalogues = new Map<string, ErrorCatalogue>();

/** The failures of a table such as `src/services/db/errors.tsv`. */
export function readCatalogue(table: string): ErrorCatalogue {
  const known = catalogues.get(table);
  if (known) return known;
  const rows = readTable(table, COLUMNS);
  const catalogue = Object.fromEntries(rows.map((row) => [row.code, readEntry(row)]));
  catalogues.set(table, catalogue);
  return catalogue;
}

const readEntry = ({ kind, en, fr, hintEn, hintFr }: Row<(typeof COLUMNS)[number]>): ErrorEntry => ({
  kind: kind as ErrorKind,
  en: lines(en),
  fr: lines(fr),
  ...(hintEn === '' ? {} : { hint: { en: hintEn, fr: hintFr } }),
});

/** A line of a table holds no line feed, so a text writes it as `\n`. */
const lines = (text: string): string => text.replaceAll('\\n', '\n');
