/** Whatever a body holds, an asset is stored whole or refused by name: no input is a bug of the program. */

import { expect, test } from 'vitest';
import { assetBody } from '../../../src/commands/asset/asset-input.ts';
import { createAsset, updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import { keepWindow } from '../../../src/services/assets/register/kept-windows.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { sized } from '../../support/length.ts';
import fc from '../../support/property.ts';
import { folderWith, shownAsset } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);
const folderId = await folderWith(db);
const end = '2025-12-31' as PlainDate;
await keepWindow(ctx, folderId, { start: '2025-01-01' as PlainDate, end });

const plan = (more: object = {}) => ({ Duration: { YearCount: 5, MonthCount: 0 }, Mode: 'Linear', ...more });
const whole = {
  Name: 'Machine',
  Account: { AccountNumber: 2154, SubAccountCode: 'A' },
  AcquisitionValue: 12_000,
  AcquisitionDate: '2024-01-01',
  DeploymentDate: '2024-02-01',
  AcquisitionQuantity: 10,
  AcquisitionMethod: 'NewPurchase',
  GeographicalLocation: { Id: 1, Location: 'Atelier' },
  ExternalId: 'X1',
  Nature: 'Aucun',
  QuantityDetails: { Unit: 'Percent', Value: 50 },
  GroupName: 'Atelier',
  Notes: 'Neuve',
  ResidualValue: 10,
  DeductibleVat: 2_400,
  AmountIncludingTax: 14_400,
  IsAmortizable: true,
  Amortization: {
    AmortizationCalculationMethod: 'EconomicAndFiscal',
    EffectiveDate: '2024-03-01',
    EconomicAttributes: plan({ PastAmortization: { Amount: 1, EndDate: '2024-12-31' }, DateType: 'Custom' }),
    FiscalAttributes: plan({
      Mode: 'Declining',
      Coefficient: 1.75,
      PrivatePortion: { Mode: 'Percent', Value: 10 },
      Octies151: { Amount: 10, PartnerId: 2 },
    }),
  },
  VehicleProperties: { ImmatriculationNumber: 'AB-123-CD', CO2GPerKm: 118, EnergyType: { Code: 'GO' } },
  Revisions: [{ EffectiveDate: '2026-01-01', Duration: { YearCount: 2 } }],
  Impairments: [{ Date: '2025-12-31', Amount: 10 }],
  Grants: [{ Grant: { Name: 'Région', Funder: 'Région', TotalAmount: 100, GrantDate: '2024-01-01' }, Amount: 10 }],
  Retirement: { Type: 'Sale', Date: '2027-05-20', SaleAttributes: { SaleAmount: 10, Type: 'Exempt' } },
  Analytics: {
    Axis: [{ AxisId: 1, AxisName: 'Site', Unit: '%', Tags: [{ TagId: 1, TagName: 'Lyon', Value: '100' }] }],
  },
};

const HOSTILE: readonly unknown[] = [
  ...[null, '', ' ', '\0', '\ud800', 'x'.repeat(5_000), "'; drop table asset; --", '12n', '-3nn', '{', '__proto__'],
  ...[0, -1, 1e-7, 0.1, 999_999_999_999, 1e300, 2_147_483_648, '9999999999999.99', '00012', '1,5', 'NaN'],
  ...['1900-01-01', '2199-12-31', '2024-02-30', '2024-02-29T23:30:00Z', '0000-00-00', true, [], {}, [{}], [[[[]]]]],
];

/** Every place of a body. */
const placesOf = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => [[key], ...placesOf(item).map((place) => [key, ...place])])
    : [];

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) };
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

const change = fc.tuple(fc.constantFrom(...placesOf(whole)), fc.constantFrom(...HOSTILE));

test('the whole body is good', async () => {
  const { id } = await createAsset(ctx, folderId, assetBody.parse(whole));
  expect((await shownAsset({ ...ctx, language: 'fr' }, folderId, id, end)).Name).toBe('Machine');
});

test('a decimal too long to be read is a fault of its own place', () => {
  const body = { ...whole, QuantityDetails: { Unit: 'Percent', Value: '1'.repeat(33) } };
  const { error } = assetBody.safeParse(body);
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['QuantityDetails.Value']);
});

test('the identifier of a place is one that the database can hold', () => {
  const { error } = assetBody.safeParse({ ...whole, GeographicalLocation: { Id: 99_999_999_999, Location: 'Lyon' } });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['GeographicalLocation.Id']);
});

test('any place of it may be wrong', { tags: 'sized' }, async () => {
  const { id } = await createAsset(ctx, folderId, assetBody.parse(whole));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const body = changes.reduce<unknown>((one, [place, by]) => replaced(one, place, by), whole);
      const read = assetBody.safeParse(body);
      if (!read.success) return;
      for (const act of [
        () => createAsset(ctx, folderId, read.data),
        () => updateAsset(ctx, folderId, { assetId: id, date: end }, read.data),
      ]) {
        const asset = await act().catch((error: unknown) => {
          if (error instanceof TaxopsError) return undefined;
          throw error;
        });
        if (asset) await shownAsset({ ...ctx, language: 'fr' }, folderId, asset.id, end);
      }
    }),
    { numRuns: sized(40, 200) },
  );
});

test.each([
  [{ AccountId: 8 }, ['give AccountNumber: a grant keeps the number of its account']],
  [{ AccountNumber: 131_000, SubAccountCode: 'REGION' }, ['a grant keeps no sub-account']],
  [{ AccountId: 8, AccountNumber: 131_000, SubAccountId: 0, SubAccountCode: '' }, undefined],
  [null, undefined],
])('the account of a grant is kept or refused: %j', (Account, messages) => {
  const { error } = assetBody.safeParse({ ...whole, Grants: [{ Grant: { Name: 'Région', Account }, Amount: 10 }] });
  expect(error?.issues.map(({ message }) => message)).toEqual(messages);
});
