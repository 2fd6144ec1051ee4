import type * as z from 'zod';
import { defineErrors, type Issue, type Language, TaxopsError } from '../../services/kernel/errors.ts';
import { nearest } from '../../services/kernel/nearest.ts';
import type { InputFile } from '../../services/kernel/stream.ts';
import { authorise, type OwnerOfChart } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import type { Words } from './french-messages.ts';
import type { Operation } from './operation.ts';
import { refusalOf } from './refusal.ts';
import { sizeWords } from './size-words.ts';

export const inputErrors = defineErrors('src/commands/operation/errors.tsv', ['InvalidInput']);

/** Input as a transport found it, under wire names and already of JSON types. */
export interface RawInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: readonly InputFile[];
}

/** What a transport puts around every call: rate limit, repeated requests, audit. Refusals pass through it too. */
export type Around = (
  operation: Operation,
  ctx: Context,
  input: ParsedInput,
  next: () => Promise<unknown>,
) => Promise<unknown>;

/** Several surroundings as one, the first outermost. */
export const chain =
  (...arounds: readonly Around[]): Around =>
  (operation, ctx, input, next) =>
    arounds.reduceRight<() => Promise<unknown>>((inner, around) => () => around(operation, ctx, input, inner), next)();

export type ParsedInput = Readonly<Record<string, unknown>>;

/** Loaded when an input names a chart: few operations do. */
const ownerOfChart =
  (ctx: Context): OwnerOfChart =>
  async (kind, chartId) =>
    (await import('../../services/charts/charts.ts')).ownerOfChart(ctx, kind, chartId);

/** The one pipeline of both transports: read the input, check the right to use it, run. */
export async function invoke(operation: Operation, outer: Context, raw: RawInput, around?: Around): Promise<unknown> {
  const ctx = remembering(operation, outer);
  const words = await wordsIn(ctx.language);
  const input = parseInput(operation, raw, words);
  const next = async () => {
    await permit(operation, ctx, input);
    try {
      return await operation.run(ctx, input);
    } catch (error) {
      throw words && error instanceof TaxopsError && error.issues.length > 0 ? error.reworded(words.translate) : error;
    }
  };
  return around ? around(operation, ctx, input, next) : next();
}

/** What it has read it need not read again; what operates the installation may run for days, while others change it. */
function remembering({ policy }: Operation, ctx: Context): Context {
  if (!('right' in policy) || policy.right === 'operate') return ctx;
  return policy.right === 'read' ? { ...ctx, shared: ctx.shared ?? new Map() } : { ...ctx, found: new Map() };
}

/** Throws unless the caller may run the operation on this input. */
export const permit = ({ policy }: Operation, ctx: Context, input: ParsedInput): Promise<void> =>
  authorise(policy, ctx.actor, input, ownerOfChart(ctx));

/** English is what the schemas say; French is loaded by who asks for it. */
export const wordsIn = async (language: Language): Promise<Words | undefined> =>
  language === 'fr' ? (await import('./french-messages.ts')).FRENCH : undefined;

/** `words`: how its faults are said, in English without. Throws InvalidInput, and what a schema refuses by name. */
export function parseInput(operation: Operation, raw: RawInput, words?: Words): ParsedInput {
  const params = part(operation.params, raw.params ?? {}, '', words);
  const query = part(operation.query, raw.query ?? {}, '', words);
  const given = operation.body ?? operation.noBody;
  const body = given && part(given, raw.body ?? {}, 'Body', words);
  const issues = [...params.issues, ...query.issues, ...(body?.issues ?? [])];
  if (issues.length > 0) throw invalidInput(issues);
  return { ...params.data, ...query.data, body: operation.body && body?.data, files: raw.files ?? [] };
}

/** Codes of a value of no accepted type: of an absent one they would say `expected string, received undefined`. */
const TYPE_CODES: readonly string[] = ['invalid_type', 'invalid_union'];
const REQUIRED = 'required';

const EMPTY = 'must not be empty';
/** Words of sizes count characters; a schema that says it better keeps its own. */
const isEmpty = (issue: z.core.$ZodIssue, given: unknown): boolean =>
  issue.code === 'too_small' && typeof given === 'string' && given.trim() === '' && issue.message === sizeWords(issue);

/** A part of the input as its schema reads it, or what is wrong with it. */
interface Part {
  readonly data: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
}

function part(schema: z.ZodType, value: unknown, prefix: string, words: Words | undefined): Part {
  const result = schema.safeParse(value, { error: words?.error ?? sizeWords });
  const said = words?.translate ?? ((message: string) => message);
  if (result.success) return { data: result.data as Part['data'], issues: unusableIssues(value, prefix, said) };
  refuseByName(result.error.issues, prefix, said);
  const language = words ? 'fr' : 'en';
  const issues = result.error.issues.slice(0, MOST_ISSUES).map((issue) => {
    const { path, code, message } = issue;
    const given = valueAt(value, path);
    const isMissing = TYPE_CODES.includes(code) && given === undefined;
    const meant = meantOf(issue, given, language);
    return {
      path: placeOf(prefix, path),
      code,
      message: said(isMissing ? REQUIRED : isEmpty(issue, given) ? EMPTY : message) + (meant && `. ${meant}`),
    };
  });
  return { data: {}, issues };
}

/** The code of a list that is near what was given: letter case counts. */
const meantOf = (issue: z.core.$ZodIssue, given: unknown, language: Language): string =>
  issue.code === 'invalid_value' && typeof given === 'string'
    ? nearest(given.slice(0, LONGEST_CODE), issue.values.map(String), language)
    : '';

/** What is longer is near to no code of ours. */
const LONGEST_CODE = 100;

type Said = (message: string) => string;

/** Bodies whose text shows that all of them can be used: what it says plainly is well-formed, and JSON has no plain U+0000. */
const usable = new WeakSet<object>();
const isDoubtful = (text: string): boolean => text.includes('\\u') || text.includes('__proto__');

/** The value of a JSON text. Throws SyntaxError. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && !isDoubtful(text)) usable.add(value);
  return value;
}

function unusableIssues(value: unknown, prefix: string, said: Said): Issue[] {
  if (usable.has(value as object) || !isUnusable(value)) return [];
  const path = placeOfUnusable(value, [prefix])?.filter(Boolean).join('.');
  return path === undefined
    ? []
    : [{ path, code: 'custom', message: said('it has a null character, half of a character, or the name __proto__') }];
}

const MOST_ISSUES = 50;

const placeOf = (prefix: string, path: readonly PropertyKey[]): string =>
  [prefix, ...path.map(String)].filter(Boolean).join('.');

/** Values that have a failure of their own (see `refused` in fields.ts) throw it, unless something else is wrong too. */
function refuseByName(faults: readonly z.core.$ZodIssue[], prefix: string, said: Said): void {
  const [first] = faults;
  const refusal = first && refusalOf(first);
  if (!refusal || faults.some((fault) => refusalOf(fault) === undefined)) return;
  const issues = faults
    .filter((fault) => refusalOf(fault) === refusal)
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => ({ path: placeOf(prefix, path), code: 'custom', message: said(message) }));
  throw refusal({ detail: issues.map(({ path, message }) => `${path}: ${message}`).join('; ') }, issues);
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, name) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[name], value);

/** The same question without the place: a body may have a million texts, and hardly any is unusable. */
function isUnusable(value: unknown): boolean {
  if (typeof value === 'string') return isUnusableText(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(isUnusable);
  for (const name in value) {
    if (isUnusableName(name) || isUnusable((value as Readonly<Record<string, unknown>>)[name])) return true;
  }
  return false;
}

/** PostgreSQL stores no U+0000, and UTF-8 no half of a surrogate pair: it would become another character in silence. */
const isUnusableText = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** Schemas read past `__proto__`, which would be lost in silence. */
const isUnusableName = (name: string): boolean => isUnusableText(name) || name === '__proto__';

/** Where a text or a name cannot be used: no field of ours means one. */
function placeOfUnusable(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return isUnusableText(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = isUnusableName(name) ? path : placeOfUnusable(inner, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

export function invalidInput(issues: readonly Issue[]): TaxopsError {
  const told = issues.map((issue) => ({ ...issue, path: inShort(issue.path), message: inShort(issue.message) }));
  const summary = told.map(({ path, message }) => `${path || 'body'}: ${message}`).join('; ');
  return inputErrors.InvalidInput({ summary }, told);
}

/** An answer does not repeat a megabyte of names that nobody knows. */
const inShort = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);
const MOST_LETTERS = 1_000;
