/** Status and list flags of an asset: functions of the view date, never stored (sections 1 and 10). */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Status } from '../value-sets.ts';
import { isAmortizableOn } from './amortizable.ts';
import { type AssetBook, netValueAt } from './asset-book.ts';
import { booksTerms } from './asset-plans.ts';
import type { Exercise } from './calendar.ts';

/** What only the store knows. */
export interface StatusFacts {
  readonly isDraft: boolean;
  /** When the asset went into another one (B19). */
  readonly transferDate?: PlainDate | undefined;
  /** Account at the view date. */
  readonly account: string;
}

export function statusAt(book: AssetBook, facts: StatusFacts, date: PlainDate): Status {
  const { retirement, decomposition } = book.facts;
  if (retirement && retirement.date <= date) return 'Retired';
  if (facts.transferDate && facts.transferDate <= date) return 'Transferred';
  if (facts.isDraft) return 'Draft';
  if (facts.account.startsWith('23')) return 'InProgress';
  if (decomposition && (decomposition.date ?? date) <= date) return 'Decomposed';
  if (!isAmortizableOn(book.facts, date)) return 'NonAmortizable';
  return isFullyAmortized(book, date) ? 'FullyAmortized' : 'Active';
}

/** Its plan is over and leaves the residual value: an asset without plan is not amortized at all. */
const isFullyAmortized = (book: AssetBook, date: PlainDate): boolean =>
  booksTerms(book.facts) !== undefined &&
  book.economic.at(date) >= book.economic.base(date) &&
  netValueAt(book, 'economic', date) <= book.facts.residualValue;

export interface ListFlags {
  readonly isActiveInPeriod: boolean;
  readonly isRetired: boolean;
  readonly isTransferred: boolean;
}

/** Flags of a window: an asset retired inside it is still active in it. */
export function listFlags(
  asset: { acquired: PlainDate; retired?: PlainDate | undefined; transferred?: PlainDate | undefined },
  { start, end }: Exercise,
): ListFlags {
  const gone = (asset.transferred && asset.transferred <= start) || (asset.retired && asset.retired < start);
  return {
    isActiveInPeriod: asset.acquired <= end && !gone,
    isRetired: asset.retired !== undefined && asset.retired <= end,
    isTransferred: asset.transferred !== undefined && asset.transferred <= end,
  };
}
