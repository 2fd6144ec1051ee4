import * as z from 'zod';
import { type CheckedEntry, type CheckedYear, checkYear } from '../../services/assets/ledger/held-entries.ts';
import { entriesFile, postYear } from '../../services/assets/ledger/post-entries.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import { amountText, dayText } from '../operation/fields.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { file } from '../operation/outputs.ts';
import { day } from './simulation-input.ts';
import { FOLDER_ROUTE, FolderPath } from './wire.ts';

const EntryShape = z
  .object({
    Date: dayText(),
    Operation: z.string(),
    Label: z.string(),
    State: z.enum(['Held', 'Missing', 'Differs']).describe('What the ledger has of it'),
    AssetIds: z.array(z.int()),
    Lines: z.array(
      z.object({
        Account: z.string(),
        Exists: z.boolean().describe('Whether the folder has the account or a parent of it'),
        Debit: amountText(),
        Credit: amountText(),
      }),
    ),
  })
  .meta({ id: 'AssetEntry' });

const YearShape = z
  .object({
    Start: dayText(),
    End: dayText(),
    Entries: z.array(EntryShape),
    Accounts: z
      .array(
        z.object({
          Account: z.string(),
          Label: z.string(),
          Debit: amountText(),
          Credit: amountText(),
          LedgerDebit: amountText(),
          LedgerCredit: amountText(),
          Difference: amountText().describe('Of the balances: assets less ledger'),
        }),
      )
      .describe('Accounts that belong to assets, opening balances apart'),
  })
  .meta({ id: 'AssetYear' });

const toWireEntry = (entry: CheckedEntry): z.input<typeof EntryShape> => ({
  Date: entry.date,
  Operation: entry.operation,
  Label: entry.label,
  State: entry.state,
  AssetIds: [...entry.assetIds],
  Lines: entry.lines.map((line) => ({
    Account: line.account,
    Exists: line.exists,
    Debit: formatAmount(line.debit),
    Credit: formatAmount(line.credit),
  })),
});

const toWire = ({ start, end, entries, accounts }: CheckedYear): z.input<typeof YearShape> => ({
  Start: start,
  End: end,
  Entries: entries.map(toWireEntry),
  Accounts: accounts.map(({ account, label, debit, credit, ledgerDebit, ledgerCredit }) => ({
    Account: account,
    Label: label,
    Debit: formatAmount(debit),
    Credit: formatAmount(credit),
    LedgerDebit: formatAmount(ledgerDebit),
    LedgerCredit: formatAmount(ledgerCredit),
    Difference: formatAmount(debit - credit - (ledgerDebit - ledgerCredit)),
  })),
});

const closing = { date: day().describe('Any day of the exercise') };
const detailed = { detailed: z.boolean().default(false).describe('One entry per asset instead of one per operation') };
const journal = z.string().min(1).max(50).default('OD').describe('Journal');

function* yearView({ Entries, Accounts }: z.output<typeof YearShape>): Generator<Block> {
  yield {
    kind: 'table',
    title: 'Entries',
    columns: [
      { name: 'Date', type: 'day' },
      { name: 'State' },
      { name: 'Label' },
      { name: 'Account' },
      { name: 'Debit', type: 'amount' },
      { name: 'Credit', type: 'amount' },
    ],
    rows: Entries.flatMap(({ Date: date, State, Label, Lines }) =>
      Lines.map(({ Account, Debit, Credit }, at) => [
        ...(at === 0 ? [date, State, Label] : ['', '', '']),
        Account,
        Debit,
        Credit,
      ]),
    ),
  };
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

export const assetEntryList = defineOperation({
  id: 'asset.entry.list',
  summary: {
    en: 'Compute the entries of assets for an exercise, against the ledger',
    fr: 'Calculer les écritures d’immobilisations d’un exercice, face à la comptabilité',
  },
  description:
    'Allowances, reversals, derogatory amortization, grants, transfers, disposals, on the accounts right for the opening of the exercise and on those the folder has. Held: the ledger has the same amounts on the same sides of accounts that belong to assets. Missing: it has nothing there. Differs: it has something else.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/asset-entries` },
  cli: { examples: ['taxops asset entry list --folder 12 --date 2025-12-31'] },
  params: FolderPath,
  query: z.object({ ...closing, ...detailed }),
  output: YearShape,
  errors: ['FolderNotFound'],
  view: yearView,
  run: async (ctx, { accountingFolderId, date, detailed: isDetailed }) =>
    toWire(await checkYear(await ctx.db(), accountingFolderId, date, isDetailed)),
});

export const assetEntryPost = defineOperation({
  id: 'asset.entry.post',
  summary: { en: 'Write the missing entries of assets', fr: 'Passer les écritures d’immobilisations manquantes' },
  description:
    'Entries that are Missing are written as drafts, all or none; done again, nothing is left to write. Acquisitions, credit notes and grants awarded come with their documents and are left alone, and so is what Differs.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${FOLDER_ROUTE}/asset-entries` },
  cli: { examples: ['taxops asset entry post --folder 12 --date 2025-12-31'] },
  params: FolderPath,
  body: z.strictObject({
    Date: day(),
    JournalCode: journal,
    CreateAccounts: z.boolean().default(false).describe('Take accounts that the folder lacks from the general chart'),
  }),
  output: z.object({ Written: z.array(EntryShape.extend({ EntryId: z.int() })), Differs: z.array(EntryShape) }),
  errors: [
    'FolderNotFound',
    'LedgerFolderInactive',
    'DateOutsideExercises',
    'ExerciseClosed',
    'JournalNotFound',
    'AccountNotFound',
    'AccountNotActive',
  ],
  outcome: ({ Differs }) => (Differs.length > 0 ? 'partial' : 'done'),
  run: async (ctx, { accountingFolderId, body }) => {
    const db = await ctx.db();
    const posting = { date: body.Date, journal: body.JournalCode, createsAccounts: body.CreateAccounts };
    const { written, entries } = await postYear(db, accountingFolderId, posting, ctx.clock.now());
    return {
      Written: written.map(({ entry, entryId }) => ({ ...toWireEntry(entry), EntryId: entryId })),
      Differs: entries.filter(({ state }) => state === 'Differs').map(toWireEntry),
    };
  },
});

export const assetEntryExport = defineOperation({
  id: 'asset.entry.export',
  summary: { en: 'Write the entries of assets as a FEC', fr: 'Écrire les écritures d’immobilisations en FEC' },
  description: 'Drafts of one journal, numbered from 1, whatever the ledger already holds.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${FOLDER_ROUTE}/asset-entries/file` },
  cli: { examples: ['taxops asset entry export --folder 12 --date 2025-12-31 --output entries.txt'] },
  params: FolderPath,
  query: z.object({ ...closing, ...detailed, journal }),
  output: file('text/plain'),
  errors: ['FolderNotFound', 'LedgerFolderSirenMissing'],
  audited: true,
  run: async (ctx, { accountingFolderId, date, detailed: isDetailed, journal: code }) =>
    entriesFile(await ctx.db(), accountingFolderId, date, { journal: code, isDetailed }),
});
