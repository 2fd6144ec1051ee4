/**
 * Lines of class 2 that no asset is associated with: what the ledger bought. Each is proposed as the asset it pays for,
 * when one is there without entries, or as a new one on accounts that may create assets alone (B2).
 */
import type { Knex } from 'knex';
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { allocate, type Cents } from '../../kernel/money.ts';
import { readExercises } from '../../ledger/exercises.ts';
import { type EntryLine, readLines } from '../../ledger/lines.ts';
import { openingLines } from '../../ledger/openings.ts';
import type { Asset } from '../asset.ts';
import { isFixedAssetAccount, isForAutomaticCreation } from '../engine/account-families.ts';
import { usualYears } from '../engine/usual-durations.ts';
import { entryLinks, loadAssets } from '../register/store.ts';
import { mayBeReversed, reversedEntries } from './reversed-purchases.ts';

export interface Proposal {
  readonly line: EntryLine;
  /** Debit less credit. */
  readonly amount: Cents;
  /** VAT of the entry that goes with this line, in proportion when it bought several assets. */
  readonly deductibleVat: Cents;
  /** `Associate` with `assetId`; `Create` over `years`; `Look`: a person has to. */
  readonly action: 'Associate' | 'Create' | 'Look';
  readonly assetId: number | null;
  /** Shortest usual duration of the account. */
  readonly years: number | null;
  readonly reason: 'SameAmount' | 'NewPurchase' | 'CreditOrReversal' | 'Reversed' | 'NotForAutomaticCreation';
}

export interface PurchasePeriod {
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
}

const CLASS_TWO = ['20', '21', '22', '23', '26', '27'];
const DEDUCTIBLE_VAT = '44562';
/** An asset recorded by hand carries the day of its invoice or of its delivery, the entry one of the two. */
const MOST_DAYS_APART = 31;

/** By day, then entry. The caller has checked that the folder exists. */
export async function proposePurchases(knex: Knex, folderId: number, period: PurchasePeriod): Promise<Proposal[]> {
  const all = await unassociatedLines(knex, folderId);
  const reversed = await reversedIds(knex, folderId, all);
  const lines = all.filter(({ date }) => (!period.from || date >= period.from) && (!period.to || date <= period.to));
  const entries = await readLines(knex, folderId, { entryIds: [...new Set(lines.map(({ entryId }) => entryId))] });
  const free = await assetsWithoutEntries(knex, folderId);
  return lines.map((line) =>
    reversed.has(line.entryId)
      ? { ...about(line, 0n), action: 'Look', reason: 'Reversed' }
      : propose(line, vatOf(line, entries), free),
  );
}

/** Of every day: what a period bought may be reversed after it. */
async function unassociatedLines(knex: Knex, folderId: number): Promise<EntryLine[]> {
  const all = await readLines(knex, folderId, { accounts: CLASS_TWO });
  const taken = new Set(await entryLinks(knex).where({ folder_id: folderId }).pluck('entry_line_id'));
  const openings = await openingIds(knex, folderId, all);
  const written = await writtenHere(knex, folderId);
  return all.filter(
    ({ id, entryId, accountNumber, debit, credit }) =>
      isFixedAssetAccount(accountNumber) &&
      debit !== credit &&
      !taken.has(id) &&
      !openings.has(id) &&
      !written.has(entryId),
  );
}

/** Exits, transfers and decompositions that were written for assets buy nothing. */
async function writtenHere(knex: Knex, folderId: number): Promise<ReadonlySet<number>> {
  const ids: number[] = await knex('asset_posting').where({ folder_id: folderId }).distinct().pluck('entry_id');
  return new Set(ids);
}

/** Entries that cancel each other; one that bought an asset by another line is none. */
async function reversedIds(knex: Knex, folderId: number, all: readonly EntryLine[]): Promise<ReadonlySet<number>> {
  const entryIds = mayBeReversed(all);
  const lines = entryIds.length === 0 ? [] : await readLines(knex, folderId, { entryIds });
  const unassociated = new Set(all.map(({ id }) => id));
  const isTaken = ({ id, accountNumber, debit, credit }: EntryLine) =>
    isFixedAssetAccount(accountNumber) && debit !== credit && !unassociated.has(id);
  const taken = new Set(lines.filter(isTaken).map(({ entryId }) => entryId));
  return reversedEntries(lines.filter(({ entryId }) => !taken.has(entryId)));
}

/** Balances brought forward buy nothing. */
async function openingIds(knex: Knex, folderId: number, lines: readonly EntryLine[]): Promise<Set<number>> {
  const wanted = new Set(lines.map(({ exerciseId }) => exerciseId));
  const exercises = (await readExercises(knex, folderId)).filter(({ id }) => wanted.has(id));
  const found = new Set<number>();
  // One after the other: in a transaction there is one connection.
  for (const one of exercises) for (const id of await openingLines(knex, folderId, one, CLASS_TWO)) found.add(id);
  return found;
}

async function assetsWithoutEntries(knex: Knex, folderId: number): Promise<Asset[]> {
  const linked = new Set(await entryLinks(knex).where({ folder_id: folderId }).pluck('asset_id'));
  const free: Asset[] = [];
  for await (const batch of loadAssets(knex, folderId))
    free.push(...batch.filter(({ id, parentId }) => parentId === null && !linked.has(id)));
  return free;
}

/** The VAT of an entry is that of all its purchases, each for its share. */
function vatOf(line: EntryLine, all: readonly EntryLine[]): Cents {
  const entry = all.filter(({ entryId }) => entryId === line.entryId);
  const vat = sum(entry.filter(({ accountNumber }) => accountNumber.startsWith(DEDUCTIBLE_VAT)));
  const bought = entry.filter((one) => isFixedAssetAccount(one.accountNumber) && one.debit > one.credit);
  const at = bought.findIndex(({ id }) => id === line.id);
  if (vat <= 0n || at < 0) return 0n;
  return (
    allocate(
      vat,
      bought.map((one) => one.debit - one.credit),
    )[at] ?? 0n
  );
}

const sum = (lines: readonly EntryLine[]): Cents => lines.reduce((total, line) => total + line.debit - line.credit, 0n);

const about = (line: EntryLine, deductibleVat: Cents) => ({
  line,
  amount: line.debit - line.credit,
  deductibleVat,
  assetId: null,
  years: null,
});

/** Takes the asset it finds out of those that are free. */
function propose(line: EntryLine, deductibleVat: Cents, free: Asset[]): Proposal {
  const of = about(line, deductibleVat);
  const { amount } = of;
  if (amount < 0n) return { ...of, action: 'Look', reason: 'CreditOrReversal' };
  const asset = nearestFit(free, line, amount);
  if (asset) {
    free.splice(free.indexOf(asset), 1);
    return { ...of, action: 'Associate', assetId: asset.id, reason: 'SameAmount' };
  }
  if (!isForAutomaticCreation(line.accountNumber)) return { ...of, action: 'Look', reason: 'NotForAutomaticCreation' };
  const years = usualYears(line.accountNumber)?.least ?? null;
  return { ...of, action: 'Create', years, reason: 'NewPurchase' };
}

/** Of several at one price, that of the nearest day; the first of equals. */
function nearestFit(free: readonly Asset[], line: EntryLine, amount: Cents): Asset | undefined {
  const fitting = free.filter((asset) => fits(asset, line, amount));
  const least = Math.min(...fitting.map((asset) => daysApart(asset, line)));
  return fitting.find((asset) => daysApart(asset, line) === least);
}

/** What assets in progress became comes on the account the day it is put into service. */
const daysApart = ({ facts, details }: Asset, { date }: EntryLine): number =>
  Math.abs(dayNumber(details.grouping ? facts.deploymentDate : facts.acquisitionDate) - dayNumber(date));

const unpadded = (account: string): string => account.replace(/0+$/, '');

const fits = (asset: Asset, line: EntryLine, amount: Cents): boolean =>
  asset.facts.acquisitionValue === amount &&
  unpadded(asset.facts.account) === unpadded(line.accountNumber) &&
  daysApart(asset, line) <= MOST_DAYS_APART;
