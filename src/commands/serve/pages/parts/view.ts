/** What every part of a page may need to know, without each page handing it down. */
import { createContext, useContext } from 'hono/jsx';
import type { Language } from '../../../../services/kernel/errors.ts';
import type { ManifestEntry } from '../../../program/manifest.ts';
import type { Problem } from '../../../program/problem.ts';
import { forPeople } from '../../../render/table.ts';
import { type Word, wordsOf } from '../texts.ts';

/** A form that was refused, so that the page shows it again with what was typed. */
export interface Failure {
  readonly operation: string;
  readonly values: Readonly<Record<string, string | readonly string[]>>;
  readonly problem: Problem;
  /** Where it is only asked whether the form is of today: what it was made from. */
  readonly probe?: Probe | undefined;
}

/** What fields held when their form was drawn, and which hold something else by now. */
export interface Probe {
  readonly was: Readonly<Record<string, string>>;
  readonly changed: Set<string>;
}

export interface View {
  readonly language: Language;
  /** Of this page, query included. */
  readonly url: URL;
  /** A new key for each form: what is sent twice is done once. */
  readonly key: () => string;
  readonly failure?: Failure | undefined;
  /** Whether the person may run an operation on what is theirs to see: no button is shown that would be refused. */
  readonly may: (entry: Pick<ManifestEntry, 'right'>) => boolean;
}

const ViewContext = createContext<View | undefined>(undefined);

export const ViewProvider = ViewContext.Provider;

export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('a part of a page is drawn outside of it');
  return view;
}

export const useWord = (): ((word: Word) => string) => {
  const { language } = useView();
  return (word) => wordsOf[word][language];
};

type Parameter = string | number | undefined | null;

/** An address with these parameters, a list as often as it has values; what is undefined or empty is left out. */
export function address(path: string, query: Readonly<Record<string, Parameter | readonly string[]>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** A day as people of the language write it. */
export const dayOf = (day: string, language: Language): string => forPeople(day, 'day', language);

/** This page with one parameter of its address changed. */
export function withParameter({ url }: View, name: string, value: string): string {
  const search = new URLSearchParams(url.searchParams);
  search.set(name, value);
  search.delete('done');
  return `${url.pathname}?${search}`;
}
