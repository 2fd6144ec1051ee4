/** Changes that triggers do not watch, for their table also takes a million rows at once: said by who writes a single one. */
import type { Knex } from 'knex';

export interface Change {
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

export interface Changes {
  readonly folderId: number;
  readonly table: string;
  readonly action: 'insert' | 'update' | 'delete';
  readonly changes: readonly Change[];
}

/** As triggers do (migration 0037). */
const MOST = 20;

/** One line, in the transaction of the change; outside of a call, and of no change, none. */
export async function logChanges(trx: Knex.Transaction, { folderId, changes, ...what }: Changes): Promise<void> {
  if (changes.length === 0) return;
  const details = { ...what, rows: changes.length, ...(changes.length <= MOST && { changes }) };
  await trx.raw(
    `insert into audit_entry (at, actor, operation, folder_id, outcome, details)
     select (call ->> 'at')::timestamptz, call ->> 'actor', call ->> 'operation', ?, 'changed', ?::jsonb
     from (select nullif(current_setting('taxops.call', true), '')::jsonb as call) called where call is not null`,
    [folderId, JSON.stringify(details)],
  );
}
