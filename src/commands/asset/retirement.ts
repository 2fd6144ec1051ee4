import * as z from 'zod';
import { accountCommand } from '../../services/assets/asset-input.ts';
import { deleteRetirement, proposedRetirement, retireAssets } from '../../services/assets/register/retire-assets.ts';
import { retirementFrom } from '../../services/assets/simulation/facts.ts';
import * as sets from '../../services/assets/value-sets.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { fields } from '../operation/wire.ts';
import { day, optional, retirementShape } from './simulation-input.ts';
import {
  ACCOUNT_ERRORS,
  AssetPath,
  amountCell,
  FOLDER_ROUTE,
  FolderPath,
  RetirementShape,
  refuseOther,
} from './wire.ts';

const MOST_ASSETS = 1_000;

/** Gains of the user are stated asset by asset, by an update. */
const sharedRetirement = fields({ ...retirementShape, Type: z.enum(sets.RETIREMENT_TYPES) });

export const assetRetire = defineOperation({
  id: 'asset.retirement.create',
  ref: 'B18',
  summary: { en: 'Retire assets', fr: 'Sortir des immobilisations' },
  description:
    'All of them or none. SaleAmount, VatToPay and VatToReceive are those of the whole batch, shared to the cent by AllocationMethod: net acquisition value, economic amortization or net book value on Date, in the order of AssetIds. VAT left out is computed for each asset. Answers each asset with its gain or loss. EndDate is accepted; no figure depends on it.',
  policy: { right: 'write', of: { folder: ['accountingFolderId', 'body.AccountingFolderId'] } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/retirements`, status: 201 },
  cli: { confirm: true, examples: ['taxops asset retirement create --folder 12 --body sale.json'] },
  params: FolderPath,
  body: z.strictObject({
    AccountingFolderId: identifier(),
    AssetIds: z.array(identifier()).min(1).max(MOST_ASSETS),
    Retirement: sharedRetirement,
    AllocationMethod: z.enum(sets.ALLOCATION_METHODS),
    EndDate: optional(day()),
  }),
  output: z.array(z.object({ AssetId: z.int(), Retirement: RetirementShape.nullable() })),
  errors: [
    'FolderNotFound',
    'AssetNotFound',
    'AssetIsTransferred',
    'AlreadyRetired',
    'SourceRepeated',
    'IdentifiersDisagree',
    'AllocationWeightsZero',
    'RetirementBeforeDeployment',
    'CreditNoteAfterRetirement',
    'TransferAfterRetirement',
    'ImpairmentAfterRetirement',
  ],
  *view(retired) {
    yield {
      kind: 'table',
      columns: [
        { name: 'AssetId', type: 'number' },
        { name: 'Type' },
        { name: 'Date', type: 'day' },
        { name: 'SaleAmount', type: 'amount' },
        { name: 'EconomicGainOrLoss', type: 'amount' },
        { name: 'GainOrLossAmount', type: 'amount' },
      ],
      rows: retired.map(({ AssetId, Retirement }) => [
        AssetId,
        Retirement?.Type,
        Retirement?.Date,
        amountCell(Retirement?.SaleAttributes.SaleAmount),
        amountCell(Retirement?.EconomicGainOrLoss),
        amountCell(Retirement?.GainOrLossAmount),
      ]),
    };
  },
  run: async (ctx, { accountingFolderId, body }) => {
    refuseOther('AccountingFolderId', body.AccountingFolderId, accountingFolderId);
    const facts = retirementFrom(body.Retirement);
    const db = await ctx.db();
    return retireAssets(db, accountingFolderId, body.AssetIds, facts, body.AllocationMethod, ctx.clock.now());
  },
});

export const assetRetirementDelete = defineOperation({
  id: 'asset.retirement.delete',
  summary: { en: 'Cancel the retirement of an asset', fr: 'Annuler la sortie d’une immobilisation' },
  description: 'The asset is again what it was before, to the cent. Other assets of the same batch keep their share.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'DELETE', path: `${FOLDER_ROUTE}/assets/{assetId}/retirement`, status: 204 },
  cli: { args: ['assetId'], confirm: true, examples: ['taxops asset retirement delete 7 --folder 12'] },
  params: AssetPath,
  output: z.void(),
  errors: ['FolderNotFound', 'AssetNotFound', 'AssetIsTransferred', 'RetirementNotFound'],
  run: async (ctx, { accountingFolderId, assetId }) => {
    await deleteRetirement(await ctx.db(), accountingFolderId, assetId, ctx.clock.now());
  },
});

export const assetRetirementTemplate = defineOperation({
  id: 'asset.retirement.template',
  ref: 'B20',
  summary: { en: 'Propose how an asset retires', fr: 'Proposer la sortie d’une immobilisation' },
  description:
    'From the account, the time held and the tax on the result of the folder: shares are outside the scope of VAT, buildings exempt after five years, goods bought without deductible VAT exempt; a gain has no long-term regime under two years, nor under corporation tax but for shares and patents.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/assets/{assetId}/retirement-templates` },
  cli: { args: ['assetId'], examples: ['taxops asset retirement template 7 --folder 12 --body form.json'] },
  params: AssetPath,
  body: z.strictObject({
    AccountCommand: accountCommand,
    AcquisitionDate: optional(day()),
    RetirementDate: day(),
    EndDate: optional(day()),
  }),
  output: z.object({
    DisposalTemplateViewModel: z.object({
      DepreciationAccountingMethod: z.enum(sets.DEPRECIATION_ACCOUNTING_METHODS),
    }),
    SaleTemplateViewModel: z.object({
      LongTermSaleQualification: z.enum(sets.LONG_TERM_QUALIFICATIONS),
      Type: z.enum(sets.SALE_TYPES),
    }),
  }),
  errors: ['FolderNotFound', 'AssetNotFound', ...ACCOUNT_ERRORS, 'RetirementBeforeDeployment'],
  run: async (ctx, { accountingFolderId, assetId, body }) => {
    const form = {
      account: body.AccountCommand,
      acquisition: body.AcquisitionDate,
      retirement: body.RetirementDate,
    };
    const proposed = await proposedRetirement(await ctx.db(), accountingFolderId, assetId, form);
    return {
      DisposalTemplateViewModel: { DepreciationAccountingMethod: proposed.bookValueMethod },
      SaleTemplateViewModel: { LongTermSaleQualification: proposed.qualification, Type: proposed.saleType },
    };
  },
});
