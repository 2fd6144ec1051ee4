import * as z from 'zod';
import { accountUses, configurationOf } from '../../services/assets/register/account-configuration.ts';
import { deleteTransfer, transferAccounts, transferAsset } from '../../services/assets/register/account-transfer.ts';
import { readFixedAsset } from '../../services/assets/register/read-asset.ts';
import { flag, text } from '../operation/outputs.ts';
import { fields, from, headed } from '../operation/wire.ts';
import { accountCommand } from './asset-input.ts';
import { assetOperation, enterpriseAssetOperation, FixedAssetPath } from './asset-operation.ts';
import { TOLD, tellDifferences } from './held-balances.ts';
import { day, optionalId } from './simulation-input.ts';
import { ACCOUNT_ERRORS, AccountInfo, FixedAssetShape } from './wire.ts';

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

export const assetAccountConfiguration = enterpriseAssetOperation({
  id: 'asset.account.configuration',
  ref: 'B1',
  summary: { en: 'Show the accounts that fixed assets use', fr: 'Montrer les comptes des immobilisations' },
  description:
    'The most specific account of the folder that is open on AcquisitionDate, else its nearest parent; Exists is false when neither is there. The general chart is that of exercises opened like the one of RetirementDate, else of AcquisitionDate: it changed on 1 January 2025. Without AccountId, accounts of any tangible asset.',
  http: { method: 'GET', path: '/account-configuration' },
  cli: { examples: ['taxops asset account configuration --folder 12 --account 31 --acquisition-date 2025-03-20'] },
  query: z.object({
    AccountId: optionalId(),
    SubAccountId: optionalId(),
    AcquisitionDate: day(),
    RetirementDate: day().optional(),
  }),
  output: Configuration,
  errors: ['AccountNotFound', 'SubAccountNotFound', 'NotFixedAssetAccount'],
  *view(configuration) {
    yield {
      kind: 'table',
      columns: [{ name: 'Name', fr: 'Usage' }, { name: 'Account' }, { name: 'AccountName' }, { name: 'Exists' }],
      rows: Object.entries(configuration).map(([entry, { Account, AccountName, Exists }]) => [
        entry,
        Account,
        AccountName,
        Exists,
      ]),
    };
  },
  run: (ctx, { folderId, AccountId, SubAccountId, AcquisitionDate, RetirementDate }) =>
    configurationOf(ctx, folderId, {
      accountId: AccountId,
      subAccountId: SubAccountId,
      acquisitionDate: AcquisitionDate,
      retirementDate: RetirementDate,
    }),
});

export const assetAccountInformation = enterpriseAssetOperation({
  id: 'asset.account.information',
  ref: 'B2',
  summary: { en: 'Tell accounts of fixed assets from others', fr: 'Reconnaître les comptes d’immobilisation' },
  description:
    'Codes are looked for in the chart of the folder, whatever zeros pad them; a code it does not have is no account of fixed assets. Without codes, every account of class 2.',
  http: { method: 'GET', path: '/account-information' },
  cli: { examples: ['taxops asset account information --folder 12 --accounts 215400 411000'] },
  query: z.object({ accounts: z.array(z.string().min(1).max(50)).max(1000).optional() }),
  output: z.array(
    z
      .object({
        Account: text('Compte'),
        IsFixedAssetAccount: flag('Immobilisation'),
        IsApplicableForAutomaticCreation: flag('Création automatique').describe(
          'Amortizable accounts of classes 20 and 21',
        ),
      })
      .meta({ id: 'AssetAccountInformation' }),
  ),
  run: (ctx, { folderId, accounts }) => accountUses(ctx, folderId, accounts),
});

export const assetTransferAccountList = assetOperation({
  id: 'asset.transfer.accounts',
  ref: 'B3',
  summary: { en: 'List the accounts an asset can go to', fr: 'Lister les comptes de virement d’une immobilisation' },
  description:
    'Accounts of fixed assets open on transferDate, today unless given, but the one the asset is on. IsTransferAccount marks where an asset in progress usually goes.',
  http: { method: 'GET', path: '/assets/{fixedAssetId}/transfer-accounts' },
  cli: {
    args: ['fixedAssetId'],
    examples: ['taxops asset transfer accounts 7 --folder 12 --transfer-date 2025-06-30'],
  },
  params: FixedAssetPath,
  query: z.object({ transferDate: day().optional() }),
  output: z.object({ Accounts: headed(z.array(AccountInfo), 'Comptes') }),
  errors: ['AssetNotFound'],
  run: async (ctx, { folderId, fixedAssetId, transferDate }) => ({
    accounts: await transferAccounts(ctx, folderId, fixedAssetId, transferDate),
  }),
});

export const assetTransferCreate = assetOperation({
  id: 'asset.transfer.create',
  ref: 'B4',
  summary: { en: 'Transfer an asset to another account', fr: 'Virer une immobilisation à un autre compte' },
  description: `No figure changes: the account does, from TransferDate on, which lies between PeriodStart and PeriodEnd and in no closed exercise. Answers the asset as of PeriodEnd. ${TOLD}`,
  http: { method: 'POST', path: '/assets/{fixedAssetId}/transfers' },
  cli: { args: ['fixedAssetId'], examples: ['taxops asset transfer create 7 --folder 12 --body transfer.json'] },
  params: FixedAssetPath,
  body: fields({
    TransferDate: from('date', day()),
    PeriodStart: day(),
    PeriodEnd: day(),
    Account: from('destination', accountCommand),
  }),
  output: FixedAssetShape,
  errors: [
    'AssetNotFound',
    'AssetIsTransferred',
    'AssetInClosedExercise',
    ...ACCOUNT_ERRORS,
    'NotFixedAssetAccount',
    'ExerciseEndsBeforeStart',
    'TransferOutsidePeriod',
    'TransferBeforeAcquisition',
    'TransferAfterRetirement',
    'TransferDateTaken',
    'TransferToSameAccount',
    'GoodwillImpairmentIsFinal',
  ],
  run: async (ctx, { folderId, fixedAssetId, body: { periodStart, periodEnd, ...order } }) => {
    await transferAsset(ctx, folderId, fixedAssetId, { ...order, period: { start: periodStart, end: periodEnd } });
    await tellDifferences(ctx, folderId, [fixedAssetId]);
    return readFixedAsset(ctx, folderId, fixedAssetId, periodEnd);
  },
});

export const assetTransferDelete = assetOperation({
  id: 'asset.transfer.delete',
  summary: { en: 'Cancel a transfer of an asset', fr: 'Annuler un virement d’une immobilisation' },
  description: `From transferDate on the asset is on the account it came from; later transfers stay. ${TOLD}`,
  http: { method: 'DELETE', path: '/assets/{fixedAssetId}/transfers/{transferDate}', status: 204 },
  cli: {
    args: ['fixedAssetId', 'transferDate'],
    confirm: true,
    examples: ['taxops asset transfer delete 7 2025-06-30 --folder 12'],
  },
  params: { ...FixedAssetPath, transferDate: day() },
  output: z.void(),
  errors: [
    'AssetNotFound',
    'AssetIsTransferred',
    'AssetInClosedExercise',
    'TransferNotFound',
    'GoodwillImpairmentIsFinal',
  ],
  run: async (ctx, { folderId, fixedAssetId, transferDate }) => {
    await deleteTransfer(ctx, folderId, fixedAssetId, transferDate);
    await tellDifferences(ctx, folderId, [fixedAssetId]);
  },
});
