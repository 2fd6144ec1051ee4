/** What is set for single lines, as the engine takes it. */
import type { Knex } from 'knex';
import type { Cents } from '../../kernel/money.ts';
import type { RateDistribution, VatLine } from '../engine/model.ts';
import { lineConfigurations } from '../lines/store.ts';

type LineSetting = Pick<VatLine, 'category' | 'rate' | 'exigibility' | 'isDeclared' | 'distributions'>;

/** By entry and line: `12 3`. */
export type LineSettings = ReadonlyMap<string, LineSetting>;

interface DistributionRow {
  folder_id: number;
  entry_id: number;
  line_id: number;
  vat_rate: string;
  tax_excluded_cents: Cents;
  tax_cents: Cents;
}

export const lineDistributions = (db: Knex) => db<DistributionRow>('vat_line_distribution');

/** Of the entries in `vat_candidate`. */
export async function readLineSettings(trx: Knex.Transaction, folderId: number): Promise<LineSettings> {
  const settings = new Map<string, LineSetting>();
  const rows = await lineConfigurations(trx)
    .where({ folder_id: folderId })
    .whereRaw('entry_id in (select id from vat_candidate)');
  for (const { entry_id, line_id, vat_category, vat_rate, exigibility, status } of rows) {
    settings.set(`${entry_id} ${line_id}`, {
      ...(vat_category !== null && { category: vat_category }),
      ...(vat_rate !== null && { rate: vat_rate }),
      ...(exigibility !== null && { exigibility }),
      ...(status === 'Declared' && { isDeclared: true }),
    });
  }
  for (const [key, distributions] of await distributionsOf(trx, folderId)) {
    settings.set(key, { ...settings.get(key), distributions });
  }
  return settings;
}

async function distributionsOf(
  trx: Knex.Transaction,
  folderId: number,
): Promise<ReadonlyMap<string, readonly RateDistribution[]>> {
  const byLine = new Map<string, RateDistribution[]>();
  const rows = await lineDistributions(trx)
    .where({ folder_id: folderId })
    .whereRaw('entry_id in (select id from vat_candidate)')
    .orderBy(['entry_id', 'line_id', 'vat_rate']);
  for (const { entry_id, line_id, vat_rate, tax_excluded_cents, tax_cents } of rows) {
    const key = `${entry_id} ${line_id}`;
    const spread = { rate: vat_rate, taxExcluded: tax_excluded_cents, tax: tax_cents };
    byLine.set(key, [...(byLine.get(key) ?? []), spread]);
  }
  return byLine;
}
