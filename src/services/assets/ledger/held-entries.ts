/**
 * The entries of assets for an exercise against what the ledger holds: which are there, which are missing, and where the
 * two say something else. Only accounts that belong to assets are compared; 404, 462 and VAT serve for more than assets.
 */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { accountBalances } from '../../ledger/balances.ts';
import { closingEntries } from '../../ledger/closings.ts';
import { type Exercise, exerciseOn, readExercises } from '../../ledger/exercises.ts';
import { type EntryMovement, movementsByEntry } from '../../ledger/movements.ts';
import type { Reader } from '../../operation/context.ts';
import { associatedLines, besides, toldByAssociations } from './associated-lines.ts';
import { type EntrySides, sidesOf } from './entry-sides.ts';
import { type HeldState, matchEntries } from './match-entries.ts';
import { type YearEntries, type YearEntry, yearEntries } from './year-entries.ts';

/** Class 2, 131, 138 and 139, 145; allowances and reversals; book value and proceeds of what was sold, before and since 2025. */
const OWN_ACCOUNTS = [
  ...['20', '21', '22', '23', '26', '27', '28', '29', '131', '138', '139', '145'],
  ...['6811', '6816', '6871', '6872', '7811', '7816', '7872'],
  ...['675', '657', '6671', '775', '757', '7671', '777', '747'],
];

export interface CheckedEntry extends YearEntry {
  readonly state: HeldState;
  /** Of one that Differs, entries of the ledger that it differs from. */
  readonly differsFrom: readonly number[];
}

/** What the assets write on an account during the exercise, and what the ledger has there, opening balances apart. */
export interface AccountComparison {
  readonly account: string;
  readonly label: string;
  readonly debit: Cents;
  readonly credit: Cents;
  readonly ledgerDebit: Cents;
  readonly ledgerCredit: Cents;
}

export interface CheckedYear extends Omit<YearEntries, 'entries'> {
  readonly entries: readonly CheckedEntry[];
  /** What the ledger has beside: written for an asset that changed since, or by a person. */
  readonly ledgerOnly: readonly EntryMovement[];
  /** Accounts where either has something, by number. */
  readonly accounts: readonly AccountComparison[];
}

/** Throws FolderNotFound. */
export async function checkYear(
  ctx: Reader,
  folderId: number,
  date: PlainDate,
  isDetailed: boolean,
): Promise<CheckedYear> {
  const year = await yearEntries(ctx, folderId, date, isDetailed);
  const { knex } = await ctx.db();
  const exercise = exerciseOn(await readExercises(knex, folderId), year.end);
  const wanted = year.entries.map(ownSides);
  const { held, ledger } = exercise ? await heldBeside(ctx, folderId, exercise, wanted) : NOTHING_HELD;
  const { states, against, left } = matchEntries(
    wanted.map((one) => (held.has(one) ? NO_SIDES : one)),
    ledger,
  );
  const entries = year.entries.map((one, at) => ({
    ...one,
    state: states[at] ?? 'Missing',
    differsFrom: (against[at] ?? []).map(({ movement }) => movement.entryId),
  }));
  return {
    ...year,
    entries,
    ledgerOnly: await ofAssets(knex, folderId, left, year.assetAccounts),
    accounts: compareAccounts(year, await ledgerAccounts(ctx, folderId, exercise)),
  };
}

/** Amortization, impairment and account 145 are of assets alone; others are reported where taxops wrote the entry. */
const OF_ASSETS_ALONE = /^(28|29|145)/;

/** A credit of an account where the register has assets takes one of them off the books. */
async function ofAssets(
  knex: Knex,
  folderId: number,
  left: readonly HeldEntry[],
  accounts: ReadonlySet<string>,
): Promise<EntryMovement[]> {
  const ids = left.map(({ movement }) => movement.entryId);
  const written: number[] = await knex('asset_posting')
    .where({ folder_id: folderId })
    .whereRaw('entry_id = any(?)', [ids])
    .pluck('entry_id');
  const isOfAssets = ({ account, credit }: EntryMovement['lines'][number]) =>
    OF_ASSETS_ALONE.test(account) || (credit > 0n && accounts.has(account));
  return left
    .map(({ movement }) => movement)
    .filter(({ entryId, lines }) => written.includes(entryId) || lines.some(isOfAssets));
}

type Wanted = EntrySides & Pick<YearEntry, 'operation' | 'assetIds'>;

const ownSides = ({ date, operation, assetIds, lines }: YearEntry): Wanted => ({
  date,
  operation,
  assetIds,
  sides: sidesOf(lines.filter(({ account }) => isOwn(account))),
});

interface HeldEntry extends EntrySides {
  readonly movement: EntryMovement;
}

interface HeldBeside {
  /** Entries that lines associated with their own asset hold. */
  readonly held: ReadonlySet<EntrySides>;
  /** What the ledger has beside those lines. */
  readonly ledger: readonly HeldEntry[];
}

const NOTHING_HELD: HeldBeside = { held: new Set(), ledger: [] };

/** What an association answers for is compared no more. */
const NO_SIDES: EntrySides = { date: '0001-01-01' as PlainDate, sides: new Map() };

/** What the entries of the ledger move on these accounts, opening and closing entries apart. */
async function heldBeside(
  ctx: Reader,
  folderId: number,
  exercise: Exercise,
  wanted: readonly Wanted[],
): Promise<HeldBeside> {
  const { knex } = await ctx.db();
  const except = await closingEntries(knex, folderId, exercise.id);
  const moved = await movementsByEntry(knex, folderId, exercise, { accounts: OWN_ACCOUNTS, except });
  const { held, taken } = toldByAssociations(wanted, await associatedLines(knex, folderId, exercise.id));
  const ledger = besides(moved, taken).map((movement) => ({
    date: movement.date,
    sides: sidesOf(movement.lines),
    movement,
  }));
  return { held, ledger };
}

interface LedgerAccount {
  readonly accountNumber: string;
  readonly accountLabel: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

/** Empty for an exercise that the ledger does not have. */
async function ledgerAccounts(
  ctx: Reader,
  folderId: number,
  exercise: Exercise | undefined,
): Promise<readonly LedgerAccount[]> {
  if (!exercise) return [];
  const wanted = { exerciseId: exercise.id, accounts: OWN_ACCOUNTS };
  return (await accountBalances(ctx, folderId, wanted)).accounts;
}

const isOwn = (account: string): boolean => OWN_ACCOUNTS.some((root) => account.startsWith(root));

function compareAccounts({ entries }: YearEntries, ledger: readonly LedgerAccount[]): AccountComparison[] {
  const found = new Map<string, AccountComparison>();
  for (const { accountNumber: account, accountLabel: label, debit, credit } of ledger)
    found.set(account, { account, label, debit: 0n, credit: 0n, ledgerDebit: debit, ledgerCredit: credit });
  for (const { account, debit, credit } of entries
    .flatMap(({ lines }) => lines)
    .filter((line) => isOwn(line.account))) {
    const before = found.get(account) ?? { ...NOTHING, account };
    found.set(account, { ...before, debit: before.debit + debit, credit: before.credit + credit });
  }
  return [...found.values()]
    .filter((one) => one.debit + one.credit + one.ledgerDebit + one.ledgerCredit !== 0n)
    .sort((a, b) => (a.account < b.account ? -1 : 1));
}

const NOTHING = { label: '', debit: 0n, credit: 0n, ledgerDebit: 0n, ledgerCredit: 0n };
