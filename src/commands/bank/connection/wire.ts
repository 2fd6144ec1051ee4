/** Banks and connections in wire names: aggregate, summary, short and reduced. */
import * as z from 'zod';
import type { Bank } from '../../../services/banking/accounts/banks.ts';
import type { Connection } from '../../../services/banking/feeds/connections/connections.ts';
import { CONNECTION_STATUSES, PROVIDERS } from '../../../services/banking/store.ts';
import { AccountAggregateSchema, AccountSummary, accountAggregateWire, summaryWire } from '../account/wire.ts';
import { AGGREGATE, aggregateWire } from '../aggregate-wire.ts';

const text = () => z.string().nullable();

export const BankAggregate = z
  .object({
    ...AGGREGATE,
    Name: z.string(),
    Description: text(),
    CountryCode: text(),
    SourceId: z.string(),
    Provider: z.enum(PROVIDERS),
  })
  .meta({ id: 'Bank' });

export const bankWire = (bank: Bank): z.output<typeof BankAggregate> => ({
  ...aggregateWire(bank),
  Name: bank.name,
  Description: bank.description,
  CountryCode: bank.countryCode,
  SourceId: bank.sourceId,
  Provider: bank.provider,
});

const BankShort = z
  .object({ Id: z.int(), Provider: z.enum(PROVIDERS), Name: z.string(), CountryCode: text() })
  .meta({ id: 'BankShort' });

export const ConnectionAggregate = z
  .object({
    ...AGGREGATE,
    SourceId: z.string(),
    Provider: z.enum(PROVIDERS),
    Name: text(),
    SourceStatus: text(),
    Status: z.enum(CONNECTION_STATUSES),
    EnterpriseId: z.int(),
    BankId: z.int(),
    Bank: BankAggregate,
    Accounts: z.array(AccountAggregateSchema),
    DeletedAt: z.string().meta({ format: 'date-time' }).nullable(),
  })
  .meta({ id: 'BankConnection' });

export const connectionWire = (connection: Connection): z.output<typeof ConnectionAggregate> => ({
  ...aggregateWire(connection),
  SourceId: connection.sourceId,
  Provider: connection.provider,
  Name: connection.name,
  SourceStatus: connection.sourceStatus,
  Status: connection.status,
  EnterpriseId: connection.folderId,
  BankId: connection.bank.id,
  Bank: bankWire(connection.bank),
  Accounts: connection.accounts.map(accountAggregateWire),
  DeletedAt: connection.deletedAt,
});

export const ConnectionSummary = z
  .object({
    Provider: z.enum(PROVIDERS),
    Status: z.enum(CONNECTION_STATUSES),
    EnterpriseId: z.int(),
    SourceId: z.string(),
    SourceStatus: text(),
    Id: z.int(),
    Bank: BankShort,
    Accounts: z.array(AccountSummary),
    Name: text(),
  })
  .meta({ id: 'BankConnectionSummary' });

export const connectionSummaryWire = (connection: Connection): z.output<typeof ConnectionSummary> => {
  const { id, provider, name, countryCode } = connection.bank;
  return {
    Provider: connection.provider,
    Status: connection.status,
    EnterpriseId: connection.folderId,
    SourceId: connection.sourceId,
    SourceStatus: connection.sourceStatus,
    Id: connection.id,
    Bank: { Id: id, Provider: provider, Name: name, CountryCode: countryCode },
    Accounts: connection.accounts.map(summaryWire),
    Name: connection.name,
  };
};

export const ConnectionReduced = z
  .object({ Status: z.enum(CONNECTION_STATUSES), BankId: z.int(), Id: z.int(), Name: text() })
  .meta({ id: 'BankConnectionReduced' });

export const connectionReducedWire = ({ status, bank, id, name }: Connection): z.output<typeof ConnectionReduced> => ({
  Status: status,
  BankId: bank.id,
  Id: id,
  Name: name,
});
