import { setTimeout } from 'node:timers/promises';
import type { Language } from '../../services/kernel/errors.ts';
import { orderArguments } from './arguments.ts';
import { type Io, writeAll } from './io.ts';
import { manifest } from './operations.ts';
import { buildProgram, helpOfSomething, usageFailure } from './program.ts';
import { WORDS } from './text.ts';

/** 128 + SIGINT, as shells say it. */
export const INTERRUPTED = 130;

/** The whole program: arguments in, exit code out. Nothing here ends the process. */
export async function main(io: Io): Promise<number> {
  const language = spokenLanguage(io);
  if (isCompletion(io.argv)) {
    await writeAll(io.stdout, await completed(io, language));
    return 0;
  }
  let exitCode = 0;
  const argv = helpOfSomething(orderArguments(io.argv), manifest);
  const program = buildProgram(manifest, argv, {
    language,
    write: (text) => void io.stdout.write(text),
    run: async (entry, flags, args) => {
      const { runCommand } = await import('./run.ts');
      exitCode = await runCommand({ entry, flags, args }, io);
    },
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    const error = usageFailure(thrown, argv, manifest, language);
    if (error === undefined) return 0;
    return isInterruption(error, io) ? reportInterruption(io, language) : reportFailure(error, io, language);
  }
}

/** A question of a shell while a person types: `complete SHELL -- WORDS`. */
export const isCompletion = (argv: readonly string[]): boolean => argv[0] === 'complete';

/** A key waits no longer for data: those of a database that is away or locked are not proposed. */
const PATIENCE_MS = 2000;

async function completed(io: Io, language: Language): Promise<string> {
  const [{ complete, unquoted }, { storedValues }] = await Promise.all([
    import('./complete.ts'),
    import('./stored-values.ts'),
  ]);
  const typed = io.argv.slice(io.argv.indexOf('--') + 1);
  return complete(io.argv[1] === 'bash' ? typed.map(unquoted) : typed, {
    entries: manifest,
    language,
    // What cannot be read is not proposed: a shell shows no failure at a key.
    stored: (input, entry, words) =>
      Promise.race([
        storedValues(input, entry, { words, entries: manifest, io }).catch(() => []),
        setTimeout(PATIENCE_MS, [], { ref: false }),
      ]),
  });
}

/** What stops when Ctrl-C asks it to is no bug. */
const isInterruption = (error: Error, { signal }: Io): boolean => signal.aborted && error.name === 'AbortError';

function reportInterruption(io: Io, language: Language): number {
  io.stderr.write(`taxops: ${WORDS.interrupted[language]}\n`);
  return INTERRUPTED;
}

async function reportFailure(error: Error, io: Io, language: Language): Promise<number> {
  const [{ describeFailure }, { systemIds }] = await Promise.all([import('./problem.ts'), import('./context.ts')]);
  const { problem, exitCode } = describeFailure(error, language, systemIds.uuid());
  if (io.argv.includes('--json')) io.stderr.write(`${JSON.stringify(problem, null, 2)}\n`);
  else {
    io.stderr.write(`taxops: ${problem.detail}\n`);
    const others = problem.errors?.filter(({ message }) => !problem.detail.includes(message)) ?? [];
    for (const { path, where = path, message } of others) io.stderr.write(`  ${where && `${where}: `}${message}\n`);
    if (problem.hint) io.stderr.write(`  → ${problem.hint}\n`);
    io.stderr.write(`  (${problem.code})\n`);
  }
  if (exitCode === 1 && !io.argv.includes('--json'))
    io.stderr.write(`  ${problem.correlationId}\n${error.stack ?? error}\n`);
  return exitCode;
}

/** The language of help and failures, before any setting is read: flag, variable, locale. */
function spokenLanguage({ argv, env }: Io): Language {
  const flag = argv[argv.indexOf('--lang') + 1];
  const word = argv.includes('--lang') ? flag : env.TAXOPS_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG;
  return word?.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}
