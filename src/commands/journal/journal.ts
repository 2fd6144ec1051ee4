import * as z from 'zod';
import {
  createJournal,
  getJournal,
  type Journal,
  listJournals,
  updateJournal,
} from '../../services/ledger/journals.ts';
import { JOURNAL_TYPES } from '../../services/ledger/store.ts';
import { FOLDER_ROUTE, FolderPath, text } from '../ledger/wire.ts';
import { identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

const Type = z.enum(JOURNAL_TYPES);
const JournalShape = z.object({ Id: z.int(), Code: z.string(), Label: z.string(), Type }).meta({ id: 'Journal' });

const JournalPath = FolderPath.extend({ journalId: identifier() });
const ROUTE = `${FOLDER_ROUTE}/journals`;

const toWire = ({ id, code, label, type }: Journal) => ({ Id: id, Code: code, Label: label, Type: type });

export const journalList = defineOperation({
  id: 'journal.list',
  summary: { en: 'List the journals of a folder', fr: 'Lister les journaux d’un dossier' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops journal list --folder 12 --type Bank'] },
  params: FolderPath,
  query: z.object({ type: Type.optional() }),
  output: z.array(JournalShape),
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId, type }) =>
    (await listJournals(await ctx.db(), accountingFolderId, type)).map(toWire),
});

export const journalShow = defineOperation({
  id: 'journal.show',
  summary: { en: 'Show a journal', fr: 'Montrer un journal' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${ROUTE}/{journalId}` },
  cli: { args: ['journalId'], examples: ['taxops journal show 4 --folder 12'] },
  params: JournalPath,
  output: JournalShape,
  errors: ['FolderNotFound', 'JournalNotFound'],
  run: async (ctx, { accountingFolderId, journalId }) =>
    toWire(await getJournal(await ctx.db(), accountingFolderId, journalId)),
});

export const journalCreate = defineOperation({
  id: 'journal.create',
  summary: { en: 'Create a journal', fr: 'Créer un journal' },
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops journal create --folder 12 --code OD --label "Opérations diverses"'] },
  params: FolderPath,
  body: z.strictObject({ Code: text('JournalCode of the FEC', 50), Label: text('Name', 200), Type: Type.optional() }),
  output: JournalShape,
  errors: ['FolderNotFound', 'JournalCodeTaken'],
  run: async (ctx, { accountingFolderId, body }) =>
    toWire(
      await createJournal(await ctx.db(), accountingFolderId, { code: body.Code, label: body.Label, type: body.Type }),
    ),
});

export const journalUpdate = defineOperation({
  id: 'journal.update',
  summary: { en: 'Change a journal', fr: 'Modifier un journal' },
  description: 'Imports guess the type of a journal; a type set here stays.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PATCH', path: `${ROUTE}/{journalId}` },
  cli: { args: ['journalId'], examples: ['taxops journal update 4 --folder 12 --type Sale'] },
  params: JournalPath,
  body: z.strictObject({
    Code: text('JournalCode of the FEC', 50).optional(),
    Label: text('Name', 200).optional(),
    Type: Type.optional(),
  }),
  output: JournalShape,
  errors: ['FolderNotFound', 'JournalNotFound', 'JournalCodeTaken'],
  run: async (ctx, { accountingFolderId, journalId, body }) => {
    const change = { code: body.Code, label: body.Label, type: body.Type };
    return toWire(await updateJournal(await ctx.db(), accountingFolderId, journalId, change));
  },
});
