/** What people know an account by: the account of the ledger that books it, said or the only one there is, and its IBAN. */
import type { Knex } from 'knex';

const onlyAccount = (folderId: string): string =>
  `(select min(only_account.number) from account only_account
    where only_account.folder_id = ${folderId} and starts_with(only_account.number, '512')
    having count(*) = 1)`;

/** Of the bank account `account` names: `t.account_id`; two accounts of one bank differ in both. */
export const accountTextSql = (folderId: string, account: string): string =>
  `(select concat_ws(' ', coalesce(own_account.number, ${onlyAccount(folderId)}), coalesce(own_bank.iban, own_bank.name)) from bank_account own_bank
    left join bank_ledger_account own_side on own_side.folder_id = own_bank.folder_id and own_side.account_id = own_bank.id
    left join account own_account on own_account.folder_id = own_side.folder_id and own_account.id = own_side.ledger_account_id
    where own_bank.folder_id = ${folderId} and own_bank.id = ${account})`;

export async function accountText(knex: Knex, folderId: number, accountId: number): Promise<string | undefined> {
  const { rows } = await knex.raw(`select ${accountTextSql(':folderId', ':accountId')} as text`, {
    folderId,
    accountId,
  });
  return rows[0]?.text ?? undefined;
}
