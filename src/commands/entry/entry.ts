import * as z from 'zod';
import { type Instant, parisDay } from '../../services/kernel/paris-time.ts';
import { type Entry, entryAmount, getEntry, listEntries } from '../../services/ledger/entries.ts';
import type { NewEntry } from '../../services/ledger/place-entry.ts';
import { createEntry, deleteEntry, updateEntry, validateEntries } from '../../services/ledger/write-entries.ts';
import type { Context } from '../../services/operation/context.ts';
import { lettersTable, Unlettered } from '../ledger/removal-wire.ts';
import { EntryLineShape, ledgerOperation, lineFilter, refuseInverted, toFilter, typed } from '../ledger/wire.ts';
import { amount, day, identifier, pageOf, paging } from '../operation/fields.ts';
import { date, eurosText, flag, int, maybe, text } from '../operation/outputs.ts';
import { computed, fields, from, headed } from '../operation/wire.ts';

const HEAD = {
  Id: int('Id'),
  ExerciseId: int('Exercice'),
  JournalId: int('N° journal'),
  JournalCode: text('Journal'),
  Number: text('Numéro'),
  Date: date('Date'),
  Label: text('Libellé'),
  DocRef: text('Pièce'),
  DocDate: maybe(date('Date pièce')),
  ValidationDate: maybe(date('Validation')).describe('Null for a draft'),
  IsManual: flag('Passée ici').describe('Written in taxops, not read from a file'),
  Amount: computed(eurosText('Montant'), entryAmount).describe('Sum of its debits'),
};
const EntrySummary = z
  .object({ ...HEAD, LineCount: computed(int('Lignes'), ({ lines }: Entry) => lines.length) })
  .meta({ id: 'EntrySummary' });
const EntryShape = z.object({ ...HEAD, Lines: headed(z.array(EntryLineShape), 'Lignes') }).meta({ id: 'Entry' });

const ChangedEntry = EntryShape.extend({ Unlettered }).meta({ id: 'ChangedEntry' });
const EntryDeletion = z
  .object({
    FolderId: int('Dossier'),
    EntryId: int('Écriture'),
    JournalCode: text('Journal'),
    Number: text('Numéro'),
    Unlettered,
    TransactionIds: headed(z.array(z.int()), 'Mouvements').describe('Bank transactions that it booked, open again'),
  })
  .meta({ id: 'EntryDeletion' });

const FREED = { en: 'Bank transactions open again:', fr: 'Mouvements bancaires de nouveau ouverts :' } as const;

const EntryPath = { entryId: identifier() };

const today = (ctx: Context) => parisDay(ctx.clock.now() as Instant);

const LineBody = fields({
  AccountNumber: z.string().max(50).optional().describe('This or AccountId'),
  AccountId: identifier().optional(),
  SubAccountCode: z.string().min(1).max(50).optional().describe('This or SubAccountId, or neither'),
  SubAccountId: identifier().optional(),
  Label: typed('Label', 500).optional(),
  Debit: amount().optional(),
  Credit: amount().optional(),
  Letter: z.string().min(1).max(20).optional(),
  LetterDate: day().optional(),
});

const EntryBody = fields({
  JournalCode: from('journal', typed('Journal', 50)),
  Date: day(),
  Number: typed('The next one of its sequence unless given', 50).optional(),
  Label: typed('Label of the entry, and of lines without one', 500),
  DocRef: typed('Reference of the document', 100).optional(),
  DocDate: day().optional(),
  Validate: z.boolean().optional().describe('Validate it at once; a draft otherwise'),
  Lines: z.array(LineBody).min(2, { error: 'two lines at least: a debit and a credit' }).max(5000),
});

const newEntry = (ctx: Context, { validate, lines, ...entry }: z.output<typeof EntryBody>): NewEntry => ({
  ...entry,
  validationDate: validate ? today(ctx) : undefined,
  lines: lines.map(
    ({ accountId, accountNumber = '', subAccountId, subAccountCode, debit = 0n, credit = 0n, ...line }) => ({
      ...line,
      account: accountId ?? accountNumber,
      subAccount: subAccountId ?? subAccountCode,
      debit,
      credit,
    }),
  ),
});

export const entryList = ledgerOperation({
  id: 'entry.list',
  summary: { en: 'List the entries of a folder', fr: 'Lister les écritures d’un dossier' },
  description: 'Entries with at least one line that fits the filters.',
  http: { method: 'GET', path: '/entries' },
  cli: {
    examples: [
      'taxops entry list --folder 12 --from 2024-03-01 --to 2024-03-31 --journal VE',
      'taxops entry list --folder 12 --account 411 --search morel --min-amount 1000',
    ],
  },
  query: z
    .object({
      ...lineFilter,
      number: z.string().max(50).optional().describe('Number of the entry'),
      draft: z.boolean().optional().describe('true: drafts; false: validated entries'),
      manual: z.boolean().optional().describe('Written in taxops'),
      ...paging,
    })
    .superRefine(refuseInverted),
  errors: ['JournalNotFound', 'ExerciseNotFound'],
  output: pageOf(EntrySummary),
  columns: ['Id', 'Date', 'JournalCode', 'Number', 'Label', 'DocRef', 'Amount', 'ValidationDate'],
  run: (ctx, { folderId, page, limit, draft, manual, ...filter }) => {
    const wanted = { ...toFilter(filter), isDraft: draft, isManual: manual };
    return listEntries(ctx, folderId, wanted, { page, limit });
  },
});

export const entryShow = ledgerOperation({
  id: 'entry.show',
  summary: { en: 'Show an entry with its lines', fr: 'Montrer une écriture avec ses lignes' },
  http: { method: 'GET', path: '/entries/{entryId}' },
  cli: { args: ['entryId'], examples: ['taxops entry show 1042 --folder 12'] },
  params: EntryPath,
  output: EntryShape,
  errors: ['EntryNotFound'],
  view: function* ({ Lines, ...entry }) {
    yield {
      kind: 'text',
      text: `${entry.JournalCode} ${entry.Number} · ${entry.Date} · ${entry.Label} · ${entry.DocRef}`,
    };
    yield {
      kind: 'table',
      columns: [
        { name: 'AccountNumber' },
        { name: 'AccountName', fr: 'Intitulé' },
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
  run: (ctx, { folderId, entryId }) => getEntry(ctx, folderId, entryId),
});

const WRITE_ERRORS = [
  ...['LedgerFolderInactive', 'DateOutsideExercises', 'ExerciseClosed', 'JournalNotFound'],
  ...['AccountNotFound', 'AccountNotActive', 'SubAccountNotFound', 'EntryLineEmpty', 'EntryNotBalanced'],
  'EntryNumberTaken',
  'PeriodReconciled',
];

export const entryCreate = ledgerOperation({
  id: 'entry.create',
  summary: { en: 'Write an entry', fr: 'Passer une écriture' },
  description: 'The entry is a draft unless Validate is true. It must be balanced.',
  http: { method: 'POST', path: '/entries', status: 201 },
  cli: { examples: ['taxops entry create --folder 12 --body entry.json'] },
  body: EntryBody,
  output: EntryShape,
  errors: WRITE_ERRORS,
  run: (ctx, { folderId, body }) => createEntry(ctx, folderId, newEntry(ctx, body)),
});

export const entryUpdate = ledgerOperation({
  id: 'entry.update',
  summary: { en: 'Write a draft again', fr: 'Réécrire un brouillon' },
  description: 'Replaces a draft written in taxops; entries of files and validated entries do not change.',
  http: { method: 'PUT', path: '/entries/{entryId}' },
  cli: { args: ['entryId'], examples: ['taxops entry update 1042 --folder 12 --body entry.json'] },
  params: EntryPath,
  body: EntryBody,
  output: ChangedEntry,
  errors: [...WRITE_ERRORS, 'EntryNotFound', 'EntryFromFile', 'EntryValidated'],
  run: (ctx, { folderId, entryId, body }) => updateEntry(ctx, folderId, entryId, newEntry(ctx, body)),
});

export const entryDelete = ledgerOperation({
  id: 'entry.delete',
  summary: { en: 'Delete a draft', fr: 'Supprimer un brouillon' },
  description:
    'A lettering that loses its lines stays in part while it has both sides, or its letters go: Unlettered says which. The bank transactions that it booked are open again.',
  http: { method: 'DELETE', path: '/entries/{entryId}' },
  cli: { args: ['entryId'], examples: ['taxops entry delete 1042 --folder 12 --yes'], confirm: true },
  params: EntryPath,
  output: EntryDeletion,
  errors: [
    'LedgerFolderInactive',
    'EntryNotFound',
    'EntryFromFile',
    'EntryValidated',
    'ExerciseClosed',
    'PeriodReconciled',
  ],
  view: function* ({ FolderId, Unlettered: lost, TransactionIds: freed }, language) {
    if (lost.length > 0) yield lettersTable(lost, `taxops lettering propose --folder ${FolderId}`);
    if (freed.length > 0) yield { kind: 'text', text: `${FREED[language]} ${freed.join(', ')}` };
  },
  run: (ctx, { folderId, entryId }) => deleteEntry(ctx, folderId, entryId),
});

export const entryValidate = ledgerOperation({
  id: 'entry.validate',
  summary: { en: 'Validate drafts', fr: 'Valider des brouillons' },
  description: 'Validated entries no longer change. Those already validated keep their day.',
  http: { method: 'POST', path: '/entries/validate' },
  cli: { examples: ['taxops entry validate --folder 12 --entry-ids 1042 1043'] },
  body: fields({ EntryIds: z.array(identifier()).min(1).max(1000) }),
  output: z.array(EntrySummary),
  errors: ['LedgerFolderInactive', 'EntryNotFound', 'EntryFromFile'],
  run: (ctx, { folderId, body }) => validateEntries(ctx, folderId, body.entryIds, today(ctx)),
});
