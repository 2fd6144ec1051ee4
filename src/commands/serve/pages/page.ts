/** A page is data, like an operation: where it is, what it asks of the firm, how it is drawn. */
import type { Child } from 'hono/jsx';
import type { WebSession } from '../../../services/identity/web-sessions.ts';
import type { Language } from '../../../services/kernel/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import type { ManifestEntry } from '../../program/manifest.ts';
import type { Problem } from '../../program/problem.ts';
import type { Word } from './texts.ts';

/** Inputs of an operation under their wire names; texts are read as those of an address or a form. */
export type Inputs = Readonly<Record<string, unknown>>;

/** What an operation answered, with what draws it: headings, alignment and links come from the declaration. */
export interface Answer {
  readonly entry: ManifestEntry;
  readonly operation: Operation;
  readonly input: Inputs;
  readonly result: unknown;
}

/** What a page can do without. */
export type Attempt = Answer | Problem;

export interface Visit<Id extends string = string> {
  /** Runs an operation as the person of the session. Throws what it throws. */
  readonly call: (id: Id, input?: Inputs) => Promise<Answer>;
  /** The same, where a refusal is part of the page: of what cannot be computed yet the rest is shown. */
  readonly attempt: (id: Id, input?: Inputs) => Promise<Attempt>;
  /** Of the path; a page that names none in its path reads none. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly session: WebSession;
  /** The person may start jobs and see the installation. */
  readonly operates: boolean;
  /** The person may change books. */
  readonly writes: boolean;
  /** The present day in Paris. */
  readonly today: string;
}

export const isAnswer = (one: Attempt): one is Answer => 'operation' in one;

export type Crumb = readonly [href: string, text: string];

export interface Drawn {
  readonly body: Child;
  /** Instead of the title of the page: the name of what it shows. */
  readonly title?: string;
  /** The pages above this one. */
  readonly crumbs?: readonly Crumb[];
}

export interface Page<Id extends string = string> {
  /** With parameters as Hono has them: `/folders/:folder`. */
  readonly path: string;
  readonly title: Word;
  /** Every operation that it calls: no other compiles. */
  readonly operations: readonly Id[];
  readonly render: (visit: Visit<Id>) => Promise<Drawn>;
}

export const definePage = <const Id extends string>({ render, ...page }: Page<Id>): Page => ({
  ...page,
  render: (visit) => render(visit),
});
