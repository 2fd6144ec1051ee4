/** Rules of a folder: added, listed, changed, removed. Accounts are checked when a rule is written. */
import type { Knex } from 'knex';
import type { Database } from '../../../db/database.ts';
import { getFolder } from '../../../folders/folders.ts';
import { formatAmount } from '../../../kernel/money.ts';
import { type Account, listAccounts } from '../../../ledger/accounts.ts';
import { ledgerErrors } from '../../../ledger/errors.ts';
import { findSubAccounts } from '../../../ledger/sub-accounts.ts';
import type { Context } from '../../../operation/context.ts';
import { requireAccount } from '../../accounts/accounts.ts';
import { authorOf } from '../../events.ts';
import { ruleErrors } from './errors.ts';
import type { Rule, RuleDraft } from './rule.ts';

interface RuleRow {
  folder_id: number;
  id: number;
  name: string;
  priority: number;
  is_active: boolean;
  account_id: number | null;
  label_pattern: string | null;
  operation_code: string | null;
  direction: Rule['direction'];
  min_cents: bigint | null;
  max_cents: bigint | null;
  ledger_account: string;
  sub_account: string | null;
  vat_account: string | null;
  vat_rate: string | null;
  entry_label: string | null;
  created_at: string;
  updated_at: string;
  updated_by_user_id: number | null;
}

const table = (knex: Knex) => knex<RuleRow>('bank_rule');

const fromRow = (row: RuleRow): Rule => ({
  id: row.id,
  name: row.name,
  priority: row.priority,
  isActive: row.is_active,
  accountId: row.account_id,
  labelPattern: row.label_pattern,
  operationCode: row.operation_code,
  direction: row.direction,
  minAmount: row.min_cents,
  maxAmount: row.max_cents,
  ledgerAccount: row.ledger_account,
  subAccount: row.sub_account,
  vatAccount: row.vat_account,
  vatRate: row.vat_rate,
  entryLabel: row.entry_label,
});

const toColumns = (rule: RuleDraft) => ({
  name: rule.name,
  priority: rule.priority,
  is_active: rule.isActive,
  account_id: rule.accountId,
  label_pattern: rule.labelPattern,
  operation_code: rule.operationCode,
  direction: rule.direction,
  min_cents: rule.minAmount,
  max_cents: rule.maxAmount,
  ledger_account: rule.ledgerAccount,
  sub_account: rule.subAccount,
  vat_account: rule.vatAccount,
  vat_rate: rule.vatRate,
  entry_label: rule.entryLabel,
});

/** In the order they are tried. Throws FolderNotFound. */
export async function listRules(db: Database, folderId: number): Promise<Rule[]> {
  await getFolder(db, folderId);
  return (await table(db.knex).where({ folder_id: folderId }).orderBy(['priority', 'id'])).map(fromRow);
}

/** Throws FolderNotFound, RuleNotFound. */
export async function getRule(db: Database, folderId: number, ruleId: number): Promise<Rule> {
  await getFolder(db, folderId);
  const row = await table(db.knex).where({ folder_id: folderId, id: ruleId }).first();
  if (!row) throw ruleErrors.RuleNotFound({ folderId, ruleId });
  return fromRow(row);
}

/**
 * Throws FolderNotFound, BankAccountNotFound, RuleWithoutCriterion, RuleAmountsInverted, AccountNotFound,
 * SubAccountNotFound, VatAccountMissing.
 */
export async function addRule(ctx: Context, folderId: number, draft: RuleDraft): Promise<Rule> {
  const db = await ctx.db();
  const rule = await checkedRule(db, folderId, draft);
  const [row] = await table(db.knex)
    .insert({ ...toColumns(rule), folder_id: folderId, created_at: ctx.clock.now(), ...change(ctx) })
    .returning('*');
  return fromRow(row as RuleRow);
}

const change = (ctx: Context) => ({
  updated_at: ctx.clock.now(),
  updated_by_user_id: authorOf(ctx.actor).userId,
});

/** Changes what is given. Throws as `addRule`, and RuleNotFound. */
export async function updateRule(
  ctx: Context,
  folderId: number,
  ruleId: number,
  given: Partial<RuleDraft>,
): Promise<Rule> {
  const db = await ctx.db();
  const { id, ...before } = await getRule(db, folderId, ruleId);
  const rule = await checkedRule(db, folderId, { ...before, ...given });
  await table(db.knex)
    .where({ folder_id: folderId, id })
    .update({ ...toColumns(rule), ...change(ctx) });
  return { ...rule, id };
}

/** The entries that it wrote stay. Throws FolderNotFound, RuleNotFound. */
export async function removeRule(ctx: Context, folderId: number, ruleId: number): Promise<void> {
  const db = await ctx.db();
  await getFolder(db, folderId);
  const removed = await table(db.knex).where({ folder_id: folderId, id: ruleId }).delete();
  if (removed === 0) throw ruleErrors.RuleNotFound({ folderId, ruleId });
}

/** A rule that can be stored, its VAT account chosen. Throws as `addRule`. */
export async function checkedRule(db: Database, folderId: number, draft: RuleDraft): Promise<RuleDraft> {
  await getFolder(db, folderId);
  const { labelPattern, operationCode, minAmount, maxAmount } = draft;
  if ([labelPattern, operationCode, minAmount, maxAmount].every((criterion) => criterion === null)) {
    throw ruleErrors.RuleWithoutCriterion();
  }
  if (minAmount !== null && maxAmount !== null && minAmount > maxAmount) {
    throw ruleErrors.RuleAmountsInverted({ minAmount: formatAmount(minAmount), maxAmount: formatAmount(maxAmount) });
  }
  if (draft.accountId !== null) await requireAccount(db, folderId, draft.accountId);
  const account = await accountNumbered(db, folderId, draft.ledgerAccount);
  await requireSubAccount(db, folderId, account, draft.subAccount);
  return { ...draft, vatAccount: await vatAccountFor(db, folderId, draft) };
}

async function accountNumbered(db: Database, folderId: number, number: string): Promise<Account> {
  const { items } = await listAccounts(db, folderId, { numbers: [number] }, { page: 1, limit: 1 });
  if (!items[0]) throw ledgerErrors.AccountNotFound({ folderId, account: number });
  return items[0];
}

async function requireSubAccount(db: Database, folderId: number, account: Account, code: string | null): Promise<void> {
  if (code === null) return;
  const subs = await findSubAccounts(db, folderId, { accountId: account.id });
  if (subs.some((sub) => sub.code === code)) return;
  throw ledgerErrors.SubAccountNotFound({ account: account.number, subAccount: code });
}

/** The account named; else the first of deductible VAT (44566), or of VAT collected (44571) for what comes in. */
async function vatAccountFor(
  db: Database,
  folderId: number,
  { vatRate, vatAccount, direction }: RuleDraft,
): Promise<string | null> {
  if (vatRate === null) return null;
  if (vatAccount !== null) return (await accountNumbered(db, folderId, vatAccount)).number;
  const prefix = direction === 'In' ? '44571' : '44566';
  const { items } = await listAccounts(db, folderId, { prefixes: [prefix] }, { page: 1, limit: 1 });
  if (!items[0]) throw ruleErrors.VatAccountMissing({ prefix });
  return items[0].number;
}
