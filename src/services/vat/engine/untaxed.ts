/** Operations without tax, and regularisations of taxed ones. */
import { magnitude } from '../../kernel/money.ts';
import type { Draft } from './draft.ts';
import { credited, debited, type EntryLines, held, type RoleLine, totalOf } from './entry-lines.ts';
import type { VatCategory } from './model.ts';
import { crossShare, share } from './sharing.ts';

/** Untaxed operations that are purchases: their debit is positive. */
const PURCHASES: ReadonlySet<VatCategory> = new Set(['IMPORT_RFS', 'IMPORT_RFS_PETR', 'ACHATS_FRANCHISE']);

export const untaxedDrafts = (entry: EntryLines): Draft[] => entry.of('untaxed').map(untaxedDraft);

function untaxedDraft(source: RoleLine): Draft {
  const category = source.rule.category?.code ?? '';
  const taxExcluded = PURCHASES.has(category) ? debited(source) : credited(source);
  const { exigibility } = source.rule;
  return { source, side: 'Due', category, rate: '_0', exigibility, taxExcluded, tax: 0n, held: [] };
}

/** The base is positive whatever its side, and the tax lines of the entry are deducted, whatever the rate. */
export function regularisationDrafts(entry: EntryLines): Draft[] {
  const lines = entry.of('regularisation');
  if (lines.length === 0) return [];
  const holders = entry.of('regularisedTax');
  const bases = lines.map((line) => magnitude(line.net));
  const taxes = share(totalOf(holders, debited), bases);
  const shares = crossShare(holders.map(debited), taxes);
  return lines.map((source, place) => ({
    source,
    side: 'Due',
    category: source.rule.category?.code ?? '',
    rate: source.rule.rate ?? 'Unknown',
    exigibility: source.rule.exigibility,
    taxExcluded: bases[place] ?? 0n,
    tax: taxes[place] ?? 0n,
    held: held(holders, shares[place] ?? []),
    deductibleZones: ['HC', 'HH'],
  }));
}
