/** One input, sent by either transport: what lets a contract be checked over every operation. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Hono } from 'hono';
import { optionName } from '../../src/commands/program/flags.ts';
import type { ManifestEntry, ManifestInput } from '../../src/commands/program/manifest.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { temporaryFolder } from '../support/scratch.ts';

/** Input under wire names: path and query together, body apart, files as paths. */
export interface CaseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: readonly string[];
}

export type GoodCase = readonly [operation: string, input: CaseInput];
export type BadCase = readonly [operation: string, code: string, input: CaseInput];

/** A test elsewhere: its file, and its title as it stands there. */
export type Waiver = readonly [file: string, title: string];

/** The operations of one area, what they need, and their cases. */
export interface Area {
  /** `bank.rule` stands for itself and for all `bank.rule.…`. */
  readonly operations: readonly string[];
  /** What stands in the database before the first case. */
  readonly seed?: readonly GoodCase[];
  /** Statements of SQL after the seed: what only a partner brings, stored as its feed does. */
  readonly stored?: string;
  /** In an order that works after the seed. Those of other areas are steps on the way. */
  readonly good: readonly GoodCase[];
  readonly bad: readonly BadCase[];
  /** `operation Code` that no single request can bring about, and the test that does. */
  readonly provedElsewhere?: Readonly<Record<string, Waiver>>;
  /** Good inputs of operations that need a partner, and the test that simulates one. */
  readonly goodElsewhere?: Readonly<Record<string, readonly [input: CaseInput, ...where: Waiver]>>;
  /** Operations whose answers change with every declaration: they are not written down. */
  readonly unwritten?: readonly string[];
  /** `operation Path` of outputs that can never be filled, and why. */
  readonly neverFilled?: Readonly<Record<string, string>>;
  /** `operation path` of inputs that no case gives, and why. */
  readonly neverGiven?: Readonly<Record<string, string>>;
  /** `operation path` of inputs that need not be looked at, and why. */
  readonly neverRead?: Readonly<Record<string, string>>;
}

export const isOf = ({ operations }: Pick<Area, 'operations'>, id: string): boolean =>
  operations.some((name) => id === name || id.startsWith(`${name}.`));

/** An operation with a route, by its identifier. */
export function entryOf(id: string): ManifestEntry {
  const entry = manifest.find((one) => one.id === id && one.http !== undefined);
  if (!entry) throw new Error(`no operation ${id}`);
  return entry;
}

/** A good input of one of its operations. */
export const goodInput = ({ good, goodElsewhere }: Area, id: string): CaseInput =>
  good.find(([one]) => one === id)?.[1] ?? goodElsewhere?.[id]?.[0] ?? {};

const scratch = temporaryFolder('contract');
let bodies = 0;

/** The arguments a person would type. */
export function argvOf(entry: ManifestEntry, { params = {}, body, files = [] }: CaseInput): string[] {
  const positional = (entry.cli.args ?? []).map((name) => String(params[name]));
  const flags = entry.inputs
    .filter(
      (input) =>
        input.in !== 'body' && !(entry.cli.args ?? []).includes(input.name) && params[input.name] !== undefined,
    )
    .flatMap((input) => flagsOf(input, params[input.name]));
  return [
    ...entry.cli.path,
    ...positional,
    ...files,
    ...flags,
    ...bodyFlag(body),
    ...(entry.cli.confirm ? ['--yes'] : []),
  ];
}

/** A switch that is on by default is only ever turned off. */
function flagsOf(input: ManifestInput, value: unknown): string[] {
  const name = optionName(input);
  if (name === input.flag) return [`--${name}`, ...listed(value)];
  return value === false ? [`--${name}`] : [];
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

function bodyFlag(body: unknown): string[] {
  if (body === undefined) return [];
  const path = join(scratch, `body-${bodies++}.json`);
  writeFileSync(path, JSON.stringify(body));
  return ['--body', path];
}

/** The same input as an HTTP request. */
export async function send(app: Hono, entry: ManifestEntry, input: CaseInput): Promise<Response> {
  const { method, path } = entry.http ?? { method: 'GET', path: '/' };
  const { params = {}, body, files } = input;
  const of = (place: ManifestInput['in']) => entry.inputs.filter((candidate) => candidate.in === place);
  const address = of('path').reduce(
    (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(String(params[name]))),
    path,
  );
  const query = new URLSearchParams(
    of('query').flatMap(({ name }) =>
      params[name] === undefined ? [] : listed(params[name]).map((value): [string, string] => [name, value]),
    ),
  );
  return app.request(`${address}?${query}`, { method, ...(files ? { body: form(files) } : jsonOf(body)) });
}

const jsonOf = (body: unknown) =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };

function form(files: readonly string[]): FormData {
  const data = new FormData();
  for (const path of files) data.append('File', new Blob([readFileSync(path)]), basename(path));
  return data;
}
