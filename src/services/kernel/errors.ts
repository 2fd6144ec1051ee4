/**
 * Expected failures are values of one class, made from catalogues: one per domain, each entry saying in French and
 * English what failed and what to do next. Anything else that is thrown is a bug.
 */

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

const entry =
  (kind: ErrorKind) =>
  (en: string, fr: string, hintEn: string, hintFr: string): ErrorEntry => ({
    kind,
    en,
    fr,
    hint: { en: hintEn, fr: hintFr },
  });
/** Entries by kind, for catalogues that are long tables: the text in both languages, then what to do in both. */
export const invalid = entry('invalid');
export const conflict = entry('conflict');
export const notFound = entry('notFound');

export type ErrorParams = Readonly<Record<string, string | number | bigint | boolean>>;

/** One faulty place of an input: `path` is where (`Body.Iban`, `--siren`), `code` what is wrong with it. */
export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export class TaxopsError extends Error {
  override readonly name = 'TaxopsError';
  readonly code: string;
  readonly entry: ErrorEntry;
  readonly params: ErrorParams;
  readonly issues: readonly Issue[];

  constructor(code: string, entry: ErrorEntry, params: ErrorParams = {}, issues: readonly Issue[] = []) {
    super(fill(entry.en, params));
    this.code = code;
    this.entry = entry;
    this.params = params;
    this.issues = issues;
  }

  get kind(): ErrorKind {
    return this.entry.kind;
  }

  text(language: Language): string {
    return fill(this.entry[language], this.params);
  }

  hint(language: Language): string | undefined {
    return this.entry.hint && fill(this.entry.hint[language], this.params);
  }
}

const fill = (template: string, params: ErrorParams): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole)).trimEnd();

export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;
type Makers<C extends ErrorCatalogue> = {
  readonly [K in keyof C]: (params?: ErrorParams, issues?: readonly Issue[]) => TaxopsError;
};

/** Turns a catalogue into one maker per code: `throw folderErrors.FolderNotFound({ folderId })`. */
export function defineErrors<const C extends ErrorCatalogue>(catalogue: C): Makers<C> & { readonly catalogue: C } {
  const makers = Object.entries(catalogue).map(([code, entry]) => [
    code,
    (params?: ErrorParams, issues?: readonly Issue[]) => new TaxopsError(code, entry, params, issues),
  ]);
  return { ...(Object.fromEntries(makers) as Makers<C>), catalogue };
}
