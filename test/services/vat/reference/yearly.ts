/** The boxes of a 3517-S (CA12): ordinary sales by their rate, other operations on lines of their own. */
import { type Body, CATEGORIES } from './books.ts';
import { magnitude, rounded } from './rates.ts';
import { Boxes, type FilledBoxes, isDeducted, isUntaxed, type Pair, pairsOf, type Share } from './shares.ts';

const BY_RATE: Readonly<Record<string, string>> = {
  'mainland _20': 'EW FW',
  'mainland _10': 'GF GH',
  'mainland _055': 'EF FF',
  'corsica _20': 'EW FW',
  'corsica _055': 'EF FF',
  'overseas _085': 'EU FU',
  'overseas _021': 'EV FV',
};
/** Particular rates: of Corsica, of newspapers, of overseas. */
const PARTICULAR = 'EJ FJ';

const BY_OPERATION: Readonly<Record<string, string>> = { KH: 'EH EZ', CG: 'VN VP' };
const OTHER = 'EN FN';

const UNTAXED: Readonly<Record<string, string>> = { DA: 'EB', DB: 'EC', DC: 'ED', DH: 'EE' };
const DEDUCTED: Readonly<Record<string, string>> = { HB: 'HA', HA: 'JA' };
const TAXES = 'FW GH FF FU FV FJ EZ VP FN'.split(' ');

export function yearlyBoxes(shares: readonly Share[], body: Body): FilledBoxes {
  const exact = new Boxes();
  for (const { element, tax } of shares.filter(isDeducted))
    exact.add(DEDUCTED[CATEGORIES[element.category]?.deductible ?? ''], tax);
  for (const { element, base } of shares.filter(isUntaxed))
    exact.add(UNTAXED[CATEGORIES[element.category]?.operation ?? ''], base);
  for (const pair of pairsOf(shares, zonesOf)) addPair(exact, pair);
  for (const zone of ['HA', 'JA']) exact.turn(zone, 'GB');
  for (const zone of Object.values(UNTAXED)) exact.turn(zone);
  const boxes = new Boxes([...exact].map(([zone, amount]) => [zone, rounded(amount, 100n)]));
  total(boxes);
  return boxes.filled(body, 'SD', 'JB');
}

function zonesOf({ element: { category, rate } }: Share): string[] {
  const { operation = '', family } = CATEGORIES[category] ?? {};
  const zones = operation === 'CA' ? (BY_RATE[`${family} ${rate}`] ?? PARTICULAR) : (BY_OPERATION[operation] ?? OTHER);
  return zones.split(' ');
}

/** There is no line for operations taken back: a negative base is lost, its tax deducted. */
function addPair(exact: Boxes, { zones, base, tax }: Pair): void {
  const [baseZone, taxZone] = zones;
  const isGone = base < 0n || (base === 0n && tax < 0n);
  if (!isGone) exact.add(baseZone, base);
  if (isGone || tax < 0n) exact.add('KB', magnitude(tax));
  else exact.add(taxZone, tax);
}

/** Nothing was paid before, no credit is carried in. */
function total(boxes: Boxes): void {
  const operations = boxes.sum(TAXES);
  const gross = operations + boxes.sum(['GB']);
  const goods = boxes.sum(['HA']);
  const deducted = goods + boxes.sum(['JA', 'KB']);
  const due = gross > deducted ? gross - deducted : 0n;
  const credit = gross < deducted ? deducted - gross : 0n;
  boxes.set('FR', operations).set('GC', gross).set('HC', goods).set('KD', deducted);
  for (const zone of ['LA', 'NA', 'SA', 'SC']) boxes.set(zone, due);
  for (const zone of ['LB', 'NC', 'RA', 'RC']) boxes.set(zone, credit);
  boxes.set('VA', operations > goods ? operations - goods : 0n); // the base of instalments
}
