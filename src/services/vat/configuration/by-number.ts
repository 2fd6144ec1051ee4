/** Configurations by account number, as another program has them: accounts that are missing are created. */

import { getFolder } from '../../folders/folders.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { type ErrorEntry, TaxopsError } from '../../kernel/errors.ts';
import { type Instant, parisDay } from '../../kernel/paris-time.ts';
import { type Account, createAccount, findAccounts } from '../../ledger/accounts.ts';
import { chartAccountOf } from '../../ledger/chart.ts';
import { findSubAccounts } from '../../ledger/sub-accounts.ts';
import type { Context } from '../../operation/context.ts';
import { within } from '../../operation/within.ts';
import type { Exigibility, VatCategory, VatRate } from '../engine/model.ts';
import { type AccountConfiguration, getConfiguration } from './configuration.ts';
import { configurationErrors } from './errors.ts';
import { saveConfiguration } from './save.ts';

export interface NumberedConfiguration {
  readonly accountNumber: string;
  /** Of an account that is created; that of the general chart unless given. */
  readonly name?: string | null | undefined;
  /** Its sub-accounts are answered too. */
  readonly auxiliarize?: boolean | null | undefined;
  readonly exigibility?: Exigibility | null | undefined;
  readonly vatCategory?: VatCategory | null | undefined;
  readonly vatRate?: VatRate | null | undefined;
}

export interface NumberedFailure {
  readonly account: string;
  readonly code: string;
  readonly entry: ErrorEntry;
}

export interface NumberedResult {
  readonly succeeded: readonly AccountConfiguration[];
  readonly errors: readonly NumberedFailure[];
}

/** Each account on its own: those that cannot be saved are named, the others are saved. Throws FolderNotFound. */
export async function saveByNumber(
  ctx: Context,
  folderId: number,
  configurations: readonly NumberedConfiguration[],
  atDate: PlainDate = parisDay(ctx.clock.now() as Instant),
): Promise<NumberedResult> {
  await getFolder(ctx, folderId);
  const succeeded: AccountConfiguration[] = [];
  const errors: NumberedFailure[] = [];
  for (const configuration of configurations) {
    try {
      succeeded.push(...(await saveOne(ctx, folderId, configuration, atDate)));
    } catch (error) {
      errors.push(failureOf(configuration.accountNumber, error));
    }
  }
  return { succeeded, errors };
}

function failureOf(account: string, error: unknown): NumberedFailure {
  if (!(error instanceof TaxopsError)) throw error;
  const { code, entry } = error.code === 'VatCombinationInvalid' ? configurationErrors.CombinationInvalid() : error;
  return { account, code, entry };
}

/** The account is created and set in one transaction, or neither. */
const saveOne = async (
  ctx: Context,
  folderId: number,
  { accountNumber, name, auxiliarize, ...values }: NumberedConfiguration,
  atDate: PlainDate,
): Promise<AccountConfiguration[]> =>
  (await ctx.db()).transaction(async (trx) => {
    const inside = within(ctx, trx);
    const { id: accountId } = await openAccount(inside, folderId, { accountNumber, name }, atDate);
    const saved = await saveConfiguration(inside, folderId, { ...values, accountId, isSystemGenerated: false });
    const below = auxiliarize ? await findSubAccounts(inside, folderId, { accountId }) : [];
    const all = [saved];
    for (const { id } of below) all.push(await getConfiguration(inside, folderId, { accountId, subAccountId: id }));
    return all;
  });

/** Classes 1 to 8, three digits at least; letters may follow (`411DUPONT`). */
const NUMBER = /^[1-8]\d{2}[0-9A-Za-z]{0,47}$/;

async function openAccount(
  ctx: Context,
  folderId: number,
  { accountNumber, name }: Pick<NumberedConfiguration, 'accountNumber' | 'name'>,
  atDate: PlainDate,
): Promise<Account> {
  if (!NUMBER.test(accountNumber)) throw configurationErrors.AccountNumberInvalid();
  const [found] = await findAccounts(ctx, folderId, { numbers: [accountNumber] });
  if (!found) {
    const label = name ?? chartAccountOf(accountNumber, atDate)?.label ?? accountNumber;
    return createAccount(ctx, folderId, { number: accountNumber, label, validFrom: atDate });
  }
  const { validFrom, validTo } = found;
  if ((validFrom ?? atDate) > atDate || (validTo ?? atDate) < atDate) throw configurationErrors.AccountClosed();
  return found;
}
