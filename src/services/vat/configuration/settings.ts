/** What is set for accounts of folders and of charts: one shape for all levels, its columns and how a change alters it. */
import type { Knex } from 'knex';
import { type Camel, camelRow, snakeRow } from '../../db/rows.ts';
import type { Exigibility, VatCategory, VatRate } from '../engine/model.ts';
import { type Clearable, type Cleared, NOT_CLEARED, type Values } from './levels.ts';

interface ValueColumns {
  exigibility: Exigibility | null;
  vat_category: VatCategory | null;
  vat_rate: VatRate | null;
  include_unlettered_payments: boolean | null;
  guessed_exigibility: Exigibility | null;
  guessed_vat_category: VatCategory | null;
  guessed_vat_rate: VatRate | null;
  guessed_include_unlettered_payments: boolean | null;
}

interface ChartSettingRow extends ValueColumns {
  chart_id: number;
  account_id: number;
}

interface AccountSettingRow extends ValueColumns {
  folder_id: number;
  account_id: number;
  sub_account_id: number | null;
  is_exigibility_cleared: boolean;
  is_vat_category_cleared: boolean;
  is_vat_rate_cleared: boolean;
  is_validated: boolean;
}

export type ChartSetting = Camel<ChartSettingRow>;
export type AccountSetting = Camel<AccountSettingRow>;
type Setting = Camel<ValueColumns>;

const chartSettings = (db: Knex) => db<ChartSettingRow>('vat_chart_setting');
const accountSettings = (db: Knex) => db<AccountSettingRow>('vat_account_setting');

/** A change of one configuration: undefined keeps, null empties; `Unknown` is no value. */
export interface SettingChange {
  readonly exigibility?: Exigibility | null | undefined;
  readonly vatCategory?: VatCategory | null | undefined;
  readonly vatRate?: VatRate | null | undefined;
  readonly includeUnletteredPayments?: boolean | null | undefined;
  /** The values are guesses: they give way to any that a user chose. */
  readonly isSystemGenerated: boolean;
  /** What a user saves is validated unless this is false. */
  readonly isValidated?: boolean | undefined;
}

export const ownOf = (setting: Setting | undefined): Values => ({
  exigibility: setting?.exigibility ?? null,
  vatCategory: setting?.vatCategory ?? null,
  vatRate: setting?.vatRate ?? null,
  includeUnletteredPayments: setting?.includeUnletteredPayments ?? null,
});

export const guessedOf = (setting: Setting | undefined): Values => ({
  exigibility: setting?.guessedExigibility ?? null,
  vatCategory: setting?.guessedVatCategory ?? null,
  vatRate: setting?.guessedVatRate ?? null,
  includeUnletteredPayments: setting?.guessedIncludeUnletteredPayments ?? null,
});

export const clearedOf = (setting: AccountSetting | undefined): Cleared =>
  setting
    ? {
        exigibility: setting.isExigibilityCleared,
        vatCategory: setting.isVatCategoryCleared,
        vatRate: setting.isVatRateCleared,
      }
    : NOT_CLEARED;

const known = <T>(value: T | 'Unknown'): T | null => (value === 'Unknown' ? null : value);

/** The values that a change gives. */
const given = ({ exigibility, vatCategory, vatRate, includeUnletteredPayments }: SettingChange): Partial<Values> => ({
  ...(exigibility !== undefined && { exigibility: known(exigibility) }),
  ...(vatCategory !== undefined && { vatCategory }),
  ...(vatRate !== undefined && { vatRate: known(vatRate) }),
  ...(includeUnletteredPayments !== undefined && { includeUnletteredPayments }),
});

const CLEARED_COLUMN: Readonly<Record<Clearable, string>> = {
  exigibility: 'is_exigibility_cleared',
  vatCategory: 'is_vat_category_cleared',
  vatRate: 'is_vat_rate_cleared',
};

/** The value columns that a change writes. */
function valueColumns(change: SettingChange): Record<string, unknown> {
  const columns = Object.entries(snakeRow(given(change)));
  return Object.fromEntries(
    change.isSystemGenerated ? columns.map(([name, value]) => [`guessed_${name}`, value]) : columns,
  );
}

/** What a user gave is cleared or not; what he saved is validated. */
function userColumns(change: SettingChange): Record<string, unknown> {
  if (change.isSystemGenerated) return {};
  const values = given(change);
  const cleared = Object.entries(CLEARED_COLUMN).flatMap(([field, column]) =>
    field in values ? [[column, values[field as Clearable] === null]] : [],
  );
  return { ...Object.fromEntries(cleared), ...(change.isValidated !== false && { is_validated: true }) };
}

export interface SettingKey {
  readonly accountId: number;
  readonly subAccountId?: number | null | undefined;
}

/** Writes what a change gives and keeps the rest. */
export async function saveAccountSetting(
  knex: Knex,
  folderId: number,
  { accountId, subAccountId = null }: SettingKey,
  change: SettingChange,
): Promise<void> {
  const columns = { ...valueColumns(change), ...userColumns(change) };
  const key = { folder_id: folderId, account_id: accountId, sub_account_id: subAccountId };
  await upsert(knex('vat_account_setting'), key, columns);
}

/** The same for an account of a chart. */
export const saveChartSetting = (
  knex: Knex,
  { chartId, accountId }: { readonly chartId: number; readonly accountId: number },
  change: SettingChange,
): Promise<void> =>
  upsert(knex('vat_chart_setting'), { chart_id: chartId, account_id: accountId }, valueColumns(change));

async function upsert(
  table: Knex.QueryBuilder,
  key: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const insert = table.insert({ ...key, ...columns }).onConflict(Object.keys(key));
  await (Object.keys(columns).length === 0 ? insert.ignore() : insert.merge(Object.keys(columns)));
}

/** Stores guessed rates of many accounts at once. */
export async function saveGuessedRates(
  knex: Knex,
  folderId: number,
  rates: readonly { readonly accountId: number; readonly rate: VatRate }[],
): Promise<void> {
  const [accountIds, codes] = [rates.map(({ accountId }) => accountId), rates.map(({ rate }) => rate)];
  await knex.raw(
    `insert into vat_account_setting (folder_id, account_id, guessed_vat_rate)
     select ?, t.id, t.rate from unnest(?::integer[], ?::text[]) t(id, rate)
     on conflict (folder_id, account_id, sub_account_id) do update set guessed_vat_rate = excluded.guessed_vat_rate`,
    [folderId, accountIds, codes],
  );
}

export async function readAccountSettings(
  knex: Knex,
  folderId: number,
  accountId?: number | undefined,
): Promise<AccountSetting[]> {
  const query = accountSettings(knex).where({ folder_id: folderId });
  if (accountId !== undefined) query.where({ account_id: accountId });
  return (await query).map(camelRow);
}

/** The settings of charts, with the numbers of their accounts. */
export async function readChartSettings(
  knex: Knex,
  chartIds: readonly number[],
): Promise<(ChartSetting & { readonly number: string })[]> {
  const rows = await knex({ s: 'vat_chart_setting' })
    .join({ a: 'chart_account' }, 'a.id', 's.account_id')
    .whereIn('s.chart_id', [...chartIds])
    .select<(ChartSettingRow & { number: string })[]>('s.*', 'a.number');
  return rows.map(camelRow);
}

/** Says whether there was one. */
export const removeChartSetting = async (knex: Knex, chartId: number, accountId: number): Promise<boolean> =>
  (await chartSettings(knex).where({ chart_id: chartId, account_id: accountId }).del()) > 0;
