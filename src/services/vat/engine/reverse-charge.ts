/**
 * Reverse charge: the tax due on purchase lines, and the same tax deducted as far as the entry deducts it. What its lines
 * of deductible tax hold beyond is ordinary deductible tax.
 */
import { type Cents, magnitude } from '../../kernel/money.ts';
import { normalRate, RATES, taxOf } from '../rates.ts';
import { deductionZone } from './deductible.ts';
import type { Draft } from './draft.ts';
import { credited, debited, type EntryLines, held, type RoleLine, totalOf } from './entry-lines.ts';
import type { HeldTax, Territory, VatRate } from './model.ts';
import { taxDraft } from './sales.ts';
import { crossShare, share, sum } from './sharing.ts';

export interface ReverseCharge {
  readonly drafts: readonly Draft[];
  /** What is left on each line of deductible tax, in the order of the entry. */
  readonly left: readonly Cents[];
}

interface Charged {
  readonly source: RoleLine;
  readonly rate: VatRate;
  readonly base: Cents;
  /** Base × rate, in ten-thousandths of a cent. */
  readonly weight: bigint;
  /** Where the tax is deducted; undefined when the category is that of the tax due alone. */
  readonly zone: string | undefined;
}

interface Deducted {
  readonly tax: Cents;
  readonly held: readonly HeldTax[];
}

export function reverseCharge(entry: EntryLines, territory: Territory): ReverseCharge {
  const lines = entry.of('reverse');
  const left = entry.of('deductible').map(debited);
  if (lines.length === 0) return { drafts: dueAlone(entry, territory), left };
  const charged = lines.map((source) => chargedLine(source, territory));
  const dueLines = entry.of('due');
  const dues = dueTaxes(charged, dueLines);
  const holders = crossShare(dueLines.map(credited), dues);
  const computed = dueLines.length === 0 && left.length === 0;
  const deducted = computed ? dues.map((tax) => ({ tax, held: [] })) : deductedTaxes(entry, charged, { dues, left });
  const drafts = charged.flatMap((one, place) => [
    dueDraft(one, dues[place] ?? 0n, held(dueLines, holders[place] ?? [])),
    ...deductedDraft(one, deducted[place]),
  ]);
  return { drafts, left };
}

/** Lines of tax due in an entry that has no purchase to charge. */
const dueAlone = (entry: EntryLines, territory: Territory): Draft[] =>
  entry.of('due').map((source) => {
    const { rate, category } = source.rule;
    return taxDraft(source, rate === undefined || rate === '_0' ? normalRate(territory) : rate, category?.code ?? '');
  });

function chargedLine(source: RoleLine, territory: Territory): Charged {
  const rate = source.rule.rate ?? normalRate(territory);
  const { numerator = 0n, denominator = 1n } = RATES.get(rate) ?? {};
  const base = debited(source);
  const zone = source.rule.category?.deductibleZones[0];
  return { source, rate, base, weight: (base * numerator * 10_000n) / denominator, zone };
}

const dueTaxes = (charged: readonly Charged[], lines: readonly RoleLine[]): Cents[] =>
  lines.length === 0
    ? charged.map(({ base, rate }) => taxOf(base, rate))
    : share(
        totalOf(lines, credited),
        charged.map(({ weight }) => weight),
      );

const dueDraft = ({ source, rate, base }: Charged, tax: Cents, holders: readonly HeldTax[]): Draft => ({
  source,
  side: 'Due',
  category: source.rule.category?.code ?? '',
  rate,
  exigibility: source.rule.exigibility,
  taxExcluded: base,
  tax,
  held: holders,
});

function deductedDraft({ source, rate, base, zone }: Charged, deducted: Deducted | undefined): Draft[] {
  if (zone === undefined || !deducted || deducted.tax === 0n) return [];
  const { category, exigibility } = source.rule;
  const deductibleZones = category?.ofWhichZone === 'HF' ? [zone, 'HF'] : [zone];
  return [
    {
      ...deducted,
      source,
      side: 'Deductible',
      category: category?.code ?? '',
      rate,
      exigibility,
      taxExcluded: base,
      deductibleZones,
    },
  ];
}

interface Taking {
  readonly dues: readonly Cents[];
  /** Lowered by what is taken. */
  readonly left: Cents[];
}

/** What each charged line takes of the lines of deductible tax: those of its zone first, never beyond the tax due. */
function deductedTaxes(entry: EntryLines, charged: readonly Charged[], { dues, left }: Taking): Deducted[] {
  const lines = entry.of('deductible');
  const zones = [...new Set(charged.map(({ zone }) => zone))].filter((zone) => zone !== undefined);
  const needs = zones.map((zone) => sum(dues.filter((_, place) => charged[place]?.zone === zone)));
  const own = zones.map((zone, place) =>
    taken(needs[place] ?? 0n, left, (line) => deductionZone(lines[line]) === zone),
  );
  const others = zones.map((_, place) => taken((needs[place] ?? 0n) - sum(own[place] ?? []), left, () => true));
  const result: Deducted[] = [];
  for (const [place, zone] of zones.entries()) {
    const amounts = lines.map((_, line) => (own[place]?.[line] ?? 0n) + (others[place]?.[line] ?? 0n));
    const members = [...charged.keys()].filter((one) => charged[one]?.zone === zone);
    const taxes = share(
      sum(amounts),
      members.map((one) => charged[one]?.weight ?? 0n),
    );
    const holders = crossShare(amounts, taxes);
    for (const [row, one] of members.entries())
      result[one] = { tax: taxes[row] ?? 0n, held: held(lines, holders[row] ?? []) };
  }
  return result;
}

/** Takes `need` from what is left on the lines that may serve, in their order, and gives what each line gave. */
function taken(need: Cents, left: Cents[], serves: (line: number) => boolean): Cents[] {
  let wanted = need;
  return left.map((amount, line) => {
    const isOpposite = amount < 0n !== wanted < 0n;
    if (wanted === 0n || isOpposite || !serves(line)) return 0n;
    const given = magnitude(amount) < magnitude(wanted) ? amount : wanted;
    left[line] = amount - given;
    wanted -= given;
    return given;
  });
}
