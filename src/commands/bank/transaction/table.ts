/** Transactions as people read them. */
import type { TransactionListing } from '../../../services/banking/transactions/list.ts';
import type { Block } from '../../operation/operation.ts';
import { amountWidth, widthLeft } from '../report/for-people.ts';

/** With the balance after each transaction; without an account there is no one balance, and the account is shown. */
export async function* transactionTable(rows: TransactionListing, note?: string): AsyncGenerator<Block> {
  const balances = (await rows.balances?.()) ?? new Map<number, string>();
  const isRunning = balances.size > 0;
  const lastColumn = isRunning
    ? amountWidth(balances.values())
    : Math.max(0, ...rows.map(({ account }) => account.length));
  const labelWidth = widthLeft(
    String(rows.at(-1)?.id ?? '').length + 1,
    DAY_WIDTH,
    DAY_WIDTH,
    amountWidth(rows.map(({ amount }) => amount)),
    lastColumn,
  );
  yield {
    kind: 'table',
    columns: [
      { name: 'Id', type: 'number' },
      { name: 'Date', fr: 'Date', type: 'day' },
      { name: 'ValueDate', type: 'day' },
      { name: 'Label' },
      { name: 'Amount', type: 'amount' },
      isRunning ? { name: 'Balance', fr: 'Solde', type: 'amount' } : { name: 'Account', fr: 'Compte' },
    ],
    rows: rows.map((row) => [
      row.id,
      row.operationDate,
      row.valueDate,
      row.label.slice(0, labelWidth),
      row.amount,
      isRunning ? balances.get(row.id) : row.account,
    ]),
    ...(note !== undefined && { note }),
  };
}

const DAY_WIDTH = 10;
