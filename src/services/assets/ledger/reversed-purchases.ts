/** Entries that another one takes back line by line: together they bought nothing. */
import type { Cents } from '../../kernel/money.ts';
import type { EntryLine } from '../../ledger/lines.ts';
import { put } from './entry-sides.ts';

type Amount = Pick<EntryLine, 'accountNumber' | 'subAccountCode' | 'debit' | 'credit'>;

const placeOf = ({ accountNumber, subAccountCode }: Amount): string => `${accountNumber} ${subAccountCode ?? ''}`;

/** Entries with a line that another line of the same account undoes: only these may be reversed. */
export function mayBeReversed(lines: readonly EntryLine[]): number[] {
  const worth = (line: EntryLine, sign: bigint) => `${placeOf(line)} ${sign * (line.debit - line.credit)}`;
  const found = new Set(lines.map((line) => worth(line, 1n)));
  return [...new Set(lines.filter((line) => found.has(worth(line, -1n))).map(({ entryId }) => entryId))];
}

/** Those of these entries, given whole, that cancel each other: each with the nearest one before it. */
export function reversedEntries(lines: readonly EntryLine[]): ReadonlySet<number> {
  const entries = new Map<string, EntryLine[]>();
  for (const line of [...lines].sort(inOrder)) put(entries, String(line.entryId), line);
  const waiting = new Map<string, number[]>();
  const reversed = new Set<number>();
  for (const own of entries.values()) {
    const id = own[0]?.entryId ?? 0;
    const before = waiting.get(netOf(own, -1n))?.pop();
    if (before === undefined) put(waiting, netOf(own, 1n), id);
    else for (const one of [before, id]) reversed.add(one);
  }
  return reversed;
}

const inOrder = (a: EntryLine, b: EntryLine): number =>
  a.date === b.date ? a.entryId - b.entryId : a.date < b.date ? -1 : 1;

/** What an entry is worth on each account, as text; or what would take it back. */
function netOf(lines: readonly Amount[], sign: bigint): string {
  const nets = new Map<string, Cents>();
  for (const line of lines)
    nets.set(placeOf(line), (nets.get(placeOf(line)) ?? 0n) + sign * (line.debit - line.credit));
  return [...nets]
    .map(([place, cents]) => `${place} ${cents}`)
    .sort()
    .join('\n');
}
