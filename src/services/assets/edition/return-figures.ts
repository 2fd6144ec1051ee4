/** What the register says for the return of an exercise: rows of fixed assets, disposals, what tax never deducts. */
import type { Knex } from 'knex';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import { isAmortizableOn } from '../engine/amortizable.ts';
import type { AssetBook } from '../engine/asset-book.ts';
import { creditedBy } from '../engine/bases.ts';
import type { Exercise } from '../engine/calendar.ts';
import { type DeductionRow, deductionRows, taxableGain } from '../engine/deductions.ts';
import { type RetirementResult, retirementResult } from '../engine/retirement.ts';
import { accountAt } from '../engine/transfers.ts';
import type { FolderBasis } from '../register/basis.ts';
import { bookOf, isOnBooks } from '../register/figures.ts';
import { keepWindow } from '../register/kept-windows.ts';
import { assets, type FigureRow } from '../register/store.ts';
import type { LongTermQualification } from '../value-sets.ts';
import type { Movement } from './movements.ts';
import { type Charge, eachMovement, type RowChoice } from './row-movements.ts';

/** Why tax amortizes faster than the books: the columns of frame B of form 2055. */
export type SpecialCause = 'declining' | 'exceptional' | 'duration and other';

interface OfAsset {
  readonly asset: { readonly number: number; readonly name: string };
  readonly amount: Cents;
}

export type AssetPosting = OfAsset &
  (
    | { readonly kind: 'gross'; readonly row: string; readonly movement: Movement }
    | { readonly kind: 'amortized'; readonly row: string; readonly movement: Charge }
    /** Account 145: charged, released. `row`: that of the amortization. */
    | {
        readonly kind: 'special';
        readonly row: string;
        readonly movement: 'charge' | 'release';
        readonly cause: SpecialCause;
      }
  );

/** An asset that left, price or not. Amounts are cents. */
export interface Disposal {
  readonly name: string;
  readonly acquired: PlainDate;
  readonly cost: Cents;
  /** Tax amortization that was deducted, special amortization included. */
  readonly deducted: Cents;
  /** Tax amortization that never was: the surplus price of cars, private use. */
  readonly neverDeducted: Cents;
  /** Of account 145, at the exit. */
  readonly specialTakenBack: Cents;
  readonly price: Cents;
  readonly gain: Cents;
  /** Of the gain, what answers for private use (C16): left in it. */
  readonly privateGain?: Cents;
  readonly shortTerm: Cents;
  readonly longTerm: Cents;
  readonly qualification: LongTermQualification;
}

export interface ReturnFigures {
  readonly postings: readonly AssetPosting[];
  readonly disposals: readonly Disposal[];
  /** Of the exercise, on assets acquired before it: they leave the gross value as an exit does. Cents. */
  readonly creditNotes: Cents;
  /** Accounts of class 2 that an asset stands or stood on. */
  readonly accounts: ReadonlySet<string>;
  /** Of the annuities of the exercise, what tax does not deduct: the surplus price of cars, private use (C15, C16). */
  readonly nonDeductible: readonly OfAsset[];
}

export type ReturnRows = RowChoice<string | undefined>;

/** Undefined for a folder without assets. Throws FolderNotFound. */
export async function returnFigures(
  ctx: Pick<Context, 'db' | 'clock'>,
  folderId: number,
  window: Exercise,
  rows: ReturnRows,
): Promise<ReturnFigures | undefined> {
  const { knex } = await ctx.db();
  if (!(await assets(knex).where({ folder_id: folderId }).first('id'))) return undefined;
  const basis = await keepWindow(ctx, folderId, window);
  return gathered(knex, { basis, window, rows });
}

interface Asked {
  readonly basis: FolderBasis;
  readonly window: Exercise;
  readonly rows: ReturnRows;
}

async function gathered(knex: Knex, asked: Asked): Promise<ReturnFigures> {
  const postings: AssetPosting[] = [];
  const disposals: Disposal[] = [];
  const accounts = new Set<string>();
  const nonDeductible: OfAsset[] = [];
  let creditNotes = 0n;
  const put = (posting: AssetPosting): void => {
    if (posting.amount !== 0n) postings.push(posting);
  };
  await eachMovement(knex, asked, {
    gross: ({ number, name }, row, movement, amount) => {
      if (row !== undefined) put({ kind: 'gross', asset: { number, name }, row, movement, amount });
    },
    amortized: ({ number, name }, row, movement, amount) => {
      if (row !== undefined) put({ kind: 'amortized', asset: { number, name }, row, movement, amount });
    },
    seen: (asset, figure) => {
      creditNotes += creditedIn(asset, asked.window);
      for (const account of [asset.facts.account, ...asset.facts.transfers.map((transfer) => transfer.account)])
        accounts.add(account);
      if (figure) for (const posting of specialPostings(asset, figure, asked)) put(posting);
      const book = needsBook(asset, asked.window) ? bookOf(asset, asked.basis, [asked.window.end]) : undefined;
      if (!book) return;
      disposals.push(...disposalOf(asset, book, asked.window));
      const amount = deductedNever(book, asked.window);
      if (amount !== 0n) nonDeductible.push({ asset: { number: asset.number, name: asset.name }, amount });
    },
  });
  return { postings, disposals, creditNotes, accounts, nonDeductible };
}

const creditedIn = ({ facts }: Asset, { start, end }: Exercise): Cents =>
  facts.acquisitionDate < start ? creditedBy(facts, end) - creditedBy(facts, addDays(start, -1)) : 0n;

const needsBook = (asset: Asset, { start, end }: Exercise): boolean =>
  asset.facts.vehicle !== undefined ||
  asset.facts.deductibilityLimit !== undefined ||
  asset.facts.privatePortion !== undefined ||
  (asset.facts.retirement !== undefined && isWithin(asset, { start, end }));

const isWithin = (asset: Asset, { start, end }: Exercise): boolean => {
  const date = asset.facts.retirement?.date;
  return date !== undefined && start <= date && date <= end && isOnBooks(asset, date);
};

/** Rule C9: the exit takes back the whole balance of account 145, after the annuity of the exercise. */
function specialPostings({ number, name, facts }: Asset, figure: FigureRow, { window, rows }: Asked): AssetPosting[] {
  if (facts.method !== 'EconomicAndFiscal') return [];
  const row = rows.amortized(accountAt(facts, window.end));
  if (row === undefined) return [];
  const { derogatory_opening_cents: before, derogatory_cents: kept } = figure;
  const ahead = figure.fiscal_cumulated_cents - figure.economic_cumulated_cents;
  const after = figure.is_retired ? positive(ahead) : kept;
  const shared = { kind: 'special', asset: { number, name }, row, cause: causeOf(facts.fiscal?.mode) } as const;
  return [
    { ...shared, movement: 'charge', amount: positive(after - before) },
    { ...shared, movement: 'release', amount: positive(before - after) + after - kept },
  ];
}

const positive = (amount: Cents): Cents => (amount > 0n ? amount : 0n);

const causeOf = (mode: string | undefined): SpecialCause =>
  mode === 'Declining' ? 'declining' : mode === 'Exceptional' ? 'exceptional' : 'duration and other';

/** Of the annuity of the exercise. */
const deductedNever = (book: AssetBook, { end }: Exercise): Cents =>
  undeducted(deductionRows(book).filter((row) => row.end === end));

const undeducted = (rows: readonly DeductionRow[]): Cents =>
  rows.reduce((sum, { nonDeductible, privateShare }) => sum + nonDeductible + privateShare, 0n);

/** Scrapped through account 6871 (B20): what tax had still to amortize is amortized first, and makes no loss of the exit. */
const isWrittenOff = ({ facts }: AssetBook, { retirement }: RetirementResult): boolean =>
  retirement.bookValueMethod === 'ExceptionalAmortization' &&
  !retirement.custom &&
  isAmortizableOn(facts, retirement.date);

function disposalOf(asset: Asset, book: AssetBook, window: Exercise): Disposal[] {
  const result = isWithin(asset, window) ? retirementResult(book) : undefined;
  if (!result) return [];
  const neverDeducted = undeducted(deductionRows(book).filter(({ end }) => end <= window.end));
  const writtenOff = isWrittenOff(book, result);
  const left = writtenOff ? result.fiscalNetBookValue : 0n;
  const gain = result.total + left;
  return [
    {
      name: asset.name,
      acquired: asset.facts.acquisitionDate,
      cost: result.netValue,
      deducted: result.fiscalCumulated + left - neverDeducted,
      neverDeducted,
      specialTakenBack: writtenOff ? 0n : result.balance145Reversed,
      price: result.saleAmount,
      gain,
      privateGain: gain - taxableGain(gain, asset.facts.privatePortion),
      shortTerm: gain - result.longTerm,
      longTerm: result.longTerm,
      qualification: result.retirement.qualification,
    },
  ];
}
