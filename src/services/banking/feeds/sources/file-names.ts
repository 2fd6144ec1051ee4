/** Which names of an inbox are files to take, and the names they get on a shelf. */
import type { InboxFile, Listing } from './source.ts';

/** What programs call a file while they write it. */
const INCOMPLETE = /^\.|~$|\.(?:tmp|temp|part|partial|filepart|crdownload|swp|lock)$/i;
const HONEST = /^[^/\\\p{C}]{1,200}$/u;

export interface Seen extends InboxFile {
  readonly isFile: boolean;
  /** Milliseconds since 1970, by the clock of whoever keeps the file. */
  readonly touched: number;
}

/** `now` and the quiet time tell complete files from those still being written. */
export function sortOut(seen: readonly Seen[], now: string, quietSeconds: number): Listing {
  const files = seen.filter(({ isFile }) => isFile).sort((a, b) => (a.name < b.name ? -1 : 1));
  const honest = files.filter(({ name }) => isHonest(name) && !INCOMPLETE.test(name));
  // The keeper's clock may go before ours: a moment to come says as little of a pause as one just past.
  const isQuiet = ({ touched }: Seen) => Math.abs(Date.parse(now) - touched) >= quietSeconds * 1000;
  return {
    ready: honest.filter(isQuiet).map(({ name, size, version }) => ({ name, size, version })),
    waiting: honest.filter((file) => !isQuiet(file)).map(({ name }) => name),
    refused: files.filter(({ name }) => !isHonest(name)).map(({ name }) => JSON.stringify(name)),
  };
}

const isHonest = (name: string): boolean => HONEST.test(name) && name !== '.' && name !== '..';

/**
 * `releve.txt` on a shelf: its hash tells two files of one name apart, and makes putting the same one there twice
 * harmless.
 */
export function shelved(name: string, sha256: string): string {
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)}.${sha256.slice(0, 12)}${name.slice(end)}`;
}

export const reportName = (shelvedName: string): string => `${shelvedName}.report.json`;
