import { commonOptions } from './flags.ts';

/**
 * Arguments in the order that the command tree takes them: options that every command has may come before the command
 * (`taxops --lang fr folder list`), and `help ledger check` is `ledger check --help`.
 */
export function orderArguments(argv: readonly string[]): string[] {
  const first = firstWord(argv);
  const [word = 'help', ...rest] = argv.slice(first);
  const typed = word === 'help' ? [...rest, '--help'] : [word, ...rest];
  const end = typed.indexOf('--');
  return typed.toSpliced(end < 0 ? typed.length : end, 0, ...argv.slice(0, first));
}

/** Where the options that every command has end. */
export function firstWord(argv: readonly string[]): number {
  let at = 0;
  for (let taken = TAKES_VALUE.get(argv[at]); taken !== undefined; taken = TAKES_VALUE.get(argv[at]))
    at += taken ? 2 : 1;
  return at;
}

const TAKES_VALUE = new Map(commonOptions('en').map(({ long, required }) => [long, required]));
