/** Payments and the invoices that they settle, by letter. */
import type { Knex } from 'knex';
import type { Paging } from '../../ledger/page.ts';
import type { AssistantBooks } from './books.ts';

/** An entry of the return with another of its letter groups. */
export interface Lettered {
  readonly entryId: number;
  readonly otherId: number;
  readonly isDocument: boolean;
}

/** A line of the same group `p` of an entry without operation and without tax, which returns have no share of. */
const PAYMENT = `
  from entry_line p
  where p.folder_id = :folderId and p.account_id = l.account_id and p.letter = l.letter
    and p.exercise_id = l.exercise_id and coalesce(p.sub_account_id, 0) = coalesce(l.sub_account_id, 0)
    and p.entry_id <> l.entry_id and p.entry_date <= :endDate`;

const DOCUMENT = `
  select true from entry_line b
  where b.folder_id = :folderId and b.entry_id = p.entry_id and b.account_id = any(:documents::integer[])`;

const LETTERED = `
  l.folder_id = :folderId and l.account_id = any(:parties::integer[]) and l.letter is not null`;

const PAID = `
  l.entry_id = u.entry_id and (select true ${PAYMENT} and not coalesce((${DOCUMENT} limit 1), false) limit 1)`;

const DECLARED = `
  select distinct s.entry_id, s.entry_date from vat_share s
  where s.folder_id = :folderId and s.procedure_id = :procedureId`;

/**
 * Invoices of the return that a payment goes with, by day, then by entry. Looked up in the indexes, entry by entry, until
 * the page is full: a join would read all lines of the folder.
 */
export async function pageOfPaid(knex: Knex, books: AssistantBooks, { page, limit }: Paging): Promise<number[]> {
  const { rows } = await knex.raw(
    `select u.entry_id from (${DECLARED} order by s.entry_date, s.entry_id offset 0) u
     where (select true from entry_line l where ${LETTERED} and ${PAID} limit 1)
     order by u.entry_date, u.entry_id limit :limit offset :offset`,
    { ...bindingsOf(books), limit, offset: (page - 1) * limit },
  );
  return rows.map(({ entry_id }: { entry_id: number }) => entry_id);
}

/** How many there are. */
export async function countPaid(knex: Knex, books: AssistantBooks): Promise<number> {
  const { rows } = await knex.raw(
    `select count(distinct u.entry_id)::integer as total from (${DECLARED}) u
     join lateral (select * from entry_line l where ${LETTERED} and l.entry_id = u.entry_id offset 0) l on ${PAID}`,
    bindingsOf(books),
  );
  return rows[0].total;
}

/** What the entries are lettered with, by day of the other. */
export async function letteredWith(
  knex: Knex,
  books: AssistantBooks,
  entryIds: readonly number[],
): Promise<readonly Lettered[]> {
  const { rows } = await knex.raw(
    `select distinct l.entry_id as "entryId", p.entry_id as "otherId", p.entry_date, exists (${DOCUMENT}) as "isDocument"
     from entry_line l cross join lateral (select p.* ${PAYMENT}) p
     where ${LETTERED} and l.entry_id = any(:entryIds::integer[])
     order by l.entry_id, p.entry_date, p.entry_id`,
    { ...bindingsOf(books), entryIds: [...entryIds] },
  );
  return rows;
}

function bindingsOf({ opened, accounts }: AssistantBooks) {
  const { folder, procedure, group } = opened;
  const all = [...accounts.byId.values()];
  return {
    folderId: folder.id,
    procedureId: procedure.id,
    endDate: group.end_date,
    parties: all.filter(({ isThirdParty }) => isThirdParty).map(({ id }) => id),
    documents: all.filter(({ isBase, isTax }) => isBase || isTax).map(({ id }) => id),
  };
}
