/**
 * Returns of a small ledger computed a second time, from the specification alone: nothing here reads src, whose tables and
 * rules it judges. The forms 3310-CA3 and 3517-S, from entries to boxes; what is typed, refunds and annexes are not of it.
 */
import { type Body, CATEGORIES, entriesOf } from './books.ts';
import { type Element, elementsOf } from './elements.ts';
import { monthlyBoxes } from './monthly.ts';
import { boxesOf, magnitude, rounded, sum } from './rates.ts';
import { invoiced, isCash, type Settled, settlementsOf } from './settlement.ts';
import type { Amounts, FilledBoxes } from './shares.ts';
import { yearlyBoxes } from './yearly.ts';

export interface ReferenceReturn {
  readonly boxes: FilledBoxes;
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
    const boxes = body.Form === '_3310CA3' ? monthlyBoxes(shares, body, credit) : yearlyBoxes(shares, body);
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
