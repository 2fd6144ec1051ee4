import * as z from 'zod';
import { formatAmount } from '../../services/kernel/money.ts';
import { type Instant, parisDay } from '../../services/kernel/paris-time.ts';
import { type Entry, entryAmount, getEntry, listEntries } from '../../services/ledger/entries.ts';
import type { NewEntry } from '../../services/ledger/place-entry.ts';
import { createEntry, deleteEntry, updateEntry, validateEntries } from '../../services/ledger/write-entries.ts';
import type { Context } from '../../services/operation/context.ts';
import {
  EntryLineShape,
  FOLDER_ROUTE,
  FolderPath,
  lineFilter,
  text,
  toFilter,
  toWireLine,
  toWirePage,
} from '../ledger/wire.ts';
import { amount, amountText, day, dayText, identifier, pageOf, paging } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

const head = {
  Id: z.int(),
  ExerciseId: z.int(),
  JournalId: z.int(),
  JournalCode: z.string(),
  Number: z.string(),
  Date: dayText(),
  Label: z.string(),
  DocRef: z.string(),
  DocDate: dayText().nullable(),
  ValidationDate: dayText().nullable().describe('Null for a draft'),
  IsManual: z.boolean().describe('Written in taxops, not read from a file'),
  Amount: amountText().describe('Sum of its debits'),
};
const EntrySummary = z.object({ ...head, LineCount: z.int() }).meta({ id: 'EntrySummary' });
const EntryShape = z.object({ ...head, Lines: z.array(EntryLineShape) }).meta({ id: 'Entry' });

const EntryPath = FolderPath.extend({ entryId: identifier() });
const ROUTE = `${FOLDER_ROUTE}/entries`;

const toHead = (entry: Entry) => ({
  Id: entry.id,
  ExerciseId: entry.exerciseId,
  JournalId: entry.journalId,
  JournalCode: entry.journalCode,
  Number: entry.number,
  Date: entry.date,
  Label: entry.label,
  DocRef: entry.docRef,
  DocDate: entry.docDate,
  ValidationDate: entry.validationDate,
  IsManual: entry.isManual,
  Amount: formatAmount(entryAmount(entry)),
});
const toSummary = (entry: Entry) => ({ ...toHead(entry), LineCount: entry.lines.length });
const toWire = (entry: Entry) => ({ ...toHead(entry), Lines: entry.lines.map(toWireLine) });

const today = (ctx: Context) => parisDay(ctx.clock.now() as Instant);

const EntryBody = z.strictObject({
  JournalCode: text('Journal', 50),
  Date: day(),
  Number: text('The next one of its sequence unless given', 50).optional(),
  Label: text('Label of the entry, and of lines without one', 500),
  DocRef: text('Reference of the document', 100).optional(),
  DocDate: day().optional(),
  Validate: z.boolean().optional().describe('Validate it at once; a draft otherwise'),
  Lines: z
    .array(
      z.strictObject({
        AccountNumber: z.string().max(50).optional().describe('This or AccountId'),
        AccountId: identifier().optional(),
        SubAccountCode: z.string().min(1).max(50).optional().describe('This or SubAccountId, or neither'),
        SubAccountId: identifier().optional(),
        Label: text('Label', 500).optional(),
        Debit: amount().optional(),
        Credit: amount().optional(),
        Letter: z.string().min(1).max(20).optional(),
        LetterDate: day().optional(),
      }),
    )
    .min(2)
    .max(5000),
});

const fromWire = (ctx: Context, body: z.output<typeof EntryBody>): NewEntry => ({
  journal: body.JournalCode,
  date: body.Date,
  number: body.Number,
  label: body.Label,
  docRef: body.DocRef,
  docDate: body.DocDate,
  validationDate: body.Validate ? today(ctx) : undefined,
  lines: body.Lines.map((line) => ({
    account: line.AccountId ?? line.AccountNumber ?? '',
    subAccount: line.SubAccountId ?? line.SubAccountCode,
    label: line.Label,
    debit: line.Debit ?? 0n,
    credit: line.Credit ?? 0n,
    letter: line.Letter,
    letterDate: line.LetterDate,
  })),
});

export const entryList = defineOperation({
  id: 'entry.list',
  summary: { en: 'List the entries of a folder', fr: 'Lister les écritures d’un dossier' },
  description: 'Entries with at least one line that fits the filters.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: ROUTE },
  cli: {
    examples: [
      'taxops entry list --folder 12 --from 2024-03-01 --to 2024-03-31 --journal VE',
      'taxops entry list --folder 12 --account 411 --search morel --min-amount 1000',
    ],
  },
  params: FolderPath,
  query: z.object({
    ...lineFilter,
    number: z.string().max(50).optional().describe('Number of the entry'),
    draft: z.boolean().optional(),
    manual: z.boolean().optional().describe('Written in taxops'),
    ...paging,
  }),
  output: pageOf(EntrySummary),
  errors: ['FolderNotFound'],
  columns: ['Id', 'Date', 'JournalCode', 'Number', 'Label', 'DocRef', 'Amount', 'ValidationDate'],
  run: async (ctx, { accountingFolderId, page, limit, draft, manual, ...filter }) => {
    const wanted = { ...toFilter(filter), isDraft: draft, isManual: manual };
    return toWirePage(await listEntries(await ctx.db(), accountingFolderId, wanted, { page, limit }), toSummary);
  },
});

export const entryShow = defineOperation({
  id: 'entry.show',
  summary: { en: 'Show an entry with its lines', fr: 'Montrer une écriture avec ses lignes' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${ROUTE}/{entryId}` },
  cli: { args: ['entryId'], examples: ['taxops entry show 1042 --folder 12'] },
  params: EntryPath,
  output: EntryShape,
  errors: ['FolderNotFound', 'EntryNotFound'],
  view: function* ({ Lines, ...entry }) {
    yield {
      kind: 'text',
      text: `${entry.JournalCode} ${entry.Number} · ${entry.Date} · ${entry.Label} · ${entry.DocRef}`,
    };
    yield {
      kind: 'table',
      columns: [
        { name: 'AccountNumber' },
        { name: 'AccountName' },
        { name: 'Label' },
        { name: 'Letter' },
        { name: 'Debit', type: 'amount' },
        { name: 'Credit', type: 'amount' },
      ],
      rows: Lines.map((line) => [
        line.SubAccountCode ? `${line.AccountNumber}/${line.SubAccountCode}` : line.AccountNumber,
        line.AccountLabel,
        line.Label,
        line.Letter,
        line.Debit,
        line.Credit,
      ]),
    };
  },
  run: async (ctx, { accountingFolderId, entryId }) =>
    toWire(await getEntry(await ctx.db(), accountingFolderId, entryId)),
});

const WRITE_ERRORS = [
  ...['FolderNotFound', 'LedgerFolderInactive', 'DateOutsideExercises', 'ExerciseClosed', 'JournalNotFound'],
  ...['AccountNotFound', 'AccountNotActive', 'SubAccountNotFound', 'EntryLineEmpty', 'EntryNotBalanced'],
  'EntryNumberTaken',
];

export const entryCreate = defineOperation({
  id: 'entry.create',
  summary: { en: 'Write an entry', fr: 'Passer une écriture' },
  description: 'The entry is a draft unless Validate is true. It must be balanced.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops entry create --folder 12 --body entry.json'] },
  params: FolderPath,
  body: EntryBody,
  output: EntryShape,
  errors: WRITE_ERRORS,
  run: async (ctx, { accountingFolderId, body }) =>
    toWire(await createEntry(await ctx.db(), accountingFolderId, fromWire(ctx, body))),
});

export const entryUpdate = defineOperation({
  id: 'entry.update',
  summary: { en: 'Write a draft again', fr: 'Réécrire un brouillon' },
  description: 'Replaces a draft written in taxops; entries of files and validated entries do not change.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PUT', path: `${ROUTE}/{entryId}` },
  cli: { args: ['entryId'], examples: ['taxops entry update 1042 --folder 12 --body entry.json'] },
  params: EntryPath,
  body: EntryBody,
  output: EntryShape,
  errors: [...WRITE_ERRORS, 'EntryNotFound', 'EntryFromFile', 'EntryValidated'],
  run: async (ctx, { accountingFolderId, entryId, body }) =>
    toWire(await updateEntry(await ctx.db(), accountingFolderId, entryId, fromWire(ctx, body))),
});

export const entryDelete = defineOperation({
  id: 'entry.delete',
  summary: { en: 'Delete a draft', fr: 'Supprimer un brouillon' },
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'DELETE', path: `${ROUTE}/{entryId}`, status: 204 },
  cli: { args: ['entryId'], examples: ['taxops entry delete 1042 --folder 12 --yes'], confirm: true },
  params: EntryPath,
  output: z.void(),
  errors: [
    'FolderNotFound',
    'LedgerFolderInactive',
    'EntryNotFound',
    'EntryFromFile',
    'EntryValidated',
    'ExerciseClosed',
  ],
  run: async (ctx, { accountingFolderId, entryId }) => deleteEntry(await ctx.db(), accountingFolderId, entryId),
});

export const entryValidate = defineOperation({
  id: 'entry.validate',
  summary: { en: 'Validate drafts', fr: 'Valider des brouillons' },
  description: 'Validated entries no longer change. Those already validated keep their day.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: `${ROUTE}/validate` },
  cli: { examples: ['taxops entry validate --folder 12 --entry-ids 1042 1043'] },
  params: FolderPath,
  body: z.strictObject({ EntryIds: z.array(identifier()).min(1).max(1000) }),
  output: z.array(EntrySummary),
  errors: ['FolderNotFound', 'LedgerFolderInactive', 'EntryNotFound', 'EntryFromFile'],
  run: async (ctx, { accountingFolderId, body }) =>
    (await validateEntries(await ctx.db(), accountingFolderId, body.EntryIds, today(ctx))).map(toSummary),
});
