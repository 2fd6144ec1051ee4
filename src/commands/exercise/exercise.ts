import * as z from 'zod';
import {
  createExercise,
  type Exercise,
  getExercise,
  listExercises,
  updateExercise,
} from '../../services/ledger/exercises.ts';
import { FOLDER_ROUTE, FolderPath } from '../ledger/wire.ts';
import { day, dayText, identifier } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';

const ExerciseShape = z
  .object({ Id: z.int(), StartDate: dayText(), EndDate: dayText(), IsClosed: z.boolean() })
  .meta({ id: 'Exercise' });

const ExercisePath = FolderPath.extend({ exerciseId: identifier() });
const ROUTE = `${FOLDER_ROUTE}/exercises`;

const toWire = ({ id, start, end, isClosed }: Exercise) => ({
  Id: id,
  StartDate: start,
  EndDate: end,
  IsClosed: isClosed,
});

export const exerciseList = defineOperation({
  id: 'exercise.list',
  summary: { en: 'List the exercises of a folder', fr: 'Lister les exercices d’un dossier' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops exercise list --folder 12'] },
  params: FolderPath,
  output: z.array(ExerciseShape),
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId }) => (await listExercises(await ctx.db(), accountingFolderId)).map(toWire),
});

export const exerciseShow = defineOperation({
  id: 'exercise.show',
  summary: { en: 'Show an exercise', fr: 'Montrer un exercice' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: `${ROUTE}/{exerciseId}` },
  cli: { args: ['exerciseId'], examples: ['taxops exercise show 3 --folder 12'] },
  params: ExercisePath,
  output: ExerciseShape,
  errors: ['FolderNotFound', 'ExerciseNotFound'],
  run: async (ctx, { accountingFolderId, exerciseId }) =>
    toWire(await getExercise(await ctx.db(), accountingFolderId, exerciseId)),
});

export const exerciseCreate = defineOperation({
  id: 'exercise.create',
  summary: { en: 'Create an exercise', fr: 'Créer un exercice' },
  description: 'Imports create exercises by themselves; exercises of a folder do not overlap.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: { examples: ['taxops exercise create --folder 12 --start-date 2025-01-01 --end-date 2025-12-31'] },
  params: FolderPath,
  body: z.strictObject({ StartDate: day(), EndDate: day() }),
  output: ExerciseShape,
  errors: ['FolderNotFound', 'ExerciseDatesInvalid', 'ExerciseOverlaps'],
  run: async (ctx, { accountingFolderId, body }) =>
    toWire(await createExercise(await ctx.db(), accountingFolderId, { start: body.StartDate, end: body.EndDate })),
});

export const exerciseUpdate = defineOperation({
  id: 'exercise.update',
  summary: { en: 'Change, close or open again an exercise', fr: 'Modifier, fermer ou rouvrir un exercice' },
  description: 'A closed exercise refuses entries and changed files.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PATCH', path: `${ROUTE}/{exerciseId}` },
  cli: { args: ['exerciseId'], examples: ['taxops exercise update 3 --folder 12 --is-closed'] },
  params: ExercisePath,
  body: z.strictObject({ StartDate: day().optional(), EndDate: day().optional(), IsClosed: z.boolean().optional() }),
  output: ExerciseShape,
  errors: ['FolderNotFound', 'ExerciseNotFound', 'ExerciseDatesInvalid', 'ExerciseOverlaps', 'ExerciseClosed'],
  run: async (ctx, { accountingFolderId, exerciseId, body }) => {
    const change = { start: body.StartDate, end: body.EndDate, isClosed: body.IsClosed };
    return toWire(await updateExercise(await ctx.db(), accountingFolderId, exerciseId, change));
  },
});
