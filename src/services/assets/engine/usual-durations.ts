/** Usual durations by account, in years: outside them an asset deserves a look, nothing more. */

export interface UsualDuration {
  readonly root: string;
  readonly least: number;
  readonly most: number;
}

const usual = (root: string, least: number, most: number): UsualDuration => ({ root, least, most });

/** The longest root that the account starts with applies. */
export const USUAL_DURATIONS: readonly UsualDuration[] = [
  usual('203', 1, 5), // development costs, PCG 214-3
  usual('205', 1, 5), // patents, software
  usual('207', 10, 10), // goodwill of small companies
  usual('213', 20, 50),
  usual('2135', 10, 20), // fittings of buildings
  usual('2154', 5, 10),
  usual('2155', 5, 10),
  usual('2181', 10, 20),
  usual('2182', 4, 5),
  usual('2183', 3, 10), // computers and office equipment
  usual('2184', 10, 10), // furniture
];

const BY_LENGTH = [...USUAL_DURATIONS].sort((a, b) => b.root.length - a.root.length);

/** None is longer: what an account begins with says all. */
const DIGITS = BY_LENGTH[0]?.root.length ?? 0;
const known = new Map<string, UsualDuration | undefined>();

export function usualYears(account: string): UsualDuration | undefined {
  const start = account.slice(0, DIGITS);
  if (!known.has(start))
    known.set(
      start,
      BY_LENGTH.find(({ root }) => start.startsWith(root)),
    );
  return known.get(start);
}
