/**
 * The register against settled books, account by account. By balance, not by entry: assets come with a past that another
 * register posted, and a closed exercise holds that past whole (C21: what it posted does not change).
 */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Asset } from '../asset.ts';
import { isFinancialAccount } from '../engine/account-families.ts';
import { amortizationAccount, impairmentAccount } from '../engine/accounts.ts';
import type { AssetFacts } from '../engine/asset-facts.ts';
import type { Exercise } from '../engine/calendar.ts';
import { accountAt } from '../engine/transfers.ts';
import { exerciseHolding, readBasis } from './basis.ts';
import { type FolderChart, nearestAccount, readChart } from './chart.ts';
import { type AssetFigures, figuresOf, isOnBooks } from './figures.ts';
import { keepWindow, type Present } from './kept-windows.ts';
import { lastSettledBooks, lastSettledDay, type SettledBooks, settledBooks, type Wanted } from './settled-books.ts';
import { loadNamed } from './store.ts';

/** Balances, debit less credit, at the end of a day on which books are settled. */
export interface HeldBalance {
  readonly end: PlainDate;
  readonly account: string;
  readonly label: string;
  readonly register: Cents;
  readonly ledger: Cents;
}

export const isDifferent = ({ register, ledger }: HeldBalance): boolean => register !== ledger;

/** Every account that either has, day by day; one that both have left stays once it was there. Throws FolderNotFound. */
export async function heldBalances(ctx: Present, folderId: number): Promise<HeldBalance[]> {
  const { knex } = await ctx.db();
  const { positions, chart } = await readPositions(ctx, folderId, await settledBooks(knex, folderId));
  const seen = new Set<string>();
  return positions
    .flatMap((position) => compared(position, chart))
    .filter(
      ({ account, register, ledger }) => seen.has(account) || (isHeld({ register, ledger }) && seen.add(account)),
    );
}

const isHeld = ({ register, ledger }: Pick<HeldBalance, 'register' | 'ledger'>): boolean =>
  register !== 0n || ledger !== 0n;

/** By account of the folder; undefined where the register does not know. */
type Balances = ReadonlyMap<string, Cents | undefined>;

interface Position extends SettledBooks {
  readonly window: Exercise;
  readonly register: Balances;
}

async function readPositions(ctx: Present, folderId: number, settled: readonly SettledBooks[]) {
  const basis = await readBasis(ctx, folderId);
  const { knex } = await ctx.db();
  const chart = await readChart(ctx, folderId);
  const positions: Position[] = [];
  for (const books of settled) {
    const window = { ...exerciseHolding(basis, books.end), end: books.end };
    await keepWindow(ctx, folderId, window);
    const register = balancesByAccount(await registerSums(knex, folderId, window), chart);
    positions.push({ ...books, window, register });
  }
  return { basis, chart, positions };
}

/**
 * Whether the closed exercises that an asset changes come nearer to their books: none of its accounts goes further from
 * them, and one comes nearer. Such a change rewrites nothing, the books stay as they are.
 */
export async function comesNearer(ctx: Present, before: Asset, after: Asset | undefined): Promise<boolean> {
  const { knex } = await ctx.db();
  const { basis, chart, positions } = await readPositions(
    ctx,
    before.folderId,
    await settledBooks(knex, before.folderId),
  );
  const closed = new Set(basis.closed.map(({ end }) => end));
  const steps = positions
    .filter(({ end }) => closed.has(end))
    .flatMap((position) => stepsOf(position, own(before, position), after ? own(after, position) : new Map()));
  return steps.every((step) => step <= 0n) && steps.some((step) => step < 0n);

  function own(asset: Asset, { window }: Position): Balances {
    const [figures] = figuresOf(asset, basis, [window]);
    return balancesByAccount(figures ? ownSums(asset, figures) : [], chart);
  }
}

/** How much further from the books each account goes, where the register knows it before and after. */
function stepsOf({ register, balances }: Position, before: Balances, after: Balances): Cents[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((account) => {
    const held = register.has(account) ? register.get(account) : 0n;
    const [left, taken] = [before, after].map((one) => (one.has(account) ? one.get(account) : 0n));
    if (held === undefined || left === undefined || taken === undefined) return [];
    const distance = (amount: Cents): Cents => magnitude(amount - (balances.get(account) ?? 0n));
    return [distance(held - left + taken) - distance(held)];
  });
}

const magnitude = (amount: Cents): Cents => (amount < 0n ? -amount : amount);

/** The same sums of one asset. */
function ownSums(asset: Asset, figures: AssetFigures): RegisterSums[] {
  if (figures.isRetired || !isOnBooks(asset, figures.end)) return [];
  const { netValue: gross, economic, derogatory, account } = figures;
  const ends = [asset.facts.economic?.past?.end, asset.facts.fiscal?.past?.end].filter((end) => end !== undefined);
  return [
    {
      account,
      gross,
      amortized: economic.cumulated,
      impaired: gross - economic.cumulated - economic.vnc,
      derogatory,
      isKnown: ends.every((end) => end <= figures.end),
    },
  ];
}

/**
 * Where the books stand last on each account, and the register differs: an earlier difference that they made up for since
 * is history.
 */
export const lastDifferences = (balances: readonly HeldBalance[]): HeldBalance[] =>
  [...new Map(balances.map((one) => [one.account, one])).values()].filter(isDifferent);

/** The last differences of a folder, on these accounts of it; on all when none is given. Throws FolderNotFound. */
export async function presentDifferences(ctx: Present, folderId: number, wanted?: Wanted): Promise<HeldBalance[]> {
  const { knex } = await ctx.db();
  const books = await lastSettledBooks(knex, folderId, wanted);
  if (!books) return [];
  const { positions, chart } = await readPositions(ctx, folderId, [books]);
  const found = positions.flatMap((position) => compared(position, chart));
  return found.filter((one) => isDifferent(one) && (!wanted || wanted.has(one.account)));
}

/** The last differences on the accounts of these assets, of those that settled books have. */
export async function differencesOf(
  ctx: Present,
  folderId: number,
  assets: readonly Pick<Asset, 'facts' | 'booksFrom'>[],
): Promise<HeldBalance[]> {
  const { knex } = await ctx.db();
  const end = await lastSettledDay(knex, folderId);
  const held = end === undefined ? [] : assets.filter(({ booksFrom }) => booksFrom <= end);
  if (end === undefined || held.length === 0) return [];
  const chart = await readChart(ctx, folderId);
  return presentDifferences(ctx, folderId, new Set(held.flatMap(({ facts }) => accountsOfFacts(facts, end, chart))));
}

/** The same of assets by their identifiers, as they are stored. Throws AssetNotFound. */
export const differencesOfNamed = async (
  ctx: Present,
  folderId: number,
  assetIds: readonly number[],
): Promise<HeldBalance[]> => differencesOf(ctx, folderId, await loadNamed((await ctx.db()).knex, folderId, assetIds));

const DEROGATORY = '145';

/** Those that an asset had by a day. */
const accountsOfFacts = (facts: AssetFacts, end: PlainDate, chart: FolderChart): string[] => [
  ...[facts.acquisitionDate, ...facts.transfers.map(({ date }) => date)]
    .filter((date, at) => at === 0 || date <= end)
    .flatMap((date) => accountsOf(accountAt(facts, date), chart)),
  ...(facts.method === 'EconomicAndFiscal' ? [accountOf(chart, DEROGATORY)] : []),
];

const accountOf = (chart: FolderChart, wanted: string): string => nearestAccount(chart, wanted)?.number ?? wanted;

/** Cost, amortization, impairment. */
const accountsOf = (account: string, chart: FolderChart): [string, string, string] => [
  accountOf(chart, account),
  accountOf(chart, amortizationAccount(account)),
  accountOf(chart, impairmentAccount(account)),
];

/** Sums of the assets on one account at the end of a window. */
interface RegisterSums {
  readonly account: string;
  readonly gross: Cents;
  readonly amortized: Cents;
  readonly impaired: Cents;
  readonly derogatory: Cents;
  /** Whether an asset was amortized elsewhere later than that: no plan says how it came there before. */
  readonly isKnown: boolean;
}

/** What is not on the books has no figure. */
async function registerSums(knex: Knex, folderId: number, { start, end }: Exercise): Promise<RegisterSums[]> {
  const { rows } = await knex.raw(SUMS, { folderId, start, end });
  return rows;
}

const SUMS = `
  select f.account, sum(f.net_cents)::bigint as gross, sum(f.economic_cumulated_cents)::bigint as amortized,
    sum(f.net_cents - f.economic_cumulated_cents - f.economic_vnc_cents)::bigint as impaired,
    sum(f.derogatory_cents)::bigint as derogatory, count(t.id) = 0 as "isKnown"
  from asset_figure f
  left join (
    select a.id from asset a
    where a.folder_id = :folderId and greatest(a.economic_past_end, a.fiscal_past_end) > :end
      and a.books_from <= :end and coalesce(a.transfer_date > :end, true)
  ) t on t.id = f.asset_id
  where f.folder_id = :folderId and f.start_date = :start and f.end_date = :end and not f.is_retired
  group by f.account`;

function balancesByAccount(sums: readonly RegisterSums[], chart: FolderChart): Balances {
  const balances = new Map<string, Cents | undefined>();
  const add = (account: string, amount: Cents | undefined): void => {
    const before = balances.has(account) ? balances.get(account) : 0n;
    balances.set(account, before === undefined || amount === undefined ? undefined : before + amount);
  };
  for (const { account, gross, amortized, impaired, derogatory, isKnown } of sums) {
    const [cost, amortization, impairment] = accountsOf(account, chart);
    add(cost, gross);
    add(amortization, isKnown ? -amortized : undefined);
    add(impairment, -impaired);
    add(accountOf(chart, DEROGATORY), isKnown ? -derogatory : undefined);
  }
  return balances;
}

function compared({ end, balances, register }: Position, chart: FolderChart): HeldBalance[] {
  const numbers = [...new Set([...register.keys(), ...balances.keys()])].sort();
  const known = numbers.filter((account) => !register.has(account) || register.get(account) !== undefined);
  return known
    .map((account) => ({
      end,
      account,
      label: chart.byNumber.get(account)?.label ?? '',
      register: register.get(account) ?? 0n,
      ledger: balances.get(account) ?? 0n,
    }))
    .filter((one) => !isLeftOut(one));
}

/** Deposits, loans and shares are kept elsewhere by many: they count once the register has some. */
const isLeftOut = ({ account, register }: HeldBalance): boolean =>
  register === 0n && (isFinancialAccount(account) || /^29[67]/.test(account));
