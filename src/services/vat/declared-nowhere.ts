/**
 * What previous returns declared of lines that bear no such VAT in this ledger: it is neither declared again nor taken back,
 * for nothing says whether the line still stands, which a person who left its entry out shall know.
 */
import type { DeclaredShare, VatElement, VatEntry, VatIssue } from './engine/model.ts';

export interface DeclaredIssue extends Omit<VatIssue, 'type' | 'lineId'> {
  readonly type: 'DeclaredLineUnknown';
  readonly lineId: number;
  /** What is not there: the entry, the line in it, or VAT of that side on it. */
  readonly lacks: 'entry' | 'line' | 'vat';
  /** So many lines more, of this entry and those after it, are not reported one by one. */
  readonly more: number;
}

/** A list that people read; a ledger cut to its month leaves out every line of the year before. */
const MOST = 100;

/** By entry, then line. Lines that the user took out of the return (IsDeclared) are meant to have no VAT. */
export function declaredNowhere(
  shares: readonly DeclaredShare[],
  entries: readonly VatEntry[],
  elements: readonly VatElement[],
): DeclaredIssue[] {
  const declared = shares.filter(({ taxExcluded, tax }) => taxExcluded !== 0n || tax !== 0n);
  if (declared.length === 0) return [];
  const taken = new Set(elements.map(sideOfLine));
  const byId = new Map(entries.map((entry) => [entry.entryId, entry]));
  const nowhere = new Map(declared.filter((share) => !taken.has(sideOfLine(share))).map((one) => [lineOf(one), one]));
  const issues = [...nowhere.values()].flatMap((share) => issueOf(share, byId.get(share.entryId))).sort(byLine);
  const told = issues.slice(0, MOST);
  return told.map((issue, place) => (place === MOST - 1 ? { ...issue, more: issues.length - MOST } : issue));
}

type Line = Pick<DeclaredShare, 'entryId' | 'lineId'>;

const lineOf = ({ entryId, lineId }: Line): string => `${entryId} ${lineId}`;
const sideOfLine = (one: Line & Pick<DeclaredShare, 'side'>): string => `${lineOf(one)} ${one.side}`;
const byLine = (a: Line, b: Line): number => a.entryId - b.entryId || a.lineId - b.lineId;

function issueOf({ entryId, lineId }: DeclaredShare, entry: VatEntry | undefined): DeclaredIssue[] {
  const line = entry?.lines.find((one) => one.lineId === lineId);
  if (line?.isDeclared) return [];
  const lacks = entry === undefined ? 'entry' : line === undefined ? 'line' : 'vat';
  return [{ type: 'DeclaredLineUnknown', accountNumber: line?.accountNumber ?? '', entryId, lineId, lacks, more: 0 }];
}
