/** The figures of an asset over a window of days (rule C21), as they are kept for lists. Pure. */
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import type { AlertName } from '../engine/alert-texts.ts';
import { assetAlerts } from '../engine/alerts.ts';
import { type AssetBook, openBook } from '../engine/asset-book.ts';
import { netAcquisitionValue } from '../engine/bases.ts';
import { type Exercise, exerciseAt } from '../engine/calendar.ts';
import { taxableGain } from '../engine/deductions.ts';
import { balanceBefore } from '../engine/derogatory.ts';
import { grantRows } from '../engine/grants.ts';
import { retirementResult } from '../engine/retirement.ts';
import { type ListFlags, listFlags, statusAt } from '../engine/status.ts';
import { accountAt } from '../engine/transfers.ts';
import { type WindowAmounts, windowFigures } from '../engine/windows.ts';
import type { Status } from '../value-sets.ts';
import type { BookedAsset } from './asset-row.ts';
import type { FolderBasis } from './basis.ts';

export interface AssetFigures extends Exercise, ListFlags {
  readonly assetId: number;
  readonly status: Status;
  /** Account at the end of the window. */
  readonly account: string;
  readonly netValue: Cents;
  readonly economic: PlanFigures;
  readonly fiscal: PlanFigures;
  /** Balance of account 145 the day before the window and at its end. */
  readonly derogatoryOpening: Cents;
  readonly derogatory: Cents;
  /** Of a retirement that happened by the end of the window. */
  readonly gains: RetirementGains | undefined;
  /** Those its own facts show, critical first; the ledger shows others. */
  readonly alerts: readonly AlertName[];
}

export interface PlanFigures extends WindowAmounts {
  readonly base: Cents;
}

export interface RetirementGains {
  readonly economic: Cents;
  readonly total: Cents;
  readonly shortTerm: Cents;
  readonly longTerm: Cents;
  readonly taxable: Cents;
}

/** The book of an asset over the exercises of its folder; `days` are other days that will be asked. */
export const bookOf = (
  { facts }: Pick<Asset, 'facts'>,
  { exercises, taxRegime }: FolderBasis,
  days: readonly PlainDate[],
): AssetBook => openBook(facts.taxRegime === taxRegime ? facts : { ...facts, taxRegime }, exercises, days);

/** The figures of one asset over each window. */
export function figuresOf(asset: BookedAsset, basis: FolderBasis, windows: readonly Exercise[]): AssetFigures[] {
  if (windows.length === 0) return [];
  const book = bookOf(
    asset,
    basis,
    windows.map(({ end }) => end),
  );
  return windows.map((window) => windowOf(asset, book, window));
}

function windowOf(asset: BookedAsset, book: AssetBook, window: Exercise): AssetFigures {
  const { start, end } = window;
  const retired = asset.facts.retirement?.date;
  const held = isOnBooks(asset, end);
  const plan = (name: 'economic' | 'fiscal'): PlanFigures => (held ? planFigures(book, window, name) : NO_FIGURES);
  const economic = plan('economic');
  const fiscal = isOnePlan(book) ? economic : plan('fiscal');
  const flags = listFlags({ acquired: asset.booksFrom, retired, transferred: asset.transferDate ?? undefined }, window);
  return {
    start,
    end,
    assetId: asset.id,
    status: statusOf(asset, book, end),
    account: accountAt(asset.facts, end),
    netValue: held ? netAcquisitionValue(asset.facts, end) : 0n,
    economic,
    fiscal,
    derogatoryOpening: held ? opening145(book, window, fiscal.past - economic.past) : 0n,
    derogatory: balance145(asset, book, end),
    gains: retired && retired <= end ? gainsOf(book) : undefined,
    alerts: held ? alertsAt(book, end).map(({ name }) => name) : [],
    // No spread: V8 would add each of its properties in a tenth of a microsecond, and there are assets by the million.
    isActiveInPeriod: flags.isActiveInPeriod,
    isRetired: flags.isRetired,
    isTransferred: flags.isTransferred,
  };
}

/** A dated component before its date, and an asset in progress once it is in another, are counted elsewhere. */
export const isOnBooks = ({ booksFrom, transferDate }: BookedAsset, date: PlainDate): boolean =>
  booksFrom <= date && !(transferDate && transferDate <= date);

export const statusOf = (asset: BookedAsset, book: AssetBook, date: PlainDate): Status =>
  statusAt(
    book,
    {
      isDraft: asset.isCreatedAutomatically && !asset.isValidatedByUser,
      transferDate: asset.transferDate ?? undefined,
      account: accountAt(asset.facts, date),
    },
    date,
  );

/** The tax has the plan of the books, and their values: impairments are of the books alone. */
const isOnePlan = ({ economic, fiscal, facts }: AssetBook): boolean =>
  fiscal === economic && facts.impairments.length === 0;

const NO_FIGURES: PlanFigures = { base: 0n, past: 0n, current: 0n, cumulated: 0n, vnc: 0n };

function planFigures(book: AssetBook, window: Exercise, name: 'economic' | 'fiscal'): PlanFigures {
  const { past, current, cumulated, vnc } = windowFigures(book, window, name);
  return { base: book[name].base(window.end), past, current, cumulated, vnc };
}

/** Account 145 before the window, less what components take with them in it, as entries move it. */
function opening145({ derogates, facts, economic, fiscal }: AssetBook, { start }: Exercise, past: Cents): Cents {
  if (!derogates || (facts.retirement && facts.retirement.date < start)) return 0n;
  const opening = fiscal.before(start) - economic.before(start);
  return balanceBefore(opening, opening - past);
}

/** The exit takes back the whole balance. */
function balance145(asset: BookedAsset, book: AssetBook, date: PlainDate): Cents {
  const { retirement } = asset.facts;
  if (!book.derogates || !isOnBooks(asset, date) || (retirement && retirement.date <= date)) return 0n;
  const ahead = book.fiscal.at(date) - book.economic.at(date);
  return ahead > 0n ? ahead : 0n;
}

export function gainsOf(book: AssetBook): RetirementGains | undefined {
  const result = retirementResult(book);
  if (!result) return undefined;
  const { economic, total, shortTerm, longTerm } = result;
  return { economic, total, shortTerm, longTerm, taxable: taxableGain(total, book.facts.privatePortion) };
}

/** The alerts of the asset's own figures, seen from a day: exercises after it do not count. */
export function alertsAt(book: AssetBook, date: PlainDate) {
  const seen = seenUntil(book, Math.min(exerciseAt(book.calendar, dayNumber(date)), book.calendar.ends.length - 1));
  return assetAlerts(seen, grantRows(seen), date);
}

/** Written out: a spread takes as long as ten rules. */
const seenUntil = (
  { facts, calendar, economic, fiscal, derogates, first, exit }: AssetBook,
  last: number,
): AssetBook => ({
  facts,
  calendar,
  economic,
  fiscal,
  derogates,
  first,
  last,
  exit,
});
