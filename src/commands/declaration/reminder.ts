import * as z from 'zod';
import { remindersOf } from '../../services/declarations/obligations.ts';
import { REMINDER_LEVELS } from '../../services/declarations/rules/enumerations.ts';
import type { Reminder as DomainReminder } from '../../services/declarations/rules/reminders.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { choice, sentence } from '../operation/outputs.ts';
import { from, headed } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import { declarationType, declarationTypeName, instantDay, refuseReversed } from './fields.ts';

/** Resource A3. */
export const Reminder = z
  .object({
    Message: sentence('Message'),
    Level: choice(REMINDER_LEVELS, 'Niveau'),
    DeclarationType: from('types', headed(z.array(declarationTypeName()), 'Déclaration')),
  })
  .meta({ id: 'Reminder' });

/** In the language of the caller. */
export const spoken = (reminders: readonly DomainReminder[], language: Language) =>
  reminders.map(({ message, level, types }) => ({ message: message[language], level, types }));

export const reminderList = declarationOperation({
  id: 'declaration.reminder.list',
  ref: 'A4',
  summary: { en: 'List the reminders of a folder', fr: 'Lister les rappels d’un dossier' },
  description:
    'Computed from deadlines, exercises and states: due within 15 days, passed, rejected, books that do not balance, period without declaration. Without dates: exercises that have begun and ended at most 15 months ago.',
  http: { method: 'GET', path: '/reminders' },
  cli: { examples: ['taxops declaration reminder list --folder 12 --declaration-type IS2571'] },
  query: z.object({
    startDate: instantDay().optional(),
    endDate: instantDay().optional(),
    declarationType: declarationType().prefault('Liasse'),
  }),
  output: z.array(Reminder),
  run: async (ctx, { folderId, startDate: start, endDate: end, declarationType: type }) => {
    refuseReversed(start, end);
    return spoken(await remindersOf(ctx, folderId, type, { start, end }), ctx.language);
  },
});
