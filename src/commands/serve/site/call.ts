/** The one way from a page to the firm: an operation, run as the person of the session, with its rights and its audit. */

import type { InputFile } from '../../../services/kernel/stream.ts';
import { collect, LongObject } from '../../../services/kernel/stream.ts';
import type { Context } from '../../../services/operation/context.ts';
import { type Around, chain, invalidInput, invoke, type RawInput } from '../../operation/invoke.ts';
import { auditing } from '../../program/auditing.ts';
import { everyPage, withoutPage } from '../../program/every-page.ts';
import { attribute, rawInput } from '../../program/flags.ts';
import type { ManifestEntry } from '../../program/manifest.ts';
import { loadOperation } from '../../program/operations.ts';
import type { Answer, Inputs, Visit } from '../pages/page.ts';
import { entryNamed } from '../pages/parts/form.tsx';

export const caller =
  (ctx: Context): Visit['call'] =>
  async (id, input = {}) => {
    const answer = await run(ctx, entryNamed(id), { input });
    const { result } = answer;
    return { ...answer, result: result instanceof LongObject ? await collect(result) : result };
  };

interface Asked {
  readonly input: Inputs;
  readonly files?: readonly InputFile[];
  /** For a file: all pages, whichever the screen shows. */
  readonly everything?: boolean;
  /** Around the call, outside of the audit. */
  readonly around?: Around;
}

/** Runs an operation once; a long answer comes as it is. */
export async function run(
  ctx: Context,
  entry: ManifestEntry,
  { input, files = [], everything, around }: Asked,
): Promise<Answer> {
  const operation = await loadOperation(entry);
  const raw = { ...rawOf(entry, input), files };
  const call = (given: RawInput) => invoke(operation, ctx, given, around ? chain(around, auditing) : auditing);
  const result = await (everything ? everyPage(operation, withoutPage(raw), call) : call(raw));
  return { entry, operation, input, result };
}

/** Inputs under wire names, read as flags are; a name inside of the body (`Address.Street`) as `--set` reads it. */
export function rawOf(entry: ManifestEntry, input: Inputs): RawInput {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const own = new Map(entry.inputs.map(({ name, flag }) => [name, attribute(flag)]));
  const flags = given.flatMap(([name, value]) => (own.has(name) ? [[own.get(name), value]] : []));
  const others = given.filter(([name]) => !own.has(name));
  // Without a body there is no place for them, and `set` may be an input of the operation itself.
  if (!entry.hasBody && others.length > 0)
    throw invalidInput(others.map(([path]) => ({ path, code: 'unrecognized', message: path })));
  const set = others.map(([name, value]) => `${name}=${value}`);
  const args = (entry.cli.args ?? []).map((name) => input[name]) as string[];
  return rawInput(entry, { ...Object.fromEntries(flags), ...(entry.hasBody && { set }) }, args, undefined);
}
