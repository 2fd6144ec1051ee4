import * as z from 'zod';
import { entryAmount } from '../../services/ledger/entries.ts';
import { listOpenings, type OpeningEntry, setOpening } from '../../services/ledger/opening-entries.ts';
import { OPENING_REASONS } from '../../services/ledger/openings.ts';
import { identifier } from '../operation/fields.ts';
import { choice, date, eurosText, int, text } from '../operation/outputs.ts';
import { computed, fields } from '../operation/wire.ts';
import { ledgerOperation, period } from './wire.ts';

const OpeningShape = z
  .object({
    EntryId: computed(int('Écriture'), ({ id }: OpeningEntry) => id),
    Date: date('Date'),
    JournalCode: text('Journal'),
    Number: text('Numéro'),
    Label: text('Libellé'),
    LineCount: computed(int('Lignes'), ({ lines }: OpeningEntry) => lines.length),
    Amount: computed(eurosText('Montant'), entryAmount).describe('Sum of its debits'),
    Reason: choice(OPENING_REASONS, 'Reconnue à').describe(
      'Journal: it stands in a journal of openings. Words, OpeningAccount (890), Accounts of a whole balance sheet, PreviousClosing (its balances are those of the closing before): shown by an entry of the first day. Given: a person said it',
    ),
  })
  .meta({ id: 'OpeningEntry' });

export const ledgerOpeningList = ledgerOperation({
  id: 'ledger.opening.list',
  summary: {
    en: 'List the opening entries of an exercise, and why',
    fr: 'Lister les à-nouveaux d’un exercice, et pourquoi',
  },
  description:
    'What an opening entry holds is brought forward: it is no movement, no purchase of assets and declares no VAT.',
  http: { method: 'GET', path: '/ledger-openings' },
  cli: { examples: ['taxops ledger opening list --folder 12'] },
  query: z.object({ exerciseId: period.exerciseId }),
  output: z.array(OpeningShape),
  errors: ['ExerciseNotFound', 'FolderWithoutExercise'],
  run: (ctx, { folderId, exerciseId }) => listOpenings(ctx, folderId, exerciseId),
});

export const ledgerOpeningSet = ledgerOperation({
  id: 'ledger.opening.set',
  summary: { en: 'Say whether an entry opens its exercise', fr: 'Dire si une écriture ouvre l’exercice' },
  description: 'Null: the entry is judged by its journal, its words and its accounts again.',
  http: { method: 'PUT', path: '/entries/{entryId}/opening', status: 204 },
  cli: { args: ['entryId'], examples: ['taxops ledger opening set 1042 --folder 12 --is-opening false'] },
  params: { entryId: identifier() },
  body: fields({ IsOpening: z.boolean().nullable() }),
  output: z.void(),
  errors: ['EntryNotFound'],
  run: (ctx, { folderId, entryId, body }) => setOpening(ctx, folderId, entryId, body.isOpening),
});
