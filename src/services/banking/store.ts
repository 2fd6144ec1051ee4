/** Rows of the banking tables as knex gives them: int8 as bigint, numeric and days as text. */

export const PROVIDERS = [
  'None',
  'AggregatorA',
  'AggregatorB',
  'ManualEbics',
  'ChannelB',
  'ManualTransaction',
  'ProviderC',
  'ProviderD',
] as const;

export type Provider = (typeof PROVIDERS)[number];

export interface AccountRow {
  readonly folder_id: number;
  readonly id: number;
  readonly bank_id: number;
  readonly provider: Provider;
  readonly source_id: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly currency: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
  readonly state: string;
  readonly is_visible: boolean;
  readonly updated_at: string;
}

/** A statement as stored. */
export interface StatementRow {
  readonly id: number;
  readonly account_id: number;
  readonly currency: string;
  readonly decimals: number;
  readonly start_date: string;
  readonly start_units: bigint;
  readonly end_date: string;
  readonly end_units: bigint;
  readonly movement_count: number;
  readonly is_balanced: boolean;
}
