import type * as z from 'zod';
import {
  defineErrors,
  type Issue,
  type Labels,
  type Language,
  type TaxopsError,
} from '../../services/kernel/errors.ts';
import type { InputFile } from '../../services/kernel/stream.ts';
import { authorise, type OwnerOfChart } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import { refusalOf } from './fields.ts';
import type { Operation } from './operation.ts';

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
export async function invoke(operation: Operation, ctx: Context, raw: RawInput, around?: Around): Promise<unknown> {
  const input = parseInput(operation, raw, ctx.language);
  const next = async () => {
    await authorise(operation.policy, ctx.actor, input, ownerOfChart(ctx));
    return operation.run(ctx, input);
  };
  return around ? around(operation, ctx, input, next) : next();
}

export function parseInput(operation: Operation, raw: RawInput, language: Language = 'en'): ParsedInput {
  const issues: Issue[] = [];
  const params = part(operation.params, raw.params ?? {}, '', issues, language);
  const query = part(operation.query, raw.query ?? {}, '', issues, language);
  const body = operation.body && part(operation.body, raw.body ?? {}, 'Body', issues, language);
  if (issues.length > 0) throw invalidInput(issues);
  return { ...params, ...query, body, files: raw.files ?? [] };
}

/** Codes of a value that is of no type wanted; told of one that is absent, they would say `expected string, received undefined`. */
const TYPE_CODES: readonly string[] = ['invalid_type', 'invalid_union'];
const REQUIRED: Labels = { en: 'required', fr: 'obligatoire' };

function part(
  schema: z.ZodType,
  value: unknown,
  prefix: string,
  issues: Issue[],
  language: Language,
): Record<string, unknown> {
  const result = schema.safeParse(value);
  if (result.success) {
    const path = placeOfNull(value, [prefix]);
    if (path) issues.push({ path: path.filter(Boolean).join('.'), code: 'custom', message: 'it has a null character' });
    return result.data as Record<string, unknown>;
  }
  refuseByName(result.error.issues, prefix);
  for (const { path, code, message } of result.error.issues.slice(0, MOST_ISSUES)) {
    const isMissing = TYPE_CODES.includes(code) && valueAt(value, path) === undefined;
    const place = placeOf(prefix, path);
    issues.push({ path: place, code, message: isMissing ? REQUIRED[language] : message });
  }
  return {};
}

const MOST_ISSUES = 50;

const placeOf = (prefix: string, path: readonly PropertyKey[]): string =>
  [prefix, ...path.map(String)].filter(Boolean).join('.');

/** Values that have a failure of their own (see `refused` in fields.ts) throw it, unless something else is wrong too. */
function refuseByName(faults: readonly z.core.$ZodIssue[], prefix: string): void {
  const [first] = faults;
  const refusal = first && refusalOf(first);
  if (!refusal || faults.some((fault) => refusalOf(fault) === undefined)) return;
  const issues = faults
    .filter((fault) => refusalOf(fault) === refusal)
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => ({ path: placeOf(prefix, path), code: 'custom', message }));
  throw refusal({ detail: issues.map(({ path, message }) => `${path}: ${message}`).join('; ') }, issues);
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, name) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[name], value);

/** Where a text has U+0000: PostgreSQL stores none, and no field of ours means one. */
function placeOfNull(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = name.includes('\0') ? path : placeOfNull(inner, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

export const invalidInput = (issues: readonly Issue[]): TaxopsError =>
  inputErrors.InvalidInput(
    { summary: issues.map(({ path, message }) => `${path || 'body'}: ${message}`).join('; ') },
    issues,
  );
