/** Transactions as people read them. */
import type { BankTransaction } from '../../../services/banking/transactions/view.ts';
import type { Block } from '../../operation/operation.ts';
import { amountWidth, detailsOf, widthLeft } from '../report/for-people.ts';
import type { TransactionWire } from './wire.ts';

export interface TransactionDetails {
  readonly amounts: readonly string[];
  readonly balances?: () => Promise<ReadonlyMap<number, string>>;
}

export const amountsOf = (transactions: readonly Pick<BankTransaction, 'amount'>[]): TransactionDetails => ({
  amounts: transactions.map(({ amount }) => amount),
});

/** With the balance after each transaction; without an account there is no one balance, and the account is shown. */
export async function* transactionTable(rows: readonly TransactionWire[], note?: string): AsyncGenerator<Block> {
  const people = detailsOf<TransactionDetails>(rows);
  const balances = (await people?.balances?.()) ?? new Map<number, string>();
  const isRunning = balances.size > 0;
  const amounts = people?.amounts ?? [];
  const lastColumn = isRunning ? amountWidth(balances.values()) : 'Account id'.length;
  const labelWidth = widthLeft(
    String(rows.at(-1)?.Id ?? '').length + 1,
    DAY_WIDTH,
    DAY_WIDTH,
    amountWidth(amounts),
    lastColumn,
  );
  yield {
    kind: 'table',
    columns: [
      { name: 'Id', type: 'number' },
      { name: 'Date', type: 'day' },
      { name: 'ValueDate', type: 'day' },
      { name: 'Label' },
      { name: 'Amount', type: 'amount' },
      isRunning ? { name: 'Balance', type: 'amount' } : { name: 'AccountId', type: 'number' },
    ],
    rows: rows.map((row, index) => [
      row.Id,
      row.OperationDate,
      row.ValueDate,
      row.Label.slice(0, labelWidth),
      amounts[index] ?? String(row.Amount),
      isRunning ? balances.get(row.Id) : row.AccountId,
    ]),
    ...(note !== undefined && { note }),
  };
}

const DAY_WIDTH = 10;
