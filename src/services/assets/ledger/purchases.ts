/**
 * Lines of class 2 that no asset is associated with: what the ledger bought. Each is proposed as the asset it pays for,
 * when one is there without entries, or as a new one on accounts that may create assets alone (B2).
 */
import type { Knex } from 'knex';
import { dayNumber, type PlainDate } from '../../kernel/dates.ts';
import { groupBy } from '../../kernel/group-by.ts';
import type { Cents } from '../../kernel/money.ts';
import { readExercises } from '../../ledger/exercises.ts';
import { type EntryLine, readLines } from '../../ledger/lines.ts';
import { openingLines } from '../../ledger/openings.ts';
import type { Asset } from '../asset.ts';
import { isFixedAssetAccount, isForAutomaticCreation } from '../engine/account-families.ts';
import { usualYears } from '../engine/usual-durations.ts';
import { entryLinks, loadAssets } from '../register/store.ts';
import { vatOfPurchases } from './purchase-vat.ts';
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
/** An asset recorded by hand carries the day of its invoice or of its delivery, the entry one of the two. */
const MOST_DAYS_APART = 31;

/** By day, then entry. The caller has checked that the folder exists. */
export async function proposePurchases(knex: Knex, folderId: number, period: PurchasePeriod): Promise<Proposal[]> {
  const all = await unassociatedLines(knex, folderId);
  const reversed = await reversedIds(knex, folderId, all);
  const lines = all.filter(({ date }) => (!period.from || date >= period.from) && (!period.to || date <= period.to));
  const entries = await readLines(knex, folderId, { entryIds: [...new Set(lines.map(({ entryId }) => entryId))] });
  const vat = vatOfPurchases(entries);
  const free = groupBy(await assetsWithoutEntries(knex, folderId), ({ facts }) =>
    fitKey(facts.account, facts.acquisitionValue),
  );
  return lines.map((line) =>
    reversed.has(line.entryId)
      ? { ...about(line, 0n), action: 'Look', reason: 'Reversed' }
      : propose(line, vat.get(line.id) ?? 0n, free),
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

const about = (line: EntryLine, deductibleVat: Cents) => ({
  line,
  amount: line.debit - line.credit,
  deductibleVat,
  assetId: null,
  years: null,
});

/** Takes the asset it finds out of those that are free. */
function propose(line: EntryLine, deductibleVat: Cents, free: ReadonlyMap<string, Asset[]>): Proposal {
  const of = about(line, deductibleVat);
  if (of.amount < 0n) return { ...of, action: 'Look', reason: 'CreditOrReversal' };
  const fitting = free.get(fitKey(line.accountNumber, of.amount)) ?? [];
  const asset = nearest(fitting, line);
  if (asset) {
    fitting.splice(fitting.indexOf(asset), 1);
    return { ...of, action: 'Associate', assetId: asset.id, reason: 'SameAmount' };
  }
  if (!isForAutomaticCreation(line.accountNumber)) return { ...of, action: 'Look', reason: 'NotForAutomaticCreation' };
  const years = usualYears(line.accountNumber)?.least ?? null;
  return { ...of, action: 'Create', years, reason: 'NewPurchase' };
}

/** Of several at one price, that of the nearest day; the first of equals. */
function nearest(free: readonly Asset[], line: EntryLine): Asset | undefined {
  const near = free.filter((asset) => daysApart(asset, line) <= MOST_DAYS_APART);
  const least = Math.min(...near.map((asset) => daysApart(asset, line)));
  return near.find((asset) => daysApart(asset, line) === least);
}

/** What assets in progress became comes on the account the day it is put into service. */
const daysApart = ({ facts, details }: Asset, { date }: EntryLine): number =>
  Math.abs(dayNumber(details.grouping ? facts.deploymentDate : facts.acquisitionDate) - dayNumber(date));

/** An asset and the line that pays for it have one price and one account, whatever zeros end its number. */
const fitKey = (account: string, price: Cents): string => `${account.replace(/0+$/, '')} ${price}`;
