/** Accounts with their aggregate base: what connections and transactions carry. */
import type { Knex } from 'knex';
import { type AggregateBase, type DomainError, domainError, latestEvents } from '../aggregate.ts';
import { type AccountFilter, type BankAccount, readAccounts } from './accounts.ts';

export type AccountAggregate = BankAccount & AggregateBase;

/** Accounts of a folder that exist or were deleted, as the filter says, by id. */
export async function accountAggregates(knex: Knex, filter: AccountFilter): Promise<readonly AccountAggregate[]> {
  const accounts = await readAccounts(knex, filter);
  const events = await latestEvents(
    knex,
    filter.folderId,
    'BankAccount',
    accounts.map(({ id }) => id),
  );
  return accounts.map((account) => ({
    ...account,
    events: events.get(account.id) ?? [],
    errors: errorsOf(account),
  }));
}

/** An account stays usable without a valid IBAN, so it is not critical. */
const errorsOf = ({ iban, isValidIban }: BankAccount): readonly DomainError[] =>
  iban !== null && !isValidIban ? [domainError('IbanInvalid', `${iban} is not an IBAN.`, { iban })] : [];
