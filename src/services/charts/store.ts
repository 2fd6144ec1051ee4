import type { Knex } from 'knex';
import type { Camel } from '../db/rows.ts';

interface ChartRow {
  id: number;
  company_id: number;
  /** The chart that an extended chart extends; null for a chart. */
  extends_id: number | null;
  name: string;
}

interface ChartAccountRow {
  id: number;
  chart_id: number;
  number: string;
  label: string;
}

/** A chart of accounts of a firm, or one that extends it. */
export type Chart = Camel<ChartRow>;
export type ChartAccount = Camel<ChartAccountRow>;

export const charts = (db: Knex) => db<ChartRow>('chart');
export const chartAccounts = (db: Knex) => db<ChartAccountRow>('chart_account');
