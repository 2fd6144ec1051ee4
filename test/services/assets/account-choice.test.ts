/** Accounts and days as callers name them. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { accountCommand, assetFields } from '../../../src/commands/asset/asset-input.ts';
import { creditNoteCreate } from '../../../src/commands/asset/credit-note.ts';
import { question } from '../../../src/commands/asset/search-fields.ts';
import { configurationOf } from '../../../src/services/assets/register/account-configuration.ts';
import { chooseAccount, readChart } from '../../../src/services/assets/register/chart.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createAccount } from '../../../src/services/ledger/accounts.ts';
import { createSubAccount } from '../../../src/services/ledger/sub-accounts.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { folderWith } from './folder.ts';

const db = await testDatabase();
const ctx = testContext(db);
const folderId = await folderWith(db);
const machines = await createAccount(db, folderId, { number: '215400', label: 'Matériel' });
const computers = await createAccount(db, folderId, { number: '218300', label: 'Informatique' });
const site = await createSubAccount(db, folderId, machines.id, { code: 'A', label: 'Atelier' });
const choose = async (command: object) =>
  chooseAccount(ctx, await readChart(ctx, folderId), accountCommand.parse(command));

test('0 names no account', async () => {
  const command = { AccountId: 0, AccountNumber: 2154, SubAccountId: 0 };
  expect(await choose(command)).toEqual({ account: '215400', subAccountCode: null });
  expect(() => accountCommand.parse({ AccountId: 0 })).toThrow('give AccountId or AccountNumber');
});

test('an identifier and a number are of the same account', async () => {
  expect(await choose({ AccountId: machines.id, AccountNumber: 2154 })).toMatchObject({ account: '215400' });
  await expect(choose({ AccountId: computers.id, AccountNumber: 2154 })).rejects.toMatchObject({
    code: 'AccountsDisagree',
  });
});

test('a sub-account is one of the account, where the folder keeps them', async () => {
  const named = { account: '215400', subAccountCode: 'A' };
  expect(await choose({ AccountNumber: 2154, SubAccountCode: 'A' })).toEqual(named);
  expect(await choose({ AccountNumber: 2154, SubAccountId: site.id })).toEqual(named);
  for (const wrong of [{ SubAccountCode: 'B' }, { SubAccountId: site.id, SubAccountCode: 'B' }])
    await expect(choose({ AccountNumber: 2154, ...wrong })).rejects.toMatchObject({ code: 'SubAccountNotFound' });
  expect(await choose({ AccountNumber: 2183, SubAccountCode: 'B' })).toMatchObject({ subAccountCode: 'B' });
});

test('the period of a list is of days or of moments, from 1900 to 2199', () => {
  const read = (startDate: string, endDate: string) => z.object(question).safeParse({ startDate, endDate });
  expect(read('2025-01-01T00:00:00Z', '2025-12-31').data).toMatchObject({ startDate: '2025-01-01' });
  expect(read('2025-01-01', '9999-12-31').success).toBe(false);
});

test('B1 is asked for an account of fixed assets', async () => {
  const supplies = await createAccount(db, folderId, { number: '401000', label: 'Fournisseurs' });
  const ask = (command: object) =>
    configurationOf(ctx, folderId, {
      ...command,
      acquisitionDate: '2025-03-20' as PlainDate,
      retirementDate: undefined,
    });
  await expect(ask({ accountId: supplies.id })).rejects.toMatchObject({ code: 'NotFixedAssetAccount' });
  await expect(ask({ subAccountId: site.id })).rejects.toMatchObject({ code: 'SubAccountNotFound' });
  expect(await ask({})).toHaveProperty('amortizationAccount');
});

test('values that mean nothing are refused where they stand', () => {
  const paths = (schema: z.ZodType, body: object) =>
    schema.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];
  const wrong = {
    QuantityDetails: { Unit: 'Percent', Value: 100.5 },
    VehicleProperties: { EnergyType: { Id: 98 } },
  };
  const input = z.object({
    QuantityDetails: assetFields.QuantityDetails,
    VehicleProperties: assetFields.VehicleProperties,
  });
  expect(paths(input, wrong)).toEqual(['QuantityDetails.Value', 'VehicleProperties.EnergyType.Id']);
  const note = { EffectiveDate: '2025-07-01', VatRate: 20, AmountExcludingTax: 1, PeriodEnd: '2025-06-30' };
  expect(paths(creditNoteCreate.body as z.ZodType, note)).toEqual(['PeriodEnd']);
});
