import * as z from 'zod';
import { acceptProposals, listProposals, setAssociation } from '../../services/assets/ledger/associate.ts';
import type { Proposal } from '../../services/assets/ledger/purchases.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import { amountText, dayText, identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { day } from './simulation-input.ts';
import { AssetPath, FOLDER_ROUTE, FolderPath } from './wire.ts';

const ProposalShape = z
  .object({
    EntryLineId: z.int(),
    EntryId: z.int(),
    Date: dayText(),
    Account: z.string(),
    Label: z.string(),
    Amount: amountText(),
    DeductibleVat: amountText().describe('VAT of the entry, for the share of this line'),
    Action: z.enum(['Associate', 'Create', 'Look']),
    AssetId: z.int().nullable().describe('The asset to associate, which has no entry yet'),
    DurationYears: z.int().nullable().describe('Shortest usual duration of the account'),
    Reason: z.enum(['SameAmount', 'NewPurchase', 'CreditOrReversal', 'NotForAutomaticCreation']),
  })
  .meta({ id: 'AssetProposal' });

const toWire = (proposal: Proposal): z.input<typeof ProposalShape> => ({
  EntryLineId: proposal.line.id,
  EntryId: proposal.line.entryId,
  Date: proposal.line.date,
  Account: proposal.line.accountNumber,
  Label: proposal.line.label,
  Amount: formatAmount(proposal.amount),
  DeductibleVat: formatAmount(proposal.deductibleVat),
  Action: proposal.action,
  AssetId: proposal.assetId,
  DurationYears: proposal.years,
  Reason: proposal.reason,
});

const HOW =
  'Lines of class 2 that no asset is associated with, opening balances apart. Associate: an asset without entries has the same account and value, within 31 days. Create: a new asset, linear over the shortest usual duration of its account, that waits for validation. Look: credits, and accounts that create nothing by themselves.';

export const assetProposalList = defineOperation({
  id: 'asset.proposal.list',
  summary: { en: 'List what the ledger bought and no asset tells', fr: 'Lister les achats sans immobilisation' },
  description: HOW,
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/asset-proposals` },
  cli: { examples: ['taxops asset proposal list --folder 12 --from 2025-01-01'] },
  params: FolderPath,
  query: z.object({ from: day().optional(), to: day().optional() }),
  output: z.array(ProposalShape),
  errors: ['FolderNotFound'],
  columns: ['EntryLineId', 'Date', 'Account', 'Label', 'Amount', 'Action', 'AssetId', 'DurationYears'],
  run: async (ctx, { accountingFolderId, ...period }) =>
    (await listProposals(await ctx.db(), accountingFolderId, period)).map(toWire),
});

export const assetProposalAccept = defineOperation({
  id: 'asset.proposal.accept',
  summary: { en: 'Do what is proposed for purchases of the ledger', fr: 'Accepter les immobilisations proposées' },
  description: `${HOW} All proposals of the period unless lines are named; done again, nothing is left to do.`,
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/asset-proposals` },
  cli: {
    examples: [
      'taxops asset proposal accept --folder 12 --from 2025-01-01',
      'taxops asset proposal accept --folder 12 --entry-line-ids 31 --entry-line-ids 35',
    ],
  },
  params: FolderPath,
  body: z.strictObject({
    From: day().optional(),
    To: day().optional(),
    EntryLineIds: z.array(identifier()).min(1).max(10_000).optional(),
  }),
  output: z.array(ProposalShape.extend({ AssetId: z.int().nullable().describe('The asset created or associated') })),
  errors: ['FolderNotFound', 'AssetLineNotFound'],
  columns: ['EntryLineId', 'Date', 'Account', 'Label', 'Amount', 'Action', 'AssetId'],
  run: async (ctx, { accountingFolderId, body }) => {
    const wanted = { from: body.From, to: body.To, lineIds: body.EntryLineIds };
    const done = await acceptProposals(await ctx.db(), accountingFolderId, wanted, ctx.clock.now());
    return done.map(({ proposal, assetId }) => ({ ...toWire(proposal), AssetId: assetId }));
  },
});

export const assetAssociate = defineOperation({
  id: 'asset.associate',
  summary: { en: 'Say which entry lines bought an asset', fr: 'Associer des lignes d’écriture à une immobilisation' },
  description:
    'These lines and no others; none takes the association away. The state of the association, with its difference, is in `asset get`.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PUT', path: `${FOLDER_ROUTE}/assets/{assetId}/entry-lines`, status: 204 },
  cli: { args: ['assetId'], examples: ['taxops asset associate 7 --folder 12 --entry-line-ids 31'] },
  params: AssetPath,
  body: z.strictObject({ EntryLineIds: z.array(identifier()).max(1_000) }),
  output: z.void(),
  errors: ['FolderNotFound', 'AssetNotFound', 'AssetLineNotFound', 'AssetLineTaken'],
  run: async (ctx, { accountingFolderId, assetId, body }) =>
    setAssociation(await ctx.db(), accountingFolderId, assetId, body.EntryLineIds, ctx.clock.now()),
});
