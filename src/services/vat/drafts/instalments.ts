/**
 * Instalments of the simplified regime that the books paid in a year: debits of 44581 against treasury. Those of June to
 * October go with July, the others with December (CGI annex II art. 242 septies A).
 */
import type { Knex } from 'knex';
import { dayParts, type PlainDate } from '../../kernel/dates.ts';
import { type Cents, wholeEuros } from '../../kernel/money.ts';
import { openingEntriesOf } from '../../ledger/openings.ts';
import type { Instalment } from '../return/inputs.ts';
import type { OpenReturn } from './stored-return.ts';

const ACCOUNT = '44581';

interface Paid {
  readonly date: PlainDate;
  readonly amount: Cents;
}

export async function paidInstalments(trx: Knex.Transaction, opened: OpenReturn): Promise<Instalment[]> {
  const months = new Map<string, Cents>();
  for (const { date, amount } of await paymentsOf(trx, opened)) {
    const { year, month } = dayParts(date);
    const name = month >= 6 && month <= 10 ? `${year}-07` : `${month < 6 ? year - 1 : year}-12`;
    months.set(name, (months.get(name) ?? 0n) + amount);
  }
  return [...months]
    .filter(([, amount]) => amount > 0n)
    .map(([month, amount]) => ({ month, paidAmount: wholeEuros(amount), remainingAmount: 0n }));
}

/** The balance that opens an exercise was paid before. */
async function paymentsOf(trx: Knex.Transaction, { folder, group }: OpenReturn): Promise<Paid[]> {
  const period = { beginDate: group.begin_date, endDate: group.end_date };
  const openings = await openingEntriesOf(trx, folder.id, period);
  return trx('entry_line as l')
    .joinRaw('join account a on a.folder_id = l.folder_id and a.id = l.account_id')
    .where('l.folder_id', folder.id)
    .whereBetween('l.entry_date', [group.begin_date, group.end_date])
    .where('a.number', 'like', `${ACCOUNT}%`)
    .where('l.debit_cents', '>', 0)
    .whereRaw('l.entry_id <> all(?::integer[])', [openings])
    .whereRaw(
      `exists (select 1 from entry_line t join account b on b.folder_id = t.folder_id and b.id = t.account_id
         where t.folder_id = l.folder_id and t.entry_id = l.entry_id and b.number like '5%')`,
    )
    .orderBy(['l.entry_date', 'l.id'])
    .select({ date: 'l.entry_date', amount: 'l.debit_cents' });
}
