/** Commands that texts show: what the real command line understands of them, and what they lack. */
import { shellWords } from '../../src/commands/program/curl-example.ts';
import { attribute, type Flags } from '../../src/commands/program/flags.ts';
import type { ManifestEntry, ManifestInput } from '../../src/commands/program/manifest.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { buildProgram } from '../../src/commands/program/program.ts';

export interface Typed {
  readonly entry: ManifestEntry;
  readonly flags: Flags;
  readonly args: readonly string[];
}

/** What the command line understands of the words, without running the command. */
export async function typedBy(words: readonly string[]): Promise<Typed> {
  let typed: Typed | undefined;
  const hear = async (entry: ManifestEntry, flags: Flags, args: readonly string[]) => {
    typed = { entry, flags, args };
  };
  await buildProgram(manifest, words, { language: 'en', write: () => {}, run: hear }).parseAsync([...words], {
    from: 'user',
  });
  if (!typed) throw new Error('no command ran');
  return typed;
}

/** The words after `taxops`, without what the shell keeps for itself. */
export function taxopsWords(example: string): string[] {
  const words = shellWords(/\((taxops [^)]*)\)/.exec(example)?.[1] ?? example);
  const own = words.slice(words.indexOf('taxops') + 1);
  const end = own.findIndex((word) => /^[|<>]$/.test(word));
  return own.slice(0, end < 0 ? undefined : end);
}

/** What must be given and is not: arguments, files, flags. The folder has a default in the settings. */
export function missingFrom({ entry, flags, args }: Typed): string[] {
  const positions = entry.cli.args ?? [];
  const set = Array.isArray(flags.set) ? (flags.set as string[]) : [];
  const isGiven = ({ name, flag, in: place }: ManifestInput) =>
    args[positions.indexOf(name)] !== undefined ||
    flags[attribute(flag)] !== undefined ||
    (place === 'body' && (flags.body !== undefined || set.some((one) => one.startsWith(name))));
  const needed = entry.inputs.filter(({ required, flag }) => required && flag !== 'folder');
  const files = entry.files && !entry.files.isOptional && args.length <= positions.length ? ['files'] : [];
  return [...needed.filter((input) => !isGiven(input)).map(({ name }) => name), ...files];
}
