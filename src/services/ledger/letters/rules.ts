/**
 * Which lines of one third party settle each other. Groups are balanced and share no line. The surest rule goes first:
 * the same reference, then a single pair of the same amount, then what is left when it cancels out, then one line that
 * others add up to. What could be grouped in another way is ambiguous: shown, and lettered by a person only.
 */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { type SumSearch, searchSums } from './sums.ts';

export interface OpenLine {
  readonly id: number;
  readonly date: PlainDate;
  readonly docRef: string;
  readonly label: string;
  /** Debit less credit, never zero. */
  readonly net: Cents;
}

export const LETTERING_REASONS = ['Reference', 'Amount', 'Balance', 'Sum'] as const;
export type LetteringReason = (typeof LETTERING_REASONS)[number];

export interface LetterProposal {
  readonly reason: LetteringReason;
  /** What the lines have in common: their reference; empty for the other rules. */
  readonly reference: string;
  /** Of 100. */
  readonly score: number;
  /** Other groups fit as well, or the account holds several third parties. */
  readonly isAmbiguous: boolean;
  readonly lines: readonly OpenLine[];
}

export interface ProposalsOfParty {
  readonly proposals: readonly LetterProposal[];
  /** The search of sums stopped at its bound: others may exist. */
  readonly isCut: boolean;
}

const SCORES: Readonly<Record<LetteringReason, number>> = { Reference: 95, Amount: 80, Balance: 65, Sum: 60 };
const AMBIGUOUS = 40;

/** `isShared`: the lines of several third parties stand on the account; only a reference distinguishes them. */
export function proposeForParty(lines: readonly OpenLine[], isShared: boolean): ProposalsOfParty {
  const left = new Map(lines.map((line) => [line.id, line]));
  const proposals: LetterProposal[] = [];
  const take = (reason: LetteringReason, members: readonly OpenLine[], { isSure = true, reference = '' } = {}) => {
    const isAmbiguous = !isSure || (isShared && reason !== 'Reference');
    const score = isAmbiguous ? AMBIGUOUS : SCORES[reason];
    proposals.push({ reason, reference, score, isAmbiguous, lines: members });
    for (const { id } of members) left.delete(id);
  };
  for (const { reference, members } of sameReference(lines))
    if (members.every(({ id }) => left.has(id))) take('Reference', members, { reference });
  for (const { members, isSure } of sameAmount([...left.values()])) take('Amount', members, { isSure });
  if (!isShared && sumOf(left.values()) === 0n && left.size > 2) take('Balance', [...left.values()]);
  const { groups, isCut } = isShared ? NO_SUMS : searchSums([...left.values()]);
  for (const { members, isSure } of groups) take('Sum', members, { isSure });
  return { proposals, isCut };
}

const NO_SUMS: SumSearch = { groups: [], isCut: false };

/** Long enough, and with a digit: `FA`, `VIR` or `-` bring together what has nothing in common. */
const isTelling = (word: string): boolean => word.length >= 3 && /\d/.test(word);

const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{N}/_-]+/u)
    .filter(isTelling);

/** Lines that bear a document reference, or name it in their label, and cancel out. */
function* sameReference(lines: readonly OpenLine[]): Generator<{ reference: string; members: OpenLine[] }> {
  const byReference = new Map<string, OpenLine[]>();
  for (const { docRef } of lines) {
    const reference = docRef.trim().toUpperCase();
    if (isTelling(reference)) byReference.set(reference, []);
  }
  for (const line of lines)
    for (const word of new Set([line.docRef.trim().toUpperCase(), ...wordsOf(line.label)]))
      byReference.get(word)?.push(line);
  for (const [reference, members] of byReference)
    if (members.length > 1 && sumOf(members) === 0n) yield { reference, members };
}

/** Pairs of opposite amounts, the oldest with the oldest; sure when there is one of each. */
function* sameAmount(lines: readonly OpenLine[]): Generator<{ members: OpenLine[]; isSure: boolean }> {
  const byAmount = new Map<string, { debits: OpenLine[]; credits: OpenLine[] }>();
  for (const line of lines) {
    const key = String(line.net < 0n ? -line.net : line.net);
    const sides = byAmount.get(key) ?? { debits: [], credits: [] };
    byAmount.set(key, sides);
    (line.net > 0n ? sides.debits : sides.credits).push(line);
  }
  for (const { debits, credits } of byAmount.values()) {
    const isSure = debits.length === 1 && credits.length === 1;
    for (const [at, debit] of debits.entries()) {
      const credit = credits[at];
      if (credit) yield { members: [debit, credit].sort(inOrder), isSure };
    }
  }
}

const inOrder = (a: OpenLine, b: OpenLine): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id);

const sumOf = (lines: Iterable<OpenLine>): bigint => {
  let sum = 0n;
  for (const { net } of lines) sum += net;
  return sum;
};
