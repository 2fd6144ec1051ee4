/** The tax of sales: shared over the lines of each rate; tax lines in an entry that sells nothing. */
import type { Cents } from '../../kernel/money.ts';
import { baseOf } from '../rates.ts';
import type { Draft, IssueList } from './draft.ts';
import { credited, type EntryLines, held, type RoleLine } from './entry-lines.ts';
import type { Exigibility, Territory, VatCategory, VatRate } from './model.ts';
import { distributedTax, type SaleGroup, saleGroups } from './sale-groups.ts';
import { crossShare, largestOf, share, sum } from './sharing.ts';

/** The category of tax that no line of the entry explains. */
const ordinarySale = (territory: Territory): VatCategory => (territory === 'Overseas' ? 'VT_PREST_DOM' : 'VT_PREST');

export function saleDrafts(entry: EntryLines, territory: Territory, issues: IssueList): Draft[] {
  const sales = entry.of('sale');
  if (sales.length === 0) return taxWithoutSale(entry, territory, issues);
  const sole = soleDraft(sales, entry.of('collected'));
  if (sole) return [sole];
  const { entryId } = entry.entry;
  const { groups, unrated } = saleGroups(entry, territory);
  for (const line of unrated) issues.add('RateUnknown', entryId, line);
  for (const { lines } of groups.filter(({ parts }) => parts.length === 0))
    for (const line of lines) issues.add('NoVatLine', entryId, line);
  const drafts = groups.flatMap(sharedDrafts);
  return drafts.some(isAdvance) ? drafts.map(followingSales(sales)) : drafts;
}

/** Most sales are one line with one line of tax: all of it is theirs. The same as below, for a fraction of the work. */
function soleDraft(sales: readonly RoleLine[], taxes: readonly RoleLine[]): Draft | undefined {
  const source = sales[0];
  const tax = taxes[0];
  if (!source || !tax || sales.length + taxes.length > 2) return undefined;
  const { line, rule } = source;
  if (rule.rate === undefined || rule.role === 'advance' || line.distributions?.length) return undefined;
  const { category, rate, exigibility } = rule;
  const amount = credited(tax);
  return {
    source,
    side: 'Due',
    category: category?.code ?? '',
    rate,
    exigibility,
    taxExcluded: credited(source),
    tax: amount,
    held: amount === 0n ? [] : [{ lineId: tax.line.lineId, accountNumber: tax.line.accountNumber, amount }],
  };
}

function sharedDrafts(group: SaleGroup): Draft[] {
  const { lines, distributed, parts } = group;
  const columns = parts.map(({ amount }) => amount);
  const bases = lines.map(credited);
  const own = share(lines.length === 0 ? 0n : sum(columns) - distributedOf(group), bases);
  const taxes = [...own, ...distributed.map(({ distribution }) => distribution.tax)];
  const shares = crossShare(columns, taxes);
  const holders = parts.map(({ source }) => source);
  const draft = (source: RoleLine, taxExcluded: Cents, place: number): Draft => ({
    source,
    side: 'Due',
    category: source.rule.category?.code ?? '',
    rate: group.rate,
    exigibility: source.rule.exigibility,
    taxExcluded,
    tax: taxes[place] ?? 0n,
    held: held(holders, shares[place] ?? []),
  });
  return [
    ...lines.map((source, place) => draft(source, bases[place] ?? 0n, place)),
    ...distributed.map(({ source, distribution }, place) =>
      draft(source, distribution.taxExcluded, lines.length + place),
    ),
  ];
}

/** Without tax line there is nothing to take the distributed tax from. */
const distributedOf = (group: SaleGroup): Cents => (group.parts.length === 0 ? 0n : distributedTax(group));

const isAdvance = ({ source }: Draft): boolean => source.rule.role === 'advance';

/** An advance kept without its tax follows the other sales of its entry; alone it is due on its date. */
function followingSales(sales: readonly RoleLine[]): (draft: Draft) => Draft {
  const others = sales.filter(({ rule }) => rule.role === 'sale');
  const followed: Exigibility | undefined = others[largestOf(others.map(credited))]?.rule.exigibility;
  return (draft) => {
    if (!isAdvance(draft)) return draft;
    return followed === undefined ? { ...draft, onDate: true } : { ...draft, exigibility: followed };
  };
}

function taxWithoutSale(entry: EntryLines, territory: Territory, issues: IssueList): Draft[] {
  return entry.of('collected').flatMap((source) => {
    const { rate } = source.rule;
    if (rate !== undefined && rate !== '_0') return [taxDraft(source, rate, ordinarySale(territory))];
    issues.add('TaxWithoutBase', entry.entry.entryId, source);
    return [];
  });
}

/** A line of tax due that stands for its operation: the base is what its rate says. */
export const taxDraft = (source: RoleLine, rate: VatRate, category: VatCategory): Draft => ({
  source,
  side: 'Due',
  category,
  rate,
  exigibility: source.rule.exigibility,
  taxExcluded: baseOf(credited(source), rate),
  tax: credited(source),
  held: held([source], [credited(source)]),
});
