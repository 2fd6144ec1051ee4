/** The VAT elements of an entry, one for each line, rate and side, with what may be chosen of each. */
import type { Cents } from '../../kernel/money.ts';
import { ONE, type Ratio, ratio } from '../../kernel/ratio.ts';
import type { EntryLine } from '../../ledger/lines.ts';
import { CATEGORIES, categoryOf } from '../categories.ts';
import { type AccountConfiguration, configurationAt } from '../configuration/configuration.ts';
import { categoriesFor } from '../drafts/book-facts.ts';
import type { ShareRow } from '../drafts/share-store.ts';
import type { Side, VatCategory, VatRate } from '../engine/model.ts';
import { RATE_CODES, singleRate } from '../rates.ts';
import type { AssistantBooks, PendingLine } from './books.ts';

export const ELEMENT_TYPES = ['Deductible', 'Due', 'Untaxed', 'Regularisation'] as const;

export interface AssistantElement {
  readonly id: number;
  readonly entryLineId: number;
  readonly declarationRatio: Ratio;
  readonly type: (typeof ELEMENT_TYPES)[number];
  readonly taxExcludedAmount: Cents;
  readonly vatAmount: Cents;
  readonly taxIncludedAmount: Cents;
  readonly vatRate: VatRate;
  /** Null while nothing says the rate, so that no line of the form takes it. */
  readonly category: VatCategory | null;
  readonly systemCategory: VatCategory | null;
  readonly userCategory: VatCategory | null;
  /** Those that the account may bear at this rate. */
  readonly categories: readonly VatCategory[];
  readonly alreadyDeclared: boolean;
  readonly isReverse: boolean;
  /** Tax by base; null without base. */
  readonly computedRate: Ratio | null;
}

/** What an element is known by: it stays when a return is computed again. */
export interface ElementKey {
  readonly lineId: number;
  readonly side: Side;
  readonly rate: VatRate;
}

const SIDES: readonly Side[] = ['Due', 'Deductible', 'Advance'];
const PER_LINE = 64; // 4 sides by 16 rates at most

export const elementId = ({ lineId, side, rate }: ElementKey): number =>
  lineId * PER_LINE + RATE_CODES.indexOf(rate) * 4 + SIDES.indexOf(side);

/** Undefined when it is the number of no element. */
export function elementKey(id: number): ElementKey | undefined {
  const place = id % PER_LINE;
  const [rate, side] = [RATE_CODES[Math.floor(place / 4)], SIDES[place % 4]];
  return rate === undefined || side === undefined ? undefined : { lineId: Math.floor(id / PER_LINE), rate, side };
}

export const keyOfShare = ({ line_id, side, rate }: Pick<ShareRow, 'line_id' | 'side' | 'rate'>): ElementKey => ({
  lineId: line_id,
  side,
  rate,
});

export const keyOfPending = ({ entryLineId, type }: PendingLine): ElementKey => ({
  lineId: entryLineId,
  side: type === 'Sale' ? 'Due' : 'Deductible',
  rate: 'Unknown',
});

/** The account of a line with its settings. */
export const configurationOf = (
  { basis }: AssistantBooks,
  { accountId, subAccountId }: Pick<EntryLine, 'accountId' | 'subAccountId'>,
): AccountConfiguration =>
  configurationAt(basis, {
    accountId,
    subAccountId: subAccountId !== null && basis.subAccounts.has(subAccountId) ? subAccountId : null,
  });

/** Settled by total of what follows its settlement; else all. */
export const declarationRatio = ({
  settled_cents,
  total_cents,
}: Pick<ShareRow, 'settled_cents' | 'total_cents'>): Ratio =>
  total_cents === null || total_cents === 0n ? ONE : ratio(settled_cents ?? 0n, total_cents);

export const isReverse = ({ category }: Pick<ShareRow, 'category'>): boolean => categoryOf(category).side === 'reverse';

export const isDeclared = ({ declared_base_cents: base, declared_tax_cents: tax }: ShareRow): boolean =>
  base !== 0n || tax !== 0n;

function typeOf({ category, side }: ShareRow): AssistantElement['type'] {
  const { side: family, code } = categoryOf(category);
  if (family === 'regularisation' || code.startsWith('REGUL_')) return 'Regularisation';
  if (family === 'untaxed') return 'Untaxed';
  return side === 'Deductible' ? 'Deductible' : 'Due';
}

/** Where an element stands. */
interface Around {
  readonly books: AssistantBooks;
  readonly line: EntryLine;
  /** Set for the line itself. */
  readonly ownCategory: VatCategory | null;
}

export function elementOf(share: ShareRow, around: Around): AssistantElement {
  const { base_cents: base, tax_cents: tax } = share;
  return {
    id: elementId(keyOfShare(share)),
    entryLineId: share.line_id,
    declarationRatio: declarationRatio(share),
    type: typeOf(share),
    taxExcludedAmount: base,
    vatAmount: tax,
    taxIncludedAmount: base + tax,
    vatRate: share.rate,
    category: share.category,
    ...categoriesAt(share.rate, around),
    alreadyDeclared: isDeclared(share),
    isReverse: isReverse(share),
    computedRate: base === 0n ? null : ratio(tax, base),
  };
}

/** A line that waits for its rate, with the sign of its side. */
export function pendingElement(line: PendingLine, around: Around): AssistantElement {
  const amount = line.type === 'Sale' ? -line.amount : line.amount;
  return {
    id: elementId(keyOfPending(line)),
    entryLineId: line.entryLineId,
    declarationRatio: ONE,
    type: line.type === 'Sale' ? 'Due' : 'Deductible',
    taxExcludedAmount: amount,
    vatAmount: 0n,
    taxIncludedAmount: amount,
    vatRate: 'Unknown',
    category: null,
    ...categoriesAt('Unknown', around),
    alreadyDeclared: false,
    isReverse: false,
    computedRate: null,
  };
}

function categoriesAt(
  rate: VatRate,
  { books, line, ownCategory }: Around,
): Pick<AssistantElement, 'systemCategory' | 'userCategory' | 'categories'> {
  const configuration = configurationOf(books, line);
  const { user, account, system } = configuration.levels;
  return {
    systemCategory: system.vatCategory,
    userCategory: ownCategory ?? user.vatCategory ?? account?.vatCategory ?? null,
    categories: categoriesFor(books.basis, configuration, singleRate(rate)),
  };
}

/** Whether the account of the line may bear the category, at whatever rate. */
export const mayBear = (
  books: AssistantBooks,
  line: Pick<EntryLine, 'accountId' | 'subAccountId'>,
  category: VatCategory,
): boolean => !CATEGORIES.has(category) || categoriesFor(books.basis, configurationOf(books, line)).includes(category);
