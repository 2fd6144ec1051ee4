/** A statement as the specification writes it; amounts are JSON numbers, exact as long as they hold 15 digits. */
import * as z from 'zod';
import type { StoredStatement } from '../../../services/banking/statements/list.ts';
import { dayText } from '../../operation/fields.ts';
import type { Block } from '../../operation/operation.ts';

const Balance = z.object({
  Amount: z.object({ CurrencyCode: z.string().length(3), Value: z.number() }),
  Date: dayText(),
});

export const STATEMENT = { Id: z.int(), EndBalance: Balance, StartBalance: Balance, AccountId: z.int() };

export const statementToWire = (statement: StoredStatement): z.output<z.ZodObject<typeof STATEMENT>> => ({
  Id: statement.id,
  EndBalance: balanceToWire(statement.currencyCode, statement.end),
  StartBalance: balanceToWire(statement.currencyCode, statement.start),
  AccountId: statement.accountId,
});

const balanceToWire = (CurrencyCode: string, { date, value }: StoredStatement['start']) => ({
  Amount: { CurrencyCode, Value: Number(value) },
  Date: date,
});

export const statementTable = (found: readonly StoredStatement[]): Block[] => [
  {
    kind: 'table',
    columns: [
      { name: 'Id', type: 'number' },
      { name: 'Account', type: 'number' },
      { name: 'StartDate', type: 'day' },
      { name: 'StartBalance', type: 'amount' },
      { name: 'Movements', type: 'number' },
      { name: 'EndDate', type: 'day' },
      { name: 'EndBalance', type: 'amount' },
      { name: 'Imports' },
    ],
    rows: found.map(({ id, accountId, start, movements, end, importIds }) => [
      ...[id, accountId, start.date, start.value, movements, end.date, end.value, importIds.join(', ')],
    ]),
  },
];
