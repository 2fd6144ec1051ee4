/**
 * One line that several others add up to: a payment of several invoices, or an invoice paid in several times. The search
 * is bounded: the oldest lines, few at a time, and a number of steps in all; beyond, it says that it stopped.
 */
import type { OpenLine } from './rules.ts';

export const SUM_BOUNDS = { lines: 20, members: 6, steps: 20_000 } as const;

export interface SumSearch {
  readonly groups: readonly { readonly members: readonly OpenLine[]; readonly isSure: boolean }[];
  readonly isCut: boolean;
}

export function searchSums(lines: readonly OpenLine[]): SumSearch {
  const left = new Set(lines);
  const budget: Budget = { steps: SUM_BOUNDS.steps, isCut: false };
  let isCut = false;
  const groups: { members: readonly OpenLine[]; isSure: boolean }[] = [];
  for (const target of lines) {
    if (!left.has(target)) continue;
    const opposite = [...left].filter(({ net }) => net > 0n !== target.net > 0n);
    isCut ||= opposite.length > SUM_BOUNDS.lines;
    const [found, other] = subsets(opposite.slice(0, SUM_BOUNDS.lines), -target.net, budget);
    if (!found) continue;
    const members = [...lines].filter((line) => line === target || found.includes(line));
    for (const line of members) left.delete(line);
    groups.push({ members, isSure: !other && !budget.isCut && opposite.length <= SUM_BOUNDS.lines });
  }
  return { groups, isCut: isCut || budget.isCut };
}

interface Budget {
  steps: number;
  isCut: boolean;
}

/** The first two sets of two lines or more that make the sum: a second one says that the first is not sure. */
function subsets(lines: readonly OpenLine[], sum: bigint, budget: Budget): OpenLine[][] {
  const found: OpenLine[][] = [];
  const search = (from: number, rest: bigint, chosen: readonly OpenLine[]): void => {
    if (rest === 0n && chosen.length > 1) found.push([...chosen]);
    if (rest === 0n || chosen.length === SUM_BOUNDS.members) return;
    for (const [at, line] of lines.entries())
      if (at >= from && found.length < 2 && fits(line, rest) && spend(budget))
        search(at + 1, rest - line.net, [...chosen, line]);
  };
  search(0, sum, []);
  return found;
}

/** Lines are all of one side. */
const fits = ({ net }: OpenLine, rest: bigint): boolean => (rest > 0n ? net <= rest : net >= rest);

function spend(budget: Budget): boolean {
  budget.isCut ||= budget.steps <= 0;
  budget.steps -= 1;
  return !budget.isCut;
}
