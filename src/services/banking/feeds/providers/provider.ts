/**
 * The port of data providers: what the synchronisation asks of whoever gives accounts and transactions. Another
 * aggregator (Powens, GoCardless, Tink) is one file that gives a `BankProvider`, and its line in providers.ts:
 *
 * - `user` makes or finds who stands for a folder; services without users give the folder's own name back;
 * - `connectUrl` is the page of consent, of an item to repair it; the return is read by connections/callback.ts;
 * - `item`, `listItems` and `accounts` put the service's states into ours; one whose identifiers change with each consent
 *   takes the IBAN for that of the account;
 * - `transactions` gives what changed since a moment, deleted ones too, under identifiers that stay (a fingerprint of day,
 *   amount and label where there are none); what is pending comes as deleted until it is booked;
 * - `readPush` checks a signature over raw bytes and gives hints, or undefined where nothing is pushed.
 *
 * A user stands for a folder; an item is one connection of his to a bank and has accounts. Amounts are exact: integer
 * units with the number of decimals they were written with. Every call ends in bounded time with an answer that was
 * read whole, or throws an error of the channels' catalogue.
 */
import type { PlainDate } from '../../../kernel/dates.ts';
import { type Closable, definePort } from '../../../kernel/port.ts';
import type { ConnectionStatus, Provider } from '../../store.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ProviderBank {
  readonly id: string;
  readonly name: string;
  readonly countryCode: string | null;
}

export interface ProviderItem {
  readonly id: string;
  readonly bankId: string;
  readonly status: ConnectionStatus;
  /** The provider's own code. */
  readonly sourceStatus: string;
}

export interface ExactAmount {
  readonly units: bigint;
  readonly decimals: number;
}

export interface ProviderAccount {
  readonly id: string;
  readonly name: string;
  /** In the provider's own words. */
  readonly type: string;
  readonly currency: string;
  readonly iban: string | null;
  readonly balance: ExactAmount;
  /** When the provider last had news of it from the bank. */
  readonly updatedAt: string;
}

export interface ProviderTransaction extends ExactAmount {
  readonly id: string;
  readonly date: PlainDate;
  readonly valueDate: PlainDate | null;
  readonly currency: string;
  readonly label: string;
  readonly description: string | null;
  readonly operationCode: string | null;
  /** Not in the balance: taken back by the provider, or still to come. */
  readonly isDeleted: boolean;
  /** When the provider last changed it. */
  readonly updatedAt: string;
}

/** What came by a push, as it came. */
export interface Sent {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A hint that something changed; what it says is read again at the provider. */
export interface Push {
  /** In the provider's own words. */
  readonly type: string;
  /** What the provider calls the user and the item; null where it is about none. */
  readonly user: string | null;
  readonly itemId: string | null;
  readonly at: string | null;
}

export interface BankProvider {
  readonly name: Provider;
  /** Every bank it reaches. */
  banks(options?: CallOptions): Promise<readonly ProviderBank[]>;
  /** Undefined when it does not know the bank. */
  bank(bankId: string, options?: CallOptions): Promise<ProviderBank | undefined>;
  /** The user of that name of ours, made when there is none; returns what the provider calls him. */
  user(externalId: string, options?: CallOptions): Promise<string>;
  /** Page where a person gives or renews the consent of a bank. */
  connectUrl(user: string, email: string, itemId?: string, options?: CallOptions): Promise<string>;
  /** Every item of the user, whoever opened it. */
  listItems(user: string, options?: CallOptions): Promise<readonly ProviderItem[]>;
  /** Undefined when the user has no such item. */
  item(user: string, itemId: string, options?: CallOptions): Promise<ProviderItem | undefined>;
  accounts(user: string, itemId: string, options?: CallOptions): Promise<readonly ProviderAccount[]>;
  /** Transactions of an account changed at `since` or later, deleted ones included, in pages; all of them without. */
  transactions(
    user: string,
    accountId: string,
    since: string | null,
    options?: CallOptions,
  ): AsyncIterable<readonly ProviderTransaction[]>;
  /** An event that it sent; undefined unless it signed these bytes. */
  readPush(sent: Sent): Push | undefined;
  close(): Promise<void>;
}

/** The providers of this installation. */
export interface BankProviders extends Closable {
  /** Throws ProviderNotConfigured. */
  of(provider: Provider): BankProvider;
  isConfigured(provider: Provider): boolean;
  /** Ends running calls at once: they answer as interrupted. */
  close(): Promise<void>;
}

export const providersPort = definePort<BankProviders>('providers');
