/** How a folder wants the forms of a period (A5). */
import type { Knex } from 'knex';
import { getFolder } from '../folders/folders.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { Context } from '../operation/context.ts';

export interface DeclarationSettings {
  readonly folderId: number;
  readonly start: PlainDate;
  readonly end: PlainDate;
  readonly disableReadOnlyForms: boolean;
  readonly allowSendingWithFscpError: boolean;
  readonly disableReadOnlyPayloadFields: boolean;
}

interface Row {
  readonly folder_id: number;
  readonly start_date: PlainDate;
  readonly end_date: PlainDate;
  readonly disable_read_only_forms: boolean;
  readonly allow_sending_with_fscp_error: boolean;
  readonly disable_read_only_payload_fields: boolean;
}

const table = (knex: Knex) => knex<Row>('declaration_settings');

/** The settings of a period, all false when nobody set them. Throws FolderNotFound. */
export async function readSettings(
  ctx: Context,
  folderId: number,
  { start, end }: { readonly start: PlainDate; readonly end: PlainDate },
): Promise<DeclarationSettings> {
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  const row = await table(db.knex).where({ folder_id: folderId, start_date: start, end_date: end }).first();
  return {
    folderId,
    start,
    end,
    disableReadOnlyForms: row?.disable_read_only_forms ?? false,
    allowSendingWithFscpError: row?.allow_sending_with_fscp_error ?? false,
    disableReadOnlyPayloadFields: row?.disable_read_only_payload_fields ?? false,
  };
}

/** Throws FolderNotFound. */
export async function writeSettings(ctx: Context, settings: DeclarationSettings): Promise<void> {
  const { folderId } = settings;
  const db = await ctx.db();
  await getFolder(ctx, folderId);
  await table(db.knex)
    .insert({
      folder_id: folderId,
      start_date: settings.start,
      end_date: settings.end,
      disable_read_only_forms: settings.disableReadOnlyForms,
      allow_sending_with_fscp_error: settings.allowSendingWithFscpError,
      disable_read_only_payload_fields: settings.disableReadOnlyPayloadFields,
    })
    .onConflict(['folder_id', 'start_date', 'end_date'])
    .merge();
}
