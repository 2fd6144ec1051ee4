/**
 * A folder of 1,000,000 entry lines on receipts, 60,000 of them in December 2025 with 42,000 letter groups: invoices of three
 * lines, and payments of ten customers each, one letter to an invoice. Its 5 revenue accounts have a category and a rate.
 */
import type { Knex } from 'knex';
import { createFolder } from '../../src/services/folders/folders.ts';
import type { Context } from '../../src/services/operation/context.ts';
import { sized } from './size.ts';

/** Invoices of the year, those of December among them, and those paid in December. */
const [INVOICES, OF_DECEMBER, PAID_IN_DECEMBER] = [sized(245_880), sized(7_350), sized(34_500)] as const;

const BOOKS = `
  insert into exercise (folder_id, start_date, end_date, is_closed) values (:folder, '2025-01-01', '2025-12-31', false);
  insert into journal (folder_id, code, label, type) values (:folder, 'VE', 'Ventes', 'Sale'), (:folder, 'BQ', 'Banque', 'Bank');
  insert into account (folder_id, number, label)
    select :folder, number, number from unnest(array['411000', '512000', '445710', '706000', '706100', '706200', '706300', '706400']) number;
  insert into sub_account (folder_id, account_id, code, label)
    select :folder, (select id from account where folder_id = :folder and number = '411000'), 'C' || n, 'C' || n
    from generate_series(1, 2000) n;
  insert into vat_account_setting (folder_id, account_id, vat_category, vat_rate, exigibility, is_validated)
    select :folder, id, 'VT_PREST', '_20', 'OnReceipts', true from account where folder_id = :folder and number like '706%';

  create temp table sale on commit drop as
    select n, 1 + n % 5 as revenue, 1 + n % 2000 as customer, 10000 + (n * 7919) % 900000 as net,
      case when n > :invoices - :december then date '2025-12-01' + n % 31 else date '2025-01-01' + n % 330 end as day,
      case when n > :invoices - :december then null
           when n > :invoices - :december - :paid then date '2025-12-01' + n / 10 % 31
           else date '2025-01-05' + n / 10 % 325 end as paid
    from generate_series(1, :invoices) n;
  insert into entry (folder_id, id, exercise_id, journal_id, rank, entry_date, validation_date, number)
    select :folder, n, x.id, j.id, n, day, day, n::text from sale, exercise x, journal j
    where x.folder_id = :folder and j.folder_id = :folder and j.code = 'VE';
  insert into entry (folder_id, id, exercise_id, journal_id, rank, entry_date, validation_date, number)
    select :folder, :invoices + n / 10 + 1, x.id, j.id, :invoices + n / 10 + 1, min(paid), min(paid), 'P' || n / 10
    from sale, exercise x, journal j
    where x.folder_id = :folder and j.folder_id = :folder and j.code = 'BQ' and paid is not null group by n / 10, x.id, j.id;

  insert into entry_line (folder_id, id, entry_id, rank, exercise_id, journal_id, account_id, sub_account_id, entry_date,
      letter_date, debit_cents, credit_cents, label, doc_ref, letter)
    select :folder, 3 * n + place, n, place, e.exercise_id, e.journal_id, a.id, case place when 1 then s.first + customer - 1 end,
      day, case place when 1 then paid end,
      case place when 1 then net + net / 5 else 0 end, case place when 2 then net when 3 then net / 5 else 0 end,
      'Facture', n::text, case when place = 1 and paid is not null then 'L' || n end
    from sale join entry e on e.folder_id = :folder and e.id = n
    cross join generate_series(1, 3) place
    cross join (select min(id) as first from sub_account where folder_id = :folder) s
    join account a on a.folder_id = :folder
      and a.number = case place when 1 then '411000' when 3 then '445710' else '706' || revenue - 1 || '00' end;
  insert into entry_line (folder_id, id, entry_id, rank, exercise_id, journal_id, account_id, sub_account_id, entry_date,
      letter_date, debit_cents, credit_cents, label, doc_ref, letter)
    select :folder, 4 * :invoices + n, e.id, 2 + n % 10, e.exercise_id, e.journal_id, a.id, s.first + customer - 1, e.entry_date,
      e.entry_date, 0, net + net / 5, 'Règlement', n::text, 'L' || n
    from sale join entry e on e.folder_id = :folder and e.id = :invoices + n / 10 + 1
    cross join (select min(id) as first from sub_account where folder_id = :folder) s
    join account a on a.folder_id = :folder and a.number = '411000'
    where paid is not null;
  insert into entry_line (folder_id, id, entry_id, rank, exercise_id, journal_id, account_id, entry_date, debit_cents,
      credit_cents, label, doc_ref)
    select :folder, 5 * :invoices + 100 + e.id, e.id, 1, e.exercise_id, e.journal_id, a.id, e.entry_date, sum(net + net / 5), 0,
      'Règlement', 'P'
    from sale join entry e on e.folder_id = :folder and e.id = :invoices + n / 10 + 1
    join account a on a.folder_id = :folder and a.number = '512000'
    where paid is not null group by e.id, e.exercise_id, e.journal_id, a.id, e.entry_date`;

/** Its identifier. */
export async function largeFolder(ctx: Context): Promise<number> {
  const { id } = await createFolder(ctx, undefined, { name: 'BENCH', vatSystem: 'RealNormal', vatDeadlineDay: 19 });
  const { knex } = await ctx.db();
  await knex.transaction((trx) => trx.raw(filled(id)));
  await knex.raw('vacuum analyze entry_line');
  await knex.raw('vacuum analyze entry');
  return id;
}

const filled = (folder: number): string =>
  Object.entries({ folder, invoices: INVOICES, december: OF_DECEMBER, paid: PAID_IN_DECEMBER }).reduce(
    (sql, [name, value]) => sql.replaceAll(`:${name}`, String(value)),
    BOOKS,
  );

export const countLines = async (knex: Knex, folderId: number): Promise<number> =>
  Number((await knex('entry_line').where({ folder_id: folderId }).count({ count: '*' }).first())?.count);
