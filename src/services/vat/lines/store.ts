/** The VAT settings of entry lines as they are stored; the account is that of the line in the ledger. */
import type { Knex } from 'knex';
import { type Camel, camelRow } from '../../db/rows.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Exigibility, VatCategory, VatRate } from '../engine/model.ts';

export const EXIGIBILITIES = ['Unknown', 'OnReceipts', 'OnDebits', 'Mixed', 'NotLiable'] as const;
export const LINE_SOURCES = ['Manual', 'FecImport', 'Automatic', 'Inherited'] as const;
export const LINE_STATUSES = ['Draft', 'Validated', 'Declared'] as const;

export interface LineConfigurationRow {
  folder_id: number;
  entry_id: number;
  line_id: number;
  vat_rate: VatRate | null;
  vat_category: VatCategory | null;
  exigibility: Exigibility | null;
  source: (typeof LINE_SOURCES)[number];
  status: (typeof LINE_STATUSES)[number];
  tax_excluded_cents: Cents | null;
  /** What no rate has been given for yet. */
  tax_excluded_remaining_cents: Cents | null;
  vat_to_declare_cents: Cents | null;
  /** VAT that a person says is declared, whatever was paid: by this return, or by the next one that is filed. */
  imposed_vat_cents: Cents | null;
  imposed_procedure_id: number | null;
  /** In percent, decimal text. */
  custom_vat_rate: string | null;
  updated_at: string;
}

/** The VAT setting of one entry line. */
export interface LineConfiguration extends Camel<LineConfigurationRow> {
  readonly accountId: number;
  readonly subAccountId: number | null;
}

export const lineConfigurations = (db: Knex) => db<LineConfigurationRow>('vat_line_configuration');

export interface LineConfigurationFilter {
  readonly entryIds?: readonly number[] | undefined;
  readonly lineIds?: readonly number[] | undefined;
}

/** By entry and line. */
export async function readLineConfigurations(
  knex: Knex,
  folderId: number,
  { entryIds, lineIds }: LineConfigurationFilter = {},
): Promise<LineConfiguration[]> {
  const query = knex
    .select('c.*', 'l.account_id', 'l.sub_account_id')
    .from({ c: 'vat_line_configuration' })
    .joinRaw('join entry_line l on l.folder_id = c.folder_id and l.id = c.line_id and l.entry_id = c.entry_id')
    .where('c.folder_id', folderId)
    .orderBy(['c.entry_id', 'c.line_id']);
  if (entryIds) query.whereRaw('c.entry_id = any(?)', [[...entryIds]]);
  if (lineIds) query.whereRaw('c.line_id = any(?)', [[...lineIds]]);
  return (await query).map((row: object) => camelRow(row) as LineConfiguration);
}

/** Writes whole rows over those that are there. */
export async function writeLineConfigurations(
  trx: Knex.Transaction,
  rows: readonly LineConfigurationRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await lineConfigurations(trx)
    .insert([...rows])
    .onConflict(['folder_id', 'entry_id', 'line_id'])
    .merge();
}

/** The VAT of these entries is no longer what it was when a person said how much of it is declared. */
export const freeImposed = (trx: Knex.Transaction, folderId: number, entryIds: readonly number[]): Promise<number> =>
  lineConfigurations(trx)
    .where({ folder_id: folderId })
    .whereNotNull('imposed_vat_cents')
    .whereRaw('entry_id = any(?)', [[...entryIds]])
    .update({ imposed_vat_cents: null, imposed_procedure_id: null });

/** Takes away the settings of the lines of accounts that begin so; says how many. */
export async function eraseLineConfigurations(
  trx: Knex.Transaction,
  folderId: number,
  prefixes: readonly string[],
): Promise<number> {
  const { rowCount } = await trx.raw(
    `delete from vat_line_configuration c using entry_line l, account a
     where c.folder_id = ? and l.folder_id = c.folder_id and l.entry_id = c.entry_id and l.id = c.line_id
       and a.folder_id = l.folder_id and a.id = l.account_id
       and exists (select from unnest(?::text[]) p where starts_with(a.number, p))`,
    [folderId, [...prefixes]],
  );
  return rowCount;
}
