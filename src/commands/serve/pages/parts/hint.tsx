/** What to do about a refusal: hints name commands, of which a page does some; the others are said to be commands. */
import { manifest } from '../../../program/operations.ts';
import type { Word } from '../texts.ts';
import { address, useView, useWord } from './view.ts';

/** The page that does what a command does, and its name. */
export const PAGE_OF: Readonly<Record<string, readonly [path: string, word: Word]>> = {
  'account list': ['/folders/:folder/ledger', 'ledger'],
  'asset delete': ['/folders/:folder/assets', 'assets'],
  'asset imports': ['/imports', 'imports'],
  'asset search': ['/folders/:folder/assets', 'assets'],
  'bank account list': ['/folders/:folder/bank', 'bank'],
  'bank connection open': ['/folders/:folder/bank', 'bank'],
  'bank reconcile statement': ['/folders/:folder/bank', 'bank'],
  'bank reconcile unset': ['/folders/:folder/bank', 'bank'],
  'bank statement import': ['/imports', 'imports'],
  'bank statement imports': ['/imports', 'imports'],
  doctor: ['/admin', 'admin'],
  'exercise create': ['/folders/:folder', 'newExercise'],
  'exercise list': ['/folders/:folder', 'exercises'],
  'folder list': ['/folders', 'folders'],
  'folder update': ['/folders/:folder', 'facts'],
  import: ['/imports', 'imports'],
  'job list': ['/jobs', 'jobs'],
  'job run': ['/jobs', 'jobs'],
  'job runs': ['/jobs', 'jobs'],
  'ledger general': ['/folders/:folder/ledger', 'ledger'],
  'ledger import': ['/imports', 'imports'],
  'ledger imports': ['/imports', 'imports'],
  'session list': ['/account', 'account'],
  'vat allocation show': ['/folders/:folder/vat/allocation', 'allocation'],
  'vat configuration set': ['/folders/:folder/vat/accounts', 'vatAccounts'],
  'vat procedure show': ['/folders/:folder/vat', 'vat'],
  'vat procedure-group list': ['/folders/:folder/vat', 'vat'],
};

interface Said {
  readonly text: string;
  /** The words of a command, without what it is given. */
  readonly command?: string;
}

const COMMAND = /`?taxops((?: (?!taxops )(?:--)?[\w:{}|<>/-]+(?:\.\w+)*)+)`?/g;

/** A hint in pieces, its commands apart. */
export function piecesOf(hint: string): readonly Said[] {
  const pieces: Said[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: rest = '' } of hint.matchAll(COMMAND)) {
    const words = rest.trim().split(' ');
    const command = longestCommand(words);
    if (command === undefined) continue;
    const length = whole.startsWith('`') ? whole.length : `taxops ${given(words, command)}`.length;
    pieces.push({ text: hint.slice(from, index) });
    pieces.push({ text: hint.slice(index, index + length).replaceAll('`', ''), command });
    from = index + length;
  }
  return [...pieces, { text: hint.slice(from) }].filter(({ text }) => text !== '');
}

/** Commands of one to four words; the words that follow are what it is given, or go on with the sentence. */
function longestCommand(words: readonly string[]): string | undefined {
  const known = new Set(manifest.map(({ cli }) => cli.path.join(' ')));
  return [4, 3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((command) => known.has(command));
}

/** Flags with their values, numbers and names in capitals belong to the command. */
function given(words: readonly string[], command: string): string {
  const count = command.split(' ').length;
  const end = words.findIndex((word, at) => at >= count && !/^(--|[A-Z\d{<])/.test(word) && !isValue(words[at - 1]));
  return words.slice(0, end === -1 ? words.length : end).join(' ');
}

const isValue = (before: string | undefined): boolean => before?.startsWith('--') ?? false;

export function Hint({ text }: { text: string }) {
  return <p>{piecesOf(text).map((piece) => (piece.command === undefined ? piece.text : <Command {...piece} />))}</p>;
}

/** The page of a command, where the folder that it needs is known. */
function Command({ text, command = '' }: Said) {
  const word = useWord();
  const { url } = useView();
  const [path, name] = PAGE_OF[command] ?? [];
  const folder = /^\/folders\/(\d+)/.exec(url.pathname)?.[1] ?? url.searchParams.get('folder') ?? undefined;
  if (path === undefined || name === undefined || (path.includes(':folder') && folder === undefined))
    return (
      <>
        {word('atCommandLine')} <code>{text}</code>
      </>
    );
  const href = path === '/imports' ? address(path, { folder }) : path.replace(':folder', folder ?? '');
  return <a {...{ href }}>{word(name)}</a>;
}
