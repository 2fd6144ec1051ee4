/** The accounts a file names, in order of appearance, and how the last statement of each ended. */
import { type Account, accountKey, type Balance } from './statement.ts';

interface Entry {
  readonly account: Account;
  end: Balance | null;
}

export class AccountRegister {
  readonly #entries = new Map<string, Entry>();
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  get accounts(): Account[] {
    return [...this.#entries.values()].map((entry) => entry.account);
  }

  /** The end of the account's statement before this one, null for none; undefined when the limit of accounts is passed. */
  opening(account: Account): Balance | null | undefined {
    const key = accountKey(account);
    const entry = this.#entries.get(key);
    if (entry) return entry.end;
    if (this.#entries.size >= this.limit) return undefined;
    this.#entries.set(key, { account, end: null });
    return null;
  }

  closing(account: Account, end: Balance | null): void {
    const entry = this.#entries.get(accountKey(account));
    if (entry) entry.end = end;
  }
}
