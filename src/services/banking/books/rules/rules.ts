/** Rules of a folder: added, listed, changed, removed. Accounts are checked when a rule is written. */
import type { Knex } from 'knex';
import { type Camel, camelRow, snakeRow } from '../../../db/rows.ts';
import { getFolder } from '../../../folders/folders.ts';
import { formatAmount } from '../../../kernel/money.ts';
import { type Account, listAccounts } from '../../../ledger/accounts.ts';
import { ledgerErrors } from '../../../ledger/errors.ts';
import { findSubAccounts } from '../../../ledger/sub-accounts.ts';
import type { Context } from '../../../operation/context.ts';
import { requireAccount } from '../../accounts/accounts.ts';
import { authorOf } from '../../events.ts';
import { ruleErrors } from './errors.ts';
import type { RuleDraft } from './rule.ts';

interface RuleRow {
  folder_id: number;
  id: number;
  name: string;
  priority: number;
  is_active: boolean;
  account_id: number | null;
  label_pattern: string | null;
  operation_code: string | null;
  direction: 'In' | 'Out' | null;
  min_cents: bigint | null;
  max_cents: bigint | null;
  ledger_account: string;
  sub_account: string | null;
  vat_account: string | null;
  vat_rate: string | null;
  entry_label: string | null;
}

type StoredRule = Camel<RuleRow>;

const table = (knex: Knex) => knex<RuleRow>('bank_rule');

/** In the order they are tried. Throws FolderNotFound. */
export async function listRules(ctx: Context, folderId: number): Promise<StoredRule[]> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  return (await table(db.knex).where({ folder_id: folderId }).orderBy(['priority', 'id'])).map(camelRow);
}

/** Throws FolderNotFound, RuleNotFound. */
export async function getRule(ctx: Context, folderId: number, ruleId: number): Promise<StoredRule> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const row = await table(db.knex).where({ folder_id: folderId, id: ruleId }).first();
  if (!row) throw ruleErrors.RuleNotFound({ folderId, ruleId });
  return camelRow(row);
}

/**
 * Throws FolderNotFound, BankAccountNotFound, RuleWithoutCriterion, RuleAmountsInverted, AccountNotFound,
 * SubAccountNotFound, VatAccountMissing.
 */
export async function addRule(ctx: Context, folderId: number, draft: RuleDraft): Promise<StoredRule> {
  const rule = await checkedRule(ctx, folderId, draft);
  const { knex } = await ctx.db();
  const [row] = await table(knex)
    .insert(snakeRow({ ...rule, folderId, createdAt: ctx.clock.now(), ...change(ctx) }))
    .returning('*');
  return camelRow(row as RuleRow);
}

const change = (ctx: Context) => ({
  updatedAt: ctx.clock.now(),
  updatedByUserId: authorOf(ctx.actor).userId,
});

/** Changes what is given. Throws as `addRule`, and RuleNotFound. */
export async function updateRule(
  ctx: Context,
  folderId: number,
  ruleId: number,
  given: Partial<RuleDraft>,
): Promise<StoredRule> {
  const before = await getRule(ctx, folderId, ruleId);
  const rule = await checkedRule(ctx, folderId, { ...before, ...given });
  const { knex } = await ctx.db();
  const [row] = await table(knex)
    .where({ folder_id: folderId, id: ruleId })
    .update(snakeRow({ ...rule, ...change(ctx) }))
    .returning('*');
  return camelRow(row as RuleRow);
}

/** The entries that it wrote stay. Throws FolderNotFound, RuleNotFound. */
export async function removeRule(ctx: Context, folderId: number, ruleId: number): Promise<void> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const removed = await table(db.knex).where({ folder_id: folderId, id: ruleId }).delete();
  if (removed === 0) throw ruleErrors.RuleNotFound({ folderId, ruleId });
}

/** A rule that can be stored, its VAT account chosen. Throws as `addRule`. */
export async function checkedRule(ctx: Context, folderId: number, draft: RuleDraft): Promise<RuleDraft> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const { accountId, labelPattern, operationCode, minCents, maxCents } = draft;
  if ([labelPattern, operationCode, minCents, maxCents].every((criterion) => (criterion ?? null) === null)) {
    throw ruleErrors.RuleWithoutCriterion();
  }
  if (minCents && (maxCents ?? minCents) < minCents) {
    throw ruleErrors.RuleAmountsInverted({
      minAmount: formatAmount(minCents),
      maxAmount: formatAmount(maxCents ?? minCents),
    });
  }
  if (accountId) await requireAccount(db.knex, folderId, accountId);
  const account = await accountNumbered(ctx, folderId, draft.ledgerAccount);
  if (draft.subAccount) await requireSubAccount(ctx, folderId, account, draft.subAccount);
  return { ...draft, vatAccount: await vatAccountFor(ctx, folderId, draft) };
}

async function accountNumbered(ctx: Context, folderId: number, number: string): Promise<Account> {
  const { items } = await listAccounts(ctx, folderId, { numbers: [number] }, { page: 1, limit: 1 });
  if (!items[0]) throw ledgerErrors.AccountNotFound({ folderId, account: number });
  return items[0];
}

async function requireSubAccount(ctx: Context, folderId: number, account: Account, code: string): Promise<void> {
  const subs = await findSubAccounts(ctx, folderId, { accountId: account.id });
  if (subs.some((sub) => sub.code === code)) return;
  throw ledgerErrors.SubAccountNotFound({ account: account.number, subAccount: code });
}

/** The account named; else the first of deductible VAT (44566), or of VAT collected (44571) for what comes in. */
async function vatAccountFor(
  ctx: Context,
  folderId: number,
  { vatRate, vatAccount, direction }: RuleDraft,
): Promise<string | null> {
  if (!vatRate) return null;
  if (vatAccount) return (await accountNumbered(ctx, folderId, vatAccount)).number;
  const prefix = direction === 'In' ? '44571' : '44566';
  const { items } = await listAccounts(ctx, folderId, { prefixes: [prefix] }, { page: 1, limit: 1 });
  if (!items[0]) throw ruleErrors.VatAccountMissing({ prefix });
  return items[0].number;
}
