import * as z from 'zod';
import { letterLines, listLetterings, undoLettering, unletterLines } from '../../services/ledger/letters/change.ts';
import { ledgerOperation } from '../ledger/wire.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { choice, int, maybe, moment } from '../operation/outputs.ts';
import { fields, from, headed } from '../operation/wire.ts';

export const LetteringShape = z
  .object({
    Id: int('Id'),
    Kind: choice(['Set', 'Unset', 'Accepted'], 'Opération'),
    MadeAt: moment('Fait le'),
    UndoneAt: maybe(moment('Annulé le')),
    Letters: headed(z.array(z.string()).describe('Codes given, or taken off'), 'Lettres'),
    EntryLineIds: from('lineIds', headed(z.array(z.int()), 'Lignes')),
  })
  .meta({ id: 'Lettering' });

const COLUMNS = ['Id', 'Kind', 'MadeAt', 'UndoneAt', 'Letters', 'EntryLineIds'];

const lineIds = (least: number) =>
  z
    .array(identifier())
    .min(least, least === 2 ? { error: 'two lines at least: a debit and a credit' } : undefined)
    .max(1000)
    .describe('Identifiers of lines: entry line list');

/** A letter is a note beside an entry: only a closed exercise, or an inactive folder, holds it. */
const HELD = ['LedgerFolderInactive', 'ExerciseClosed'];

export const letteringSet = ledgerOperation({
  id: 'lettering.set',
  summary: { en: 'Letter lines together', fr: 'Lettrer des lignes ensemble' },
  description:
    'Lines of one account, third party and exercise, under its next free code (AAA, AAB…): capitals for a balanced group, small letters for a partial one. Lines of a partial group bring the whole group along, under its code. Validated entries and periods whose VAT return is sent may be lettered: the next return declares the difference as of a prior period. The lines of a closed exercise keep their letters. A later file changes a letter given here only if it changes its own.',
  http: { method: 'POST', path: '/letterings', status: 201 },
  cli: {
    examples: [
      'taxops lettering set --folder 12 --line-ids 101 108',
      'taxops lettering set --folder 12 --line-ids 101 109 --partial',
    ],
  },
  body: fields({
    LineIds: lineIds(2),
    Partial: z.boolean().default(false).describe('Accept a group that is not balanced'),
  }),
  output: LetteringShape,
  errors: [
    ...HELD,
    ...['LedgerLineNotFound', 'LetteringMixed', 'LineLettered', 'LetteringOneSided', 'LetteringNotBalanced'],
  ],
  columns: COLUMNS,
  run: (ctx, { folderId, body: { lineIds, partial } }) => letterLines(ctx, folderId, { lineIds, isPartial: partial }),
});

export const letteringUnset = ledgerOperation({
  id: 'lettering.unset',
  summary: { en: 'Take the letters off groups', fr: 'Délettrer des groupes' },
  description: 'One line of a group names the whole group. `lettering undo` gives the letters back.',
  http: { method: 'POST', path: '/letterings/unset' },
  cli: { examples: ['taxops lettering unset --folder 12 --line-ids 101'] },
  body: fields({ LineIds: lineIds(1) }),
  output: LetteringShape,
  errors: [...HELD, 'LedgerLineNotFound', 'LineNotLettered'],
  columns: COLUMNS,
  run: (ctx, { folderId, body }) => unletterLines(ctx, folderId, body.lineIds),
});

export const letteringUndo = ledgerOperation({
  id: 'lettering.undo',
  summary: { en: 'Undo a lettering', fr: 'Annuler un lettrage' },
  description: 'Gives back what it replaced, whole, unless one of its lines changed since.',
  http: { method: 'POST', path: '/letterings/{letteringId}/undo' },
  cli: { args: ['letteringId'], examples: ['taxops lettering undo 7 --folder 12'] },
  params: { letteringId: identifier() },
  output: LetteringShape,
  errors: [...HELD, 'LetteringNotFound', 'LetteringChangedSince'],
  columns: COLUMNS,
  run: (ctx, { folderId, letteringId }) => undoLettering(ctx, folderId, letteringId),
});

export const letteringList = ledgerOperation({
  id: 'lettering.list',
  summary: { en: 'List the letterings made in taxops', fr: 'Lister les lettrages faits dans taxops' },
  description:
    'The last first, undone ones included; lines that no longer exist are left out, with the letterings that have no other. The groups themselves: ledger letters.',
  http: { method: 'GET', path: '/letterings' },
  cli: { examples: ['taxops lettering list --folder 12'] },
  query: z.object(paging),
  output: pageOf(LetteringShape),
  columns: COLUMNS,
  run: (ctx, { folderId, page, limit }) => listLetterings(ctx, folderId, { page, limit }),
});
