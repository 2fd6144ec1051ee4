/** Which account of which folder each account of a file is. */
import type { Knex } from 'knex';
import type { PlainDate } from '../../kernel/dates.ts';
import { CURRENCY } from '../accounts/accounts.ts';
import { isSynchronised, type Provider } from '../store.ts';
import type { Account } from './cfonb/statement.ts';

export interface MatchScope {
  /** Folders the caller may see. */
  readonly visible: ReadonlySet<number> | 'all';
  /** Only this folder. */
  readonly folderId: number | undefined;
  /** Whose the statements without any number are, as a person said: in that folder. */
  readonly accountId?: number | undefined;
}

export interface Target {
  readonly folderId: number;
  readonly accountId: number;
  readonly isControlled: boolean;
  /** Undefined when no provider ever gave it transactions. */
  readonly fed?: Fed | undefined;
}

/** Days whose transactions a provider gives: statements would bring them twice. */
export interface Fed {
  readonly from: PlainDate;
  /** Null while the provider feeds it. */
  readonly until: PlainDate | null;
}

export type Match =
  | { readonly kind: 'matched'; readonly target: Target }
  /** No account has this number, in this currency. */
  | { readonly kind: 'unknown'; readonly inOtherCurrency: boolean }
  | { readonly kind: 'inactive' }
  /** The account was deleted. */
  | { readonly kind: 'deleted' }
  /** Several folders hold the account and none was named. */
  | { readonly kind: 'ambiguous'; readonly folderIds: readonly number[] };

interface Candidate {
  readonly index: number;
  readonly folder_id: number;
  readonly id: number;
  readonly is_cfonb_control_active: boolean;
  readonly is_deleted: boolean;
  readonly is_active: boolean;
  readonly currency: string | null;
  readonly provider: Provider;
  readonly source_from: PlainDate | null;
  readonly first_fed: PlainDate | null;
  readonly last_fed: PlainDate | null;
}

/** One answer per account, in their order. Monaco and France share RIB codes, so these are what is compared; abroad the IBAN. */
export async function matchAccounts(db: Knex, accounts: readonly Account[], scope: MatchScope): Promise<Match[]> {
  const candidates = await findCandidates(db, accounts, scope);
  const taken = new Set<string>();
  return accounts.map((account, index) => {
    const match = decide(account, candidates.get(index) ?? []);
    if (match.kind !== 'matched') return match;
    // An account whose currency is not said yet takes the first currency of the file, not two of them.
    const key = `${match.target.folderId}/${match.target.accountId}`;
    if (taken.has(key)) return { kind: 'unknown', inOtherCurrency: true };
    taken.add(key);
    return match;
  });
}

/** A code that no account can have, as PostgreSQL can compare it: its text holds no NUL. */
const storable = (code: string): string => code.replaceAll('\0', '?');

async function findCandidates(db: Knex, accounts: readonly Account[], { visible, folderId, accountId }: MatchScope) {
  const folders = folderId !== undefined ? [folderId] : visible === 'all' ? null : [...visible];
  const { rows } = await db.raw(
    `select w.index::int as index, a.folder_id, a.id, a.is_cfonb_control_active, a.deleted_at is not null as is_deleted,
            f.is_active, ${CURRENCY} as currency, a.provider, a.source_from, s.first_fed, s.last_fed
     from unnest(?::text[], ?::text[], ?::text[], ?::text[]) with ordinality as w(bank, branch, number, iban, index)
     cross join lateral (
       select * from bank_account where bank_code = w.bank and branch_code = w.branch and account_number = w.number
       union all
       select * from bank_account where w.bank = '' and iban = w.iban
       union all
       select * from bank_account where w.bank = '' and w.number = '' and w.iban = '' and id = ?::int
     ) a
     join folder f on f.id = a.folder_id
     cross join lateral (
       select min(operation_date) as first_fed, max(operation_date) as last_fed from bank_transaction t
       where t.folder_id = a.folder_id and t.account_id = a.id and t.source_id is not null and not t.is_deleted
     ) s
     where ?::int[] is null or a.folder_id = any(?)
     order by a.folder_id, a.id`,
    [
      accounts.map(({ bankCode }) => storable(bankCode)),
      accounts.map(({ branchCode }) => storable(branchCode)),
      accounts.map(({ accountNumber }) => storable(accountNumber.toUpperCase())),
      accounts.map(({ iban }) => iban ?? ''),
      accountId ?? null,
      folders,
      folders,
    ],
  );
  const found = new Map<number, Candidate[]>();
  for (const row of rows as Candidate[]) found.set(row.index - 1, [...(found.get(row.index - 1) ?? []), row]);
  return found;
}

function decide({ currencyCode }: Account, all: readonly Candidate[]): Match {
  const candidates = all.filter(({ currency }) => currency === null || currency === currencyCode);
  const live = candidates.filter(({ is_deleted }) => !is_deleted);
  if (live.length === 0) {
    return candidates.length > 0 ? { kind: 'deleted' } : { kind: 'unknown', inOtherCurrency: all.length > 0 };
  }
  const active = live.filter(({ is_active }) => is_active);
  const folderIds = [...new Set(active.map(({ folder_id }) => folder_id))];
  if (folderIds.length > 1) return { kind: 'ambiguous', folderIds };
  const chosen = active.find(({ currency }) => currency === currencyCode) ?? active[0];
  if (!chosen) return { kind: 'inactive' };
  const { folder_id: folder, id, is_cfonb_control_active } = chosen;
  const target = { folderId: folder, accountId: id, isControlled: is_cfonb_control_active, fed: fedOf(chosen) };
  return { kind: 'matched', target };
}

/** A provider that was never read may be fed by files alone, as ChannelB is. */
function fedOf({ provider, source_from, first_fed, last_fed }: Candidate): Fed | undefined {
  if (!isSynchronised(provider)) return first_fed === null ? undefined : { from: first_fed, until: last_fed };
  const [from] = [first_fed, source_from].filter((day) => day !== null).sort();
  return from === undefined ? undefined : { from, until: null };
}
