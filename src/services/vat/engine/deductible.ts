/** Ordinary deductible tax: an element for each line of a deductible tax account, less what a reverse charge took of it. */
import type { Cents } from '../../kernel/money.ts';
import type { Draft } from './draft.ts';
import { debited, type EntryLines, held, type RoleLine, totalOf } from './entry-lines.ts';
import type { VatCategory } from './model.ts';
import { largestOf } from './sharing.ts';

/** The box of a line's tax; of two, the second takes what is paid back (REGUL_TVA_DED). */
export function deductionZone(line: RoleLine | undefined): string {
  const [zone = 'HB', paidBack = zone] = line?.rule.category?.deductibleZones ?? [];
  return line && debited(line) < 0n ? paidBack : zone;
}

/** Operations whose deductible side is repeated in an of-which box: imports and petroleum released. */
const REPEATED: ReadonlyMap<VatCategory | undefined, string> = new Map([
  ['IMPORT_AUTOLIQ', 'HF'],
  ['PROD_PETR', 'HL'],
]);

/** `left`: what is left on each line of deductible tax. */
export function deductibleDrafts(entry: EntryLines, left: readonly Cents[]): Draft[] {
  const lines = entry.of('deductible');
  if (lines.length === 0) return [];
  const repeated = repeatedIn(entry);
  const taxExcluded = lines.length === 1 ? totalOf(entry.of('purchase'), debited) : 0n;
  return lines.flatMap((source, place) => {
    const tax = left[place] ?? 0n;
    if (tax === 0n) return [];
    const { exigibility, decidedBy, onDate } = exigibilityOf(source, entry.of('purchase'));
    return {
      source,
      exigibility,
      decidedBy,
      onDate,
      side: 'Deductible' as const,
      category: source.rule.category?.code ?? 'DED_AUTRES',
      rate: source.rule.rate ?? 'Unknown',
      taxExcluded,
      tax,
      held: held([source], [tax]),
      deductibleZones: [deductionZone(source), ...repeated],
    };
  });
}

const repeatedIn = (entry: EntryLines): string[] =>
  [...(entry.of('reverse').length === 0 ? entry.of('due') : entry.of('reverse')), ...entry.of('sale')]
    .map(({ rule }) => REPEATED.get(rule.category?.code))
    .filter((zone, place, all) => zone !== undefined && all.indexOf(zone) === place) as string[];

/** That of the tax account if it is configured, else of the largest purchase; an advance alone is due on its date. */
function exigibilityOf(
  source: RoleLine,
  purchases: readonly RoleLine[],
): Pick<Draft, 'exigibility' | 'onDate' | 'decidedBy'> {
  const { configuredExigibility } = source.rule;
  if (configuredExigibility) return { exigibility: configuredExigibility };
  const others = purchases.filter(({ rule }) => rule.role !== 'advance');
  const largest = others[largestOf(others.map(debited))];
  if (largest) return { exigibility: largest.rule.exigibility, decidedBy: largest };
  const [advance] = purchases;
  return advance ? { exigibility: advance.rule.exigibility, onDate: true } : { exigibility: 'OnDebits' };
}
