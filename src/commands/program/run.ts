import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';
import { TaxopsError } from '../../services/kernel/errors.ts';
import type { InputFile } from '../../services/kernel/stream.ts';
import { type DrawnProgress, silent, type TerminalContext } from '../../services/operation/context.ts';
import { invalidInput, invoke, type RawInput } from '../operation/invoke.ts';
import type { Operation, Outcome } from '../operation/operation.ts';
import { render } from '../render/render.ts';
import { auditing } from './auditing.ts';
import { callContext, openProgram, type Program, systemClock, systemIds } from './context.ts';
import { commandErrors } from './errors.ts';
import { everyPage } from './every-page.ts';
import { type Flags, rawInput } from './flags.ts';
import { headerNote } from './header-words.ts';
import { type Io, type Output, writeAll } from './io.ts';
import type { ManifestEntry } from './manifest.ts';
import { loadOperation } from './operations.ts';
import { writeFileWhole } from './output-file.ts';
import { asNamed, type Form, formOf, holdsEverything, languageOf } from './output-form.ts';
import { resolveSettings } from './settings.ts';
import { readJsonInput, spoolInput } from './standard-input.ts';

const EXIT: Readonly<Record<Outcome, number>> = { done: 0, refused: 2, partial: 3, pending: 8 };

/** A command as it was typed. */
interface Typed {
  readonly entry: ManifestEntry;
  readonly flags: Flags;
  readonly args: readonly string[];
}

/** Runs one command: flags to input, input to result, result to standard output. Returns the exit code. */
export async function runCommand(typed: Typed, io: Io): Promise<number> {
  const { entry, flags } = typed;
  const program = openProgram(await resolveSettings(flags, io.env, io.cwd), systemClock, systemIds, io.database);
  const ending: (() => Promise<void>)[] = [];
  try {
    const operation = await loadOperation(entry);
    const language = languageOf(program.settings, { operation, entry, flags });
    const form = formOf({ operation, entry, flags, language: program.language }, io);
    if (form.fields)
      (await import('../render/known-fields.ts')).refuseUnknownFields(operation.output, form.fields, program.language);
    const progress = await progressOf(flags, io);
    ending.push(async () => progress.stop());
    const ctx = { ...terminalContext(program, progress, flags, io), language };
    const raw = await gatherInput(typed, io, program, ending);
    const call = (input: RawInput) => invoke(operation, ctx, input, auditing);
    if (asksFirst(operation, raw)) await requireConsent(operation, call, { flags, io, ctx, raw });
    const result = await (holdsEverything(form, flags) ? everyPage(operation, raw, call) : call(raw)).catch((error) =>
      Promise.reject(namingFlags(error, entry)),
    );
    await deliver(operation, result, form, { flags, io, ctx, raw });
    for (const [name, value] of ctx.headers) ctx.terminal.note(headerNote(name, value, language));
    return EXIT[(await operation.outcome?.(result)) ?? 'done'];
  } finally {
    await Promise.all(ending.map((end) => end()));
    await program.close();
  }
}

/** A person typed flags, not fields: what is wrong with `Body.Name`, or with one of `Body.Name`, is wrong with `--name`. */
function namingFlags(error: unknown, { inputs }: ManifestEntry): unknown {
  if (!(error instanceof TaxopsError) || error.code !== 'InvalidInput') return error;
  const flags = new Map(
    inputs.map((input) => [input.in === 'body' ? `Body.${input.name}` : input.name, `--${input.flag}`]),
  );
  const flagOf = (path: string) => flags.get(path) ?? flags.get(path.replace(/\.\d+$/, ''));
  return invalidInput(error.issues.map((issue) => ({ ...issue, path: flagOf(issue.path) ?? issue.path })));
}

async function progressOf(flags: Flags, io: Io): Promise<DrawnProgress> {
  // A terminal that tells no width cannot be drawn on.
  if (flags.quiet === true || !io.stderr.isTTY || !io.stderr.columns) return silent;
  const { spinner } = await import('../render/progress.ts');
  return spinner(io.stderr);
}

function terminalContext(program: Program, progress: DrawnProgress, flags: Flags, io: Io): TerminalContext {
  const quiet = flags.quiet === true;
  return {
    ...callContext(program, {
      actor: { kind: 'local', name: accountName(), host: hostname() },
      progress,
      signal: io.signal,
    }),
    producedFolder: join(program.settings.home.value ?? '', 'files'),
    terminal: {
      interactive: io.stderr.isTTY === true && io.stdin.isTTY === true,
      note: (text) => void (quiet || io.stderr.write(`${text}\n`)),
      print: (text) => void io.stdout.write(text),
      env: io.env,
      cwd: io.cwd,
    },
  };
}

/** The account as the operating system knows it: a variable could say anything. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`; // an account without a name, as in containers
  }
}

async function gatherInput(
  { entry, flags, args }: Typed,
  io: Io,
  { settings, language }: Program,
  spooled: (() => Promise<void>)[],
): Promise<RawInput> {
  const body = typeof flags.body === 'string' ? await readJsonInput(flags.body, io) : undefined;
  const defaults = { folder: settings.folder.value, company: settings.company.value };
  const raw = rawInput(entry, { ...withoutUndefined(defaults), ...asNamed(entry, flags), ...flags }, args, body);
  const files = entry.files ? await inputFiles(args.slice(entry.cli.args?.length ?? 0), io, spooled) : [];
  const complete =
    io.stderr.isTTY && io.stdin.isTTY
      ? await (await import('./prompt.ts')).askMissing(entry, raw, { input: io.stdin, output: io.stderr }, language)
      : raw;
  return { ...complete, files };
}

const withoutUndefined = (object: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const inputFiles = (paths: readonly string[], io: Io, spooled: (() => Promise<void>)[]): Promise<InputFile[]> =>
  Promise.all(
    paths.map(async (path) => {
      const absolute = resolve(io.cwd, path);
      const piped = path === '-' ? io.stdin : await openPipe(absolute);
      if (!piped) return { name: basename(path), path: absolute, given: path };
      const spool = await spoolInput(path, piped, { signal: io.signal });
      spooled.push(spool.remove);
      return { name: basename(path), path: spool.path };
    }),
  );

/** What stands behind `<(zcat old.gz)`: it can be read once only, as standard input. */
const openPipe = async (path: string): Promise<NodeJS.ReadableStream | undefined> =>
  (await stat(path).catch(() => undefined))?.isFIFO() ? createReadStream(path) : undefined;

/** What an input is when it is not given. */
function defaultOf({ query }: Operation, name: string): unknown {
  const field = query instanceof z.ZodObject ? query.shape[name] : undefined;
  return field?.safeParse(undefined).data;
}

/** What is irreversible asks, a preview of it does not. */
function asksFirst(operation: Operation, { query }: RawInput): boolean {
  const { confirm } = operation.cli;
  if (typeof confirm !== 'object') return confirm === true;
  return (query?.[confirm.unless] ?? defaultOf(operation, confirm.unless)) !== true;
}

/** A person is shown what goes, where the operation tells it without doing it, and says yes. Throws what the preview throws. */
async function requireConsent(operation: Operation, call: (input: RawInput) => Promise<unknown>, asked: Delivery) {
  const { flags, io, ctx, raw } = asked;
  if (flags.yes === true) return;
  if (!ctx.terminal.interactive) throw commandErrors.ConfirmationNeeded();
  const { confirm } = operation.cli;
  if (typeof confirm === 'object' && confirm.unless === PREVIEW) {
    const shown = await call({ ...raw, query: { ...raw.query, [PREVIEW]: true } });
    const chunks = render(operation, shown, { ...PLAIN, ...surroundings(operation, io.stderr, asked) });
    for await (const chunk of chunks) await writeAll(io.stderr, chunk);
  }
  const { askConsent } = await import('./prompt.ts');
  await askConsent({ input: io.stdin, output: io.stderr }, ctx.language);
}

const PREVIEW = 'preview';
const PLAIN = { format: 'table', fields: undefined, whole: false, excel: false, table: undefined } as const;

interface Delivery {
  readonly flags: Flags;
  readonly io: Io;
  readonly ctx: TerminalContext;
  readonly raw: RawInput;
}

/** Where a result is shown, and what documents are headed by. */
const surroundings = (operation: Operation, to: Output, { flags, io, ctx, raw }: Delivery) => ({
  note: ctx.terminal.note,
  head: async () => (await import('./document-head.ts')).documentHead(ctx, operation, raw),
  screen: {
    terminal: to.isTTY === true && flags.output === undefined,
    color: to.isTTY === true && flags.color !== false && !io.env.NO_COLOR,
    width: to.columns ?? 100,
    language: ctx.language,
  },
});

async function deliver(
  operation: Operation,
  result: unknown,
  form: Form,
  { flags, io, ctx, raw }: Delivery,
): Promise<void> {
  const chunks = render(operation, result, {
    ...form,
    whole: holdsEverything(form, flags),
    excel: flags.excel === true,
    table: typeof flags.table === 'string' ? flags.table : undefined,
    ...surroundings(operation, io.stdout, { flags, io, ctx, raw }),
  });
  if (typeof flags.output === 'string')
    await writeFileWhole(resolve(io.cwd, flags.output), operation.toFile?.(result) ?? chunks);
  else for await (const chunk of chunks) await writeAll(io.stdout, chunk);
}
