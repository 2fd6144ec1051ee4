/** Types of table B6 and operations B14 and B23, as the specification has them, in the OpenAPI document. */
import { expect, test } from 'vitest';
import { MODES, NATURES, STATUSES } from '../../../src/services/assets/value-sets.ts';
import { testApp } from '../../support/http.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const { app } = await testApp();
const { paths, components } = (await (await app.request('/openapi.json')).json()) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const item = components.schemas.AssetListItem?.properties ?? {};

/** `integer`, `number?` where null may be. */
function typeOf({ type, anyOf = [], format }: Schema = {}): string {
  if (type === 'null') return type;
  const own = typeof type === 'string' ? [type] : (type ?? anyOf.map((one) => typeOf(one)));
  const named = own.filter((one) => one !== 'null').map((one) => (format === 'date' ? 'date' : one));
  return named.join(' or ') + (own.includes('null') ? '?' : '');
}

test.each([
  ['integer', ['Id', 'Number']],
  ['integer?', ['ComponentGroupId', 'AccountId', 'EconomicDuration', 'FiscalDuration']],
  ['number', ['AcquisitionQuantity', 'AcquisitionValue', 'ResidualValue', 'EconomicBase', 'EconomicVNCPeriodAmount']],
  ['number?', ['GainOrLossAmount', 'RetirementSaleAmount', 'TaxDeductibilityLimit', 'EconomicDecliningCoefficient']],
  ['boolean', ['IsAssociated', 'IsRetired', 'IsActiveInPeriod', 'HasVehicle']],
  ['string', ['Name', 'Account', 'AcquisitionMethod', 'Nature', 'Status']],
  ['string?', ['ExternalId', 'EconomicMethod', 'FiscalProrataTemporis', 'RetirementType', 'ComponentGroupName']],
  ['date', ['AcquisitionDate', 'DeploymentDate']],
  ['date?', ['EconomicStartDate', 'RetirementDate']],
])('%s: %j of an asset of the list', (type, names) => {
  expect(Object.fromEntries(names.map((name) => [name, typeOf(item[name])]))).toEqual(
    Object.fromEntries(names.map((name) => [name, type])),
  );
});

test('enumerations of the list name their values', () => {
  const valuesOf = (name: string) => item[name]?.enum ?? item[name]?.anyOf?.[0]?.enum;
  expect([valuesOf('Status'), valuesOf('Nature'), valuesOf('EconomicMethod')]).toEqual([STATUSES, NATURES, MODES]);
});

test('hasAlert may be null', () => {
  const search = paths['/api/fixed-assets/accounting-folders/{accountingFolderId}/assets']?.get;
  expect(typeOf(search?.parameters.find(({ name }) => name === 'hasAlert')?.schema)).toBe('boolean?');
});

test('an update requires what the specification requires', () => {
  const update = paths['/api/fixed-assets/enterprises/{enterpriseId}/assets/{assetId}']?.put;
  const body = update?.requestBody?.content['application/json']?.schema;
  expect(body?.required?.toSorted()).toEqual([
    'Account',
    'AcquisitionDate',
    'AcquisitionQuantity',
    'AcquisitionValue',
    'AssetId',
    'DeploymentDate',
    'EnterpriseId',
    'Name',
  ]);
  expect([typeOf(body?.properties?.AssetId), typeOf(body?.properties?.Account)]).toEqual(['integer', 'object']);
});
