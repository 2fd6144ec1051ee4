/**
 * Advances kept tax included: the tax of a line is what the running balance of its account, third party and rate holds
 * after it less what it held before, so that taking off the whole advance gives back all its tax to the cent.
 */
import type { Cents } from '../../kernel/money.ts';
import { singleRate, taxWithin } from '../rates.ts';
import type { Draft, IssueList } from './draft.ts';
import { credited, debited, type EntryLines, isCustomer, type RoleLine } from './entry-lines.ts';
import type { VatRate } from './model.ts';

/** A line of an advance account, with its entry. */
export interface AdvanceLine {
  readonly entry: EntryLines;
  readonly source: RoleLine;
}

export interface AdvanceDraft {
  readonly entry: EntryLines;
  readonly draft: Draft;
}

export function advanceDrafts(lines: readonly AdvanceLine[], issues: IssueList): AdvanceDraft[] {
  const balances = new Map<string, Cents>();
  return [...lines].sort(byDate).flatMap(({ entry, source }) => {
    const rate = rateOf(source);
    if (rate !== undefined) return { entry, draft: advanceDraft(source, rate, balances) };
    issues.add('RateUnknown', entry.entry.entryId, source);
    return [];
  });
}

const byDate = (a: AdvanceLine, b: AdvanceLine): number =>
  a.entry.entry.date.localeCompare(b.entry.entry.date) ||
  a.entry.entry.entryId - b.entry.entry.entryId ||
  a.source.line.lineId - b.source.line.lineId;

const rateOf = ({ rule }: RoleLine): VatRate | undefined =>
  rule.category?.side === 'untaxed' ? '_0' : singleRate(rule.rate);

function advanceDraft(source: RoleLine, rate: VatRate, balances: Map<string, Cents>): Draft {
  const { line, rule } = source;
  const isReceived = isCustomer(rule);
  const amount = isReceived ? credited(source) : debited(source);
  const key = `${line.accountNumber}\n${line.subAccount ?? ''}\n${rate}`;
  const before = balances.get(key) ?? 0n;
  balances.set(key, before + amount);
  const tax = taxWithin(before + amount, rate) - taxWithin(before, rate);
  return {
    source,
    side: isReceived ? 'Advance' : 'Deductible',
    category: rule.category?.code ?? (isReceived ? 'VT_PREST' : 'DED_AUTRES'),
    rate,
    exigibility: rule.exigibility,
    taxExcluded: amount - tax,
    tax,
    held: [],
    deductibleZones: isReceived ? undefined : [rule.category?.deductibleZones[0] ?? 'HB'],
    onDate: true,
  };
}
