/** Where a folder is, as rules that go by department ask: what it says, else what its post code says. */
import type { Folder } from './store.ts';

export type Place = Pick<Folder, 'department' | 'postCode' | 'country'>;

/** First match wins: overseas numbers have three figures; Corsica is 20 to the post, 2A (200, 201) and 2B (202, 206) else. */
const BY_POST_CODE: readonly (readonly [RegExp, (code: string) => string])[] = [
  [/^9[78]\d{3}$/, (code) => code.slice(0, 3)],
  [/^20[01]\d\d$/, () => '2A'],
  [/^20\d{3}$/, () => '2B'],
  [/^\d{5}$/, (code) => code.slice(0, 2)],
];

/** Undefined of a folder that says neither, or is abroad. */
export function departmentOf({ department, postCode, country }: Place): string | undefined {
  if (department) return department;
  if (country && country !== 'FR') return undefined;
  const code = postCode?.trim() ?? '';
  return BY_POST_CODE.find(([pattern]) => pattern.test(code))?.[1](code);
}
