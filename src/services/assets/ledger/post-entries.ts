/** Entries of assets on their way to the ledger: written there, or as lines of a FEC for another one. */
import type { Knex } from 'knex';
import { copyIn } from '../../db/copy.ts';
import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { FileResult } from '../../kernel/stream.ts';
import { createAccount, listAccounts } from '../../ledger/accounts.ts';
import { chartAccountOf } from '../../ledger/chart.ts';
import { ledgerErrors } from '../../ledger/errors.ts';
import type { FecRow } from '../../ledger/fec/fec-row.ts';
import { writeFec } from '../../ledger/fec/write.ts';
import { createEntries } from '../../ledger/write-entries.ts';
import type { Context, Reader } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import { inRegister } from '../register/write-asset.ts';
import { type CheckedEntry, type CheckedYear, checkYear } from './held-entries.ts';
import { type YearEntry, yearEntries } from './year-entries.ts';

export interface PostedYear extends CheckedYear {
  /** Left to a person. */
  readonly differs: readonly CheckedEntry[];
  /** Missing too, but booked with a document that has still to come. */
  readonly awaited: readonly CheckedEntry[];
  readonly written: readonly (CheckedEntry & { readonly entryId: number })[];
}

export interface Posting {
  readonly date: PlainDate;
  readonly journalCode: string;
  /** Accounts that the folder lacks are taken from the general chart. */
  readonly createAccounts: boolean;
}

/**
 * Writes what the ledger lacks as drafts, all or none; what differs is left to a person. Acquisitions come with their
 * invoice and are never written here. Throws FolderNotFound and what `createEntry` throws.
 */
export async function postYear(
  ctx: Pick<Context, 'db' | 'clock'>,
  folderId: number,
  { date, journalCode, createAccounts }: Posting,
): Promise<PostedYear> {
  return inRegister(ctx, folderId, async ({ trx }) => {
    const inside = within(ctx, trx);
    if (createAccounts) await createMissing(inside, folderId, await checkYear(inside, folderId, date, false));
    const year = await checkYear(inside, folderId, date, false);
    return createEntries(inside, folderId, async (create) => {
      const written = [];
      for (const one of year.entries.filter(isToWrite)) {
        const { id } = await create(draft(one, journalCode));
        written.push({ ...one, entryId: id });
      }
      await keepPostings(trx, folderId, written);
      return {
        ...year,
        written,
        differs: year.entries.filter(({ state }) => state === 'Differs'),
        awaited: year.entries.filter(isAwaited),
      };
    });
  });
}

/** Which drafts an asset was posted by: an import of assets is not taken back under them. */
async function keepPostings(
  trx: Knex.Transaction,
  folderId: number,
  written: readonly { readonly entryId: number; readonly assetIds: readonly number[] }[],
): Promise<void> {
  const rows = written.flatMap(({ entryId, assetIds }) => [...new Set(assetIds)].map((id) => [folderId, id, entryId]));
  await copyIn(trx, 'asset_posting', ['folder_id', 'asset_id', 'entry_id'], rows);
}

const MOST_ACCOUNTS = 100_000;

const isToWrite = (one: CheckedEntry): boolean => one.state === 'Missing' && !isAwaited(one);

const isAwaited = ({ state, operation }: CheckedEntry): boolean => state === 'Missing' && FROM_INVOICES.has(operation);

/** As long as the folder's own accounts, by zeros or by the parent; named as the chart of the exercise names them. */
async function createMissing(ctx: Reader, folderId: number, { start, entries }: CheckedYear): Promise<void> {
  const { items } = await listAccounts(ctx, folderId, {}, { page: 1, limit: MOST_ACCOUNTS });
  const length = usualLength(items.map(({ number }) => number));
  const missing = entries.filter(isToWrite).flatMap(({ lines }) => lines.filter(({ exists }) => !exists));
  const numbers = missing.map(({ account }) => (length ? account.slice(0, length).padEnd(length, '0') : account));
  for (const number of new Set(numbers))
    await createAccount(ctx, folderId, { number, label: chartAccountOf(number, start)?.label ?? number });
}

/** That of most accounts, the longer of two; undefined for a folder without accounts. */
function usualLength(numbers: readonly string[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { length } of numbers) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || b - a)[0]?.[0];
}

/** A supplier's invoice, a credit note and an award are booked when they arrive. */
const FROM_INVOICES: ReadonlySet<string> = new Set(['Acquisition', 'CreditNote', 'GrantAwarded']);

const draft = ({ date, label, lines }: YearEntry, journal: string) => ({
  journal,
  date,
  label,
  lines: lines.map(({ account, debit, credit }) => ({ account, debit, credit })),
});

/** The entries of the exercise as a FEC: drafts of one journal, numbered from 1. Throws FolderNotFound. */
export async function entriesFile(
  ctx: Reader,
  folderId: number,
  date: PlainDate,
  { journal, detailed }: { readonly journal: string; readonly detailed: boolean },
): Promise<FileResult> {
  const { siren } = await getFolder(ctx, folderId);
  if (siren === null) throw ledgerErrors.LedgerFolderSirenMissing({ folderId });
  const { end, entries } = await yearEntries(ctx, folderId, date, detailed);
  const { items } = await listAccounts(ctx, folderId, {}, { page: 1, limit: MOST_ACCOUNTS });
  const labels = new Map(items.map(({ number, label }) => [number, label]));
  const rows = entries.flatMap((one, index) => fecRows(one, index + 1, journal, labels));
  return new FileResult(
    `${siren}IMMOBILISATIONS${end.replaceAll('-', '')}.txt`,
    'text/plain; charset=utf-8',
    writeFec(rows),
  );
}

const fecRows = (one: YearEntry, number: number, journal: string, labels: ReadonlyMap<string, string>): FecRow[] =>
  one.lines.map(({ account, debit, credit }) => ({
    journalCode: journal,
    journalLabel: 'Immobilisations',
    entryNumber: String(number),
    entryDate: one.date,
    account,
    accountLabel: labels.get(account) ?? '',
    auxiliary: '',
    auxiliaryLabel: '',
    documentReference: one.operation,
    documentDate: one.date,
    label: one.label,
    debit,
    credit,
    lettering: '',
    letteringDate: null,
    validationDate: null,
    currencyAmount: null,
    currency: '',
    settlementDate: null,
    settlementMode: '',
    operationNature: '',
    clientId: '',
    extra: new Map(),
  }));
