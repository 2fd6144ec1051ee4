/** An element as the rules of one entry make it: its exigibility is still that of its account. */

import type { RoleLine } from './entry-lines.ts';
import type { IssueType, VatElement, VatIssue } from './model.ts';

export interface Draft
  extends Pick<
    VatElement,
    'side' | 'category' | 'rate' | 'exigibility' | 'taxExcluded' | 'tax' | 'held' | 'deductibleZones'
  > {
  readonly source: RoleLine;
  /** The line whose exigibility it is, when it is not the source. */
  readonly decidedBy?: RoleLine | undefined;
  /** Due on the date of its entry whatever its exigibility: an advance. */
  readonly onDate?: boolean | undefined;
}

/** What the rules of the entries could not decide, once for each account of an entry. */
export class IssueList {
  readonly all: VatIssue[] = [];
  readonly #known = new Set<string>();

  /** Lines that the user took out of the return raise nothing. */
  add(type: IssueType, entryId: number, { line }: RoleLine): void {
    const key = `${type} ${entryId} ${line.accountNumber}`;
    if (line.isDeclared || this.#known.has(key)) return;
    this.#known.add(key);
    this.all.push({ type, accountNumber: line.accountNumber, entryId, lineId: line.lineId });
  }
}
