/** The boxes of a 3310-CA3. */
import { type Body, CATEGORIES } from './books.ts';
import { boxesOf, magnitude, rounded } from './rates.ts';
import { Boxes, type FilledBoxes, isDeducted, isUntaxed, type Pair, pairsOf, type Share } from './shares.ts';

const UNTAXED = ['DA', 'DB', 'DC', 'DH'];
const REGULAR = ['CA', 'CB', 'KH', 'CC', 'CG'];
const REGULAR_BASES = ['FP', 'FB', 'FR', 'FM', 'FN', 'BQ', 'BP', 'NN', 'BS', 'BF', 'BE', 'MF'];
const IMPORT_BASES = ['LB', 'LD', 'LF', 'LH', 'LK', 'LM'];
const TAXES = 'GP GB GR GM GN CQ CP NP CS MC MA ME LC LE LG LJ LL LN GG'.split(' ');
const DEDUCTED = ['HA', 'HB', 'HC', 'HD'];

/** `credit`: carried from the return before. */
export function monthlyBoxes(shares: readonly Share[], body: Body, credit: bigint): FilledBoxes {
  const exact = exactBoxes(shares, body);
  for (const zone of ['HA', 'HB']) exact.turn(zone, 'GG');
  for (const zone of UNTAXED) exact.turn(zone, 'DE');
  const boxes = new Boxes([...exact].map(([zone, amount]) => [zone, amount > 0n ? rounded(amount, 100n) : 0n]));
  boxes.set('HD', credit);
  balance(boxes, REGULAR, REGULAR_BASES);
  balance(boxes, ['DK'], IMPORT_BASES);
  total(boxes);
  return boxes.filled(body, 'KF', 'HE');
}

function exactBoxes(shares: readonly Share[], { Folder }: Body): Boxes {
  const exact = new Boxes();
  for (const { element, tax } of shares.filter(isDeducted)) {
    exact.add(CATEGORIES[element.category]?.deductible, tax);
    if (element.ofImport) exact.add('HF', tax);
  }
  for (const { element, base } of shares.filter(isUntaxed)) exact.add(CATEGORIES[element.category]?.operation, base);
  const zonesOf = ({ element: { category, rate } }: Share): string[] => {
    const { operation = '', family = 'folder' } = CATEGORIES[category] ?? {};
    return [operation, ...(boxesOf(family, rate, Folder.Territory) ?? [])];
  };
  for (const pair of pairsOf(shares, zonesOf)) addPair(exact, pair);
  return exact;
}

/** Operation and rate together: a negative base leaves both lines, a negative tax its own. */
function addPair(exact: Boxes, { zones, shares, base, tax }: Pair): void {
  const [operation, baseZone = '', taxZone] = zones;
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
  const gap = boxes.sum(bases) - boxes.sum(operations);
  const most = operations.reduce((found, zone) => (boxes.sum([zone]) > boxes.sum([found]) ? zone : found));
  if (gap !== 0n && magnitude(gap) <= 5n) boxes.add(most, gap);
}

function total(boxes: Boxes): void {
  const [gross, deducted] = [boxes.sum(TAXES), boxes.sum(DEDUCTED)];
  const [credit, due] = gross < deducted ? [deducted - gross, 0n] : [0n, gross - deducted];
  boxes.set('GH', gross).set('HG', deducted);
  boxes.set('JA', credit).set('JC', credit);
  for (const zone of ['KA', 'ND', 'KE']) boxes.set(zone, due);
}
