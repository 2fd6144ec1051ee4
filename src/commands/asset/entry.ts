import * as z from 'zod';
import { type AccountComparison, checkYear } from '../../services/assets/ledger/held-entries.ts';
import { entriesFile, postYear } from '../../services/assets/ledger/post-entries.ts';
import { heldBalances, presentDifferences } from '../../services/assets/register/held-balances.ts';
import type { Block, Cell } from '../operation/operation.ts';
import { choice, date, eurosText, file, flag, int, text } from '../operation/outputs.ts';
import { computed, fields, headed } from '../operation/wire.ts';
import { assetOperation } from './asset-operation.ts';
import { HeldBalanceShape, isLastDifferent } from './held-balances.ts';
import { day } from './simulation-input.ts';

const Debit = eurosText('Débit');
const Credit = eurosText('Crédit');

const EntryShape = z
  .object({
    Date: date('Date'),
    Operation: text('Opération'),
    Label: text('Libellé'),
    State: choice(['Held', 'Missing', 'Differs'], 'État').describe('What the ledger has of it'),
    AssetIds: z.array(int()),
    Lines: headed(
      z.array(
        z.object({
          Account: text('Compte'),
          Exists: flag('Existe').describe('Whether the folder has the account or a parent of it'),
          Debit,
          Credit,
        }),
      ),
      'Lignes',
    ),
  })
  .meta({ id: 'AssetEntry' });

const CheckedShape = EntryShape.extend({
  DiffersFrom: headed(z.array(int()), 'Diffère de').describe('Entries of the ledger that hold something else of it'),
}).meta({ id: 'AssetCheckedEntry' });

const Difference = computed(
  eurosText('Écart'),
  ({ debit, credit, ledgerDebit, ledgerCredit }: AccountComparison) => debit - credit - (ledgerDebit - ledgerCredit),
).describe('Of the balances: assets less ledger');

const LedgerOnly = headed(
  z.array(
    z
      .object({
        EntryId: int('Écriture'),
        Date: date('Date'),
        Lines: headed(z.array(z.object({ Account: text('Compte'), Debit, Credit })), 'Lignes'),
      })
      .meta({ id: 'AssetLedgerEntry' }),
  ),
  'En comptabilité seulement',
).describe('Entries of the ledger on accounts of assets that no asset writes, as after an exit or another plan');

const YearShape = z
  .object({
    Start: date('Début'),
    End: date('Fin'),
    Entries: headed(z.array(CheckedShape), 'Écritures'),
    LedgerOnly,
    Accounts: headed(
      z
        .array(
          z.object({
            Account: text('Compte'),
            Label: text('Libellé'),
            Debit,
            Credit,
            LedgerDebit: eurosText('Débit en comptabilité'),
            LedgerCredit: eurosText('Crédit en comptabilité'),
            Difference,
          }),
        )
        .describe('Accounts that belong to assets, opening balances apart'),
      'Comptes',
    ),
  })
  .meta({ id: 'AssetYear' });

const closing = { date: day().describe('Any day of the exercise') };
const detailed = { detailed: z.boolean().default(false).describe('One entry per asset instead of one per operation') };
const journal = z.string().min(1).max(50).default('OD').describe('Journal');

type Entry = z.output<typeof EntryShape> & Partial<z.output<typeof CheckedShape>>;

/** Entries with their lines; `about` is the field of an entry that tells where it stands. */
const entriesTable = <E extends Entry>(title: string, entries: readonly E[], about: keyof E & string): Block => ({
  kind: 'table',
  title,
  columns: [
    { name: 'Date', type: 'day' },
    { name: about },
    { name: 'Label' },
    { name: 'Account' },
    { name: 'Debit', type: 'amount' },
    { name: 'Credit', type: 'amount' },
    ...(entries.some(isExplained) ? [{ name: 'DiffersFrom' }] : []),
  ],
  rows: entries.flatMap((entry) =>
    entry.Lines.map(({ Account, Debit, Credit }, at) => [
      ...(at === 0 ? [entry.Date, entry[about] as Cell, entry.Label] : ['', '', '']),
      ...[Account, Debit, Credit],
      ...(entries.some(isExplained) ? [at === 0 ? (entry.DiffersFrom ?? []).join(', ') : ''] : []),
    ]),
  ),
});

const isExplained = ({ DiffersFrom = [] }: Entry): boolean => DiffersFrom.length > 0;

const ledgerOnlyTable = (entries: z.output<typeof LedgerOnly>): Block => ({
  kind: 'table',
  title: 'LedgerOnly',
  columns: [
    { name: 'Date', type: 'day' },
    { name: 'EntryId' },
    { name: 'Account' },
    { name: 'Debit', type: 'amount' },
    { name: 'Credit', type: 'amount' },
  ],
  rows: entries.flatMap(({ Date: day, EntryId, Lines }) =>
    Lines.map(({ Account, Debit: debit, Credit: credit }, at) => [
      ...(at === 0 ? [day, EntryId] : ['', '']),
      ...[Account, debit, credit],
    ]),
  ),
});

function* yearView({ Entries, LedgerOnly: beside, Accounts }: z.output<typeof YearShape>): Generator<Block> {
  yield entriesTable('Entries', Entries, 'State');
  if (beside.length > 0) yield ledgerOnlyTable(beside);
  yield {
    kind: 'table',
    title: 'Accounts',
    columns: [
      { name: 'Account' },
      { name: 'Debit', type: 'amount' },
      { name: 'Credit', type: 'amount' },
      { name: 'LedgerDebit', type: 'amount' },
      { name: 'LedgerCredit', type: 'amount' },
      { name: 'Difference', type: 'amount' },
    ],
    rows: Accounts.map((one) => [
      one.Account,
      one.Debit,
      one.Credit,
      one.LedgerDebit,
      one.LedgerCredit,
      one.Difference,
    ]),
  };
}

export const assetEntryList = assetOperation({
  id: 'asset.entry.list',
  summary: {
    en: 'Compute the entries of assets for an exercise, against the ledger',
    fr: 'Calculer les écritures d’immobilisations d’un exercice, face à la comptabilité',
  },
  description:
    'Allowances, reversals, derogatory amortization, grants, transfers, disposals, on the accounts right for the opening of the exercise and on those the folder has. Held: the ledger has the same amounts on the same sides of accounts that belong to assets. Missing: it has nothing there. Differs: it has something else, the entries of DiffersFrom. A line that is associated with an asset answers for the entries of that asset alone.',
  http: { method: 'GET', path: '/asset-entries' },
  cli: { examples: ['taxops asset entry list --folder 12 --date 2025-12-31'] },
  query: z.object({ ...closing, ...detailed }),
  output: YearShape,
  view: yearView,
  run: (ctx, { folderId, date: within, detailed: isDetailed }) => checkYear(ctx, folderId, within, isDetailed),
});

export const assetEntryCompare = assetOperation({
  id: 'asset.entry.compare',
  summary: {
    en: 'Compare the assets with settled books, account by account',
    fr: 'Comparer les immobilisations aux comptes arrêtés, compte par compte',
  },
  description:
    'Settled is what the ledger opened with, the end of each closed exercise, and that of an exercise whose allowances are posted on its last day. Balances of cost, amortization, impairment and account 145, of all assets together; financial assets once the register has some. Amortization taken over on a later day has no figure before it. Exits 3 where the books last hold something else.',
  http: { method: 'GET', path: '/asset-entries/comparison' },
  cli: { examples: ['taxops asset entry compare --folder 12'] },
  query: z.object({
    last: z.boolean().default(false).describe('Only what differs on the last settled day'),
  }),
  output: z.array(HeldBalanceShape),
  columns: ['End', 'Account', 'Register', 'Ledger', 'Difference', 'Advice'],
  outcome: (rows) => (isLastDifferent(rows) ? 'partial' : 'done'),
  run: (ctx, { folderId, last }) => (last ? presentDifferences(ctx, folderId) : heldBalances(ctx, folderId)),
});

const PostedShape = z.object({
  Written: headed(z.array(EntryShape.extend({ EntryId: int('Écriture') })), 'Passées'),
  Differs: headed(z.array(CheckedShape), 'Différentes'),
  Awaited: headed(z.array(CheckedShape), 'En attente de leur pièce').describe(
    'Acquisitions, credit notes and grants awarded that the ledger lacks: booked with their documents (entry create)',
  ),
  LedgerOnly,
});

function* postedView({
  Written,
  Differs,
  Awaited,
  LedgerOnly: beside,
}: z.output<typeof PostedShape>): Generator<Block> {
  yield entriesTable('Written', Written, 'EntryId');
  if (Differs.length > 0) yield entriesTable('Differs', Differs, 'State');
  if (Awaited.length > 0) yield entriesTable('Awaited', Awaited, 'State');
  if (beside.length > 0) yield ledgerOnlyTable(beside);
}

export const assetEntryPost = assetOperation({
  id: 'asset.entry.post',
  summary: { en: 'Write the missing entries of assets', fr: 'Passer les écritures d’immobilisations manquantes' },
  description:
    'Entries that are Missing are written as drafts, all or none; done again, nothing is left to write. Acquisitions, credit notes and grants awarded come with their documents and are left alone: Awaited lists those that the ledger lacks. What Differs is left alone too. Entries of LedgerOnly are those that the assets no longer write: deleted (entry delete) and posted again, a draft says what the assets say; either makes the command exit 3.',
  http: { method: 'POST', path: '/asset-entries' },
  cli: { examples: ['taxops asset entry post --folder 12 --date 2025-12-31'] },
  body: fields({
    Date: day(),
    JournalCode: journal,
    CreateAccounts: z.boolean().default(false).describe('Take accounts that the folder lacks from the general chart'),
  }),
  output: PostedShape,
  view: postedView,
  errors: [
    'LedgerFolderInactive',
    'DateOutsideExercises',
    'ExerciseClosed',
    'JournalNotFound',
    'AccountNotFound',
    'AccountNotActive',
  ],
  outcome: ({ Differs, LedgerOnly: beside }) => (Differs.length + beside.length > 0 ? 'partial' : 'done'),
  run: (ctx, { folderId, body }) => postYear(ctx, folderId, body),
});

export const assetEntryExport = assetOperation({
  id: 'asset.entry.export',
  summary: { en: 'Write the entries of assets as a FEC', fr: 'Écrire les écritures d’immobilisations en FEC' },
  description: 'Drafts of one journal, numbered from 1, whatever the ledger already holds.',
  http: { method: 'GET', path: '/asset-entries/file' },
  cli: { examples: ['taxops asset entry export --folder 12 --date 2025-12-31 --output entries.txt'] },
  query: z.object({ ...closing, ...detailed, journal }),
  output: file('text/plain'),
  errors: ['LedgerFolderSirenMissing'],
  audited: true,
  run: (ctx, { folderId, date: within, ...how }) => entriesFile(ctx, folderId, within, how),
});
