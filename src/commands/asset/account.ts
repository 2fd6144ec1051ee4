import * as z from 'zod';
import { accountCommand, optionalId } from '../../services/assets/asset-input.ts';
import { accountUses, configurationOf } from '../../services/assets/register/account-configuration.ts';
import { deleteTransfer, transferAccounts, transferAsset } from '../../services/assets/register/account-transfer.ts';
import { type Instant, parisDay } from '../../services/kernel/paris-time.ts';
import { defineOperation } from '../operation/operation.ts';
import { day } from './simulation-input.ts';
import {
  ACCOUNT_ERRORS,
  AccountInfo,
  answerAsset,
  ENTERPRISE_ROUTE,
  EnterprisePath,
  FixedAssetPath,
  FixedAssetShape,
  FOLDER_ROUTE,
} from './wire.ts';

const Configuration = z
  .object({
    RetirementAccount: AccountInfo,
    TransferAccount: AccountInfo,
    AmortizationAccount: AccountInfo,
    AmortizationDegorationAccount: AccountInfo,
    AmortizationDotationAccount: AccountInfo,
    AmortizationDotationExceptionalAccount: AccountInfo,
    AmortizationRecoveryDerogationAccount: AccountInfo,
    DepreciationProvisionAccount: AccountInfo,
    DepreciationDotationRecoveryAccount: AccountInfo,
    DepreciationDotationAccount: AccountInfo,
    AmortizationDotationDerogationAccount: AccountInfo,
    GrantAccount: AccountInfo,
    ShareAccount: AccountInfo,
    InvestmentAccount: AccountInfo,
    ReceivableAccount: AccountInfo,
  })
  .meta({ id: 'AssetAccountConfiguration' });

export const assetAccountConfiguration = defineOperation({
  id: 'asset.account.configuration',
  ref: 'B1',
  summary: { en: 'Show the accounts that fixed assets use', fr: 'Montrer les comptes des immobilisations' },
  description:
    'The most specific account of the folder that is open on AcquisitionDate, else its nearest parent; Exists is false when neither is there. The general chart is that of exercises opened like the one of RetirementDate, else of AcquisitionDate: it changed on 1 January 2025. Without AccountId, accounts of any tangible asset.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${ENTERPRISE_ROUTE}/account-configuration` },
  cli: { examples: ['taxops asset account configuration --folder 12 --account 31 --acquisition-date 2025-03-20'] },
  params: EnterprisePath,
  query: z.object({
    AccountId: optionalId(),
    SubAccountId: optionalId(),
    AcquisitionDate: day(),
    RetirementDate: day().optional(),
  }),
  output: Configuration,
  errors: ['FolderNotFound', 'AccountNotFound', 'SubAccountNotFound', 'NotFixedAssetAccount'],
  *view(configuration) {
    yield {
      kind: 'table',
      columns: [{ name: 'Name' }, { name: 'Account' }, { name: 'AccountName' }, { name: 'Exists' }],
      rows: Object.entries(configuration).map(([entry, { Account, AccountName, Exists }]) => [
        entry,
        Account,
        AccountName,
        Exists,
      ]),
    };
  },
  run: async (ctx, { enterpriseId, AccountId, SubAccountId, AcquisitionDate, RetirementDate }) =>
    configurationOf(
      await ctx.db(),
      enterpriseId,
      { accountId: AccountId, subAccountId: SubAccountId },
      AcquisitionDate,
      RetirementDate,
    ),
});

export const assetAccountInformation = defineOperation({
  id: 'asset.account.information',
  ref: 'B2',
  summary: { en: 'Tell accounts of fixed assets from others', fr: 'Reconnaître les comptes d’immobilisation' },
  description:
    'Codes are looked for in the chart of the folder, whatever zeros pad them; a code it does not have is no account of fixed assets. Without codes, every account of class 2.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: `${ENTERPRISE_ROUTE}/account-information` },
  cli: { examples: ['taxops asset account information --folder 12 --accounts 215400 411000'] },
  params: EnterprisePath,
  query: z.object({ accounts: z.array(z.string().min(1).max(50)).max(1000).optional() }),
  output: z.array(
    z
      .object({
        Account: z.string(),
        IsFixedAssetAccount: z.boolean(),
        IsApplicableForAutomaticCreation: z.boolean().describe('Amortizable accounts of classes 20 and 21'),
      })
      .meta({ id: 'AssetAccountInformation' }),
  ),
  errors: ['FolderNotFound'],
  run: async (ctx, { enterpriseId, accounts }) =>
    (await accountUses(await ctx.db(), enterpriseId, accounts)).map((use) => ({
      Account: use.account,
      IsFixedAssetAccount: use.isFixedAssetAccount,
      IsApplicableForAutomaticCreation: use.isApplicableForAutomaticCreation,
    })),
});

export const assetTransferAccountList = defineOperation({
  id: 'asset.transfer.accounts',
  ref: 'B3',
  summary: { en: 'List the accounts an asset can go to', fr: 'Lister les comptes de virement d’une immobilisation' },
  description:
    'Accounts of fixed assets open on transferDate, today unless given, but the one the asset is on. IsTransferAccount marks where an asset in progress usually goes.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/assets/{fixedAssetId}/transfer-accounts` },
  cli: {
    args: ['fixedAssetId'],
    examples: ['taxops asset transfer accounts 7 --folder 12 --transfer-date 2025-06-30'],
  },
  params: FixedAssetPath,
  query: z.object({ transferDate: day().optional() }),
  output: z.object({ Accounts: z.array(AccountInfo) }),
  errors: ['FolderNotFound', 'AssetNotFound'],
  run: async (ctx, { accountingFolderId, fixedAssetId, transferDate }) => {
    const date = transferDate ?? parisDay(ctx.clock.now() as Instant);
    return { accounts: await transferAccounts(await ctx.db(), accountingFolderId, fixedAssetId, date) };
  },
});

export const assetTransferCreate = defineOperation({
  id: 'asset.transfer.create',
  ref: 'B4',
  summary: { en: 'Transfer an asset to another account', fr: 'Virer une immobilisation à un autre compte' },
  description:
    'No figure changes: the account does, from TransferDate on, which lies between PeriodStart and PeriodEnd. Answers the asset as of PeriodEnd.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/assets/{fixedAssetId}/transfers` },
  cli: { args: ['fixedAssetId'], examples: ['taxops asset transfer create 7 --folder 12 --body transfer.json'] },
  params: FixedAssetPath,
  body: z.strictObject({ TransferDate: day(), PeriodStart: day(), PeriodEnd: day(), Account: accountCommand }),
  output: FixedAssetShape,
  errors: [
    'FolderNotFound',
    'AssetNotFound',
    'AssetIsTransferred',
    ...ACCOUNT_ERRORS,
    'NotFixedAssetAccount',
    'ExerciseEndsBeforeStart',
    'TransferOutsidePeriod',
    'TransferBeforeAcquisition',
    'TransferAfterRetirement',
    'TransferDateTaken',
    'TransferToSameAccount',
  ],
  run: async (ctx, { accountingFolderId, fixedAssetId, body }) => {
    const period = { start: body.PeriodStart, end: body.PeriodEnd };
    const order = { date: body.TransferDate, period, destination: body.Account };
    await transferAsset(await ctx.db(), accountingFolderId, fixedAssetId, order, ctx.clock.now());
    return answerAsset(ctx, accountingFolderId, fixedAssetId, body.PeriodEnd);
  },
});

export const assetTransferDelete = defineOperation({
  id: 'asset.transfer.delete',
  summary: { en: 'Cancel a transfer of an asset', fr: 'Annuler un virement d’une immobilisation' },
  description: 'From transferDate on the asset is on the account it came from; later transfers stay.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'DELETE', path: `${FOLDER_ROUTE}/assets/{fixedAssetId}/transfers/{transferDate}`, status: 204 },
  cli: {
    args: ['fixedAssetId', 'transferDate'],
    confirm: true,
    examples: ['taxops asset transfer delete 7 2025-06-30 --folder 12'],
  },
  params: FixedAssetPath.extend({ transferDate: day() }),
  output: z.void(),
  errors: ['FolderNotFound', 'AssetNotFound', 'AssetIsTransferred', 'TransferNotFound'],
  run: async (ctx, { accountingFolderId, fixedAssetId, transferDate }) => {
    await deleteTransfer(await ctx.db(), accountingFolderId, fixedAssetId, transferDate, ctx.clock.now());
  },
});
