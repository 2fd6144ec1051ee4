/** The accounting entries of all assets for one exercise (section 7.3), on the accounts that the folder really has. */
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Reader } from '../../operation/context.ts';
import type { Asset } from '../asset.ts';
import { openBook } from '../engine/asset-book.ts';
import { netAcquisitionValue } from '../engine/bases.ts';
import { civilYears, coverDays, type Exercise } from '../engine/calendar.ts';
import { entriesOfBook } from '../engine/entries.ts';
import { type Entry, type EntryOperation, entry } from '../engine/entry.ts';
import { accountAt } from '../engine/transfers.ts';
import { exerciseHolding, type FolderBasis, readBasis } from '../register/basis.ts';
import { type FolderChart, nearestAccount, readChart } from '../register/chart.ts';
import { loadAssets, loadSources } from '../register/store.ts';

export interface YearLine {
  readonly account: string;
  /** False when the folder has neither the account nor a parent of it. */
  readonly exists: boolean;
  readonly label: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

export interface YearEntry {
  readonly date: PlainDate;
  readonly operation: EntryOperation;
  readonly label: string;
  readonly assetIds: readonly number[];
  readonly lines: readonly YearLine[];
}

export interface YearEntries extends Exercise {
  readonly entries: readonly YearEntry[];
  /** Where the assets are, at any day of the exercise. */
  readonly assetAccounts: ReadonlySet<string>;
}

/** Entries of every asset together, one per day and operation; the others stay one per asset. */
const SUMMED: ReadonlySet<EntryOperation> = new Set([
  'Amortization',
  'AmortizationReversal',
  'DerogatoryAllowance',
  'DerogatoryReversal',
  'Impairment',
  'ImpairmentRecovery',
  'GrantShare',
  'GrantUsedUp',
]);

/** The exercise that holds `date`. `isDetailed`: one entry per asset, whatever the operation. Throws FolderNotFound. */
export async function yearEntries(
  ctx: Reader,
  folderId: number,
  date: PlainDate,
  isDetailed: boolean,
): Promise<YearEntries> {
  const db = await ctx.db();
  const known = await readBasis(ctx, folderId);
  const exercise = exerciseHolding(known, date);
  const basis = { ...known, exercises: withExercise(known.exercises, exercise) };
  const chart = await readChart(ctx, folderId);
  const groups = new Map<string, YearEntry>();
  const wantedAccounts = new Set<string>();
  for await (const batch of loadAssets(db.knex, folderId)) {
    for (const asset of batch) {
      const sources = asset.details.grouping ? await loadSources(db.knex, asset) : [];
      for (const day of [exercise.start, exercise.end]) wantedAccounts.add(accountAt(asset.facts, day));
      for (const one of entriesOf(asset, sources, basis, exercise)) add(groups, asset, one, isDetailed);
    }
  }
  const entries = [...groups.values()].map((one) => onAccounts(one, chart));
  const assetAccounts = new Set([...wantedAccounts].map((wanted) => nearestAccount(chart, wanted)?.number ?? wanted));
  return {
    ...exercise,
    assetAccounts,
    entries: entries.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
  };
}

/** Books are opened as far as the exercise, which the ledger may not have yet. */
const withExercise = (known: readonly Exercise[], { start, end }: Exercise): readonly Exercise[] =>
  known.length > 0 ? coverDays(known, start, end) : civilYears(start, end);

/** What one asset writes during the exercise. */
function entriesOf(asset: Asset, sources: readonly Asset[], basis: FolderBasis, exercise: Exercise): Entry[] {
  const book = openBook({ ...asset.facts, taxRegime: basis.taxRegime }, basis.exercises, [
    exercise.start,
    exercise.end,
  ]);
  const year = entriesOfBook(book, basis.exercises).find(
    ({ start, end }) => start === exercise.start && end === exercise.end,
  );
  return [...groupingEntry(asset, sources, exercise), ...(year?.entries ?? [])].filter((one) => isOwn(asset, one));
}

/** A component was bought by the asset it was split from; an asset in progress writes nothing once it is in another. */
const isOwn = ({ parentId, booksFrom, transferDate }: Asset, { operation, date }: Entry): boolean =>
  date >= booksFrom && !(parentId !== null && operation === 'Acquisition') && !(transferDate && date >= transferDate);

/** The cost moves from 23 to 21 the day of the deployment (PCG 1212-23): one credit per source, or per account. */
function groupingEntry({ facts, details }: Asset, sources: readonly Asset[], exercise: Exercise): Entry[] {
  const date = facts.deploymentDate;
  if (!details.grouping || date < exercise.start || date > exercise.end) return [];
  const costs = sources.map(
    (source) => [accountAt(source.facts, date), netAcquisitionValue(source.facts, date)] as const,
  );
  const credits = details.grouping.isDetailedEntry ? costs : [...summed(costs)];
  const made = entry(date, 'Transfer', [[facts.account, facts.acquisitionValue]], credits);
  const label = details.grouping.entryLabel;
  return label ? made.map((one) => ({ ...one, label, lines: one.lines.map((line) => ({ ...line, label })) })) : made;
}

function summed(costs: readonly (readonly [string, Cents])[]): Map<string, Cents> {
  const totals = new Map<string, Cents>();
  for (const [account, amount] of costs) totals.set(account, (totals.get(account) ?? 0n) + amount);
  return totals;
}

function add(groups: Map<string, YearEntry>, asset: Asset, made: Entry, isDetailed: boolean): void {
  const isAlone = isDetailed || !SUMMED.has(made.operation);
  const key = [made.date, made.operation, isAlone ? `${asset.id} ${groups.size}` : ''].join(' ');
  const before = groups.get(key);
  groups.set(key, {
    date: made.date,
    operation: made.operation,
    label: isAlone ? `${made.label} ${asset.name}`.slice(0, 200) : made.label,
    assetIds: [...(before?.assetIds ?? []), asset.id],
    lines: [...(before?.lines ?? []), ...made.lines.map((line) => ({ ...line, exists: true }))],
  });
}

/** Each account is the folder's own, or its nearest parent; in summed entries, one line per account and side. */
function onAccounts(one: YearEntry, chart: FolderChart): YearEntry {
  const lines = new Map<string | number, YearLine>();
  for (const [rank, { account: wanted, debit, credit }] of one.lines.entries()) {
    const known = nearestAccount(chart, wanted);
    const account = known?.number ?? wanted;
    const key = SUMMED.has(one.operation) ? `${account} ${debit > 0n ? 'D' : 'C'}` : rank;
    const before = lines.get(key);
    lines.set(key, {
      account,
      exists: known !== undefined,
      label: one.label,
      debit: (before?.debit ?? 0n) + debit,
      credit: (before?.credit ?? 0n) + credit,
    });
  }
  return { ...one, lines: [...lines.values()] };
}
