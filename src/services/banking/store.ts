/** Rows of the banking tables as knex gives them: int8 as bigint, numeric and days as text. */
import type { AggregateRow } from './aggregate.ts';

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

/** Providers whose accounts are fed by people or by files: nothing is asked of them. */
const BY_HAND: ReadonlySet<Provider> = new Set(['None', 'ManualEbics', 'ManualTransaction']);

/** Whether accounts of this provider are fed by the synchronisation. */
export const isSynchronised = (provider: Provider): boolean => !BY_HAND.has(provider);

/** Statuses of a connection: `Wait` is under way or waits for a person, `Ko` needs the connection to be made again. */
export const CONNECTION_STATUSES = ['None', 'Ok', 'Wait', 'Ko'] as const;

export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export interface AccountRow extends AggregateRow {
  readonly folder_id: number;
  readonly bank_connection_id: number | null;
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
  readonly balance_units: bigint | null;
  readonly balance_decimals: number | null;
  readonly balance_date: string | null;
  readonly account_updated_at: string | null;
  /** Transactions of its provider before this day are left out: another source gave them. */
  readonly source_from: string | null;
  /** Moment of the provider's last change that was read and stored. */
  readonly read_until: string | null;
  readonly deleted_at: string | null;
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
