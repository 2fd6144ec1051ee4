/** Making bank accounts: what tells one from another, its bank, and the event that goes with it. */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { bankingErrors } from '../errors.ts';
import { authorOf, recordEvents } from '../events.ts';
import type { AccountRow, Provider } from '../store.ts';
import { CURRENCY } from './accounts.ts';
import { electronicIban, type IbanProblem, ibanProblems, ribOfIban } from './iban.ts';

export interface NewAccount {
  readonly provider: Provider;
  readonly iban: string | null;
  readonly bankName: string;
  /** Name of the account; that of its bank by default. */
  readonly name?: string;
  /** As `normalBic` gives it. */
  readonly bic?: string;
  readonly description?: string | null;
  /** Whether a statement whose balances disagree is refused. Default true. */
  readonly isCfonbControlActive?: boolean;
}

/**
 * Creates an account and returns its identifier. Throws FolderNotFound, IbanInvalid, and BankAccountExists when the
 * folder has the IBAN already.
 */
export async function createAccount(ctx: Context, folderId: number, account: NewAccount): Promise<number> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const iban = account.iban === null ? null : checkedIban(account.iban, ctx.language);
  return db.transaction(async (trx) => {
    const id = await insertAccount(trx, ctx, folderId, {
      ...account,
      iban,
      name: account.name ?? account.bankName,
      bank: bankNamed(account.bankName),
      ...ribCodes(iban),
    });
    if (typeof id === 'number') return id;
    throw bankingErrors.BankAccountExists({ accountId: id.taken });
  });
}

const PROBLEMS: Readonly<Record<IbanProblem, Labels>> = {
  missing: { en: 'it is empty', fr: 'il est vide' },
  country: { en: 'its country is not known', fr: 'son pays est inconnu' },
  length: { en: 'its length is not that of its country', fr: 'sa longueur n’est pas celle de son pays' },
  format: { en: 'its form is not that of its country', fr: 'sa forme n’est pas celle de son pays' },
  checkDigits: { en: 'its check digits (3rd and 4th) are wrong', fr: 'ses chiffres de contrôle (3e et 4e) sont faux' },
  ribKey: { en: 'the RIB key at its end is wrong', fr: 'la clé RIB à sa fin est fausse' },
};

/** The IBAN in electronic form. Throws IbanInvalid. */
export function checkedIban(text: string, language: Language): string {
  const problems = ibanProblems(text).map((problem) => PROBLEMS[problem][language]);
  if (problems.length > 0) throw bankingErrors.IbanInvalid({ iban: text, problems: problems.join(', ') });
  return electronicIban(text);
}

/** A bank that a person names by hand: one row per name, whatever its case. */
export const bankNamed = (name: string): AccountDraft['bank'] => ({ sourceId: name.toUpperCase(), name });

/** The codes of the RIB inside an IBAN: what statements know an account by. */
export function ribCodes(iban: string | null): RibCodes {
  const rib = iban === null ? undefined : ribOfIban(iban);
  return rib ? { bankCode: rib.bankCode, branchCode: rib.branchCode, accountNumber: rib.accountNumber } : {};
}

interface RibCodes {
  readonly bankCode?: string;
  readonly branchCode?: string;
  readonly accountNumber?: string;
}

export type AccountNews = Pick<
  AccountRow,
  'bank_connection_id' | 'balance_units' | 'balance_decimals' | 'balance_date' | 'account_updated_at'
>;

export interface AccountDraft extends RibCodes {
  readonly provider: Provider;
  readonly iban: string | null;
  readonly name: string;
  readonly bank: { readonly sourceId: string; readonly name: string };
  /** What its provider calls it; by default it is its own source. */
  readonly sourceId?: string;
  readonly bic?: string;
  readonly description?: string | null;
  readonly type?: string;
  readonly currencyCode?: string;
  readonly isCfonbControlActive?: boolean;
  /** What its provider says of it. */
  readonly news?: AccountNews;
  /** The import that makes the account, and takes it away when it is undone. */
  readonly createdByFile?: number;
}

/** Inserts an account with its event; `taken` is the account that already has this number and currency. */
export async function insertAccount(
  trx: Knex.Transaction,
  ctx: Context,
  folderId: number,
  draft: AccountDraft,
): Promise<number | { readonly taken: number }> {
  const taken = await accountOfNumber(trx, folderId, draft);
  if (taken !== undefined) return { taken };
  const now = ctx.clock.now();
  const next = await trx.raw(`select nextval(pg_get_serial_sequence('bank_account', 'id'))::int as id`);
  const id: number = next.rows[0].id;
  await trx('bank_account').insert({
    folder_id: folderId,
    id,
    bank_id: await bankId(trx, draft.provider, draft.bank, now),
    provider: draft.provider,
    source_id: draft.sourceId ?? String(id),
    iban: draft.iban,
    bic: draft.bic ?? null,
    description: draft.description ?? null,
    type: draft.type ?? 'None',
    bank_code: draft.bankCode ?? null,
    branch_code: draft.branchCode ?? null,
    account_number: draft.accountNumber ?? null,
    currency: draft.currencyCode ?? null,
    name: draft.name,
    is_cfonb_control_active: draft.isCfonbControlActive ?? true,
    created_by_file: draft.createdByFile ?? null,
    ...draft.news,
    created_at: now,
    updated_at: now,
    updated_by_user_id: authorOf(ctx.actor).userId,
  });
  await recordEvents(trx, ctx, folderId, [{ type: 'AccountCreated', aggregateName: 'BankAccount', aggregateId: id }]);
  return id;
}

type AccountNumber = Pick<AccountDraft, 'iban' | 'currencyCode' | keyof RibCodes>;

/**
 * One process at a time gives accounts of a folder their numbers: a currency that is not known yet could be any. Whoever
 * locks an account as well takes this lock first.
 */
export const lockNumbers = (trx: Knex.Transaction, folderId: number) =>
  trx.raw(`select pg_advisory_xact_lock(hashtext('bank_account'), ?)`, [folderId]);

/** The account of the folder that has this number and currency, other than `exceptId`. Takes `lockNumbers`. */
export async function accountOfNumber(
  trx: Knex.Transaction,
  folderId: number,
  { iban, bankCode, branchCode, accountNumber, currencyCode }: AccountNumber,
  exceptId = 0,
): Promise<number | undefined> {
  await lockNumbers(trx, folderId);
  const { rows } = await trx.raw(
    `select a.id from bank_account a
     where a.folder_id = :folderId and a.deleted_at is null and a.id <> :exceptId
       and (a.iban = :iban or (a.bank_code, a.branch_code, a.account_number) = (:bankCode, :branchCode, :accountNumber))
       and (:currency::text is null or coalesce(${CURRENCY}, :currency) = :currency)
     order by a.id limit 1`,
    {
      folderId,
      iban,
      exceptId,
      bankCode: bankCode ?? null,
      branchCode: branchCode ?? null,
      accountNumber: accountNumber ?? null,
      currency: currencyCode ?? null,
    },
  );
  return rows[0]?.id;
}

/** The bank that a provider knows under this name, made on first use. */
export async function bankId(
  trx: Knex.Transaction,
  provider: Provider,
  bank: AccountDraft['bank'],
  now: string,
): Promise<number> {
  const key = { provider, source_id: bank.sourceId };
  const known = await trx('bank').select('id').where(key).first();
  if (known) return known.id;
  const [made] = await trx('bank')
    .insert({ ...key, name: bank.name, created_at: now, updated_at: now })
    .onConflict(['provider', 'source_id'])
    .merge({ provider }) // a twin made meanwhile by another process is taken as it is
    .returning('id');
  return made.id;
}
