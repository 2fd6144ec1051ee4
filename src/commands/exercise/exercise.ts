import * as z from 'zod';
import { countDrafts } from '../../services/ledger/entries.ts';
import { createExercise, getExercise, listExercises, updateExercise } from '../../services/ledger/exercises.ts';
import { deleteExercise } from '../../services/ledger/remove.ts';
import { preview, REMOVAL_ERRORS, RemovalShape, viewRemoval } from '../ledger/removal-wire.ts';
import { ExercisePeriod, ledgerOperation } from '../ledger/wire.ts';
import { day, identifier } from '../operation/fields.ts';
import { flag } from '../operation/outputs.ts';
import { fields, from } from '../operation/wire.ts';

const ExerciseShape = ExercisePeriod.extend({ IsClosed: flag('Fermé') }).meta({ id: 'Exercise' });

const ExercisePath = { exerciseId: identifier() };
const StartDate = from('start', day());
const EndDate = from('end', day());

export const exerciseList = ledgerOperation({
  id: 'exercise.list',
  summary: { en: 'List the exercises of a folder', fr: 'Lister les exercices d’un dossier' },
  http: { method: 'GET', path: '/exercises' },
  cli: { examples: ['taxops exercise list --folder 12'] },
  output: z.array(ExerciseShape),
  run: (ctx, { folderId }) => listExercises(ctx, folderId),
});

export const exerciseShow = ledgerOperation({
  id: 'exercise.show',
  summary: { en: 'Show an exercise', fr: 'Montrer un exercice' },
  http: { method: 'GET', path: '/exercises/{exerciseId}' },
  cli: { args: ['exerciseId'], examples: ['taxops exercise show 3 --folder 12'] },
  params: ExercisePath,
  output: ExerciseShape,
  errors: ['ExerciseNotFound'],
  run: (ctx, { folderId, exerciseId }) => getExercise(ctx, folderId, exerciseId),
});

export const exerciseCreate = ledgerOperation({
  id: 'exercise.create',
  summary: { en: 'Create an exercise', fr: 'Créer un exercice' },
  description: 'Imports create exercises by themselves; exercises of a folder do not overlap.',
  http: { method: 'POST', path: '/exercises', status: 201 },
  cli: { examples: ['taxops exercise create --folder 12 --start-date 2025-01-01 --end-date 2025-12-31'] },
  body: fields({ StartDate, EndDate }),
  output: ExerciseShape,
  errors: ['ExerciseDatesInvalid', 'ExerciseOverlaps'],
  run: (ctx, { folderId, body }) => createExercise(ctx, folderId, body),
});

export const exerciseUpdate = ledgerOperation({
  id: 'exercise.update',
  summary: { en: 'Change, close or open again an exercise', fr: 'Modifier, fermer ou rouvrir un exercice' },
  description:
    'A closed exercise refuses entries and changed files. The header X-Draft-Entries says how many entries of one that is closed were never validated.',
  http: { method: 'PATCH', path: '/exercises/{exerciseId}' },
  cli: { args: ['exerciseId'], examples: ['taxops exercise update 3 --folder 12 --is-closed'] },
  params: ExercisePath,
  body: fields({
    StartDate: from('start', day().optional()),
    EndDate: from('end', day().optional()),
    IsClosed: z.boolean().optional(),
  }),
  output: ExerciseShape,
  errors: ['ExerciseNotFound', 'ExerciseDatesInvalid', 'ExerciseOverlaps', 'ExerciseClosed'],
  run: async (ctx, { folderId, exerciseId, body }) => {
    const changed = await updateExercise(ctx, folderId, exerciseId, body);
    const drafts = changed.isClosed ? await countDrafts(ctx, folderId, exerciseId) : 0;
    if (drafts > 0) ctx.headers.set('X-Draft-Entries', String(drafts));
    return changed;
  },
});

export const exerciseDelete = ledgerOperation({
  id: 'exercise.delete',
  summary: { en: 'Delete an exercise with its entries', fr: 'Supprimer un exercice avec ses écritures' },
  description:
    'Everything of it, entries written in taxops too. A FEC of all its entries is written first and kept for a day. A closed exercise, or one that a VAT return or a declaration was filed from, stays.',
  http: { method: 'DELETE', path: '/exercises/{exerciseId}' },
  cli: {
    args: ['exerciseId'],
    examples: ['taxops exercise delete 3 --folder 12 --preview', 'taxops exercise delete 3 --folder 12 --yes'],
    confirm: { unless: 'preview' },
  },
  params: ExercisePath,
  query: z.object({ preview }),
  output: RemovalShape,
  errors: ['ExerciseNotFound', ...REMOVAL_ERRORS],
  view: viewRemoval,
  run: (ctx, { folderId, exerciseId, preview: isPreview }) => deleteExercise(ctx, folderId, exerciseId, isPreview),
});
