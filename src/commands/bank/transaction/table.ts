/** Transactions as people read them. */
import type { Block } from '../../operation/operation.ts';
import { amountWidth, widthLeft } from '../report/for-people.ts';

interface Shown {
  readonly id: number;
  readonly accountId: number;
  readonly operationDate: string;
  readonly valueDate?: string | null | undefined;
  readonly label: string;
  readonly amount: string;
}

interface Listing extends ReadonlyArray<Shown> {
  readonly balances?: () => Promise<ReadonlyMap<number, string>>;
}

/** With the balance after each transaction; without an account there is no one balance, and the account is shown. */
export async function* transactionTable(rows: Listing, note?: string): AsyncGenerator<Block> {
  const balances = (await rows.balances?.()) ?? new Map<number, string>();
  const isRunning = balances.size > 0;
  const lastColumn = isRunning ? amountWidth(balances.values()) : 'Account id'.length;
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
      isRunning ? { name: 'Balance', fr: 'Solde', type: 'amount' } : { name: 'AccountId', type: 'number' },
    ],
    rows: rows.map((row) => [
      row.id,
      row.operationDate,
      row.valueDate,
      row.label.slice(0, labelWidth),
      row.amount,
      isRunning ? balances.get(row.id) : row.accountId,
    ]),
    ...(note !== undefined && { note }),
  };
}

const DAY_WIDTH = 10;
