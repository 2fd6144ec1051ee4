import * as z from 'zod';
import { remindersOf } from '../../services/declarations/obligations.ts';
import { REMINDER_LEVELS } from '../../services/declarations/rules/enumerations.ts';
import { defineOperation } from '../operation/operation.ts';
import { DECLARATION_TYPES, declarationType, FolderPath, instantDay, refuseReversed } from './fields.ts';

/** Resource A3. */
export const Reminder = z
  .object({
    Message: z.string(),
    Level: z.enum(REMINDER_LEVELS),
    DeclarationType: z.array(z.enum(DECLARATION_TYPES)),
  })
  .meta({ id: 'Reminder' });

export const reminderList = defineOperation({
  id: 'declaration.reminder.list',
  ref: 'A4',
  summary: { en: 'List the reminders of a folder', fr: 'Lister les rappels d’un dossier' },
  description:
    'Computed from deadlines, exercises and states: due within 15 days, passed, rejected, books that do not balance, period without declaration. Without dates: exercises that have begun and ended at most 15 months ago.',
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: '/api/tax-declarations/accounting-folders/{accountingFolderId}/reminders' },
  cli: { examples: ['taxops declaration reminder list --folder 12 --declaration-type IS2571'] },
  params: FolderPath,
  query: z.object({
    startDate: instantDay().optional(),
    endDate: instantDay().optional(),
    declarationType: declarationType().default('Liasse'),
  }),
  output: z.array(Reminder),
  errors: ['FolderNotFound'],
  run: async (ctx, { accountingFolderId, startDate: start, endDate: end, declarationType: type }) => {
    refuseReversed(start, end);
    const found = await remindersOf(ctx, accountingFolderId, type, { start, end });
    return found.map(({ message, level, types }) => ({
      Message: message[ctx.language],
      Level: level,
      DeclarationType: [...types],
    }));
  },
});
