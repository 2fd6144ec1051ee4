import * as z from 'zod';
import { deleteRetirement, proposedRetirement, retireAssets } from '../../services/assets/register/retire-assets.ts';
import type { RetirementTemplate } from '../../services/assets/retirement-template.ts';
import { retirementFrom } from '../../services/assets/simulation/facts.ts';
import * as sets from '../../services/assets/value-sets.ts';
import { identifier } from '../operation/fields.ts';
import { choice, int, maybe } from '../operation/outputs.ts';
import { computed, fields, from, headed } from '../operation/wire.ts';
import { accountCommand } from './asset-input.ts';
import { AssetPath, assetOperation } from './asset-operation.ts';
import { TOLD, tellDifferences } from './held-balances.ts';
import { day, optional, retirementShape } from './simulation-input.ts';
import { ACCOUNT_ERRORS, amountCell, DisposalAttributes, RetirementShape, refuseOther } from './wire.ts';

const MOST_ASSETS = 1_000;

/** Gains of the user are stated asset by asset, by an update. */
const sharedRetirement = fields({ ...retirementShape, Type: z.enum(sets.RETIREMENT_TYPES) });

export const assetRetire = assetOperation({
  id: 'asset.retirement.create',
  ref: 'B18',
  summary: { en: 'Retire assets', fr: 'Sortir des immobilisations' },
  description: `All of them or none. SaleAmount, VatToPay and VatToReceive are those of the whole batch, shared to the cent by AllocationMethod: net acquisition value, economic amortization or net book value on Date, in the order of AssetIds. VAT left out is computed for each asset. A Date in a closed exercise is refused, unless its books hold the exit: date the exit in the open one. Answers each asset with its gain or loss. EndDate is accepted; no figure depends on it. ${TOLD}`,
  of: { folder: ['body.accountingFolderId'] },
  http: { method: 'POST', path: '/retirements', status: 201 },
  cli: { confirm: true, examples: ['taxops asset retirement create --folder 12 --body sale.json'] },
  body: fields({
    AccountingFolderId: identifier(),
    AssetIds: z.array(identifier()).min(1).max(MOST_ASSETS),
    Retirement: sharedRetirement.transform(retirementFrom),
    AllocationMethod: from('method', z.enum(sets.ALLOCATION_METHODS)),
    EndDate: optional(day()),
  }),
  output: z.array(z.object({ AssetId: int('N° immobilisation'), Retirement: maybe(RetirementShape) })),
  errors: [
    'AssetNotFound',
    'AssetIsTransferred',
    'AssetInClosedExercise',
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
        { name: 'Type', fr: 'Type' },
        { name: 'Date', fr: 'Date', type: 'day' },
        { name: 'SaleAmount', fr: 'Prix de cession', type: 'amount' },
        { name: 'EconomicGainOrLoss', fr: 'Résultat de cession', type: 'amount' },
        { name: 'GainOrLossAmount', fr: 'Plus ou moins-value', type: 'amount' },
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
  run: async (ctx, { folderId, body: { accountingFolderId, endDate: _, ...order } }) => {
    refuseOther('AccountingFolderId', accountingFolderId, folderId);
    const retired = await retireAssets(ctx, folderId, order);
    await tellDifferences(ctx, folderId, order.assetIds);
    return retired;
  },
});

export const assetRetirementDelete = assetOperation({
  id: 'asset.retirement.delete',
  summary: { en: 'Cancel the retirement of an asset', fr: 'Annuler la sortie d’une immobilisation' },
  description: `The asset is again what it was before, to the cent. Other assets of the same batch keep their share. ${TOLD}`,
  http: { method: 'DELETE', path: '/assets/{assetId}/retirement', status: 204 },
  cli: { args: ['assetId'], confirm: true, examples: ['taxops asset retirement delete 7 --folder 12'] },
  params: AssetPath,
  output: z.void(),
  errors: ['AssetNotFound', 'AssetIsTransferred', 'AssetInClosedExercise', 'RetirementNotFound'],
  run: async (ctx, { folderId, assetId }) => {
    await deleteRetirement(ctx, folderId, assetId);
    await tellDifferences(ctx, folderId, [assetId]);
  },
});

const SaleTemplate = z.object({
  LongTermSaleQualification: from('qualification', choice(sets.LONG_TERM_QUALIFICATIONS, 'Qualification')),
  Type: from('saleType', choice(sets.SALE_TYPES, 'TVA')),
});
const itself = (template: RetirementTemplate) => template;

export const assetRetirementTemplate = assetOperation({
  id: 'asset.retirement.template',
  ref: 'B20',
  summary: { en: 'Propose how an asset retires', fr: 'Proposer la sortie d’une immobilisation' },
  description:
    'From the account, the time held and the tax on the result of the folder: shares are outside the scope of VAT, buildings exempt after five years, goods bought without deductible VAT exempt; a gain has no long-term regime under two years, nor under corporation tax but for shares and patents.',
  right: 'read',
  http: { method: 'POST', path: '/assets/{assetId}/retirement-templates' },
  cli: { args: ['assetId'], examples: ['taxops asset retirement template 7 --folder 12 --body form.json'] },
  params: AssetPath,
  body: fields({
    AccountCommand: from('account', accountCommand),
    AcquisitionDate: from('acquisition', optional(day())),
    RetirementDate: from('retirement', day()),
    EndDate: optional(day()),
  }),
  output: z.object({
    DisposalTemplateViewModel: computed(headed(DisposalAttributes, 'Mise au rebut'), itself),
    SaleTemplateViewModel: computed(headed(SaleTemplate, 'Cession'), itself),
  }),
  errors: ['AssetNotFound', ...ACCOUNT_ERRORS, 'RetirementBeforeDeployment'],
  run: (ctx, { folderId, assetId, body }) => proposedRetirement(ctx, folderId, assetId, body),
});
