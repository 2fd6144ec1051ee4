/** Names by which a person tells the accounts of a folder apart: many a client has two at one bank. */
import type { BankAccount } from './accounts.ts';

export type NamedAccount = Pick<BankAccount, 'id' | 'name' | 'iban'>;

/** As many as a bank prints on its own statements. */
const LAST_DIGITS = 4;

/** The accounts of a folder; a name that several bear goes with the end of its IBAN, else with its id. */
export function namedApart<Account extends NamedAccount>(accounts: readonly Account[]): Account[] {
  const names = [({ name }: Account) => name, withIban, ({ name, id }: Account) => `${name} (${id})`];
  const isAlone = (account: Account, name: (typeof names)[number]) =>
    accounts.every((other) => other === account || name(other) !== name(account));
  return accounts.map((account) => ({
    ...account,
    name: names.find((name) => isAlone(account, name))?.(account) ?? account.name,
  }));
}

const withIban = ({ name, iban, id }: NamedAccount): string =>
  `${name} (${iban ? `…${iban.slice(-LAST_DIGITS)}` : id})`;
