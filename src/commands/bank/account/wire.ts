/** Bank accounts in wire names: the summary, and the aggregate that connections and transactions carry. */
import * as z from 'zod';
import type { AccountAggregate } from '../../../services/banking/accounts/account-aggregate.ts';
import type { BankAccount } from '../../../services/banking/accounts/accounts.ts';
import { ibanParts } from '../../../services/banking/accounts/iban.ts';
import { PROVIDERS } from '../../../services/banking/store.ts';
import { AGGREGATE, aggregateWire } from '../aggregate-wire.ts';

const text = () => z.string().nullable();
const moment = () => z.string().meta({ format: 'date-time' });

const SUMMARY = {
  SourceId: z.string(),
  Id: z.int(),
  EnterpriseId: z.int(),
  BankId: z.int(),
  Name: z.string(),
  CurrencyCode: text(),
  Description: text(),
  Iban: text(),
  Bic: text(),
  Balance: z.number(),
  Type: z.string(),
  State: z.string(),
  Provider: z.enum(PROVIDERS),
  IsVisible: z.boolean(),
  UpdatedAt: moment(),
  IsValidIban: z.boolean(),
};

export const AccountSummary = z.object(SUMMARY).meta({ id: 'BankAccount' });

export const AccountDetailed = z
  .object({ ...SUMMARY, BankName: z.string(), IsConnected: z.boolean() })
  .meta({ id: 'BankAccountDetailed' });

export const summaryWire = (account: BankAccount): z.output<typeof AccountSummary> => ({
  SourceId: account.sourceId,
  Id: account.id,
  EnterpriseId: account.folderId,
  BankId: account.bankId,
  Name: account.name,
  CurrencyCode: account.currencyCode,
  Description: account.description,
  Iban: account.iban,
  Bic: account.bic,
  Balance: Number(account.balance ?? 0),
  Type: account.type,
  State: account.state,
  Provider: account.provider,
  IsVisible: account.isVisible,
  UpdatedAt: account.updatedAt,
  IsValidIban: account.isValidIban,
});

export const detailedWire = (account: BankAccount): z.output<typeof AccountDetailed> => ({
  ...summaryWire(account),
  BankName: account.bankName,
  IsConnected: account.isConnected,
});

/** BankConnection is null and Transactions empty: they are had by operations of their own. */
export const AccountAggregateSchema = z
  .object({
    ...AGGREGATE,
    EnterpriseId: z.int(),
    BankConnectionId: z.int().nullable(),
    CreationDate: moment(),
    SourceId: z.string(),
    Provider: z.enum(PROVIDERS),
    Iban: z
      .object({ Value: z.string(), AccountNumber: z.string(), Prefix: z.string(), Suffix: z.string() })
      .meta({ id: 'Iban' })
      .nullable(),
    Bic: z.object({ Value: z.string() }).meta({ id: 'Bic' }).nullable(),
    CurrencyCode: text(),
    Name: z.string(),
    Type: z.string(),
    State: z.string(),
    BankConnection: z.null(),
    Balance: z.number(),
    AccountUpdatedAt: moment().nullable(),
    IsVisible: z.boolean(),
    Transactions: z.array(z.never()),
    Description: text(),
    DeletedAt: moment().nullable(),
  })
  .meta({ id: 'BankAccountAggregate' });

export const accountAggregateWire = (account: AccountAggregate): z.output<typeof AccountAggregateSchema> => ({
  ...aggregateWire(account),
  EnterpriseId: account.folderId,
  BankConnectionId: account.bankConnectionId,
  CreationDate: account.createdAt,
  SourceId: account.sourceId,
  Provider: account.provider,
  Iban: account.iban === null ? null : ibanWire(account.iban),
  Bic: account.bic === null ? null : { Value: account.bic },
  CurrencyCode: account.currencyCode,
  Name: account.name,
  Type: account.type,
  State: account.state,
  BankConnection: null,
  Balance: Number(account.balance ?? 0),
  AccountUpdatedAt: account.accountUpdatedAt,
  IsVisible: account.isVisible,
  Transactions: [],
  Description: account.description,
  DeletedAt: account.deletedAt,
});

function ibanWire(iban: string) {
  const { value, accountNumber, prefix, suffix } = ibanParts(iban);
  return { Value: value, AccountNumber: accountNumber, Prefix: prefix, Suffix: suffix };
}
