/**
 * The same movement by two formats. Each format words it in its own way, so only the day and the amount are compared:
 * statements whose balances hold show every movement of their days, hence a format that shows three of an amount on a
 * day shows the three that another shows. Words only decide which goes with which.
 */

/** A stretch of the account's life that a statement shows. */
export interface Stretch {
  readonly id: number;
  readonly format: string;
  /** Without them nothing tells what follows it. */
  readonly hasBalances: boolean;
  readonly startDate: string;
  readonly startUnits: string;
  readonly endDate: string;
  readonly endUnits: string;
}

/** A transaction; those given together are of one day, one amount and one currency. */
export interface Alike {
  readonly id: number;
  /** Label, complements and references. */
  readonly text: string;
  readonly shownBy: readonly Stretch[];
}

/** For each transaction the one that stands for it, itself or another: the first that came of those that are one. */
export function pairAlike(all: readonly Alike[]): ReadonlyMap<number, number> {
  const groups: Alike[][] = [];
  for (const cluster of clusters(all)) join(groups, cluster);
  const stands = new Map<number, number>();
  for (const group of groups) {
    const first = Math.min(...group.map(({ id }) => id));
    for (const { id } of group) stands.set(id, first);
  }
  return stands;
}

/** Transactions of the same formats together, in order of arrival. */
function clusters(all: readonly Alike[]): Alike[][] {
  const found = new Map<string, Alike[]>();
  for (const one of [...all].sort((a, b) => a.id - b.id)) {
    const key = [...formatsOf(one)].sort().join(' ');
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()];
}

const formatsOf = ({ shownBy }: Alike): ReadonlySet<string> => new Set(shownBy.map(({ format }) => format));

/** Puts each transaction of one format into a group of others that it may be one with, the likest first. */
function join(groups: Alike[][], cluster: readonly Alike[]): void {
  const before = [...groups];
  const pairs = cluster.flatMap((one) =>
    before
      .filter((group) => group.every((other) => mayBeOne(one, other)))
      .map((group) => ({ one, group, likeness: Math.max(...group.map((other) => likeness(one, other))) })),
  );
  pairs.sort((a, b) => b.likeness - a.likeness || a.one.id - b.one.id || (a.group[0]?.id ?? 0) - (b.group[0]?.id ?? 0));
  const placed = new Set<unknown>();
  for (const { one, group } of pairs) {
    if (placed.has(one) || placed.has(group)) continue;
    placed.add(one).add(group);
    group.push(one);
  }
  for (const one of cluster) if (!placed.has(one)) groups.push([one]);
}

/** Of other formats, and not each from a statement that follows the other's. */
function mayBeOne(a: Alike, b: Alike): boolean {
  const formats = formatsOf(b);
  if ([...formatsOf(a)].some((format) => formats.has(format))) return false;
  return a.shownBy.some((left) => b.shownBy.some((right) => !follows(left, right) && !follows(right, left)));
}

const follows = (first: Stretch, next: Stretch): boolean =>
  first.hasBalances &&
  next.hasBalances &&
  first.endDate === next.startDate &&
  first.endUnits === next.startUnits &&
  first.startUnits !== first.endUnits;

function likeness(a: Alike, b: Alike): number {
  const words = wordsOf(b);
  return [...wordsOf(a)].filter((word) => words.has(word)).length;
}

const wordsOf = ({ text }: Alike): ReadonlySet<string> =>
  new Set(text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1));
