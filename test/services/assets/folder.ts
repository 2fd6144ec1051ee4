/** Folders with exercises and assets for tests of the store. */

import { assetBody } from '../../../src/commands/asset/asset-input.ts';
import { FixedAssetShape } from '../../../src/commands/asset/wire.ts';
import { toWire } from '../../../src/commands/operation/wire.ts';
import { type AssetDraft, BARE_DRAFT } from '../../../src/services/assets/asset.ts';
import type { AssetInput } from '../../../src/services/assets/asset-input.ts';
import { readFixedAsset } from '../../../src/services/assets/register/read-asset.ts';
import { simulationFacts } from '../../../src/services/assets/simulation/facts.ts';
import type { Database } from '../../../src/services/db/database.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import type { Context } from '../../../src/services/operation/context.ts';
import { asReader } from '../../support/context.ts';
import { parseSimulation } from './simulate.ts';

export const NOW = '2026-03-01T10:00:00.000Z';

/** A folder with civil-year exercises. Returns its identifier. */
export async function folderWith(db: Database, first = 2024, last = 2025): Promise<number> {
  const { id } = await createFolder(asReader(db), undefined, { name: 'ALPHA', taxRegime: 'CorporationTax' });
  for (let year = first; year <= last; year++)
    await createExercise(asReader(db), id, { start: `${year}-01-01` as PlainDate, end: `${year}-12-31` as PlainDate });
  return id;
}

/** A draft from a simulation body. */
export function draftOf(body: unknown, more: Partial<AssetDraft> = {}): AssetDraft {
  const facts = simulationFacts(parseSimulation(body));
  return { ...BARE_DRAFT, name: 'Machine', booksFrom: facts.acquisitionDate, facts, ...more };
}

/** A body of creation, read as the operations read it. */
export const inputOf = (change: object = {}): AssetInput =>
  assetBody.parse({
    Name: 'Machine',
    Account: { AccountNumber: 2154 },
    AcquisitionValue: '12000.00',
    AcquisitionDate: '2024-01-01',
    DeploymentDate: '2024-01-01',
    AcquisitionQuantity: 10,
    Amortization: { AmortizationCalculationMethod: 'EconomicOnly', EconomicAttributes: { Duration: { YearCount: 5 } } },
    ...change,
  });

/** The asset as callers read it on a day. */
export const shownAsset = async (ctx: Context, folderId: number, assetId: number, date: PlainDate) =>
  toWire(FixedAssetShape, await readFixedAsset(ctx, folderId, assetId, date));

/** Tables that a use case of fixed assets may write, whole: to see that nothing was. */
export async function everything({ knex }: Database): Promise<unknown> {
  const tables = [
    'asset_register',
    'asset',
    'asset_component_group',
    'asset_grant',
    'asset_grant_link',
    'asset_figure',
  ];
  return Promise.all(tables.map((table) => knex(table).select('*').orderByRaw('??::text', [table])));
}
