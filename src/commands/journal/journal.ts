import * as z from 'zod';
import { createJournal, getJournal, listJournals, updateJournal } from '../../services/ledger/journals.ts';
import { JOURNAL_TYPES, TYPE_SOURCES } from '../../services/ledger/store.ts';
import { ledgerOperation, typed } from '../ledger/wire.ts';
import { identifier } from '../operation/fields.ts';
import { choice, int, text } from '../operation/outputs.ts';
import { fields } from '../operation/wire.ts';

const Type = choice(JOURNAL_TYPES, 'Type');
const JournalShape = z
  .object({
    Id: int('Id'),
    Code: text('Code'),
    Label: text('Libellé'),
    Type,
    TypeSource: choice(TYPE_SOURCES, 'Type lu dans').describe(
      'What the type was read from: the label, the code, the accounts moved, nothing; Given: a person said it',
    ),
  })
  .meta({ id: 'Journal' });

const JournalPath = { journalId: identifier() };
const Code = typed('JournalCode of the FEC', 50);
const Label = typed('Name', 200);

export const journalList = ledgerOperation({
  id: 'journal.list',
  summary: { en: 'List the journals of a folder', fr: 'Lister les journaux d’un dossier' },
  http: { method: 'GET', path: '/journals' },
  cli: { examples: ['taxops journal list --folder 12 --type Bank'] },
  query: z.object({ type: Type.optional() }),
  output: z.array(JournalShape),
  run: (ctx, { folderId, type }) => listJournals(ctx, folderId, type),
});

export const journalShow = ledgerOperation({
  id: 'journal.show',
  summary: { en: 'Show a journal', fr: 'Montrer un journal' },
  http: { method: 'GET', path: '/journals/{journalId}' },
  cli: { args: ['journalId'], examples: ['taxops journal show 4 --folder 12'] },
  params: JournalPath,
  output: JournalShape,
  errors: ['JournalNotFound'],
  run: (ctx, { folderId, journalId }) => getJournal(ctx, folderId, journalId),
});

export const journalCreate = ledgerOperation({
  id: 'journal.create',
  summary: { en: 'Create a journal', fr: 'Créer un journal' },
  http: { method: 'POST', path: '/journals', status: 201 },
  cli: { examples: ['taxops journal create --folder 12 --code OD --label "Opérations diverses"'] },
  body: fields({ Code, Label, Type: Type.optional() }),
  output: JournalShape,
  errors: ['JournalCodeTaken'],
  run: (ctx, { folderId, body }) => createJournal(ctx, folderId, body),
});

export const journalUpdate = ledgerOperation({
  id: 'journal.update',
  summary: { en: 'Change a journal', fr: 'Modifier un journal' },
  description: 'Imports guess the type of a journal; a type set here stays.',
  http: { method: 'PATCH', path: '/journals/{journalId}' },
  cli: { args: ['journalId'], examples: ['taxops journal update 4 --folder 12 --type Sale'] },
  params: JournalPath,
  body: fields({ Code: Code.optional(), Label: Label.optional(), Type: Type.optional() }),
  output: JournalShape,
  errors: ['JournalNotFound', 'JournalCodeTaken'],
  run: (ctx, { folderId, journalId, body }) => updateJournal(ctx, folderId, journalId, body),
});
