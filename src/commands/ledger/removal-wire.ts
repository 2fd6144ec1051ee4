/** What is taken back with an exercise, as its two operations answer it. */
import * as z from 'zod';
import type { Language } from '../../services/kernel/errors.ts';
import type { Block } from '../operation/operation.ts';
import { eurosText, flag, int, long, maybe, text } from '../operation/outputs.ts';
import { from, headed } from '../operation/wire.ts';
import { ExercisePeriod } from './wire.ts';

const Hanging = z.object({
  Entries: int('Écritures'),
  ManualEntries: int('Saisies ici'),
  Imports: int('Imports'),
  Reconciliations: int('Rapprochements'),
  AssetLines: int('Lignes d’immobilisations'),
  FiledVatReturns: int('TVA déposées'),
  FiledDeclarations: int('Déclarations déposées'),
});

/** Letterings that a change of the books took lines out of. */
export const Unlettered = from(
  'broken',
  headed(
    z.array(
      z.object({
        Account: text('Compte'),
        Letter: text('Lettre'),
        EntryLineId: from('lineId', int('N° ligne')),
        Difference: eurosText('Écart'),
        IsTakenOff: flag('Lettres retirées').describe('Otherwise lettered in part'),
      }),
    ),
    'Délettrés',
  ).describe('Letterings of entries that stay, which lost lines'),
);

export const RemovalShape = z
  .object({
    Exercise: ExercisePeriod,
    Hanging: Hanging.describe('What goes, or loses its entry, with it; filings hold it'),
    IsExerciseRemoved: flag('Exercice supprimé').describe('False: entries written in taxops keep the exercise'),
    IsPreview: flag('Aperçu').describe('Nothing was removed'),
    Unlettered,
    Archive: maybe(
      z.object({ FileName: text('Fichier'), Address: text('Adresse'), ByteSize: long('Octets') }),
    ).describe('FEC of all entries, kept for a day'),
  })
  .meta({ id: 'LedgerRemoval' });

export const preview = z.boolean().default(false).describe('Only count what would go');

export function* viewRemoval(
  { Exercise, Hanging: held, Unlettered: lost, Archive }: z.output<typeof RemovalShape>,
  language: Language,
): Generator<Block> {
  const names = Object.keys(held) as (keyof typeof held)[];
  yield { kind: 'text', text: `${Exercise.StartDate} – ${Exercise.EndDate}` };
  yield {
    kind: 'table',
    columns: names.map((name) => ({ name, type: 'number' })),
    rows: [names.map((name) => held[name])],
  };
  if (lost.length > 0) yield lettersTable(lost);
  if (Archive) yield { kind: 'text', text: `Archive${language === 'fr' ? ' :' : ':'} ${Archive.Address}` };
}

/** `next`: the command that letters what is open again. */
export const lettersTable = (lost: z.output<typeof RemovalShape>['Unlettered'], next?: string): Block => ({
  kind: 'table',
  title: 'Unlettered',
  columns: [
    ...[{ name: 'Account', fr: 'Compte' }, { name: 'Letter' }, { name: 'EntryLineId', type: 'number' as const }],
    { name: 'Difference', type: 'amount' },
    { name: 'IsTakenOff' },
  ],
  rows: lost.map(({ Account, Letter, EntryLineId, Difference, IsTakenOff }) => [
    ...[Account, Letter, EntryLineId, Difference, IsTakenOff],
  ]),
  ...(next && { note: next }),
});

export const REMOVAL_ERRORS = ['LedgerFolderInactive', 'ExerciseClosed', 'ExerciseFiled'];
