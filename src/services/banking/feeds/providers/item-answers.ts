/**
 * What Bridge API v3 answers, read field by field: nothing of it is trusted to be there, to be of its type or to be
 * of a reasonable size. An answer that cannot be read whole is refused whole (ChannelAnswerUnreadable).
 */
import { asObject, type JsonObject, textOf, unreadable } from '../../../channels/outbound/json-answer.ts';
import { type PlainDate, parsePlainDate } from '../../../kernel/dates.ts';
import { parseAmount } from '../../../kernel/money.ts';
import { electronicIban } from '../../accounts/iban.ts';
import type { ConnectionStatus } from '../../store.ts';
import type { ExactAmount, ProviderAccount, ProviderBank, ProviderItem, ProviderTransaction } from './provider.ts';

/**
 * Status codes of items, as Bridge documents them. `Wait` for what passes by itself, `Ko` for what needs the person, who
 * opens the connection again.
 */
const ITEM_STATUSES: Readonly<Record<string, ConnectionStatus>> = {
  '0': 'Ok',
  '-2': 'Wait', // just added
  '-3': 'Wait', // just edited
  '402': 'Ko', // wrong credentials
  '429': 'Ko', // the person must do something on the site of the bank
  '430': 'Ko', // the password must be changed
  '1003': 'Wait', // could not refresh
  '1005': 'Ko', // not supported
  '1007': 'Wait', // disabled for a while
  '1009': 'Ok', // the balance moved without transactions
  '1010': 'Ko', // strong authentication is due: a session with the item repairs it
  '1099': 'Wait', // on its way to another bank
  '1100': 'Ko', // professional accounts to be confirmed by the person
};

export const itemStatus = (code: string): ConnectionStatus => ITEM_STATUSES[code] ?? 'None';

export interface Page<T> {
  readonly resources: readonly T[];
  /** Address of the page after it. */
  readonly next: string | undefined;
}

export function readPage<T>(answer: unknown, read: (resource: JsonObject) => T): Page<T> {
  const { resources, pagination } = asObject(answer);
  if (!Array.isArray(resources)) throw unreadable('no resources');
  const next = pagination === undefined || pagination === null ? undefined : asObject(pagination).next_uri;
  return { resources: resources.map((resource) => read(asObject(resource))), next: textOf(next) };
}

export const readBank = (bank: JsonObject): ProviderBank => ({
  id: required(bank, 'id'),
  name: required(bank, 'name').slice(0, 200),
  countryCode: textOf(bank.country_code)?.slice(0, 2).toUpperCase() ?? null,
});

export function readItem(item: JsonObject): ProviderItem {
  const code = required(item, 'status').slice(0, 20);
  return {
    id: required(item, 'id'),
    bankId: required(item, 'provider_id'),
    status: itemStatus(code),
    sourceStatus: code,
  };
}

export const readAccount = (account: JsonObject): ProviderAccount => ({
  id: required(account, 'id'),
  name: required(account, 'name').slice(0, 200),
  type: textOf(account.type)?.slice(0, 50) ?? 'None',
  currency: currencyOf(account),
  iban: electronicIban(textOf(account.iban)?.slice(0, 50) ?? '') || null,
  balance: amountOf(account, 'balance'),
  updatedAt: momentOf(account, 'updated_at'),
});

export function readTransaction(transaction: JsonObject): ProviderTransaction {
  const clean = textOf(transaction.clean_description);
  const label = textOf(transaction.provider_description) ?? clean ?? '';
  return {
    id: required(transaction, 'id'),
    ...amountOf(transaction, 'amount'),
    date: dayOf(transaction, 'date') ?? missing('date'),
    valueDate: dayOf(transaction, 'value_date') ?? null,
    currency: currencyOf(transaction),
    label,
    description: clean !== undefined && clean !== label ? clean : null,
    operationCode: textOf(transaction.operation_type)?.slice(0, 50) ?? null,
    isDeleted: DELETED.some((name) => transaction[name] === true),
    updatedAt: momentOf(transaction, 'updated_at'),
  };
}

/**
 * `deleted` under both of its names, and `future`: a movement to come is in no balance and may come again under another
 * identifier. It is taken once it is no more to come.
 */
const DELETED = ['deleted', 'is_deleted', 'future'] as const;

function missing(name: string): never {
  throw unreadable(`no ${name}`);
}

const required = (holder: JsonObject, name: string): string => textOf(holder[name])?.slice(0, 200) ?? missing(name);

function currencyOf(holder: JsonObject): string {
  const code = required(holder, 'currency_code');
  return /^[A-Z]{3}$/.test(code) ? code : missing('currency_code');
}

function dayOf(holder: JsonObject, name: string): PlainDate | undefined {
  const text = textOf(holder[name]);
  return text === undefined ? undefined : (parsePlainDate(text) ?? missing(name));
}

function momentOf(holder: JsonObject, name: string): string {
  const text = required(holder, name);
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? missing(name) : new Date(at).toISOString();
}

const MOST_DECIMALS = 9;
const MOST_UNITS = 2n ** 63n - 1n;

/** JSON numbers are doubles; written back they are the digits that were sent, up to 15 of them. */
function amountOf(holder: JsonObject, name: string): ExactAmount {
  const text = textOf(holder[name]) ?? '';
  const decimals = Math.max(2, text.split('.')[1]?.length ?? 0);
  const units = decimals <= MOST_DECIMALS ? parseAmount(text, decimals) : undefined;
  if (units === undefined || units > MOST_UNITS || units < -MOST_UNITS) return missing(name);
  return { units, decimals };
}
