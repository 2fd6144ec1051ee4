import * as z from 'zod';
import { acceptProposals, listProposals, setAssociation } from '../../services/assets/ledger/associate.ts';
import type { Proposal } from '../../services/assets/ledger/purchases.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { identifier } from '../operation/fields.ts';
import type { Block } from '../operation/operation.ts';
import { choice, date, eurosText, int, maybe, text } from '../operation/outputs.ts';
import { computed, fields, from } from '../operation/wire.ts';
import { AssetPath, assetOperation } from './asset-operation.ts';
import { day } from './simulation-input.ts';

const PROPOSAL = {
  EntryLineId: computed(int('N° ligne'), ({ line }: Proposal) => line.id),
  EntryId: computed(int('Écriture'), ({ line }: Proposal) => line.entryId),
  Date: computed(date('Date'), ({ line }: Proposal) => line.date),
  Account: computed(text('Compte'), ({ line }: Proposal) => line.accountNumber),
  Label: computed(text('Libellé'), ({ line }: Proposal) => line.label),
  Amount: eurosText('Montant'),
  DeductibleVat: eurosText('TVA déductible').describe('VAT of the entry, for the share of this line'),
  Action: choice(['Associate', 'Create', 'Look'], 'Action'),
  AssetId: maybe(int('N° immobilisation')).describe('The asset to associate, which has no entry yet'),
  DurationYears: from('years', maybe(int('Années'))).describe('Shortest usual duration of the account'),
  Reason: choice(['SameAmount', 'NewPurchase', 'CreditOrReversal', 'Reversed', 'NotForAutomaticCreation'], 'Raison'),
};

const ProposalShape = z.object(PROPOSAL).meta({ id: 'AssetProposal' });

type ProposalRow = z.output<typeof ProposalShape>;

/** Lines that only a person can state as an asset or a credit note; both halves of a reversal need nothing. */
const leftOf = (rows: readonly ProposalRow[]): number =>
  rows.filter(({ Action, Reason }) => Action === 'Look' && Reason !== 'Reversed').length;

const LEFT: Readonly<Record<Language, (count: number) => string>> = {
  en: (count) =>
    `Left to a person (Look): ${count}. See them: taxops asset proposal list; state each: taxops asset create, taxops asset credit-note create, then taxops asset associate`,
  fr: (count) =>
    `Laissées à une personne (Look) : ${count}. Les voir : taxops asset proposal list ; saisir chacune : taxops asset create, taxops asset credit-note create, puis taxops asset associate`,
};

const PROPOSAL_COLUMNS = [
  { name: 'EntryLineId', type: 'number' },
  { name: 'Date', type: 'day' },
  { name: 'Account' },
  { name: 'Label' },
  { name: 'Amount', type: 'amount' },
  { name: 'Action' },
  { name: 'Reason' },
  { name: 'AssetId', type: 'number' },
] as const;

function* acceptedView(rows: readonly ProposalRow[], language: Language): Generator<Block> {
  const left = leftOf(rows);
  yield {
    kind: 'table',
    columns: PROPOSAL_COLUMNS,
    rows: rows.map((row) => PROPOSAL_COLUMNS.map(({ name }) => row[name])),
    ...(left > 0 && { note: LEFT[language](left) }),
  };
}

const HOW =
  'Lines of class 2 that no asset is associated with, opening balances and entries written for assets apart. Associate: an asset without entries has the same account and value, within 31 days. Create: a new asset, linear over the shortest usual duration of its account, that waits for validation. Look: credits, accounts that create nothing by themselves, and both entries where one takes another back whole (Reversed).';

export const assetProposalList = assetOperation({
  id: 'asset.proposal.list',
  summary: { en: 'List what the ledger bought and no asset tells', fr: 'Lister les achats sans immobilisation' },
  description: HOW,
  http: { method: 'GET', path: '/asset-proposals' },
  cli: { examples: ['taxops asset proposal list --folder 12 --from 2025-01-01'] },
  query: z.object({ from: day().optional(), to: day().optional() }),
  output: z.array(ProposalShape),
  columns: ['EntryLineId', 'Date', 'Account', 'Label', 'Amount', 'Action', 'Reason', 'AssetId', 'DurationYears'],
  run: (ctx, { folderId, ...period }) => listProposals(ctx, folderId, period),
});

export const assetProposalAccept = assetOperation({
  id: 'asset.proposal.accept',
  summary: { en: 'Do what is proposed for purchases of the ledger', fr: 'Accepter les immobilisations proposées' },
  description: `${HOW} All proposals of the period unless lines are named; done again, nothing is left to do. Lines left at Look, reversals apart, are for a person, and make the command exit 3.`,
  http: { method: 'POST', path: '/asset-proposals' },
  cli: {
    examples: [
      'taxops asset proposal accept --folder 12 --from 2025-01-01',
      'taxops asset proposal accept --folder 12 --entry-line-ids 31 --entry-line-ids 35',
    ],
  },
  body: fields({
    From: day().optional().describe('First day of the period'),
    To: day().optional().describe('Last day of the period'),
    EntryLineIds: from('lineIds', z.array(identifier()).min(1).max(10_000).optional()),
  }),
  output: z.array(
    z.object({ ...PROPOSAL, AssetId: maybe(int('N° immobilisation')).describe('The asset created or associated') }),
  ),
  errors: ['AssetLineNotFound'],
  view: acceptedView,
  outcome: (rows) => (leftOf(rows) > 0 ? 'partial' : 'done'),
  run: (ctx, { folderId, body }) => acceptProposals(ctx, folderId, body),
});

export const assetAssociate = assetOperation({
  id: 'asset.associate',
  summary: { en: 'Say which entry lines bought an asset', fr: 'Associer des lignes d’écriture à une immobilisation' },
  description:
    'These lines and no others; none takes the association away. The state of the association, with its difference, is in `asset get`.',
  http: { method: 'PUT', path: '/assets/{assetId}/entry-lines', status: 204 },
  cli: { args: ['assetId'], examples: ['taxops asset associate 7 --folder 12 --entry-line-ids 31'] },
  params: AssetPath,
  body: fields({ EntryLineIds: z.array(identifier()).max(1_000) }),
  output: z.void(),
  errors: ['AssetNotFound', 'AssetLineNotFound', 'AssetLineTaken'],
  run: (ctx, { folderId, assetId, body }) => setAssociation(ctx, folderId, assetId, body.entryLineIds),
});
