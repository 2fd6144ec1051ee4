/** Documents that deleted transactions keep: nobody else can be given them until they are taken off. */
import type { Knex } from 'knex';

export interface HeldDocuments {
  readonly transactionId: number;
  readonly date: string;
  readonly label: string;
  readonly documentIds: readonly number[];
}

/** By day. */
export async function heldDocuments(knex: Knex, folderId: number): Promise<HeldDocuments[]> {
  const { rows } = await knex.raw(
    `select t.id as "transactionId", t.operation_date as date, t.label,
            array_agg(d.document_id order by d.document_id) as "documentIds"
     from document_association d
     join bank_transaction t on t.folder_id = d.folder_id and t.id = d.transaction_id
     where d.folder_id = ? and t.is_deleted and not t.is_hidden
     group by t.id, t.operation_date, t.label order by t.operation_date, t.id`,
    [folderId],
  );
  return rows;
}
