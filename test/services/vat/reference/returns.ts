/**
 * Returns of a small ledger computed a second time, from the specification alone: nothing here reads src, whose tables and
 * rules it judges. The form 3310-CA3, from entries to boxes; who types boxes, refunds or other forms is not of it.
 */
import { type Body, CATEGORIES, entriesOf } from './books.ts';
import { type Element, elementsOf } from './elements.ts';
import { boxesOf, magnitude, rounded, sum } from './rates.ts';
import { invoiced, isCash, type Settled, settlementsOf } from './settlement.ts';

interface Amounts {
  readonly base: bigint;
  readonly tax: bigint;
}

export interface ReferenceReturn {
  readonly boxes: ReadonlyMap<string, bigint | 'X'>;
  /** Base and tax declared, by entry, line, side and rate. */
  readonly lines: ReadonlyMap<string, Amounts>;
}

const NOTHING: Amounts = { base: 0n, tax: 0n };
const keyOf = ({ entry, line, side, rate }: Element): string => `${entry.id} ${line.id} ${side} ${rate ?? 'Unknown'}`;

export function referenceReturns(body: Body): ReferenceReturn[] {
  const entries = entriesOf(body);
  const elements = elementsOf(body, entries).filter((element) => hasBoxes(element, body));
  const previous = body.PreviousProcedures.filter(({ Status }) => Status === 'Sent');
  const first = [...previous, ...body.Periods].map(({ StartDate }) => StartDate).sort()[0] ?? '';
  const declared = new Map<string, Amounts>();
  let credit = BigInt(previous[0]?.Boxes.JC ?? 0);
  return body.Periods.map(({ EndDate, PreparedOn }) => {
    const settled = settlementsOf(body, entries, EndDate, PreparedOn);
    const lines = new Map<string, Amounts>();
    const shares = elements
      .filter(({ entry }) => entry.date <= EndDate)
      .map((element) => {
        const [now, elsewhere] = [
          dueOf(element, settled, (day) => day <= EndDate),
          dueOf(element, settled, (day) => day < first),
        ];
        const before = declared.get(keyOf(element)) ?? NOTHING;
        const share = less(now, withElsewhere(element, before, elsewhere));
        declared.set(keyOf(element), { base: before.base + share.base, tax: before.tax + share.tax });
        lines.set(keyOf(element), share);
        return { element, ...share };
      });
    const boxes = boxesOfShares(shares, body, credit);
    const left = boxes.get('JC');
    credit = typeof left === 'bigint' ? left : 0n;
    return { boxes, lines };
  });
}

/** A rate that the category has no line for is left out. */
function hasBoxes({ side, category, rate }: Element, { Folder }: Body): boolean {
  const { family } = CATEGORIES[category] ?? {};
  return side === 'Deductible' || family === undefined || boxesOf(family, rate, Folder.Territory) !== undefined;
}

const less = (a: Amounts, b: Amounts): Amounts => ({ base: a.base - b.base, tax: a.tax - b.tax });

/** What is dated before the first day of all was declared elsewhere, as far as we left it. */
const withElsewhere = (element: Amounts, before: Amounts, elsewhere: Amounts): Amounts => ({
  base: before.base + within(elsewhere.base, element.base - before.base),
  tax: before.tax + within(elsewhere.tax, element.tax - before.tax),
});

function within(amount: bigint, left: bigint): bigint {
  if (amount > 0n !== left > 0n) return 0n;
  return magnitude(amount) < magnitude(left) ? amount : left;
}

function dueOf(
  element: Element,
  settled: ReadonlyMap<unknown, readonly Settled[]>,
  isThen: (day: string) => boolean,
): Amounts {
  const { entry, base, tax } = element;
  const [paid, total] = settledPart(element, settled, isThen) ?? [isThen(entry.date) ? 1n : 0n, 1n];
  if (paid === total) return { base, tax };
  return total === 0n ? NOTHING : { base: rounded(base * paid, total), tax: rounded(tax * paid, total) };
}

/** What is settled of the third parties' lines; undefined where the date of the entry decides. */
function settledPart(
  { entry, onReceipts }: Element,
  settled: ReadonlyMap<unknown, readonly Settled[]>,
  isThen: (day: string) => boolean,
) {
  const parties = entry.lines.filter(({ role }) => role === 'party');
  if (!onReceipts || isCash(entry) || parties.length === 0) return undefined;
  const parts = parties.map((line) => {
    const amount = sum((settled.get(line) ?? []).filter(({ date }) => isThen(date)).map((one) => one.amount));
    return invoiced(line) < 0n ? -amount : amount;
  });
  return [sum(parts), sum(parties.map(invoiced))] as const;
}

type Share = Amounts & { readonly element: Element };

class Boxes extends Map<string, bigint> {
  add(zone: string | undefined, amount: bigint): void {
    if (zone !== undefined) this.set(zone, (this.get(zone) ?? 0n) + amount);
  }
}

const UNTAXED = ['DA', 'DB', 'DC', 'DH'];
const REGULAR = ['CA', 'CB', 'KH', 'CC', 'CG'];
const REGULAR_BASES = ['FP', 'FB', 'FR', 'FM', 'FN', 'BQ', 'BP', 'NN', 'BS', 'BF', 'BE', 'MF'];
const IMPORT_BASES = ['LB', 'LD', 'LF', 'LH', 'LK', 'LM'];
const TAXES = [
  'GP',
  'GB',
  'GR',
  'GM',
  'GN',
  'CQ',
  'CP',
  'NP',
  'CS',
  'MC',
  'MA',
  'ME',
  'LC',
  'LE',
  'LG',
  'LJ',
  'LL',
  'LN',
  'GG',
];
const DEDUCTED = ['HA', 'HB', 'HC', 'HD'];

function boxesOfShares(shares: readonly Share[], body: Body, credit: bigint): Map<string, bigint | 'X'> {
  const exact = exactBoxes(shares, body);
  for (const zone of ['HA', 'HB']) turn(exact, zone, 'GG');
  for (const zone of UNTAXED) turn(exact, zone, 'DE');
  const boxes = new Boxes([...exact].map(([zone, amount]) => [zone, amount > 0n ? rounded(amount, 100n) : 0n]));
  boxes.set('HD', credit);
  balance(boxes, REGULAR, REGULAR_BASES);
  balance(boxes, ['DK'], IMPORT_BASES);
  total(boxes);
  const filled = [...boxes].filter(([, amount]) => amount !== 0n);
  if (filled.length === 0) return new Map([['KF', 'X']]);
  const coefficient = BigInt(body.Folder.DeductionCoefficient.replace('.', ''));
  return new Map(coefficient === 100n ? filled : [...filled, ['HE', coefficient]]);
}

/** No box is negative: what is below 0 stands in another. */
function turn(exact: Boxes, zone: string, to: string): void {
  const amount = exact.get(zone) ?? 0n;
  if (amount >= 0n) return;
  exact.delete(zone);
  exact.add(to, -amount);
}

interface Pair {
  readonly zones: readonly string[];
  readonly shares: Share[];
}

function exactBoxes(shares: readonly Share[], { Folder }: Body): Boxes {
  const exact = new Boxes();
  const pairs = new Map<string, Pair>();
  for (const share of shares) {
    const { category, rate } = share.element;
    const { operation = '', family } = CATEGORIES[category] ?? {};
    if (share.element.side === 'Deductible') addDeducted(exact, share);
    else if (family === undefined) exact.add(operation, share.base);
    else join(pairs, [operation, ...(boxesOf(family, rate, Folder.Territory) ?? [])], share);
  }
  for (const pair of pairs.values()) addPair(exact, pair);
  return exact;
}

function addDeducted(exact: Boxes, { element: { category, ofImport }, tax }: Share): void {
  exact.add(CATEGORIES[category]?.deductible, tax);
  if (ofImport) exact.add('HF', tax);
}

function join(pairs: Map<string, Pair>, zones: readonly string[], share: Share): void {
  const pair = pairs.get(zones.join()) ?? { zones, shares: [] };
  pairs.set(zones.join(), pair);
  pair.shares.push(share);
}

/** Operation and rate together: a negative base leaves both lines, a negative tax its own. */
function addPair(exact: Boxes, { zones, shares }: Pair): void {
  const [operation = '', baseZone = '', taxZone = ''] = zones;
  const [base, tax] = [sum(shares.map((one) => one.base)), sum(shares.map((one) => one.tax))];
  const isGone = base < 0n || (base === 0n && tax < 0n);
  const moved = isGone || tax < 0n ? magnitude(tax) : 0n;
  for (const zone of ['HC', IMPORT_BASES.includes(baseZone) ? 'LP' : 'HH']) exact.add(zone, moved);
  if (isGone) exact.add('CE', -base);
  else for (const zone of [operation, baseZone]) exact.add(zone, base);
  if (moved !== 0n || isGone) return;
  exact.add(taxZone, tax);
  for (const one of shares) exact.add(CATEGORIES[one.element.category]?.ofWhich, one.tax);
}

/** Rounding may part operations and bases by some euros, which the largest operation takes. */
function balance(boxes: Boxes, operations: readonly string[], bases: readonly string[]): void {
  const of = (zone: string) => boxes.get(zone) ?? 0n;
  const gap = sum(bases.map(of)) - sum(operations.map(of));
  const most = operations.reduce((found, zone) => (of(zone) > of(found) ? zone : found));
  if (gap !== 0n && magnitude(gap) <= 5n) boxes.add(most, gap);
}

function total(boxes: Boxes): void {
  const of = (zones: readonly string[]) => sum(zones.map((zone) => boxes.get(zone) ?? 0n));
  const [gross, deducted] = [of(TAXES), of(DEDUCTED)];
  const [credit, due] = gross < deducted ? [deducted - gross, 0n] : [0n, gross - deducted];
  for (const [zone, amount] of Object.entries({
    GH: gross,
    HG: deducted,
    JA: credit,
    JC: credit,
    KA: due,
    ND: due,
    KE: due,
  }))
    boxes.set(zone, amount);
}
