/** Reads the audit log, newest first, page by page: who did what to which folder, and what it changed. */
import type { Knex } from 'knex';
import { camelRow } from '../db/rows.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Context } from '../operation/context.ts';

export interface AuditQuery {
  readonly ofFolder?: number | undefined;
  /** Part of the name of the actor. */
  readonly who?: string | undefined;
  /** An operation, or what its name begins with: `vat` is every one of VAT. */
  readonly operation?: string | undefined;
  /** Days in Paris, both included. */
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
  /** Only entries before this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface AuditLine {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly operation: string;
  readonly folderId: number | null;
  readonly outcome: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

export interface AuditPage {
  readonly items: readonly AuditLine[];
  /** `before` of the next page; undefined on the last one. */
  readonly next: number | undefined;
}

/** A log is never counted: the next page begins where this one ends, however much was written meanwhile. */
export async function listAudit(ctx: Context, query: AuditQuery): Promise<AuditPage> {
  const { knex } = await ctx.db();
  const rows = await filtered(knex, query)
    .select('id', 'at', 'actor', 'operation', 'folder_id', 'outcome', 'details')
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
  const items: AuditLine[] = rows
    .slice(0, query.limit)
    .map((row: { id: bigint }) => ({ ...camelRow(row), id: Number(row.id) }));
  return { items, next: rows.length > query.limit ? items.at(-1)?.id : undefined };
}

function filtered(knex: Knex, { ofFolder, who, operation, from, to, before }: AuditQuery): Knex.QueryBuilder {
  const entries = knex('audit_entry');
  if (ofFolder !== undefined) entries.where('folder_id', ofFolder);
  if (who !== undefined) entries.whereRaw('strpos(lower(actor), lower(?)) > 0', [who]);
  if (operation !== undefined)
    entries.whereRaw("(operation = ? or starts_with(operation, ? || '.'))", [operation, operation]);
  if (from !== undefined) entries.whereRaw("at >= ?::timestamp at time zone 'Europe/Paris'", [from]);
  if (to !== undefined) entries.whereRaw("at < (?::date + 1)::timestamp at time zone 'Europe/Paris'", [to]);
  if (before !== undefined) entries.where('id', '<', before);
  return entries;
}
